/**
 * The words of a canary, which must never say more than it knows: a leak is proven, its absence isn't.
 *
 * @module
 */
import type { Report } from "../contract/report.ts";

/**
 * A canary's report with a reason that claims no more than the outcome can; any other report as it is.
 */
export function cautious(report: Report): Report {
  if (report.command !== "canary") return report;
  switch (report.outcome) {
    case "CONFORMS":
      return {
        ...report,
        reason:
          "No nonce was seen where it must not be. State may still survive where nothing looked: " +
          "a leak can be proven, its absence can't",
      };
    case "DOES NOT CONFORM":
      return { ...report, reason: "A nonce came back where it must not be" };
    case "INCOMPLETE":
      return {
        ...report,
        reason: "Nothing was proven, and nothing was ruled out: the canary had no power here",
      };
    default:
      return report;
  }
}

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
