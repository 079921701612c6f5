/**
 * Results come back tied to their calls, and the calls that are reported are those that the model made.
 *
 * @module
 */
import type { LiveContext, LiveRequest, LiveTurn } from "./agent_live_record.ts";
import { judgeAnswers } from "./agent_live_judge_history.ts";
import { atomsOf, callsOf, threadOf } from "./agent_live_thread.ts";
import { notPlayed, notScripted, type Reason, warn } from "./agent_live_verdict.ts";
import { ABSENT, count, type Differences, json, text, type Told, word } from "./difference.ts";
import { sameJson } from "./oracle/arguments.ts";
import type { Result } from "./transcript.ts";

/** Where the model called tools, and the request that brought the results. */
interface Called {
  readonly turn: number;
  readonly made: LiveRequest["out"]["calls"];
  readonly next: LiveRequest;
  readonly pointer: string;
}

/** Every answer with calls in a play whose results came. */
export function calledIn(turns: readonly LiveTurn[]): readonly Called[] {
  return turns.flatMap((one, turn) => {
    const thread = threadOf(one);
    return thread.flatMap(({ out }, index): readonly Called[] => {
      const next = thread[index + 1];
      if (out.calls.length === 0 || next === undefined) return [];
      const pointer = `/turns/${turn}/requests/${one.requests.indexOf(next)}`;
      return [{ turn, made: out.calls, next, pointer }];
    });
  });
}

/** The results in a request that answer these calls, in the calls' order; undefined where one is missing. */
export function resultsFor(
  { made, next }: Pick<Called, "made" | "next">,
): readonly (Result | undefined)[] {
  const atoms = atomsOf(next.request.turns);
  const results = atoms.flatMap((atom) => atom.results);
  return idsIn(next, made).map((id) => results.find((one) => one.id === id));
}

/** The calls' ids as a request has them. */
function idsIn(next: LiveRequest, made: Called["made"]): readonly (string | undefined)[] {
  for (const { calls } of atomsOf(next.request.turns).toReversed()) {
    const own = callsOf(calls, made);
    if (own !== undefined) return own.map(({ id }) => id);
  }
  return made.map(({ id }) => id);
}

/** Why a play with tools says nothing; undefined where each turn ran as it should. */
function toolReason(context: LiveContext, calls: readonly Called[]): Reason | undefined {
  const { play: { turns, fault } } = context;
  for (const [index, turn] of turns.entries()) {
    const why = notPlayed(context, index) ?? notScripted(turn, index);
    if (why !== undefined) return why;
  }
  if (fault !== undefined) return fault;
  return calls.length === 0 ? "No request brought the model the result of a call" : undefined;
}

/** One result for each call, by its id. */
export function judgeResults(context: LiveContext, differences: Differences): Reason | void {
  const { turns } = context.play;
  const calls = calledIn(turns);
  for (const called of calls) {
    const results = atomsOf(called.next.request.turns).flatMap((atom) => atom.results);
    for (const [index, id] of idsIn(called.next, called.made).entries()) {
      const own = called.made[index]!;
      const at = `${called.pointer}/results/${index}`;
      const mine = results.filter((one) => one.id !== undefined && one.id === id);
      if (mine.length !== 1) {
        const code = mine.length === 0 ? "result-missing" : "result-duplicate";
        note(code, at, count(1, "result"), count(mine.length, "results"));
      } else if (id !== own.id) {
        warn(differences, {
          subject: "calls",
          code: "id-renamed",
          pointer: at,
          expected: word(own.id),
          received: word(id),
        });
      }
    }
    const made = turns.flatMap(({ requests }) => requests.flatMap(({ out }) => out.calls));
    const known = new Set([
      ...made.map(({ id }) => id),
      ...atomsOf(called.next.request.turns).flatMap((atom) => atom.calls.map(({ id }) => id)),
    ]);
    const orphan = results.find(({ id }) => id === undefined || !known.has(id));
    if (orphan !== undefined) {
      note("result-parted", called.pointer, word("the-id-of-a-call"), word(orphan.id));
    }
  }
  return toolReason(context, calls);

  function note(code: string, pointer: string, expected: Told, received: Told): void {
    differences.add({ subject: "results", code, pointer, expected, received });
  }
}

/**
 * Of two calls in one answer, each gets its own result. What is whose is known from the turns in which
 * each was called alone, so the tools must answer differently, and alike each time.
 */
