/**
 * A gateway between a raw client and a scripted raw upstream, all on loopback sockets.
 *
 * @module
 */
import type { Dialect } from "../../lib/gateway/dialect.ts";
import { type Gateway, type GatewayOptions, startGateway } from "../../lib/gateway/gateway.ts";
import type { GatewayParts } from "../../lib/gateway/parts.ts";
import { type RawServer, rawServer, type Script, type Step } from "../../lib/wire/raw_server.ts";

/** Both ends. */
export interface Pair extends AsyncDisposable {
  readonly gateway: Gateway;
  readonly upstream: RawServer;
}

/** What a pair may be told besides its script. */
export interface PairOptions extends Partial<Omit<GatewayOptions, "upstream">> {
  readonly parts?: GatewayParts;
  readonly headers?: readonly (readonly [string, string])[];
  /** The upstream resets connections. */
  readonly resets?: boolean;
}

/** Starts an upstream that speaks `dialect` by the script, and a gateway in front of it. */
export async function pair(
  dialect: Dialect,
  script: Script | readonly Step[],
  { parts, headers, resets, ...options }: PairOptions = {},
): Promise<Pair> {
  const upstream = rawServer(
    typeof script === "function" ? script : () => script,
    { resets: resets ?? false },
  );
  const gateway = await startGateway({
    ...options,
    upstream: { url: upstream.url, dialect, ...(headers === undefined ? {} : { headers }) },
  }, parts);
  return {
    gateway,
    upstream,
    async [Symbol.asyncDispose]() {
      await gateway.close();
      await upstream.close();
    },
  };
}

/** The JSON bodies that the upstream has read so far. */
export function bodies(upstream: RawServer): unknown[] {
  return upstream.requests.map(({ body }) => JSON.parse(new TextDecoder().decode(body)));
}

/** The head of a streamed answer, chunked. */
export const STREAM_HEAD = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n" +
  "Transfer-Encoding: chunked\r\n\r\n";

/** Text as a chunk. */
export function chunk(text: string): string {
  const size = new TextEncoder().encode(text).length;
  return `${size.toString(16)}\r\n${text}\r\n`;
}

/** The steps of a whole stream: its head, its text in one chunk, its end. */
export function stream(text: string): Step[] {
  return [{ send: STREAM_HEAD + chunk(text) + "0\r\n\r\n" }];
}

/** Chat's or, with names, the others' events of these values; strings stay as they are. */
export function events(...values: readonly unknown[]): string {
  return values.map((value) => {
    if (typeof value === "string") return `data: ${value}\n\n`;
    const type = (value as { readonly type?: unknown }).type;
    return `${type === undefined ? "" : `event: ${type}\n`}data: ${JSON.stringify(value)}\n\n`;
  }).join("");
}
