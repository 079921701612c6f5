/**
 * An exchange as JSON and back, without loss: bytes are text where they are UTF-8, and base64
 * where they aren't. A verdict can so be reached again from a file.
 *
 * @module
 */
import type { Exchange, Fault, HeaderList, Times, WireRequest, WireResponse } from "./exchange.ts";
import { fromBase64, toBase64, utf8Text } from "./bytes.ts";
import { FAULT_KINDS, FAULT_PHASES, FRAMINGS, Reader } from "./recording_read.ts";

/** Bytes as JSON. */
export type JsonBytes = { readonly text: string } | { readonly base64: string };

/** An exchange as JSON; version 1. */
export interface RecordedExchange {
  readonly wt_exchange: 1;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: HeaderList;
    readonly body: JsonBytes;
  };
  readonly response?: {
    readonly http_version: string;
    readonly status: number;
    readonly reason: string;
    readonly headers: HeaderList;
    readonly body: JsonBytes;
    readonly framing: WireResponse["framing"];
    readonly trailers: HeaderList;
    readonly interim: readonly number[];
  };
  readonly fault?: Fault;
  readonly started_at: string;
  readonly times_ms: {
    readonly connected?: number;
    readonly sent?: number;
    readonly first_byte?: number;
    readonly head?: number;
    readonly end: number;
  };
  readonly arrivals: readonly (readonly [number, number])[];
  readonly raw: JsonBytes;
  readonly lag_ms?: number;
}

/** The exchange's JSON form; `JSON.stringify` takes it as it is. */
export function exchangeToJson(exchange: Exchange): RecordedExchange {
  const { request, response, fault, times, lagMs } = exchange;
  return {
    wt_exchange: 1,
    request: {
      method: request.method,
      url: request.url,
      headers: request.headers,
      body: bytesToJson(request.body),
    },
    ...(response && {
      response: {
        http_version: response.httpVersion,
        status: response.status,
        reason: response.reason,
        headers: response.headers,
        body: bytesToJson(response.body),
        framing: response.framing,
        trailers: response.trailers,
        interim: response.interim,
      },
    }),
    ...(fault && { fault }),
    started_at: exchange.startedAt,
    times_ms: timesToJson(times),
    arrivals: exchange.arrivals,
    raw: bytesToJson(exchange.raw),
    ...(lagMs !== undefined && { lag_ms: lagMs }),
  };
}

/**
 * Reads what {@linkcode exchangeToJson} wrote. Unknown keys are ignored. Throws a RecordingError
 * that names the place (a JSON pointer) and what should be there.
 */
export function exchangeFromJson(value: unknown): Exchange {
  const root = new Reader(value, "");
  root.get("wt_exchange").oneOf([1]);
  const response = root.optional("response");
  const fault = root.optional("fault");
  const lagMs = root.optional("lag_ms");
  return {
    request: requestFrom(root.get("request")),
    ...(response && { response: responseFrom(response) }),
    ...(fault && { fault: faultFrom(fault) }),
    startedAt: root.get("started_at").string(),
    times: timesFrom(root.get("times_ms")),
    arrivals: root.get("arrivals").list((entry) => {
      const [ms, bytes] = entry.pair();
      return [ms.number(), bytes.count()] as const;
    }),
    raw: bytesFrom(root.get("raw")),
    ...(lagMs && { lagMs: lagMs.number() }),
  };
}

function requestFrom(reader: Reader): WireRequest {
  return {
    method: reader.get("method").string(),
    url: reader.get("url").string(),
    headers: headersFrom(reader.get("headers")),
    body: bytesFrom(reader.get("body")),
  };
}

function responseFrom(reader: Reader): WireResponse {
  return {
    httpVersion: reader.get("http_version").string(),
    status: reader.get("status").count(),
    reason: reader.get("reason").string(),
    headers: headersFrom(reader.get("headers")),
    body: bytesFrom(reader.get("body")),
    framing: reader.get("framing").oneOf(FRAMINGS),
    trailers: headersFrom(reader.get("trailers")),
    interim: reader.get("interim").list((entry) => entry.count()),
  };
}

function faultFrom(reader: Reader): Fault {
  return {
    kind: reader.get("kind").oneOf(FAULT_KINDS),
    phase: reader.get("phase").oneOf(FAULT_PHASES),
    message: reader.get("message").string(),
  };
}

function headersFrom(reader: Reader): HeaderList {
  return reader.list((entry) => {
    const [name, value] = entry.pair();
    return [name.string(), value.string()] as const;
  });
}

function timesToJson(times: Times): RecordedExchange["times_ms"] {
  return {
    ...(times.connectedMs !== undefined && { connected: times.connectedMs }),
    ...(times.sentMs !== undefined && { sent: times.sentMs }),
    ...(times.firstByteMs !== undefined && { first_byte: times.firstByteMs }),
    ...(times.headMs !== undefined && { head: times.headMs }),
    end: times.endMs,
  };
}

function timesFrom(reader: Reader): Times {
  const connected = reader.optional("connected");
  const sent = reader.optional("sent");
  const firstByte = reader.optional("first_byte");
  const head = reader.optional("head");
  return {
    ...(connected && { connectedMs: connected.number() }),
    ...(sent && { sentMs: sent.number() }),
    ...(firstByte && { firstByteMs: firstByte.number() }),
    ...(head && { headMs: head.number() }),
    endMs: reader.get("end").number(),
  };
}

function bytesToJson(bytes: Uint8Array): JsonBytes {
  const text = utf8Text(bytes);
  return text === undefined ? { base64: toBase64(bytes) } : { text };
}

function bytesFrom(reader: Reader): Uint8Array {
  const text = reader.optional("text");
  if (text !== undefined) return new TextEncoder().encode(text.string());
  const base64 = reader.get("base64");
  return fromBase64(base64.string()) ?? base64.fail("base64");
}
