/**
 * Which tools were called: those that had to be, in order where that matters, and those that
 * mustn't.
 *
 * @module
 */
import { matchesToolName } from "./names.ts";
import type { RequiredCall } from "./scenario.ts";

/** A judgement with the reason for it in one line. */
export interface LayerResult {
  /** True where nothing speaks against it. */
  readonly passed: boolean;
  /** Why, one line. */
  readonly detail: string;
}

/** How much of a list of names a detail shows, in characters. */
const SHOWN = 300;

/** Values as JSON, bounded, so that no answer can flood a report. */
export function shownList(values: readonly unknown[]): string {
  const json = JSON.stringify(values);
  return json.length <= SHOWN ? json : `${json.slice(0, SHOWN).toWellFormed()}… (${values.length})`;
}

function alternatives(entry: RequiredCall): readonly string[] {
  return typeof entry === "string" ? [entry] : entry;
}

/** True where a call is one that an entry asks for. */
function satisfies(observed: string, entry: RequiredCall): boolean {
  return alternatives(entry).some((bare) => matchesToolName(bare, observed));
}

/**
 * Whether each entry was called; an entry that is a list is served by any of its names, an empty one
 * by none.
 *
 * Without order one call may serve several entries. With order each call serves at most one, the next
 * that is still open; calls that no entry asks for don't disturb it.
 *
 * @param observed Names of the tools called, in order of invocation.
 */
export function mustCall(
  observed: readonly string[],
  mustCall: readonly RequiredCall[],
  ordered: boolean,
): LayerResult {
  const missing = mustCall.filter((entry) => !observed.some((name) => satisfies(name, entry)));
  if (missing.length > 0) {
    return {
      passed: false,
      detail: `not called: ${shownList(missing)}; called: ${shownList(observed)}`,
    };
  }
  if (ordered) {
    const asked = observed.filter((name) => mustCall.some((entry) => satisfies(name, entry)));
    let open = 0;
    for (const name of asked) {
      const entry = mustCall[open];
      if (entry !== undefined && satisfies(name, entry)) open++;
    }
    if (open < mustCall.length) {
      return {
        passed: false,
        detail: `called, but not in this order: ${shownList(mustCall)}; called: ${
          shownList(asked)
        }`,
      };
    }
  }
  return {
    passed: true,
    detail: mustCall.length === 0 ? "no call was required" : "every required call was made",
  };
}

/** Whether no tool was called that mustn't be. */
export function forbiddenCalls(
  observed: readonly string[],
  forbidden: readonly string[],
): LayerResult {
  const found = observed.filter((name) => forbidden.some((bare) => matchesToolName(bare, name)));
  return found.length === 0
    ? { passed: true, detail: "no forbidden call was made" }
    : { passed: false, detail: `called, though forbidden: ${shownList(found)}` };
}
