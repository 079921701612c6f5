/**
 * Finds the conversation in what an agent sent its model: which requests led to its reply, and what
 * must stand in each of them.
 *
 * @module
 */
import { sameJson } from "./oracle/arguments.ts";
import type { LiveRequest, LiveTurn } from "./agent_live_record.ts";
import { mergedTurns } from "./merge.ts";
import type { Call, Result, Turn } from "./transcript.ts";

/**
 * The requests that led to a turn's reply, in order: the one whose answer the reply repeats, and of each
 * step before it the one whose answer the next request carries, or else the last. What an agent asks
 * beside them (a title, a plan, the same once more) is none of them, though the script answered it.
 */
export function threadOf({ outcome, requests }: LiveTurn): readonly LiveRequest[] {
  const reply = outcome.kind === "answered" ? outcome.reply : "";
  const scripted = requests.filter(({ step }) => step !== undefined);
  let next = scripted.findLast(({ token }) => reply.includes(token)) ?? scripted.at(-1);
  const thread: LiveRequest[] = [];
  while (next !== undefined) {
    thread.unshift(next);
    const { index, step, body } = next;
    const before = scripted.filter((one) => one.index < index && one.step === step! - 1);
    const text = new TextDecoder().decode(body);
    next = before.findLast(({ token }) => text.includes(token)) ?? before.at(-1);
  }
  return thread;
}

/** A turn that carried the conversation on: answered, and not with an error. */
export function isComplete({ outcome }: LiveTurn): boolean {
  return outcome.kind === "answered" && outcome.error === undefined;
}

/** Something that was said and that a request has to carry on. */
export type Fact =
  | { readonly kind: "user"; readonly turn: number; readonly text: string }
  | {
    readonly kind: "assistant";
    readonly turn: number;
    readonly text: string;
    readonly calls: LiveRequest["out"]["calls"];
  };

/** All facts of a session before a request of one of its turns, that turn's own words included. */
export function factsBefore(
  turns: readonly LiveTurn[],
  turn: number,
  request: LiveRequest,
): readonly Fact[] {
  const { session, epoch } = turns[turn]!;
  return turns.slice(0, turn + 1).flatMap((one, index): readonly Fact[] => {
    const current = index === turn;
    if (one.session !== session || one.epoch !== epoch) return [];
    if (!current && !isComplete(one)) return [];
    const answered = threadOf(one).filter(({ index: at }) => !current || at < request.index);
    const words = wordsOf(one);
    return [
      ...(words === undefined ? [] : [{ kind: "user" as const, turn: index, text: words }]),
      ...answered.map(({ out }): Fact => ({
        kind: "assistant",
        turn: index,
        text: out.text,
        calls: out.calls,
      })),
    ];
  });
}

/**
 * What a turn is known by: the user's words, or the marker where those were changed from the first;
 * undefined where neither stands as text in its requests, so that nothing can be told of it later.
 */
function wordsOf({ text, marker, requests }: LiveTurn): string | undefined {
  const atoms = requests.flatMap(({ request }) => atomsOf(request.turns));
  return [text, marker].find((one) => atoms.some((atom) => atom.text.includes(one)));
}

/** A turn of a request, system texts left out: its text in one, its calls, its results. */
export interface Atom {
  readonly role: Turn["role"];
  readonly text: string;
  readonly calls: readonly Call[];
  readonly results: readonly Result[];
}

/** The conversation of a request. */
export function atomsOf(turns: readonly Turn[]): readonly Atom[] {
  const said = mergedTurns(turns.filter(({ role }) => role !== "system"));
  return said.map(({ role, parts }) => ({
    role,
    text: parts.map((part) => "text" in part ? part.text : "").join(""),
    calls: parts.flatMap((part) => "call" in part ? [part.call] : []),
    results: parts.flatMap((part) => "result" in part ? [part.result] : []),
  }));
}

/** The system texts of a request. */
export function systemOf(turns: readonly Turn[]): string {
  return turns.filter(({ role }) => role === "system").flatMap(({ parts }) => parts)
    .map((part) => "text" in part ? part.text : "").join("\n");
}

/** True where an atom holds a fact, whatever else it holds. */
export function holds({ role, text, calls }: Atom, fact: Fact): boolean {
  if (role !== fact.kind || !text.includes(fact.text)) return false;
  return fact.kind === "user" || callsOf(calls, fact.calls) !== undefined;
}

/**
 * The calls of a request that are the model's own, in its order; undefined where one isn't there. By id
 * where it was kept, else by name and value, so that a renamed id is told as that.
 */
export function callsOf(
  there: readonly Call[],
  made: LiveRequest["out"]["calls"],
): readonly Call[] | undefined {
  const left = [...there];
  const found = made.map((one) => {
    const same = (call: Call) =>
      call.name === one.name && call.arguments.kind === "object" &&
      sameJson(call.arguments.json, one.arguments);
    const byId = left.findIndex((call) => call.id === one.id && same(call));
    const at = byId >= 0 ? byId : left.findIndex(same);
    return at < 0 ? undefined : left.splice(at, 1)[0];
  });
  return found.some((one) => one === undefined) ? undefined : found as readonly Call[];
}
