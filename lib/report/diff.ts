/**
 * What changed between two runs. A check that can't be judged any more is never said to be mended.
 *
 * @module
 */
import type { Report, ReportResult } from "../contract/report.ts";
import { EXIT, type Outcome, type Verdict } from "../contract/result.ts";
import { UsageError } from "../contract/usage.ts";
import { failedCodes } from "./baseline.ts";

/** A check whose verdict is told. */
export interface DiffCheck {
  readonly check: string;
  readonly required: boolean;
  readonly verdict: Verdict;
  /** Codes of what makes it fail. */
  readonly codes: readonly string[];
  /** Why, one sentence. */
  readonly message: string;
}

/** A check that both runs know, as each had it. */
export interface DiffChange {
  readonly check: string;
  readonly required: boolean;
  readonly old: Verdict;
  readonly new: Verdict;
  readonly old_codes: readonly string[];
  readonly new_codes: readonly string[];
  /** Why it is what it is now, one sentence. */
  readonly message: string;
}

/** What a diff says of one of its runs. */
export interface DiffRun {
  readonly url: string;
  readonly label?: string;
  readonly started_at: string;
  readonly tool: string;
  readonly outcome: Outcome;
  readonly headline?: string;
  readonly exit_code: number;
  readonly checks: number;
}

/** Two runs compared; `--format json` prints it as it stands. */
export interface ReportDiff {
  readonly wt_inject_diff: 1;
  readonly old: DiffRun;
  readonly new: DiffRun;
  /** Fail now, and didn't; those that the old run doesn't know are among `appeared` too. */
  readonly new_failures: readonly DiffCheck[];
  /** Failed, and pass or are warned or declared away now. */
  readonly fixed: readonly DiffChange[];
  /** Fail in both. */
  readonly still_failing: readonly DiffChange[];
  /** Every other change of a verdict. A failure that could not run this time is among them. */
  readonly changed: readonly DiffChange[];
  /** Only in the new run. */
  readonly appeared: readonly DiffCheck[];
  /** Only in the old run. */
  readonly vanished: readonly DiffCheck[];
  /** 1 with new failures; else 3 where the new run can't say as much as the old one did; else 0. */
  readonly exit_code: number;
  /** One sentence. */
  readonly reason: string;
}

/**
 * Compares two reports of one command.
 *
 * @throws UsageError where they are of different commands
 */
export function diffReports(old: Report, fresh: Report): ReportDiff {
  if (old.command !== fresh.command) {
    throw new UsageError(
      `Cannot compare these reports: one is of ${old.command}, the other of ${fresh.command}`,
      "Compare two runs of the same command.",
    );
  }
  const before = new Map(old.results.map((result) => [result.id, result]));
  const after = new Map(fresh.results.map((result) => [result.id, result]));
  const both = fresh.results.flatMap((now) => {
    const then = before.get(now.id);
    return then === undefined ? [] : [{ then, now }];
  });
  const changes = both.filter(({ then, now }) => then.verdict !== now.verdict);
  const appeared = fresh.results.filter(({ id }) => !before.has(id));
  const isFixed = (then: ReportResult, now: ReportResult) =>
    then.verdict === "failed" && ["passed", "warned", "not_applicable"].includes(now.verdict);
  const failures = fresh.results.filter(({ id, verdict }) =>
    verdict === "failed" && before.get(id)?.verdict !== "failed"
  );
  const lost = changes.filter(({ then, now }) =>
    now.required && isJudged(then) && !isJudged(now) && now.verdict !== "not_applicable"
  );
  return {
    wt_inject_diff: 1,
    old: runOf(old),
    new: runOf(fresh),
    new_failures: failures.map(checkOf),
    fixed: changes.filter(({ then, now }) => isFixed(then, now)).map(changeOf),
    still_failing: both.filter(({ then, now }) =>
      then.verdict === "failed" && now.verdict === "failed"
    ).map(changeOf),
    changed: changes.filter(({ then, now }) => now.verdict !== "failed" && !isFixed(then, now))
      .map(changeOf),
    appeared: appeared.map(checkOf),
    vanished: old.results.filter(({ id }) => !after.has(id)).map(checkOf),
    ...conclusion(fresh, failures, lost.map(({ now }) => now)),
  };
}

function isJudged({ verdict }: ReportResult): boolean {
  return verdict === "passed" || verdict === "failed" || verdict === "warned";
}

function conclusion(
  { outcome }: Report,
  failures: readonly ReportResult[],
  lost: readonly ReportResult[],
): Pick<ReportDiff, "exit_code" | "reason"> {
  if (failures.length > 0) {
    return { exit_code: EXIT.violation, reason: `New failures: ${some(failures)}` };
  }
  if (outcome === "NOT REACHABLE" || outcome === "INTERRUPTED") {
    return {
      exit_code: EXIT.incomplete,
      reason: `No new failure was seen, but the new run is no whole run: ${outcome}`,
    };
  }
  if (lost.length > 0) {
    return {
      exit_code: EXIT.incomplete,
      reason: `No new failure was seen, but required checks that ran before were not judged: ${
        some(lost)
      }`,
    };
  }
  return { exit_code: EXIT.conforms, reason: "No new failure" };
}

function some(results: readonly ReportResult[]): string {
  const left = results.length - 4;
  return results.slice(0, 4).map(({ id }) => id).join(", ") +
    (left > 0 ? ` and ${left} more` : "");
}

function runOf(
  { target, started_at, tool, outcome, headline, exit_code, results }: Report,
): DiffRun {
  return {
    url: target.url,
    ...(target.label === undefined ? {} : { label: target.label }),
    started_at,
    tool: `${tool.name} ${tool.version}`,
    outcome,
    ...(headline === undefined ? {} : { headline }),
    exit_code,
    checks: results.length,
  };
}

function checkOf(result: ReportResult): DiffCheck {
  const { id, required, verdict, message } = result;
  return { check: id, required, verdict, codes: failedCodes(result), message };
}

function changeOf(pair: { readonly then: ReportResult; readonly now: ReportResult }): DiffChange {
  const { then, now } = pair;
  return {
    check: now.id,
    required: now.required,
    old: then.verdict,
    new: now.verdict,
    old_codes: failedCodes(then),
    new_codes: failedCodes(now),
    message: now.message,
  };
}