export function judgeApart(context: LiveContext, differences: Differences): Reason | void {
  const { play: { turns }, tools } = context;
  if (tools.length < 2) {
    return "It needs a second --agent-tool (another tool, or the same with other arguments)";
  }
  const calls = calledIn(turns);
  const both = calls.find(({ made }) => made.length === 2);
  const why = toolReason(context, calls);
  if (both === undefined || why !== undefined) return why ?? "The model's two calls had no results";
  if (turns[both.turn]!.requests.some(({ request }) => request.parallel === false)) {
    return "The agent asks its model for one call at a time (parallel calls are switched off)";
  }
  const alone = calls.filter(({ made }) => made.length === 1)
    .map((called) => resultsFor(called)[0]?.text);
  const [first, second] = alone;
  const [one, other] = resultsFor(both).map((result) => result?.text);
  if (first === undefined || second === undefined || first === second) {
    return "Called alone, the two tools don't answer differently: a swap couldn't be seen";
  }
  if (one === first && other === second) return;
  if (one === second && other === first) {
    const sides = { expected: text(first), received: text(one) };
    differences.add({
      subject: "results",
      code: "result-swapped",
      pointer: both.pointer,
      ...sides,
    });
    return;
  }
  if (one !== undefined && one === other && (one === first || one === second)) {
    const sides = { expected: word("two-results"), received: word("one-of-them-twice") };
    differences.add({
      subject: "results",
      code: "result-swapped",
      pointer: both.pointer,
      ...sides,
    });
    return;
  }
  if (one === undefined || other === undefined) {
    return "One of the two calls, or both, got no result of its own: a swap couldn't be seen";
  }
  return "The tools answer the same call differently each time: a swap couldn't be seen";
}

/** The request with the results, and those after it, carry the model's own answer with its calls. */
export function judgeCallHistory(context: LiveContext, differences: Differences): Reason | void {
  return judgeAnswers(context, differences) ?? toolReason(context, calledIn(context.play.turns));
}

/** What the agent reports over Contract C is what the model called: names, values, order. */
export function judgeReported(context: LiveContext, differences: Differences): Reason | void {
  const { turns } = context.play;
  for (const [index, turn] of turns.entries()) {
    if (notPlayed(context, index) !== undefined || turn.outcome.kind !== "answered") continue;
    const thread = threadOf(turn);
    // Calls without a request behind them may never have been run: to leave them out is no lie.
    const made = thread.flatMap(({ out }, at) =>
      out.calls.map((call) => ({ ...call, ran: thread[at + 1] !== undefined }))
    );
    compareReported(made, turn.outcome.calls, `/turns/${index}/tool_calls`, differences);
  }
  return toolReason(context, calledIn(turns));
}

type Reported = readonly { readonly name: string; readonly arguments: string }[];
type Made = readonly (Reported[number] & { readonly ran: boolean })[];

function compareReported(
  made: Made,
  reported: Reported,
  pointer: string,
  differences: Differences,
): void {
  const left = [...reported.entries()];
  const places = made.map((call) => {
    const at = left.findIndex(([, one]) =>
      isName(call.name, one.name) && sameJson(call.arguments, one.arguments)
    );
    return at < 0 ? undefined : left.splice(at, 1)[0];
  });
  const missing = made.filter((_, index) => places[index] === undefined);
  for (const call of missing) {
    const other = left.findIndex(([, { name }]) => isName(call.name, name));
    const [, changed] = (other < 0 ? undefined : left.splice(other, 1)[0]) ?? [];
    if (changed === undefined && !call.ran) continue;
    const code = changed === undefined ? "report-missing" : "report-changed";
    const sides = changed === undefined
      ? { expected: word(call.name), received: ABSENT }
      : { expected: json(call.arguments), received: json(changed.arguments) };
    differences.add({ subject: "calls", code, pointer, ...sides });
  }
  const order = places.flatMap((place) => place === undefined ? [] : [place[0]]);
  if (order.some((at, index) => index > 0 && at < order[index - 1]!)) {
    const sides = { expected: word("as-the-model-called"), received: word("another-order") };
    differences.add({ subject: "calls", code: "report-reordered", pointer, ...sides });
  }
  for (const [at, call] of left) {
    // An agent may have tools that it runs of its own accord; to say a model's call twice is another thing.
    const twice = made.some(({ name }) => isName(name, call.name));
    const noted = {
      subject: "calls" as const,
      code: "report-added",
      pointer: `${pointer}/${at}`,
      expected: ABSENT,
      received: word(call.name),
    };
    if (twice) differences.add(noted);
    else warn(differences, noted);
  }
}

/** The contract asks for the bare name: what a framework puts before it, the model alone may see. */
function isName(called: string, reported: string): boolean {
  if (called === reported) return true;
  const before = called.slice(0, -reported.length);
  return reported !== "" && called.endsWith(reported) && /(?:__|[.:/])$/.test(before);
}
