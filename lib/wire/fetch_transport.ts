/**
 * A transport over somebody's `fetch`, for those who must use the platform's. Fetch may send twice,
 * hides the raw bytes, and has one message for most faults: so its label says what it can't promise.
 *
 * @module
 */
import { ByteBuffer } from "./bytes.ts";
import { ExchangeLog } from "./client_log.ts";
import { Stop } from "./client_stop.ts";
import {
  type Exchange,
  type Fault,
  type FaultKind,
  header,
  MAX_BODY_BYTES,
  type Transport,
  type TransportOptions,
  type WireRequest,
  type WireResponse,
} from "./exchange.ts";
import type { FetchLike } from "./fetch.ts";

/** What the label says unless the caller knows better. */
export const FETCH_LABEL = "exactly-once not guaranteed";

/**
 * A {@linkcode Transport} over `fetch`, called with redirect "manual". What fetch hides stays hidden:
 * `raw` is empty, `interim` and `trailers` too, the reason is fetch's own, the HTTP version is given as
 * 1.1, `arrivals` are the pieces of body, and a fault that fetch doesn't name is `io`. `lingerMs` has no effect. Rejects with
 * a TypeError for a request that `Request` refuses.
 */
export function fetchTransport(
  fetch: FetchLike,
  label: string = FETCH_LABEL,
): Transport & { readonly label: string } {
  const transport: Transport = async (request, options = {}) => {
    const body = request.body.length === 0 ? null : request.body.slice();
    const headers = request.headers.map(([name, value]): [string, string] => [name, value]);
    const stop = new Stop(options);
    try {
      const { method, url } = request;
      const made = new Request(url, {
        method,
        headers,
        body,
        redirect: "manual",
        signal: stop.signal,
      });
      return await exchange(fetch, made, request, options, stop);
    } finally {
      stop.release();
    }
  };
  return Object.assign(transport, { label });
}

async function exchange(
  fetch: FetchLike,
  made: Request,
  request: WireRequest,
  options: TransportOptions,
  stop: Stop,
): Promise<Exchange> {
  const log = new ExchangeLog(request);
  const finish = (response?: WireResponse, fault?: Fault) =>
    log.exchange(log.now(), response, fault);
  if (stop.stopped) return finish(undefined, stop.fault("connect"));
  let response: Response;
  try {
    // A fetch that ignores its signal must not outlive the deadline.
    response = await Promise.race([fetch(made), stopped(stop)]);
  } catch (error) {
    return finish(undefined, stop.stopped ? stop.fault("head") : faultOf(error, "connect"));
  }
  log.mark("headMs", log.now());
  if (response.type === "opaqueredirect") {
    const message = "Cannot read the answer: it is a redirect, which this fetch hides";
    return finish(undefined, { kind: "io", phase: "head", message });
  }
  const body = new ByteBuffer();
  const fault = await readBody(response, body, options, stop, log);
  return finish(wireResponse(response, body.take()), fault);
}

async function readBody(
  response: Response,
  body: ByteBuffer,
  options: TransportOptions,
  stop: Stop,
  log: ExchangeLog,
): Promise<Fault | undefined> {
  const reader = response.body?.getReader();
  if (reader === undefined) return undefined;
  const max = options.maxBodyBytes ?? MAX_BODY_BYTES;
  try {
    for (;;) {
      let value: Uint8Array | undefined;
      try {
        ({ value } = await Promise.race([reader.read(), stopped(stop)]));
      } catch (error) {
        return stop.stopped ? stop.fault("body") : faultOf(error, "body");
      }
      if (value === undefined) return undefined;
      const atMs = log.now();
      if (stop.check(atMs)) return stop.fault("body");
      log.counted(value.length, atMs);
      const room = Math.min(value.length, max - body.length);
      body.append(value, 0, room);
      if (room > 0) options.onBody?.(value.slice(0, room), atMs);
      if (room < value.length) {
        const message = `Cannot read the body: it is over ${max} bytes`;
        return { kind: "body-too-large", phase: "body", message };
      }
    }
  } finally {
    // Lets go of the connection where the body was left half read; nothing waits for it.
    reader.cancel().catch(() => {});
  }
}

/** Rejects when the exchange must stop, and never resolves. */
function stopped(stop: Stop): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  stop.onStop(() => reject(new Error("stopped")));
  return promise;
}

function wireResponse(response: Response, body: Uint8Array): WireResponse {
  const headers = [...response.headers];
  const framing = response.body === null
    ? "none"
    : header(headers, "content-length") !== undefined
    ? "content-length"
    : header(headers, "transfer-encoding") !== undefined
    ? "chunked"
    : "until-close";
  return {
    httpVersion: "1.1",
    status: response.status,
    reason: response.statusText,
    headers,
    body,
    framing,
    trailers: [],
    interim: [],
  };
}

/** Words by which fetches of several platforms give a fault away, most telling first. */
const WORDS: readonly (readonly [RegExp, FaultKind])[] = [
  [/certificate|\btls\b|\bssl\b|handshake/i, "tls"],
  [/connection refused|ECONNREFUSED/i, "refused"],
  [/failed to lookup|dns error|ENOTFOUND|EAI_|name or service not known/i, "dns"],
  [/unreachable|no route to host|EHOSTUNREACH|ENETUNREACH/i, "unreachable"],
  [/connection reset|ECONNRESET|broken pipe|EPIPE/i, "reset"],
];

/** `phase` is where it struck at the earliest: an error of fetch itself may be later than connect. */
function faultOf(error: unknown, phase: "connect" | "body"): Fault {
  const words = [...causes(error)].join(": ").replace(/\s+/g, " ");
  const kind = WORDS.find(([pattern]) => pattern.test(words))?.[1] ?? "io";
  const connecting = ["tls", "refused", "dns", "unreachable"].includes(kind);
  const struck = phase === "body" ? "body" : connecting ? "connect" : "head";
  return { kind, phase: struck, message: `fetch failed: ${words}` };
}

/** The messages of an error and of its causes, with their codes. */
function* causes(error: unknown): Generator<string> {
  for (let depth = 0; error instanceof Error && depth < 5; depth++) {
    yield "code" in error ? `${error.message} (${error.code})` : error.message;
    error = error.cause;
  }
}
