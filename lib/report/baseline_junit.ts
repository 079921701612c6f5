/**
 * A baselined report for CI systems that read JUnit's XML: a known failure is a skipped case with its
 * reason, so that the job is green and the debt is still listed.
 *
 * @module
 */
import type { Report } from "../contract/report.ts";
import { type BaselinedReport, isBaselined } from "./baseline.ts";
import { entryReason } from "./baseline_words.ts";
import { renderJunit } from "./junit.ts";

/** The report as JUnit's XML, known failures skipped where a baseline knows them. */
export function renderAnyJunit(report: Report): string {
  return isBaselined(report) ? renderBaselinedJunit(report) : renderJunit(report);
}

const KNOWN = "known failure: ";

/**
 * As {@linkcode renderJunit}, known failures skipped. The properties say how many are known, and
 * a run that fails for the baseline's sake has a case that says so.
 */
export function renderBaselinedJunit(report: BaselinedReport): string {
  const reasons = new Map(
    report.baseline.known.map(({ check, entries }) => [check, entries.map(entryReason).join("; ")]),
  );
  const results = report.results.map((result) => {
    const reason = reasons.get(result.id);
    if (reason === undefined) return result;
    return { ...result, verdict: "not_applicable" as const, message: KNOWN + reason };
  });
  // JUnit knows one way to skip, and the renderer begins its message with the verdict's word, which
  // would be untrue here. Quotes inside of an attribute are escaped: nothing else can match.
  return renderJunit({ ...report, results })
    .replaceAll(`<skipped message="not_applicable: ${KNOWN}`, `<skipped message="${KNOWN}`);
}
