/**
 * A raw client of the gateway.
 *
 * @module
 */
import { utf8Text } from "../../lib/wire/bytes.ts";
import type { Fault, HeaderList } from "../../lib/wire/exchange.ts";
import { header } from "../../lib/wire/exchange.ts";
import { ResponseReader } from "../../lib/wire/http_read.ts";
import { type Dialect, GATEWAY_ROUTES } from "../../lib/gateway/dialect.ts";

/** An answer, read to the end of its connection. */
export interface Heard {
  readonly status: number;
  readonly headers: HeaderList;
  /** Transfer coding taken off. */
  readonly text: string;
  /** How its framing broke; absent where it is whole. */
  readonly fault?: Fault;
}

/** A connection on which a request was sent. */
export interface Talk {
  /** Reads until the text so far holds `wanted`, or to the end; returns what came. */
  until(wanted: string): Promise<string>;
  /** Reads to the end. */
  end(): Promise<Heard>;
  /** Hangs up. */
  close(): void;
}

/** The bytes of a request. */
export function requestBytes(
  dialect: Dialect,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Uint8Array {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const payload = new TextEncoder().encode(text);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`).join("");
  const head = `POST ${GATEWAY_ROUTES[dialect]} HTTP/1.1\r\nHost: test\r\n${lines}` +
    `Content-Length: ${payload.length}\r\n\r\n`;
  return new Uint8Array([...new TextEncoder().encode(head), ...payload]);
}

/** Connects and sends these bytes. */
export async function talk(port: number, bytes: Uint8Array): Promise<Talk> {
  const conn = await Deno.connect({ hostname: "127.0.0.1", port });
  const reader = new ResponseReader("POST", 256 * 1024 * 1024);
  const buffer = new Uint8Array(64 * 1024);
  let open = true;
  const close = () => {
    if (open) conn.close();
    open = false;
  };
  const text = () => utf8Text(reader.bodyFrom(0)) ?? new TextDecoder().decode(reader.bodyFrom(0));
  const more = async (): Promise<boolean> => {
    const size = await conn.read(buffer).catch(() => null);
    if (size === null) reader.end();
    else reader.feed(buffer.subarray(0, size));
    return !reader.ended;
  };
  for (let at = 0; at < bytes.length;) at += await conn.write(bytes.subarray(at));
  return {
    async until(wanted) {
      while (!text().includes(wanted) && await more());
      return text();
    },
    async end() {
      while (!reader.ended && await more());
      close();
      const response = reader.response();
      return {
        status: response?.status ?? 0,
        headers: response?.headers ?? [],
        text: text(),
        ...(reader.fault === undefined ? {} : { fault: reader.fault }),
      };
    },
    close,
  };
}

/** Sends a request and reads its answer whole. */
export async function ask(
  port: number,
  dialect: Dialect,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Heard> {
  return await (await talk(port, requestBytes(dialect, body, headers))).end();
}

/** An answer's JSON. */
export function json({ text }: Heard): unknown {
  return JSON.parse(text);
}

/** The events of a stream: the names, and the data as JSON where it is. */
export function heardEvents(text: string): (readonly [name: string, data: unknown])[] {
  return text.split("\n\n").filter((block) => block !== "").map((block) => {
    const lines = block.split("\n");
    const of = (field: string) =>
      lines.filter((line) => line.startsWith(`${field}: `)).map((line) =>
        line.slice(field.length + 2)
      ).join("\n");
    const data = of("data");
    return [of("event"), data.startsWith("{") ? JSON.parse(data) : data];
  });
}

/** The value of a header. */
export function headerOf({ headers }: Heard, name: string): string | undefined {
  return header(headers, name);
}
