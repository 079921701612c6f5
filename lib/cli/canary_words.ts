/**
 * The words of a canary, which must never say more than it knows: a leak is proven, its absence isn't.
 *
 * @module
 */
import type { Report } from "../contract/report.ts";

/** Beside the word "passed", in the room that a terminal of 80 columns leaves. */
const OBSERVED = "no leak observed, which proves nothing";

/**
 * A canary's report for people: beside the word "passed" stands what was observed, not what the check
 * asks, which would read as an answer; and what was looked at is told in notes.
 */
export function asymmetric(report: Report): Report {
  if (report.command !== "canary") return report;
  const clean = report.results.filter(({ verdict }) => verdict === "passed");
  return {
    ...report,
    results: report.results.map((result) =>
      result.verdict === "passed" ? { ...result, title: OBSERVED } : result
    ),
    notes: [...clean.map(({ id, message }) => `${id}: ${message}.`), ...report.notes],
  };
}
