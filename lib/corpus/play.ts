/**
 * Plays one variant through one way of a gateway: the client on one side, the upstream on the other,
 * and a record of all that both of them saw.
 *
 * @module
 */
import { stringifyJson } from "../contract/json.ts";
import type { FixtureExchange } from "./fixture.ts";
import type { LoadedCase } from "./load.ts";
import { oracles } from "./oracle/oracles.ts";
import { type Ends, endsOf, type GatewayPath } from "./paths.ts";
import { type ClientRecord, playClient } from "./players/client.ts";
import { countLeases, fillLeases, type LeaseProbe } from "./players/leases.ts";
import { ownAnswer } from "./players/own_answer.ts";
import {
  type Attempt,
  scriptedUpstream,
  type Upstream,
  type UpstreamPart,
} from "./players/upstream.ts";
import { waitFor } from "./players/wait.ts";
import { idsGiven, NO_REPLAY, type Replay, replayed } from "./replay.ts";
import type { CorpusTarget, OpenTarget } from "./target.ts";
import type { AnswerTranscript, RequestTranscript } from "./transcript.ts";

/** An attempt, read. */
export interface PlayedAttempt extends Attempt {
  /** What it says in the dialect of its route; undefined where that is none. */
  readonly transcript: RequestTranscript | undefined;
}

/** One exchange as it was played. */
export interface PlayedExchange {
  /** What the client sent. */
  readonly sent: RequestTranscript;
  /** The client asked for a stream. */
  readonly stream: boolean;
  /** Ids that the client had been given in place of the fixture's. */
  readonly replay: Replay;
  readonly client: ClientRecord;
  readonly attempts: readonly PlayedAttempt[];
  /** What the upstream's answer says in its own dialect, as it left the upstream. */
  readonly own: AnswerTranscript;
}

/** A variant as it was played. */
export interface Play {
  readonly path: GatewayPath;
  readonly exchanges: readonly PlayedExchange[];
  /** Posts of the gateway that no route and no exchange accounts for. */
  readonly strays: number;
  /** Present where the target's admission can be looked into. */
  readonly leases?: LeaseProbe;
  /** The model that must arrive at the upstream; undefined where any may. */
  readonly model: string | undefined;
}

/** How a variant is played. */
export interface PlayOptions {
  readonly target: CorpusTarget;
  readonly patienceMs: number;
  readonly signal?: AbortSignal;
}

/** Plays a variant. Everything that it opened is closed when it settles. */
export async function playVariant(
  one: LoadedCase,
  variant: string,
  path: GatewayPath,
  options: PlayOptions,
): Promise<Play> {
  const ends = endsOf(path) as Ends;
  const fixture = one.fixture.variants[variant];
  const exchanges = fixture?.exchanges ?? [];
  const together = fixture?.together === true;
  const seen = exchanges.map(() => Promise.withResolvers<void>());
  const parts = exchanges.map((exchange, index): UpstreamPart => ({
    answer: exchange.answer[ends.upstream]!,
    doc: one.doc,
    marker: exchange.marker,
    firstText: seen[index]!.promise,
  }));
  const { target, patienceMs, signal } = options;
  const upstream = scriptedUpstream({
    dialect: ends.upstream,
    parts: [...parts, { ...SILENT, doc: one.doc }],
    together: together ? exchanges.length : 0,
    patienceMs,
    ...(target.upstream === undefined ? {} : { listen: target.upstream }),
  });
  let open: OpenTarget | undefined;
  try {
    open = await target.open(path, upstream.url);
    const stage: Stage = { doc: one.doc, ends, open, upstream, options };
    const played: Asked[] = [];
    const ask = (index: number, replay: Replay) =>
      askOnce(stage, exchanges[index]!, index, replay, seen[index]!.resolve);
    if (together) {
      played.push(...await Promise.all(exchanges.map((_, index) => ask(index, NO_REPLAY))));
    }
    const given: (readonly [string, string])[] = [];
    for (let index = played.length; index < exchanges.length; index++) {
      upstream.begin(index);
      const replay = exchanges[index]!.replay === true ? new Map(given) : NO_REPLAY;
      const asked = await ask(index, replay);
      given.push(...idsGiven(ownAnswer(parts[index]!, ends.upstream), asked.client.answer));
      played.push(asked);
      // A retry after the client has gone is a retry as well.
      await waitFor(upstream.idle(), 2 * patienceMs, signal);
    }
    const leases = await lookAtLeases(stage, exchanges);
    const model = open.model === undefined ? played[0]?.sent.model : open.upstreamModel;
    return {
      path,
      exchanges: played.map((asked, index): PlayedExchange => ({
        ...asked,
        attempts: upstream.attempts.filter(({ exchange }) => exchange === index).map(read),
        own: ownAnswer(parts[index]!, ends.upstream),
      })),
      strays: upstream.strays,
      model,
      ...(leases === undefined ? {} : { leases }),
    };
  } finally {
    await open?.close();
    await upstream.close();
  }
}

