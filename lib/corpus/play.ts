/**
 * Plays one variant through one way of a gateway: the client on one side, the upstream on the other,
 * and a record of all that both of them saw.
 *
 * @module
 */
import { type Asked, askOnce, type Stage, troubles } from "./ask.ts";
import type { FixtureExchange } from "./fixture.ts";
import type { FaultKind } from "../wire/exchange.ts";
import type { LoadedCase } from "./load.ts";
import type { CellMarks } from "./marks.ts";
import { oracles } from "./oracle/oracles.ts";
import { type Ends, endsOf, type GatewayPath } from "./paths.ts";
import { countLeases, fillLeases, type LeaseProbe } from "./players/leases.ts";
import { ownAnswer } from "./players/own_answer.ts";
import type { UpstreamPort } from "./players/port.ts";
import { type Attempt, scriptedUpstream, type UpstreamPart } from "./players/upstream.ts";
import { waitFor } from "./players/wait.ts";
import { idsGiven, NO_REPLAY, type Replay } from "./replay.ts";
import type { RequirementId } from "./requirements.ts";
import type { CorpusTarget, OpenTarget } from "./target.ts";
import type { AnswerTranscript, RequestTranscript } from "./transcript.ts";

/** An attempt, read. */
export interface PlayedAttempt extends Attempt {
  /** What it says in the dialect of its route; undefined where that is none. */
  readonly transcript: RequestTranscript | undefined;
}

/** One exchange as it was played. */
export interface PlayedExchange extends Asked {
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
  /** A request that can't be told whose it is had a content coding that this upstream doesn't know. */
  readonly coded?: true;
  /** How the gateway ended while it was played, where it did. */
  readonly died?: string;
}

/** How a variant is played. */
export interface PlayOptions {
  readonly target: CorpusTarget;
  readonly patienceMs: number;
  /** The upstream's address for the whole run; a free one where left out. */
  readonly port?: UpstreamPort;
  readonly marks?: CellMarks;
  readonly signal?: AbortSignal;
}

/**
 * Plays a variant. Everything that it opened is closed when it settles.
 *
 * @throws {TargetGone} where the gateway isn't there.
 */
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
    ...(one.expected.variants[variant]?.requirement === STREAMING ? { aboutStreams: true } : {}),
  }));
  const { target, patienceMs, port, marks, signal } = options;
  const { errorMs = patienceMs, disconnectMs = patienceMs } = target.patience ?? {};
  const upstream = scriptedUpstream({
    dialect: ends.upstream,
    parts: [...parts, { ...SILENT, doc: one.doc }],
    together: together ? exchanges.length : 0,
    patienceMs,
    leaveMs: disconnectMs,
    models: target.models ?? [],
    ...(port === undefined ? { prefix: `/${crypto.randomUUID()}` } : { port }),
    ...(marks === undefined ? {} : { marks }),
  });
  let open: OpenTarget | undefined;
  try {
    open = await target.open(path, upstream.url, signal);
    const stage: Stage = {
      doc: one.doc,
      ends,
      open,
      upstream,
      patienceMs,
      errorMs,
      marks,
      ...(signal === undefined ? {} : { signal }),
    };
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
      await waitFor(upstream.idle(), patienceMs + Math.max(patienceMs, disconnectMs), signal);
    }
    const leases = await lookAtLeases(stage, exchanges);
    const model = open.model === undefined ? played[0]?.sent.model : open.upstreamModel;
    const died = await open.after?.({
      troubled: exchanges.some(({ answer, leave }) =>
        leave !== undefined || troubles(answer[ends.upstream])
      ),
      silent: played.every(({ client }) => gotNothing(client)),
      cut: played.some(({ client: { exchange: { fault } } }) =>
        fault !== undefined && fault.kind !== "timeout" && fault.kind !== "aborted"
      ),
      asked: upstream.attempts.length > 0,
    });
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
      ...(upstream.attempts.some(({ exchange, unreadable }) =>
          exchange < 0 && unreadable === "coded"
        )
        ? { coded: true }
        : {}),
      ...(died === undefined ? {} : { died }),
    };
  } finally {
    await open?.close();
    await upstream.close();
  }
}

/** The requirement on streams themselves: what a variant of it has streamed, whole answers can't ask. */
const STREAMING: RequirementId = "R006";

/** An upstream that says nothing until its gateway leaves. */
const SILENT: Omit<UpstreamPart, "doc"> = {
  answer: { stream: [{ hold: "gateway-leaves" }], end: "cut" },
  marker: undefined,
  firstText: new Promise(() => {}),
};

/** Nothing came until our patience ended, or the gateway hung up. */
const SPEECHLESS: ReadonlySet<FaultKind | undefined> = new Set(["timeout", "no-response", "reset"]);

function gotNothing({ exchange, leftAtMs }: Asked["client"]): boolean {
  const { response, fault } = exchange;
  return leftAtMs === undefined && response === undefined && SPEECHLESS.has(fault?.kind);
}

/** By counters after every play; by filling only where a client has left, for it costs requests. */
async function lookAtLeases(
  stage: Stage,
  exchanges: readonly FixtureExchange[],
): Promise<LeaseProbe | undefined> {
  const { open, upstream, patienceMs } = stage;
  const counted = await countLeases(open, exchanges.length, patienceMs, stage.signal);
  const left = exchanges.find(({ leave }) => leave !== undefined);
  if (counted !== undefined || open.capacity === undefined || left === undefined) return counted;
  const probe = exchanges.length;
  const { requests, model } = open.capacity;
  const asked = model === undefined ? open : { ...open, model };
  const send = (leaving: AbortSignal) =>
    askOnce(
      { ...stage, open: asked, signal: leaving },
      { request: left.request, answer: {} },
      probe,
      NO_REPLAY,
      () => {},
    );
  return await fillLeases(requests, upstream, probe, send, patienceMs);
}

function read(attempt: Attempt): PlayedAttempt {
  const { dialect, body } = attempt;
  return {
    ...attempt,
    transcript: dialect === undefined ? undefined : oracles[dialect].request(body),
  };
}
