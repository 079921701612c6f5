/**
 * What an agent makes of a call that can't be run: nothing is mended and nothing hidden. To refuse is
 * always right.
 *
 * @module
 */
import type { LiveContext, LiveRequest, LiveTurn } from "./agent_live_record.ts";
import { malformed, NO_SUCH_TOOL } from "./agent_live_script.ts";
import { atomsOf, threadOf } from "./agent_live_thread.ts";
import { type LiveJudge, notAsked, notScripted, type Reason, warn } from "./agent_live_verdict.ts";
import { judgeEnding } from "./agent_live_judge_ends.ts";
import { calledIn, resultsFor } from "./agent_live_judge_tools.ts";
import { ABSENT, type Differences, json, text, word } from "./difference.ts";
import { sameJson } from "./oracle/arguments.ts";
import type { Arguments, Call, Result } from "./transcript.ts";

/** A call with malformed arguments: handed on as it is, or refused; never repaired, never hidden. */
export const judgeMalformed: LiveJudge = (context, differences) =>
  judgeArguments(context, 1, differences);

/** A call whose arguments the length limit cut: the same. */
export const judgeCutCall: LiveJudge = (context, differences) =>
  judgeArguments(context, 2, differences);

function judgeArguments(
  context: LiveContext,
  at: number,
  differences: Differences,
): Reason | undefined {
  const [first] = context.tools;
  const bad = context.play.turns[at];
  const reason = faultyReason(context, at);
  if (reason !== undefined) return reason;
  const raw = malformed(first!.arguments);
  judgeFaulty(context, at, differences, ({ next: { dialect }, call, result, pointer }) => {
    const told = result !== undefined && [raw, JSON.stringify(raw).slice(1, -1)]
      .some((one) => result.text.includes(one));
    const fate = argumentsFate(call.arguments, raw, { dialect, told });
    if (fate === undefined) return;
    const noted = {
      subject: "arguments" as const,
      clause: "R009" as const,
      code: fate,
      pointer,
      expected: text(raw),
      received: call.arguments.kind === "object"
        ? json(call.arguments.json)
        : text(call.arguments.text),
    };
    if (fate === "arguments-wrapped" || fate === "arguments-emptied") warn(differences, noted);
    else differences.add(noted);
  });
  if (bad?.outcome.kind !== "answered") return undefined;
  for (const [index, one] of bad.outcome.calls.entries()) {
    if (one.name !== first!.name || quotes(one.arguments, raw)) continue;
    const noted = {
      subject: "arguments" as const,
      clause: "R009" as const,
      pointer: `/turns/${at}/tool_calls/${index}`,
      expected: text(raw),
      received: json(one.arguments),
    };
    // There is no true object for them, and the contract wants one.
    if (sameJson(one.arguments, "{}")) warn(differences, { ...noted, code: "report-invented" });
    else differences.add({ ...noted, code: "arguments-repaired" });
  }
  return undefined;
}

/** A call of a tool that isn't there: the model is told of it, or the agent refuses. */
export function judgeUnknownTool(context: LiveContext, differences: Differences): Reason | void {
  const reason = faultyReason(context, 1);
  if (reason !== undefined) return reason;
  judgeFaulty(context, 1, differences, ({ call, pointer }) => {
    if (call.name === NO_SUCH_TOOL) return;
    const sides = { expected: word(NO_SUCH_TOOL), received: word(call.name) };
    differences.add({ subject: "calls", code: "call-name", pointer, ...sides });
  });
}

/** Why nothing can be said: both plays call a good tool first, then make the bad call. */
function faultyReason({ play, tools }: LiveContext, at: number): Reason | undefined {
  const bad = play.turns[at];
  if (tools.length === 0) return "It needs --agent-tool";
  if (bad === undefined) return play.fault ?? "The turn was not played";
  const why = notAsked(bad, at) ?? notScripted(bad, at);
  if (why !== undefined) return why;
  // Then what became of the bad call says nothing of its being bad.
  return calledIn(play.turns.slice(0, 1)).length > 0
    ? undefined
    : "Turn 0: a good call had no result for the model either";
}

/** A call that can't be run, in the request that brought its result. */
interface BadCall {
  readonly next: LiveRequest;
  readonly call: Call;
  readonly result: Result | undefined;
  readonly pointer: string;
}

