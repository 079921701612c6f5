/**
 * Brings a baseline up to date with a run. What it adds asks for its reason: a file that nobody has
 * looked at excuses nothing.
 *
 * @module
 */
import type { BaselineSummary } from "./baseline.ts";
import { type Baseline, type BaselineEntry, UNFILLED } from "./baseline_file.ts";

/** What to do. */
export interface BaselineChanges {
  /** Add what fails and isn't known. */
  readonly update: boolean;
  /** Remove what no longer fails. */
  readonly prune: boolean;
}

/**
 * The baseline after a run. Entries that stay keep their place and their words; a new failure gets
 * one entry a code, unless the file has one already whose reason or date is the matter.
 */
export function updatedBaseline(
  baseline: Baseline,
  { new: fresh, stale }: BaselineSummary,
  { update, prune }: BaselineChanges,
): Baseline {
  const { entries } = baseline;
  const kept = prune ? entries.filter((entry) => !stale.includes(entry)) : entries;
  if (!update) return { ...baseline, entries: kept };
  const added = fresh.flatMap(({ check, codes }): readonly BaselineEntry[] =>
    codes.length === 0
      ? [{ check, reason: UNFILLED }]
      : codes.map((code) => ({ check, code, reason: UNFILLED }))
  ).filter((entry) =>
    !kept.some(({ check, code }) =>
      check === entry.check && (code === undefined || code === entry.code)
    )
  );
  return { ...baseline, entries: [...kept, ...added] };
}
