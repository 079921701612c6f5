/**
 * Holds the requests of a session against each other: what was said is carried on, and nothing of it
 * is changed.
 *
 * @module
 */
import type { LiveContext, LiveRequest } from "./agent_live_record.ts";
import {
  type Atom,
  atomsOf,
  type Fact,
  factsBefore,
  holds,
  systemOf,
  threadOf,
} from "./agent_live_thread.ts";
import { notPlayed, notScripted, type Reason, warn } from "./agent_live_verdict.ts";
import { ABSENT, type Differences, text, word } from "./difference.ts";
import { firstChanged } from "./judge_history.ts";

/** Each request of a session carries the user's earlier turns, in order, and begins as the one before. */
export function judgeGrowth(context: LiveContext, differences: Differences): Reason | void {
  return eachRequest(context, (visited) => {
    const { request, before, pointer } = visited;
    judgeFacts("user", visited, context, differences);
    if (before === undefined || differences.total > 0) return;
    const said = ({ request: { turns } }: LiveRequest) =>
      turns.filter(({ role }) => role !== "system");
    const changed = firstChanged(said(before), said(request));
    if (changed >= 0) {
      note("history-decorated", `${pointer}/turns/${changed}`);
    } else if (systemOf(before.request.turns) !== systemOf(request.request.turns)) {
      note("system-changed", `${pointer}/system`);
    }
  });

  function note(code: string, pointer: string): void {
    const sides = { expected: word("as-in-the-request-before"), received: word("changed") };
    warn(differences, { subject: "history", code, pointer, ...sides });
  }
}

/** Each request carries the model's actual answers, calls and all. */
export function judgeAnswers(context: LiveContext, differences: Differences): Reason | void {
  return eachRequest(
    context,
    (visited) => judgeFacts("assistant", visited, context, differences),
  );
}

/** A request that led to a reply, and its place in its session. */
interface Visited {
  readonly request: LiveRequest;
  /** The one before it, and the one that the session began with. */
  readonly before: LiveRequest | undefined;
  readonly first: LiveRequest | undefined;
  readonly turn: number;
  readonly pointer: string;
}

/** Goes through the requests that led to replies; says why where there are too few to compare. */
function eachRequest(
  context: LiveContext,
  visit: (visited: Visited) => void,
): Reason | undefined {
  const { turns, fault } = context.play;
  const sessions = new Map<string, { first: LiveRequest; before: LiveRequest }>();
  let reason: Reason | undefined = fault;
  for (const [turn, one] of turns.entries()) {
    const why = notPlayed(context, turn) ?? notScripted(one, turn);
    if (why !== undefined) {
      reason ??= why;
      continue;
    }
    for (const request of threadOf(one)) {
      if (request.request.other.conversation !== undefined) {
        return `Turn ${turn}: the agent leaves its history to the model's server, which isn't played`;
      }
      const { first, before } = sessions.get(one.session) ?? {};
      const pointer = `/turns/${turn}/requests/${one.requests.indexOf(request)}`;
      visit({ request, before, first, turn, pointer });
      sessions.set(one.session, { first: first ?? request, before: request });
    }
  }
  return reason;
}

function judgeFacts(
  kind: Fact["kind"],
  { request, first, turn, pointer }: Visited,
  { play }: LiveContext,
  differences: Differences,
): void {
  const all = factsBefore(play.turns, turn, request);
  const atoms = atomsOf(request.request.turns);
  let from = 0;
  for (const fact of all.filter((one) => one.kind === kind)) {
    const at = atoms.findIndex((atom, index) => index >= from && holds(atom, fact));
    if (at >= 0) {
      from = at;
      continue;
    }
    const { code, warned } = fateOf(fact, all, atoms, { request, first });
    differences.add({
      subject: "history",
      code,
      pointer,
      expected: text(fact.text),
      received: ABSENT,
      ...(warned ? { warned } : {}),
    });
  }
}

/** What became of a fact that isn't where it should be. */
function fateOf(
  fact: Fact,
  all: readonly Fact[],
  atoms: readonly Atom[],
  { request, first }: Pick<Visited, "request" | "first">,
): { readonly code: string; readonly warned?: true } {
  if (atoms.some((atom) => holds(atom, fact))) return { code: "history-reordered" };
  const texts = [systemOf(request.request.turns), ...atoms.map((atom) => atom.text)];
  const called = fact.kind === "assistant" && fact.calls.length > 0;
  if (!called && fact.text !== "" && texts.some((one) => one.includes(fact.text))) {
    return { code: "history-flattened", warned: true };
  }
  const current = all.at(-1)?.turn === fact.turn;
  const ideal = idealOf(all);
  const place = ideal.findIndex((held) => held.includes(fact));
  const inPlace = atoms.length === ideal.length && atoms[place]?.role === fact.kind;
  // Where nothing of the earlier turns is left, they were replaced as a whole, and not one of them changed.
  const others = all.filter((one) => one !== fact && one.turn < all.at(-1)!.turn);
  const alone = !current && !others.some((one) => atoms.some((atom) => holds(atom, one)));
  if (inPlace && !alone) {
    return { code: fact.kind === "user" ? "not-append-only" : "answer-changed" };
  }
  // The calls of a turn that is over may go where its answer stays: a history made shorter.
  if (called && !current) return { code: "history-compacted", warned: true };
  if (hasNewText(texts, all, first)) return { code: "history-compacted", warned: true };
  return { code: fact.kind === "user" ? "turn-missing" : "answer-not-in-history" };
}

/** The facts that each turn of a whole history holds; a turn of results, which holds none, too. */
function idealOf(all: readonly Fact[]): readonly (readonly Fact[])[] {
  return all.flatMap((fact): readonly (readonly Fact[])[] =>
    fact.kind === "assistant" && fact.calls.length > 0 ? [[fact], []] : [[fact]]
  );
}

/** True where a request has words that nobody said and that its session didn't begin with. */
function hasNewText(
  texts: readonly string[],
  all: readonly Fact[],
  first: LiveRequest | undefined,
): boolean {
  if (first === undefined) return false;
  const facts = all.map((fact) => fact.text);
  const { turns } = first.request;
  const begun = [systemOf(turns), ...atomsOf(turns).map((atom) => atom.text)];
  const around = begun.map((one) => without(one, facts).trim());
  return texts.some((one) => without(without(one, facts), around).trim() !== "");
}

/** A text without others, wherever they stand in it. */
function without(value: string, others: readonly string[]): string {
  return others.reduce((rest, one) => one === "" ? rest : rest.replaceAll(one, ""), value);
}
