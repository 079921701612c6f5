/**
 * What the formats of a ratification share: its numbers and names in words, text made safe to print.
 *
 * @module
 */
import type { Report, ReportResult } from "../contract/report.ts";
import { type Verdict, VERDICTS } from "../contract/result.ts";
import type { CanaryEndpoint, CaseOutcomes, DriverRecord, Reported } from "./ratify_record.ts";

/** Longer messages than this are cut: they quote what drivers printed. */
const LONGEST = 400;

/** One safe line: drivers print control characters, and messages quote them. */
export function printable(text: string): string {
  return safe(text.length > LONGEST ? `${text.slice(0, LONGEST).toWellFormed()}…` : text);
}

/** The same, whole: for what is to be copied. */
export function safe(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu,
    (c) => `\\u${c.codePointAt(0)!.toString(16).padStart(4, "0")}`,
  );
}

/** A verdict in words. */
export function verdictWord(verdict: Verdict): string {
  return verdict.replaceAll("_", " ");
}

/** An outcome in words, `not called` where there is none. */
function reportedWord(reported: Reported | null): string {
  if (reported === null) return "not called";
  return reported === "none" ? "no outcome line" : reported;
}

/** `220 passed, 3 not applicable`. */
export function countsOf({ counts }: Report): string {
  const parts = VERDICTS.filter((verdict) => counts[verdict] > 0)
    .map((verdict) => `${counts[verdict]} ${verdictWord(verdict)}`);
  return parts.length === 0 ? "no case ran" : parts.join(", ");
}

/** The driver with its version. */
export function driverName({ label, version }: DriverRecord): string {
  return printable(`${label} (${version === null ? "version not stated" : `version ${version}`})`);
}

/** The results that a reader must see. */
export function notable({ certification }: DriverRecord): readonly ReportResult[] {
  const order: readonly Verdict[] = ["failed", "harness_error", "could_not_run", "warned"];
  return order.flatMap((verdict) =>
    certification.results.filter((result) => result.verdict === verdict)
  );
}

/** `yes, as it must be`; where the canary got so far. */
export function leakWords({ leak_seen, leaks, verdict }: CanaryEndpoint): string {
  if (leak_seen === "unknown") return `unknown (${verdictWord(verdict)})`;
  return verdict === "passed" ? leak_seen : `${leak_seen}, and it must be ${leaks ? "yes" : "no"}`;
}

/** What each driver reported of a case, with its verdict where it didn't pass. */
export function reportedWords({ reported, surfaces, verdicts }: CaseOutcomes): readonly string[] {
  const differ = new Set(surfaces.filter((one) => one !== null)).size > 1;
  return reported.map((one, at) => {
    const state = surfaces[at] ?? null;
    const surface = differ && state !== null ? `, surface ${printable(state)}` : "";
    const verdict = verdicts[at]!;
    return reportedWord(one) + surface + (verdict === "passed" ? "" : ` (${verdictWord(verdict)})`);
  });
}
