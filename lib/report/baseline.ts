/**
 * Holds a report against a baseline. A known failure doesn't fail the run and is never hidden; an
 * entry that no longer excuses anything, or whose day has passed, does.
 *
 * @module
 */
import type { Report, ReportResult } from "../contract/report.ts";
import { EXIT, exitCode, type Outcome, outcomeOf } from "../contract/result.ts";
import { type Baseline, type BaselineEntry, isUnfilled } from "./baseline_file.ts";
import { baselineHeadline, baselineNotes, baselineReason } from "./baseline_words.ts";

/** A check that fails, all of it known. */
export interface KnownFailure {
  readonly check: string;
  /** The entries that know it: one, or one a code. */
  readonly entries: readonly BaselineEntry[];
}

/** A required check that fails in a way that no entry knows. */
export interface NewFailure {
  readonly check: string;
  /** The codes that no entry knows; empty where the check has no finding. */
  readonly codes: readonly string[];
}

/** What a baseline did to a run: in JSON under `baseline`. */
export interface BaselineSummary {
  readonly known: readonly KnownFailure[];
  readonly new: readonly NewFailure[];
  /** Entries whose check ran and didn't fail so. */
  readonly stale: readonly BaselineEntry[];
  /** Entries whose last day is over; they excuse nothing. */
  readonly expired: readonly BaselineEntry[];
  /** Entries whose check was not judged: neither confirmed nor stale. */
  readonly unjudged: readonly BaselineEntry[];
}

/** A report that was held against a baseline. */
export interface BaselinedReport extends Report {
  readonly baseline: BaselineSummary;
}

/** True of a report that was held against a baseline. */
export function isBaselined(report: Report): report is BaselinedReport {
  return "baseline" in report;
}

/** How it is held. */
export interface BaselineOptions {
  /** Today, UTC: `2026-07-07`. An entry is good to the end of its day. */
  readonly today: string;
  /** True where stale entries are being removed, and so fail nothing. */
  readonly prune?: boolean;
}

/** True where a run says enough to be held against a baseline: it reached the target and ended by itself. */
export function canBeBaselined({ outcome }: Report): boolean {
  return outcome !== "NOT REACHABLE" && outcome !== "INTERRUPTED";
}

/** Codes of what makes a check fail; empty where it doesn't, or has no finding. */
export function failedCodes({ verdict, findings }: ReportResult): readonly string[] {
  if (verdict !== "failed") return [];
  const failed = findings.filter(({ severity }) => severity === "failed");
  return [...new Set(failed.map(({ code }) => code))];
}

/**
 * The report with what the baseline makes of it: exit code, headline, reason, notes and a summary.
 * Outcome, counts and results stay what the run found. Where the run was cut short nothing is held
 * against it, and the only change is a note.
 *
 * Exit code: 1 for a required failure that isn't known, for a stale entry and for an expired one;
 * else what the rest of the run amounts to. A check that could not run neither confirms an entry nor
 * makes it stale. Entries of checks that weren't selected say nothing, nor do those whose reason isn't
 * written yet.
 */
export function applyBaseline(
  report: Report,
  { entries }: Baseline,
  { today, prune = false }: BaselineOptions,
): Report | BaselinedReport {
  if (!canBeBaselined(report)) {
    const note = "The baseline was not looked at: the run was cut short.";
    return { ...report, notes: [...report.notes, note] };
  }
  const results = new Map(report.results.map((result) => [result.id, result]));
  const stale: BaselineEntry[] = [];
  const expired: BaselineEntry[] = [];
  const unjudged: BaselineEntry[] = [];
  const confirmed: BaselineEntry[] = [];
  for (const entry of entries) {
    const result = results.get(entry.check);
    if (result === undefined || isUnfilled(entry)) continue;
    switch (standing(entry, result)) {
      case "stale":
        // Pruned, it is gone whatever its date.
        (hasExpired(entry, today) && !prune ? expired : stale).push(entry);
        break;
      case "unjudged":
        (hasExpired(entry, today) ? expired : unjudged).push(entry);
        break;
      case "confirmed":
        (hasExpired(entry, today) ? expired : confirmed).push(entry);
    }
  }
  const known = report.results.flatMap((result) => {
    const mine = knownBy(result, confirmed);
    return mine.length === 0 ? [] : [{ check: result.id, entries: mine }];
  });
  const isKnown = (result: ReportResult) => known.some(({ check }) => check === result.id);
  const rest = report.results.map((result) =>
    isKnown(result) ? { ...result, verdict: "passed" as const } : result
  );
  // What an expired entry names is not new: that the entry has expired is told, and fails the run.
  const named = [...confirmed, ...expired];
  const fresh = report.results.filter((result) =>
    result.required && result.verdict === "failed" && knownBy(result, named).length === 0
  ).map((result) => ({
    check: result.id,
    codes: failedCodes(result).filter((code) =>
      !named.some((entry) => entry.check === result.id && entry.code === code)
    ),
  }));
  const baseline = { known, new: fresh, stale, expired, unjudged };
  const outdated = expired.length > 0 || (stale.length > 0 && !prune);
  const left: Outcome = outcomeOf(rest);
  const code = outdated ? EXIT.violation : exitCode(left);
  return {
    ...report,
    exit_code: code,
    ...baselineHeadline(report.outcome, left, baseline, outdated),
    reason: baselineReason(report.reason, left, baseline, prune),
    notes: [...report.notes, ...baselineNotes(baseline, prune)],
    baseline,
  };
}

/** What one entry's check says of it. */
function standing(entry: BaselineEntry, result: ReportResult): "confirmed" | "stale" | "unjudged" {
  switch (result.verdict) {
    case "failed":
      return entry.code === undefined || failedCodes(result).includes(entry.code)
        ? "confirmed"
        : "stale";
    case "could_not_run":
    case "harness_error":
      return "unjudged";
    default:
      return "stale";
  }
}

/** The entries that know a failed check wholly: every code of it; none where one code is new. */
function knownBy(
  result: ReportResult,
  confirmed: readonly BaselineEntry[],
): readonly BaselineEntry[] {
  if (result.verdict !== "failed") return [];
  const mine = confirmed.filter(({ check }) => check === result.id);
  const whole = mine.some(({ code }) => code === undefined);
  const codes = failedCodes(result);
  const all = codes.length > 0 &&
    codes.every((code) => mine.some((entry) => entry.code === code));
  return whole || all ? mine : [];
}

function hasExpired({ expires }: BaselineEntry, today: string): boolean {
  return expires !== undefined && expires < today;
}
