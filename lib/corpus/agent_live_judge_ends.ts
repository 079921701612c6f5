/**
 * What an agent makes of a model that didn't answer whole, or whose call can't be run: no success, and
 * nothing hidden. To refuse is always right.
 *
 * @module
 */
import type { LiveContext, LiveRequest, LiveTurn } from "./agent_live_record.ts";
import { malformed, NO_SUCH_TOOL } from "./agent_live_script.ts";
import { atomsOf, threadOf } from "./agent_live_thread.ts";
import { notAsked, notScripted, type Reason, warn } from "./agent_live_verdict.ts";
import { calledIn, resultsFor } from "./agent_live_judge_tools.ts";
import { ABSENT, type Differences, json, text, word } from "./difference.ts";
import { sameJson } from "./oracle/arguments.ts";
import type { Arguments, Call, Result } from "./transcript.ts";

/** A text that the model left unfinished is no answer, unless the agent says that it is none. */
export function judgeUnfinished({ play }: LiveContext, differences: Differences): Reason | void {
  const turn = play.turns[0];
  if (turn === undefined) return play.fault ?? "The turn was not played";
  const why = notAsked(turn, 0);
  if (why !== undefined) return why;
  const cut = turn.requests.filter(({ step }) => step === 0);
  if (cut.length === 0) return "No request of the turn was answered by the script";
  judgeEnding(turn, cut, "/turns/0", differences);
}

/** What a turn came to after these answers, none of which is one. */
function judgeEnding(
  { outcome, requests }: LiveTurn,
  cut: readonly LiveRequest[],
  pointer: string,
  differences: Differences,
): void {
  if (outcome.kind === "lost") return;
  if (outcome.kind === "broken") {
    warn(differences, {
      subject: "ending",
      code: "failure-not-in-contract",
      clause: "R009",
      pointer,
      expected: word("an-error-in-the-envelope"),
      received: text(outcome.message),
    });
    return;
  }
  if (outcome.error !== undefined) return;
  const { reply } = outcome;
  const whole = requests.some(({ out, token, step }) =>
    step !== undefined && step > 0 && out.fault === undefined && reply.includes(token)
  );
  if (whole) return;
  const same = cut.some(({ out }) => out.text !== "" && plain(reply) === plain(out.text));
  const noted = {
    subject: "ending" as const,
    clause: "R009" as const,
    pointer: `${pointer}/reply`,
    expected: word("an-error"),
    received: text(reply),
  };
  if (same) differences.add({ ...noted, code: "false-success" });
  // It may say so in words, have another model to ask, or tell a fib: no judge can tell.
  else warn(differences, { ...noted, code: "no-error-told" });
}

function plain(value: string): string {
  return value.replace(/\s+/g, " ").trim();
}

/** A call with malformed arguments: handed on as it is, or refused; never repaired, never hidden. */
export function judgeMalformed(context: LiveContext, differences: Differences): Reason | void {
  const [first] = context.tools;
  const bad = context.play.turns[1];
  const reason = faultyReason(context);
  if (reason !== undefined) return reason;
  const raw = malformed(first!.arguments);
  judgeFaulty(context, differences, ({ dialect }, call, pointer) => {
    const fate = argumentsFate(call.arguments, raw, dialect);
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
    if (fate === "arguments-wrapped") warn(differences, noted);
    else differences.add(noted);
  });
  if (bad?.outcome.kind !== "answered") return;
  for (const [at, one] of bad.outcome.calls.entries()) {
    if (one.name !== first!.name || quotes(one.arguments, raw)) continue;
    const noted = {
      subject: "arguments" as const,
      clause: "R009" as const,
      pointer: `/turns/1/tool_calls/${at}`,
      expected: text(raw),
      received: json(one.arguments),
    };
    // There is no true object for them, and the contract wants one.
    if (sameJson(one.arguments, "{}")) warn(differences, { ...noted, code: "report-invented" });
    else differences.add({ ...noted, code: "arguments-repaired" });
  }
}

/** A call of a tool that isn't there: the model is told of it, or the agent refuses. */
export function judgeUnknownTool(context: LiveContext, differences: Differences): Reason | void {
  const reason = faultyReason(context);
  if (reason !== undefined) return reason;
  judgeFaulty(context, differences, (_, call, pointer) => {
    if (call.name === NO_SUCH_TOOL) return;
    const sides = { expected: word(NO_SUCH_TOOL), received: word(call.name) };
    differences.add({ subject: "calls", code: "call-name", pointer, ...sides });
  });
}

/** Why nothing can be said: both plays call a good tool first, then make the bad call. */
function faultyReason({ play, tools }: LiveContext): Reason | undefined {
  const bad = play.turns[1];
  if (tools.length === 0) return "It needs --agent-tool";
  if (bad === undefined) return play.fault ?? "The turn was not played";
  const why = notAsked(bad, 1) ?? notScripted(bad, 1);
  if (why !== undefined) return why;
  // Then what became of the bad call says nothing of its being bad.
  return calledIn(play.turns.slice(0, 1)).length > 0
    ? undefined
    : "Turn 0: a good call had no result for the model either";
}

/** The bad call, its result, or the end of the turn. */
function judgeFaulty(
  { play: { turns } }: LiveContext,
  differences: Differences,
  judgeCall: (next: LiveRequest, call: Call, pointer: string) => void,
): void {
  const bad = turns[1]!;
  if (bad.outcome.kind === "answered" && bad.outcome.error !== undefined) return;
  const asked = bad.requests.findLast(({ step }) => step === 0) ?? bad.requests[0]!;
  const next = threadOf(bad).find(({ index, step }) => index > asked.index && step === 1);
  if (next === undefined) return judgeEnding(bad, [asked], "/turns/1", differences);
  const pointer = `/turns/1/requests/${bad.requests.indexOf(next)}`;
  const made = bad.requests.filter(({ step }) => step === 0).flatMap(({ out }) => out.calls);
  const { calls, results, said } = behind(next, bad);
  const call = calls.find(({ id }) => made.some((one) => one.id === id)) ?? calls.at(-1);
  if (call === undefined) {
    const told = said && !sameBytes(next.body, asked.body);
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
  judgeCall(next, call, pointer);
  judgeFailure(results.find(({ id }) => id === call.id), { next, turns, pointer }, differences);
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
  dialect: LiveRequest["dialect"],
): "arguments-repaired" | "arguments-changed" | "arguments-wrapped" | undefined {
  if (there.kind === "raw") {
    return there.text === raw || there.text === JSON.stringify(raw)
      ? undefined
      : "arguments-changed";
  }
  if (!quotes(there.json, raw)) return "arguments-repaired";
  // Messages has objects alone, and its vendor documents an object around the text.
  return dialect === "messages" ? undefined : "arguments-wrapped";
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
