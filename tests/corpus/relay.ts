/**
 * A same-dialect relay of a few lines for tests of the players and the runner: it hands bytes on, and
 * can be told to do it wrongly. Not a gateway, and no code of one.
 *
 * @module
 */
import { runTurn } from "../../lib/agent/loop.ts";
import type { GatewayPath } from "../../lib/corpus/paths.ts";
import type { CorpusTarget, Leases } from "../../lib/corpus/target.ts";
import { once } from "../../lib/wire/client.ts";
import { httpAnswer, rawServer, type Received, type Step } from "../../lib/wire/raw_server.ts";

/** What a relay does wrongly. */
export interface Faults {
  /** Changes the request's body before it is handed on. */
  readonly request?: (text: string) => string;
  /** Changes each piece of the answer's body. */
  readonly answer?: (text: string) => string;
  /** Hands an answer on when it is whole. */
  readonly buffered?: true;
  /** Asks again where the upstream failed, this many times. */
  readonly retries?: number;
  /** Added to a stream that ended early. */
  readonly ending?: string;
  /** Leaves out the last chunk of a stream. */
  readonly unfinished?: true;
  /** A stream's body ends with its connection. */
  readonly framing?: "until-close";
  /** Goes on reading when the client has left. */
  readonly deaf?: true;
  /** Gives back one lease too few, or one too many. */
  readonly leases?: "lost" | "twice";
}

/** The three paths whose ends speak one dialect. */
export const RELAYED: readonly GatewayPath[] = [
  "chat-to-chat",
  "messages-to-messages",
  "responses-to-responses",
];

/** A relay as a target. */
export function relayTarget(faults: Faults = {}, more: Partial<CorpusTarget> = {}): CorpusTarget {
  return {
    label: "a relay",
    paths: RELAYED,
    parallel: 4,
    patienceMs: 5_000,
    agent: runTurn,
    ...more,
    open: (path, upstreamUrl) => Promise.resolve(openRelay(path, upstreamUrl, faults)),
  };
}

function openRelay(path: GatewayPath, upstreamUrl: string, faults: Faults) {
  let taken = 0;
  let released = 0;
  const server = rawServer(async function* (request: Received): AsyncIterable<Step> {
    taken++;
    try {
      yield* relayed(request, upstreamUrl, faults, server.peerClosed(request.connection));
    } finally {
      released += faults.leases === "lost" ? 0 : faults.leases === "twice" ? 2 : 1;
    }
  });
  const leases = (): Leases => ({ active: Math.max(0, taken - released), taken, released });
  return {
    url: `${server.url}/v1/${ROUTE[path] ?? ""}`,
    leases,
    close: () => server.close(),
  };
}

const ROUTE: Partial<Record<GatewayPath, string>> = {
  "chat-to-chat": "chat/completions",
  "messages-to-messages": "messages",
  "responses-to-responses": "responses",
};

async function* relayed(
  request: Received,
  upstreamUrl: string,
  faults: Faults,
  left: Promise<void>,
): AsyncIterable<Step> {
  const text = new TextDecoder().decode(request.body);
  const body = new TextEncoder().encode(faults.request?.(text) ?? text);
  const plain = faults.framing === "until-close";
  const leaving = new AbortController();
  left.then(() => {
    if (faults.deaf !== true) leaving.abort();
  }, () => leaving.abort());
  for (let attempt = 0;; attempt++) {
    const pieces: Uint8Array[] = [];
    let wake = Promise.withResolvers<void>();
    let done = false;
    const exchange = once({
      method: "POST",
      url: `${upstreamUrl}${request.target}`,
      headers: [["Content-Type", "application/json"]],
      body,
    }, {
      signal: leaving.signal,
      onBody(bytes) {
        pieces.push(bytes);
        wake.resolve();
      },
    }).finally(() => {
      done = true;
      wake.resolve();
    });
    let streaming = /"stream":true/.test(text) && faults.buffered !== true;
    let begun = false;
    while (streaming && !(done && pieces.length === 0)) {
      await wake.promise;
      if (!done) wake = Promise.withResolvers<void>();
      if (!begun && pieces.length > 0) streaming = isStream(pieces);
      if (!streaming) break;
      for (const piece of pieces.splice(0)) {
        if (!begun) yield { send: plain ? STREAM_HEAD.replace(CHUNKED, "") : STREAM_HEAD };
        begun = true;
        const bytes = changed(piece, faults);
        yield { send: plain ? bytes : chunk(bytes) };
      }
    }
    const { response, fault } = await exchange;
    const status = response?.status ?? 502;
    if (begun) {
      if (faults.ending !== undefined) {
        yield { send: chunk(new TextEncoder().encode(faults.ending)) };
      }
      const last = !plain && faults.unfinished !== true;
      if (last && (fault === undefined || faults.ending !== undefined)) {
        yield { send: "0\r\n\r\n" };
      }
      return yield { close: "fin" };
    }
    if (status >= 500 && attempt < (faults.retries ?? 0)) continue;
    if (response === undefined) return yield { close: "fin" };
    const kept = response.headers.filter(([name]) => /^(content-type|retry-after)$/i.test(name));
    yield {
      send: httpAnswer(status, changed(response.body, faults), Object.fromEntries(kept)),
    };
    return yield { close: "fin" };
  }
}

/** The head is told with the whole answer only; no event begins as an error's body does. */
function isStream([first]: readonly Uint8Array[]): boolean {
  return !"{<".includes(String.fromCharCode(first?.[0] ?? 0));
}

const CHUNKED = "transfer-encoding: chunked\r\n";
const STREAM_HEAD = `HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n${CHUNKED}` +
  "connection: close\r\n\r\n";

function changed(bytes: Uint8Array, { answer }: Faults): Uint8Array {
  if (answer === undefined) return bytes;
  return new TextEncoder().encode(answer(new TextDecoder().decode(bytes)));
}

function chunk(bytes: Uint8Array): Uint8Array {
  const head = new TextEncoder().encode(`${bytes.length.toString(16)}\r\n`);
  const whole = new Uint8Array(head.length + bytes.length + 2);
  whole.set(head);
  whole.set(bytes, head.length);
  whole.set([13, 10], head.length + bytes.length);
  return whole;
}
