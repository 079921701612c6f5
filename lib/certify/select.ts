/**
 * Which cases a run plays, and at which level it holds its driver to each.
 *
 * @module
 */
import { patternMatcher } from "../conform/select.ts";
import { clause, levelFor } from "../contract/clauses.ts";
import { nearest } from "../contract/nearest.ts";
import type { Level } from "../contract/result.ts";
import { UsageError } from "../contract/usage.ts";
import type { DriverCase } from "./case.ts";
import { CASES } from "./case_list.ts";

/** What to select by. */
export interface CaseSelection {
  /** Case ids, globs over ids, sections of the contract, families (good, odd, hostile); all where empty. */
  readonly patterns?: readonly string[];
  /** The driver is this built-in runtime, and is held to its clauses too. */
  readonly runtime?: "http_inject";
  /** The cases to choose from, for tests; default {@linkcode CASES}. */
  readonly cases?: readonly DriverCase[];
}

/** How strictly a driver is held to a case. */
export function levelOf(one: DriverCase, runtime?: "http_inject"): Level {
  // The one clause that binds the runtime more strictly: there, its level decides and not the case's.
  const row = clause(one.clause);
  const stricter = runtime === undefined ? undefined : row.level_for?.R;
  return stricter === undefined ? one.level : levelFor(row, "R") as Level;
}

/** What there is to choose from: without a runtime, cases for any driver alone. */
export function availableCases(selection: CaseSelection): readonly DriverCase[] {
  const { runtime, cases = CASES } = selection;
  return cases.filter(({ side }) => side === "D" || runtime !== undefined);
}

/**
 * The cases that a selection leaves, in order.
 *
 * @throws {UsageError} on a pattern that matches nothing.
 */
export function selectCases(selection: CaseSelection): readonly DriverCase[] {
  const available = availableCases(selection);
  const { patterns = [] } = selection;
  const matchers = patterns.map((pattern) => {
    const byId = patternMatcher(pattern);
    const matches = (one: DriverCase) =>
      byId(one.id) || one.family === pattern || clause(one.clause).section === pattern;
    if (!available.some(matches)) throw unmatched(pattern, selection, available);
    return matches;
  });
  const chosen = available.filter((one) =>
    matchers.length === 0 || matchers.some((matches) => matches(one))
  );
  if (chosen.length === 0) throw new UsageError("Cannot certify: no case is selected");
  return chosen;
}

function unmatched(
  pattern: string,
  { cases = CASES }: CaseSelection,
  available: readonly DriverCase[],
): UsageError {
  const byId = patternMatcher(pattern);
  if (cases.some(({ id }) => byId(id))) {
    return new UsageError(
      `Cannot select ${pattern}: it is for built-in runtimes alone`,
      "Add --runtime http_inject where the driver is one.",
    );
  }
  const near = nearest(pattern, [
    ...available.map(({ id }) => id),
    ...new Set(available.flatMap((one) => [one.family, clause(one.clause).section])),
  ]);
  return new UsageError(
    `Cannot select ${pattern}: no case matches it`,
    near === undefined ? "docs/certify.md lists every case." : `Did you mean ${near}?`,
  );
}
