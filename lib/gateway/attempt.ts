/**
 * One attempt at the upstream, and what becomes of its answer.
 *
 * @module
 */
import { type JsonDocument, JsonSyntaxError, parseJson } from "../contract/json.ts";
import { ByteBuffer, utf8Text } from "../wire/bytes.ts";
import { header, type HeaderList } from "../wire/exchange.ts";
import type { Delivery } from "./client.ts";
import type { Dialect } from "./dialect.ts";
import type { Prepared } from "./prepare.ts";
import { type Farewell, FirstError, pump } from "./pump.ts";
import type { Setting } from "./setting.ts";
import { Trouble, upstreamTrouble } from "./trouble.ts";
import type { UpstreamAnswer } from "./upstream.ts";
import { UpstreamFault } from "./upstream_read.ts";

/** One request of a client's, on its way. */
export interface Errand {
  readonly setting: Setting;
  readonly dialect: Dialect;
  readonly prepared: Prepared;
  /** Of the client's request. */
  readonly headers: HeaderList;
  readonly client: Delivery;
  readonly gone: AbortSignal;
}

const JSON_TYPE = ["content-type", "application/json"] as const;
const encoder = new TextEncoder();

/**
 * Asks the upstream once and carries its answer, all but the end. When this settles, whichever way, the
 * connection to the upstream is closed. Throws what the client is still to be told.
 */
export async function attempt(errand: Errand): Promise<Farewell> {
  const { setting, dialect, prepared, gone } = errand;
  const { parts, upstream } = setting;
  const answer = await parts.attempt({
    url: upstream.url,
    headers: parts.requestHeaders({
      headers: errand.headers,
      from: dialect,
      to: upstream.dialect,
      stream: prepared.stream,
      own: upstream.headers,
    }),
    body: prepared.body,
    signal: parts.giveUp(gone),
    silenceMs: setting.silenceMs,
  });
  try {
    if (answer.status < 200 || answer.status > 299) return await failed(errand, answer);
    const coding = header(answer.headers, "content-encoding")?.toLowerCase() ?? "identity";
    if (coding !== "identity") {
      throw upstreamTrouble("The upstream encoded its answer, which nobody asked for");
    }
    return isStream(answer, prepared)
      ? await streamed(errand, answer)
      : await whole(errand, answer);
  } finally {
    answer.close();
  }
}

/** What the answer's head tells the client, its content type aside. */
function headersOf({ setting, dialect }: Errand, answer: UpstreamAnswer): HeaderList {
  return setting.parts.answerHeaders(answer.headers, setting.upstream.dialect, dialect);
}

/** The upstream's own content type on a relay, ours elsewhere. */
function typeOf(
  { setting, dialect }: Errand,
  answer: UpstreamAnswer,
  ours: string,
): readonly [string, string] {
  const theirs = header(answer.headers, "content-type");
  const keep = dialect === setting.upstream.dialect && theirs !== undefined;
  return ["content-type", keep ? theirs : ours];
}

/** Some servers name no type. */
function isStream(answer: UpstreamAnswer, { stream }: Prepared): boolean {
  const type = header(answer.headers, "content-type");
  return type === undefined ? stream : /^text\/event-stream\b/i.test(type);
}

async function streamed(errand: Errand, answer: UpstreamAnswer): Promise<Farewell> {
  const { setting, dialect, prepared, client } = errand;
  const { parts } = setting;
  const more = headersOf(errand, answer);
  const cached = header(more, "cache-control") === undefined
    ? [["cache-control", "no-cache"] as const]
    : [];
  const headers = [typeOf(errand, answer, "text/event-stream"), ...cached, ...more];
  try {
    return await pump(answer, parts.sse(), prepared.carriage, client, headers);
  } catch (error) {
    if (!(error instanceof FirstError)) throw error;
    const status = parts.errorStatus(error.error, dialect);
    return () => client.whole(status, [JSON_TYPE, ...more], error.body);
  }
}

async function whole(errand: Errand, answer: UpstreamAnswer): Promise<Farewell> {
  const { setting, dialect, prepared, client } = errand;
  const bytes = await bodyOf(answer, setting.maxBodyBytes);
  const body = prepared.carriage.whole(documentOf(bytes), bytes);
  if (prepared.stream && dialect !== setting.upstream.dialect) {
    throw upstreamTrouble("The upstream did not stream its answer");
  }
  const type = typeOf(errand, answer, "application/json");
  return () => client.whole(answer.status, [type, ...headersOf(errand, answer)], body);
}

/** 4.2, 4.3, 4.7: the same status, `Retry-After` kept, the error in the client's dialect. */
async function failed(errand: Errand, answer: UpstreamAnswer): Promise<Farewell> {
  const { setting, dialect, client } = errand;
  const { parts } = setting;
  if (answer.status < 400 || answer.status > 599) {
    const what = answer.status < 400 ? "redirects, which is not followed" : "has no known status";
    throw upstreamTrouble(`The upstream's answer ${what} (status ${answer.status})`);
  }
  const bytes = await bodyOf(answer, setting.maxBodyBytes).catch((error) => {
    // The status says enough.
    if (error instanceof UpstreamFault && error.fault.kind !== "aborted") return undefined;
    if (error instanceof Trouble) return undefined;
    throw error;
  });
  const error = parts.readError(answer.status, bytes ?? new Uint8Array(0));
  const status = parts.errorStatus(error, dialect);
  const more = headersOf(errand, answer);
  if (dialect === setting.upstream.dialect && bytes !== undefined && bytes.length > 0) {
    const type = typeOf(errand, answer, "application/json");
    return () => client.whole(status, [type, ...more], bytes);
  }
  const body = encoder.encode(parts.writeError[dialect](error));
  return () => client.whole(status, [JSON_TYPE, ...more], body);
}

async function bodyOf(answer: UpstreamAnswer, maxBodyBytes: number): Promise<Uint8Array> {
  const body = new ByteBuffer();
  for await (const piece of answer.body) {
    body.append(piece);
    if (body.length > maxBodyBytes) {
      throw upstreamTrouble(`The upstream's answer is over ${maxBodyBytes} bytes`);
    }
  }
  return body.take();
}

/** A body that an end of the connection ended may be cut: only as JSON can it show that it is whole. */
function documentOf(bytes: Uint8Array): JsonDocument {
  const text = utf8Text(bytes);
  if (text === undefined) throw upstreamTrouble("The upstream's answer is not UTF-8");
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    throw upstreamTrouble(`The upstream's answer is not JSON. ${error.message}`);
  }
}