/** What all exchanges of a play share. */
interface Stage {
  readonly doc: LoadedCase["doc"];
  readonly ends: Ends;
  readonly open: OpenTarget;
  readonly upstream: Upstream;
  readonly options: PlayOptions;
}

type Asked = Omit<PlayedExchange, "attempts" | "own">;

/** An upstream that says nothing until its gateway leaves. */
const SILENT: Omit<UpstreamPart, "doc"> = {
  answer: { stream: [{ hold: "gateway-leaves" }], end: "cut" },
  marker: undefined,
  firstText: new Promise(() => {}),
};

async function askOnce(
  { doc, ends, open, upstream, options }: Stage,
  exchange: Pick<FixtureExchange, "request" | "answer" | "leave">,
  index: number,
  replay: Replay,
  onFirstText: () => void,
): Promise<Asked> {
  const { patienceMs, signal } = options;
  const written = exchange.request[ends.client]!;
  const body = open.model === undefined ? written : { ...written, model: open.model };
  const bytes = new TextEncoder().encode(replayed(stringifyJson(doc, body), replay));
  const sent = oracles[ends.client].request(bytes);
  const answer = exchange.answer[ends.upstream];
  const holds = answer !== undefined && "stream" in answer
    ? answer.stream.filter((step) => "hold" in step).length
    : 0;
  const client = await playClient({
    url: open.url,
    headers: [...HEADERS[ends.client], ...open.headers ?? []],
    dialect: ends.client,
    body: bytes,
    stream: sent.stream,
    leave: exchange.leave,
    arrived: upstream.arrived(index),
    onFirstText,
    // Each hold may take its own patience before the answer's end gets its.
    deadlineMs: patienceMs * (holds + 2),
    ...(signal === undefined ? {} : { signal }),
  });
  return { sent, stream: sent.stream, replay, client };
}

const HEADERS = {
  chat: [],
  messages: [["anthropic-version", "2023-06-01"]],
  responses: [],
} as const;

/** By counters after every play; by filling only where a client has left, for it costs requests. */
async function lookAtLeases(
  stage: Stage,
  exchanges: readonly FixtureExchange[],
): Promise<LeaseProbe | undefined> {
  const { open, upstream, options } = stage;
  const { patienceMs } = options;
  const counted = await countLeases(open, exchanges.length, patienceMs, options.signal);
  const left = exchanges.find(({ leave }) => leave !== undefined);
  if (counted !== undefined || open.capacity === undefined || left === undefined) return counted;
  const probe = exchanges.length;
  const send = (leaving: AbortSignal) =>
    askOnce(
      { ...stage, options: { ...options, signal: leaving } },
      { request: left.request, answer: {} },
      probe,
      NO_REPLAY,
      () => {},
    );
  return await fillLeases(open.capacity, upstream, probe, send, patienceMs);
}

function read(attempt: Attempt): PlayedAttempt {
  const { dialect, body } = attempt;
  return {
    ...attempt,
    transcript: dialect === undefined ? undefined : oracles[dialect].request(body),
  };
}
