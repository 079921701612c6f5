/**
 * One exchange of a play: the client asks through the gateway, and what it saw is kept.
 *
 * @module
 */
import { stringifyJson } from "../contract/json.ts";
import type { Answer, FixtureExchange } from "./fixture.ts";
import type { LoadedCase } from "./load.ts";
import type { CellMarks } from "./marks.ts";
import { oracles } from "./oracle/oracles.ts";
import type { Ends } from "./paths.ts";
import { type ClientRecord, playClient } from "./players/client.ts";
import type { Upstream } from "./players/upstream.ts";
import { type Replay, replayed } from "./replay.ts";
import type { OpenTarget } from "./target.ts";
import type { RequestTranscript } from "./transcript.ts";

/** What all exchanges of a play share. */
export interface Stage {
  readonly doc: LoadedCase["doc"];
  readonly ends: Ends;
  readonly open: OpenTarget;
  readonly upstream: Upstream;
  readonly patienceMs: number;
  /** For the answer to an upstream's error, ms. */
  readonly errorMs: number;
  readonly marks: CellMarks | undefined;
  readonly signal?: AbortSignal;
}

/** What the client sent, and what it got. */
export interface Asked {
  /** What the client sent. */
  readonly sent: RequestTranscript;
  /** The client asked for a stream. */
  readonly stream: boolean;
  /** Ids that the client had been given in place of the fixture's. */
  readonly replay: Replay;
  readonly client: ClientRecord;
}

/** Sends the request of an exchange once. */
export async function askOnce(
  stage: Stage,
  exchange: Pick<FixtureExchange, "request" | "answer" | "leave">,
  index: number,
  replay: Replay,
  onFirstText: () => void,
): Promise<Asked> {
  const { doc, ends, open, upstream, patienceMs, errorMs, marks, signal } = stage;
  const written = exchange.request[ends.client]!;
  const body = open.model === undefined ? written : { ...written, model: open.model };
  const bytesOf = (one: typeof body) =>
    new TextEncoder().encode(replayed(stringifyJson(doc, one), replay));
  const bytes = bytesOf(body);
  const sent = oracles[ends.client].request(bytes);
  const answer = exchange.answer[ends.upstream];
  const holds = answer !== undefined && "stream" in answer
    ? answer.stream.filter((step) => "hold" in step).length
    : 0;
  const client = await playClient({
    url: open.url,
    headers: [...HEADERS[ends.client], ...open.headers ?? []],
    dialect: ends.client,
    body: marks === undefined ? bytes : bytesOf(marks.put(body, ends.client, index)),
    stream: sent.stream,
    leave: exchange.leave,
    arrived: upstream.arrived(index),
    onFirstText,
    // Each hold may take its own patience before the answer's end gets its.
    deadlineMs: patienceMs * (holds + 1) + (troubles(answer) ? errorMs : patienceMs),
    ...(signal === undefined ? {} : { signal }),
  });
  return { sent, stream: sent.stream, replay, client };
}

const HEADERS = {
  chat: [],
  messages: [["anthropic-version", "2023-06-01"]],
  responses: [],
} as const;

/** True of an answer that a gateway may hold against its upstream: an error, or a stream cut short. */
export function troubles(answer: Answer | undefined): boolean {
  if (answer === undefined) return false;
  if ((answer.status ?? 200) >= 400) return true;
  return "stream" in answer && answer.end !== undefined && answer.end !== "whole";
}
