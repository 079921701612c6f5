/**
 * The words in which a report speaks of its baseline. A run with known failures is never said to
 * conform.
 *
 * @module
 */
import type { Outcome } from "../contract/result.ts";
import type { BaselineSummary } from "./baseline.ts";
import type { BaselineEntry } from "./baseline_file.ts";

/**
 * What stands in place of the outcome's word.
 *
 * @param outcome the run's own
 * @param left what it would be without the known failures
 * @param outdated true where entries themselves fail the run
 */
export function baselineHeadline(
  outcome: Outcome,
  left: Outcome,
  { known, new: fresh }: BaselineSummary,
  outdated: boolean,
): { readonly headline?: string } {
  const out = outdated ? ", AND THE BASELINE IS OUT OF DATE" : "";
  if (fresh.length > 0) {
    if (known.length === 0) return outdated ? { headline: outcome + out } : {};
    return { headline: `DOES NOT CONFORM (${fresh.length} new, ${known.length} known)${out}` };
  }
  if (known.length > 0) {
    const rest = left === "INCOMPLETE" || left === "HARNESS ERROR" ? `, ${left}` : "";
    return { headline: `NOT CONFORMING (${known.length} known)${rest}${out}` };
  }
  if (!outdated) return {};
  return { headline: outcome === "CONFORMS" ? `CONFORMS, BUT${out.slice(5)}` : outcome + out };
}

/**
 * One sentence: why the run came out as it did.
 *
 * @param own the run's own reason, which holds where the baseline changes nothing
 */
export function baselineReason(
  own: string,
  left: Outcome,
  { known, new: fresh, stale, expired }: BaselineSummary,
  prune: boolean,
): string {
  const parts: string[] = [];
  if (fresh.length > 0) {
    const checks = fresh.map(({ check, codes }) =>
      codes.length === 0 ? check : `${check} (${codes.join(", ")})`
    );
    parts.push(`Required checks failed in a way that the baseline doesn't know: ${some(checks)}`);
  }
  if (expired.length > 0) parts.push(`Entries of the baseline have expired: ${names(expired)}`);
  if (stale.length > 0 && !prune) {
    parts.push(`Entries of the baseline are stale, their checks don't fail so: ${names(stale)}`);
  }
  if (parts.length > 0) return parts.join(". ");
  if (known.length === 0) return own;
  const only = `Every failure is in the baseline: ${some(known.map(({ check }) => check))}`;
  switch (left) {
    case "INCOMPLETE":
      return `${only}; other required checks could not run`;
    case "HARNESS ERROR":
      return `${only}; a fault of this tool's own made others void`;
    default:
      return only;
  }
}

/** One note for each known failure, and for each entry that asks for work. */
export function baselineNotes(
  { known, stale, expired, unjudged }: BaselineSummary,
  prune: boolean,
): readonly string[] {
  return [
    ...known.flatMap(({ entries }) => entries).map((entry) =>
      `known failure: ${entryName(entry)}: ${entryReason(entry)}`
    ),
    ...expired.map((entry) =>
      `expired baseline entry: ${entryName(entry)} was excused to ${entry.expires}: mend it, or ` +
      "give it a new date and say why"
    ),
    ...stale.map((entry) =>
      prune
        ? `baseline entry removed: ${entryName(entry)} doesn't fail any more`
        : `stale baseline entry: ${entryName(entry)} doesn't fail any more: remove it ` +
          "(--baseline-prune does)"
    ),
    ...unjudged.map((entry) =>
      `baseline entry not confirmed: ${entryName(entry)} was not judged this time`
    ),
  ];
}

/** The check, and the code where there is one. */
function entryName({ check, code }: BaselineEntry): string {
  return code === undefined ? check : `${check} (${code})`;
}

/** The reason, and what else the entry says. */
export function entryReason({ reason, ticket, expires }: BaselineEntry): string {
  const more = [
    ...(ticket === undefined ? [] : [ticket]),
    ...(expires === undefined ? [] : [`to ${expires}`]),
  ];
  return more.length === 0 ? reason : `${reason} (${more.join(", ")})`;
}

function names(entries: readonly BaselineEntry[]): string {
  return some(entries.map(entryName));
}

function some(list: readonly string[]): string {
  const left = list.length - 4;
  return list.slice(0, 4).join(", ") + (left > 0 ? ` and ${left} more` : "");
}
