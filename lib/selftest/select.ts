/**
 * Which mutants a self-test plays, and of which checks it must show that something kills them.
 *
 * @module
 */
import { CHECKS } from "../conform/plan.ts";
import { patternMatcher } from "../conform/select.ts";
import { nearest } from "../contract/nearest.ts";
import { UsageError } from "../contract/usage.ts";
import type { CoopMutant } from "../endpoint/coop_mutant.ts";
import { selectSubjects } from "./corpus_selftest.ts";
import { ALL_MUTANTS, themeOf } from "./roster.ts";

/** What is left of a roster. */
export interface Selection {
  readonly mutants: readonly CoopMutant[];
  /** Ids of the checks that must be killed. */
  readonly checks: readonly string[];
}

/**
 * The mutants that patterns leave, in the roster's order. A pattern is a mutant's id, a theme, or a
 * check's id: that selects whatever is pinned to it, and asks that something kills it. In ids, `*`
 * stands for anything within a word and `**` for anything. Without patterns all mutants are played,
 * and every check must be killed.
 *
 * @param cases ids of the corpus's cases: a pattern may mean its gateways and loops instead
 * @throws {UsageError} on a pattern that matches nothing.
 */
export function selectMutants(
  patterns: readonly string[],
  roster: readonly CoopMutant[] = ALL_MUTANTS,
  cases: readonly string[] = [],
): Selection {
  const ids = CHECKS.map(({ id }) => id);
  if (patterns.length === 0) return { mutants: roster, checks: ids };
  const mutants = new Set<CoopMutant>();
  const checks = new Set<string>();
  for (const pattern of patterns) {
    const matches = patternMatcher(pattern);
    const wanted = ids.filter(matches);
    const found = roster.filter((mutant) =>
      matches(mutant.id) || themeOf(mutant.id) === pattern ||
      pinnedChecks(mutant).some((id) => wanted.includes(id))
    );
    if (found.length === 0 && wanted.length === 0) {
      if (cases.length > 0 && selectSubjects([pattern], cases).subjects.length > 0) continue;
      throw unmatched(pattern, roster, [...ids, ...cases]);
    }
    for (const mutant of found) mutants.add(mutant);
    for (const id of wanted) checks.add(id);
  }
  return {
    mutants: roster.filter((mutant) => mutants.has(mutant)),
    checks: ids.filter((id) => checks.has(id)),
  };
}

/**
 * The mutant with this id.
 *
 * @throws {UsageError} where there is none, with the nearest id there is.
 */
export function mutantById(
  id: string,
  roster: readonly CoopMutant[] = ALL_MUTANTS,
): CoopMutant {
  const found = roster.find((mutant) => mutant.id === id);
  if (found !== undefined) return found;
  const near = nearest(id, roster.map((mutant) => mutant.id));
  throw new UsageError(
    `Cannot find the mutant ${id}: there is none of that name`,
    near === undefined ? "wt-inject selftest --list shows every one." : `Did you mean ${near}?`,
  );
}

/** Ids of the checks that a mutant's pins name as failed or warned. */
export function pinnedChecks({ expect }: CoopMutant): readonly string[] {
  return [...expect.failed, ...expect.warned];
}

function unmatched(
  pattern: string,
  roster: readonly CoopMutant[],
  checks: readonly string[],
): UsageError {
  const names = roster.map(({ id }) => id);
  const near = nearest(pattern, [...names, ...new Set(names.map(themeOf)), ...checks]);
  return new UsageError(
    `Cannot select ${pattern}: no mutant, theme or check matches it`,
    near === undefined ? "wt-inject selftest --list shows every mutant." : `Did you mean ${near}?`,
  );
}