/** The bad call, its result, or the end of the turn. */
function judgeFaulty(
  { play: { turns } }: LiveContext,
  at: number,
  differences: Differences,
  judgeCall: (bad: BadCall) => void,
): void {
  const bad = turns[at]!;
  if (bad.outcome.kind === "answered" && bad.outcome.error !== undefined) return;
  const thread = threadOf(bad);
  const asked = thread.find(({ step }) => step === 0) ??
    bad.requests.findLast(({ step }) => step === 0) ?? bad.requests[0]!;
  const next = thread.find(({ index, step }) => index > asked.index && step === 1);
  if (next === undefined) return judgeEnding(bad, [asked], `/turns/${at}`, differences);
  const pointer = `/turns/${at}/requests/${bad.requests.indexOf(next)}`;
  const made = bad.requests.filter(({ step }) => step === 0).flatMap(({ out }) => out.calls);
  const { calls, results, said } = behind(next, bad);
  const call = calls.find(({ id }) => made.some((one) => one.id === id)) ?? calls.at(-1);
  if (call === undefined) {
    // What a limit cut may be asked for again: nobody has to carry on what is no answer.
    const cut = asked.out.stop === "length";
    const told = cut || (said && !sameBytes(next.body, asked.body));
    const noted = {
      subject: "calls" as const,
      code: told ? "call-replaced" : "call-hidden",
      clause: "R009" as const,
      pointer,
      expected: word("the-call"),
      received: ABSENT,
    };
    if (told) warn(differences, noted);
    else differences.add(noted);
    return;
  }
  const result = results.find(({ id }) => id === call.id);
  judgeCall({ next, call, result, pointer });
  judgeFailure(result, { next, turns, pointer }, differences);
}

/** What a request holds behind the user's newest turn. */
function behind(
  { request }: LiveRequest,
  { marker, text: own }: LiveTurn,
): {
  readonly calls: readonly Call[];
  readonly results: readonly Result[];
  readonly said: boolean;
} {
  const atoms = atomsOf(request.turns);
  const at = atoms.findLastIndex(({ role, text }) => role === "user" && text.includes(marker));
  const later = at < 0 ? [] : atoms.slice(at + 1);
  return {
    calls: later.flatMap(({ calls }) => calls),
    results: later.flatMap(({ results }) => results),
    said: later.some(({ text }) => text !== "") || (atoms[at]?.text ?? "") !== own,
  };
}

function judgeFailure(
  result: Result | undefined,
  { next, turns, pointer }: {
    readonly next: LiveRequest;
    readonly turns: readonly LiveTurn[];
    readonly pointer: string;
  },
  differences: Differences,
): void {
  const add = (code: string, received: string) =>
    differences.add({
      subject: "results",
      code,
      clause: "R009",
      pointer,
      expected: word("the-error"),
      received: word(received),
    });
  if (result === undefined) return add("result-missing", "nothing");
  if (result.text.trim() === "") return add("error-hidden", "an-empty-result");
  const good = calledIn(turns.slice(0, 1))[0];
  if (good !== undefined && resultsFor(good)[0]?.text === result.text) {
    return add("error-hidden", "the-result-of-a-good-call");
  }
  if (next.dialect === "messages" && result.error !== true) {
    warn(differences, {
      subject: "results",
      code: "error-flag-missing",
      pointer,
      expected: word("is_error"),
      received: ABSENT,
    });
  }
}

/** What became of malformed arguments; undefined where they stand as the model wrote them. */
function argumentsFate(
  there: Arguments,
  raw: string,
  { dialect, told }: { readonly dialect: LiveRequest["dialect"]; readonly told: boolean },
) {
  if (there.kind === "raw") {
    const same = there.text === raw || there.text === JSON.stringify(raw);
    return same ? undefined : "arguments-changed" as const;
  }
  // The text stands in the result: gone from its place, and not hidden.
  if (told && sameJson(there.json, "{}")) return "arguments-emptied" as const;
  if (!quotes(there.json, raw)) return "arguments-repaired" as const;
  // Messages has objects alone, and its vendor documents an object around the text.
  return dialect === "messages" ? undefined : "arguments-wrapped" as const;
}

/** True where a JSON text has another text in one of its strings. */
function quotes(json: string, raw: string): boolean {
  const inside = (value: unknown): boolean =>
    typeof value === "string"
      ? value.includes(raw)
      : typeof value === "object" && value !== null && Object.values(value).some(inside);
  try {
    return inside(JSON.parse(json));
  } catch {
    return false;
  }
}

function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}
