/**
 * The client player: one request to the gateway, read as it comes, and left early where the fixture
 * says so.
 *
 * @module
 */
import { once } from "../../wire/client.ts";
import { type Exchange, header, type HeaderList, type WireRequest } from "../../wire/exchange.ts";
import { oracles } from "../oracle/oracles.ts";
import type { AnswerTranscript, Dialect } from "../transcript.ts";

/** What the client does. */
export interface ClientOptions {
  readonly url: string;
  readonly headers: HeaderList;
  readonly dialect: Dialect;
  readonly body: Uint8Array;
  /** It asks for a stream. */
  readonly stream: boolean;
  readonly leave: "sent" | "first-text" | undefined;
  /** Resolves once the upstream has its request. */
  readonly arrived: Promise<void>;
  /** Called when the first text has been seen, once. */
  readonly onFirstText: () => void;
  /** Over the whole exchange, ms. */
  readonly deadlineMs: number;
  readonly signal?: AbortSignal;
}

/** What the client saw. */
export interface ClientRecord {
  readonly exchange: Exchange;
  /** What it got, as far as it got it. */
  readonly answer: AnswerTranscript;
  /** It got server-sent events. */
  readonly streamed: boolean;
  /** When it closed its connection on purpose, ms on the clock of `performance.now()`. */
  readonly leftAtMs?: number;
}

/** Sends the request and waits for what comes of it. Never throws for what the gateway does. */
export async function playClient(options: ClientOptions): Promise<ClientRecord> {
  const { dialect, stream, leave, deadlineMs } = options;
  const leaving = new AbortController();
  const signal = options.signal === undefined
    ? leaving.signal
    : AbortSignal.any([options.signal, leaving.signal]);
  let leftAtMs: number | undefined;
  let done = false;
  const go = () => {
    if (done) return;
    leftAtMs ??= performance.now();
    leaving.abort();
  };
  if (leave === "sent") options.arrived.then(go, () => {});

  const reader = oracles[dialect].stream();
  let seen = false;
  const request: WireRequest = {
    method: "POST",
    url: options.url,
    headers: [
      ["Content-Type", "application/json"],
      ["Accept", stream ? "text/event-stream" : "application/json"],
      ["Accept-Encoding", "identity"],
      ...options.headers,
    ],
    body: options.body,
  };
  const exchange = await once(request, {
    deadlineMs,
    signal,
    onBody: (bytes, atMs) => {
      if (!stream || seen) return stream ? reader.feed(bytes, atMs) : undefined;
      reader.feed(bytes, atMs);
      if (reader.firstTextAtMs() === undefined) return;
      seen = true;
      options.onFirstText();
      if (leave === "first-text") go();
    },
  });
  done = true;
  const { response, fault } = exchange;
  const type = response === undefined ? "" : header(response.headers, "content-type") ?? "";
  const streamed = stream && /^text\/event-stream\b/i.test(type);
  const left = leftAtMs === undefined ? {} : { leftAtMs };
  if (response !== undefined && streamed) {
    const end = fault === undefined
      ? "eof"
      : fault.kind === "timeout" || fault.kind === "aborted"
      ? "abort"
      : "reset";
    return { exchange, answer: reader.end(end), streamed, ...left };
  }
  if (response === undefined || (fault !== undefined && fault.kind !== "trailing-bytes")) {
    return { exchange, answer: NOTHING, streamed, ...left };
  }
  const { status, headers, body } = response;
  const answer = oracles[dialect].answer(status, headers, body);
  return { exchange, answer, streamed, ...left };
}

/** The wire ended before there was an answer to read. */
const NOTHING: AnswerTranscript = { ending: "truncated", parts: [], faults: [], other: {} };
