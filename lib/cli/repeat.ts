/**
 * `--repeat N`: several whole runs as one report. Every run's verdicts are kept, and the worst counts.
 *
 * @module
 */
import type { Report, ReportExchange, ReportResult } from "../contract/report.ts";
import {
  countVerdicts,
  exitCode,
  type Outcome,
  outcomeOf,
  type Verdict,
} from "../contract/result.ts";
import { VERDICT_LOOKS } from "../report/words.ts";

/** A check over several runs. */
export interface RepeatedResult extends ReportResult {
  /** Its verdict in each run that got to it, in order. More than one kind: it is flaky. */
  readonly runs: readonly Verdict[];
}

/** Several runs. */
export interface RepeatedReport extends Report {
  /** How many there were. */
  readonly runs: number;
  readonly results: readonly RepeatedResult[];
}

/** From the best verdict to the worst. */
const WORSE: readonly Verdict[] = [
  "passed",
  "not_applicable",
  "warned",
  "could_not_run",
  "harness_error",
  "failed",
];

/**
 * One report of several runs of the same selection. Each check has the verdict, findings and evidence
 * of its worst run, the earliest of these; the ids of its exchanges begin with the run's number. Times
 * and turns are sums. A run that could not reach the target, or was interrupted, makes the whole no
 * better than INCOMPLETE.
 *
 * @param reports one at least, in the order in which they ran
 */
export function mergeRuns(reports: readonly Report[]): RepeatedReport {
  const first = reports[0]!;
  const ids = [...new Set(reports.flatMap(({ results }) => results.map(({ id }) => id)))];
  const exchanges = new Map<string, ReportExchange>();
  const results = ids.map((id): RepeatedResult => {
    const seen = reports.flatMap((report, index) => {
      const result = report.results.find((one) => one.id === id);
      return result === undefined ? [] : [{ report, result, run: index + 1 }];
    }).filter(({ report, result }, _, all) =>
      // A check that an interrupted run never got to says nothing.
      report.outcome !== "INTERRUPTED" || result.verdict !== "could_not_run" || all.length === 1
    );
    const rank = ({ result }: typeof seen[number]) => WORSE.indexOf(result.verdict);
    const worst = seen.reduce((a, b) => rank(b) > rank(a) ? b : a);
    const named = (exchange: string) => `run ${worst.run}: ${exchange}`;
    const { findings, exchanges: shown, message } = worst.result;
    const cited = new Set([...shown, ...findings.flatMap((finding) => finding.exchanges)]);
    for (const exchange of worst.report.exchanges) {
      if (!cited.has(exchange.id)) continue;
      exchanges.set(named(exchange.id), { ...exchange, id: named(exchange.id) });
    }
    const runs = seen.map(({ result }) => result.verdict);
    return {
      ...worst.result,
      message: isFlaky(runs) ? `flaky (${told(seen)}): ${message}` : message,
      findings: findings.map((one) => ({ ...one, exchanges: one.exchanges.map(named) })),
      exchanges: shown.map(named),
      runs,
    };
  });
  const outcome = outcomeOver(reports, results);
  const sum = (of: (report: Report) => number) => reports.reduce((all, one) => all + of(one), 0);
  return {
    ...first,
    runs: reports.length,
    duration_ms: sum(({ duration_ms }) => duration_ms),
    turns: { planned: sum(({ turns }) => turns.planned), sent: sum(({ turns }) => turns.sent) },
    outcome,
    exit_code: exitCode(outcome),
    reason: reasonOver(outcome, reports, results),
    counts: countVerdicts(results),
    results,
    exchanges: [...exchanges.values()],
    nonces: reports.flatMap(({ nonces }) => nonces),
    notes: [
      ...new Set(reports.flatMap(({ notes }) => notes)),
      `Each check ran in ${reports.length} whole runs; its worst verdict counts.`,
      ...results.filter(({ runs }) => isFlaky(runs)).map(({ id, runs }) =>
        `flaky: ${id}: ${runs.map((verdict) => VERDICT_LOOKS[verdict].word).join(", ")}`
      ),
    ],
  };
}

function isFlaky(runs: readonly Verdict[]): boolean {
  return new Set(runs).size > 1;
}

/** `passed in run 1 and 3, FAILED in run 2`. */
function told(seen: readonly { readonly result: ReportResult; readonly run: number }[]): string {
  const verdicts = [...new Set(seen.map(({ result }) => result.verdict))];
  return verdicts.map((verdict) => {
    const runs = seen.filter(({ result }) => result.verdict === verdict).map(({ run }) => run);
    const last = runs.at(-1);
    const list = runs.length === 1 ? `${last}` : `${runs.slice(0, -1).join(", ")} and ${last}`;
    return `${VERDICT_LOOKS[verdict].word} in run ${list}`;
  }).join(", ");
}

/** Cut short as a run can be, or what its results add up to. */
function outcomeOver(reports: readonly Report[], results: readonly ReportResult[]): Outcome {
  const had = (outcome: Outcome) => reports.some((report) => report.outcome === outcome);
  if (had("INTERRUPTED")) return "INTERRUPTED";
  if (reports.every(({ outcome }) => outcome === "NOT REACHABLE")) return "NOT REACHABLE";
  const outcome = outcomeOf(results);
  return outcome === "CONFORMS" && had("NOT REACHABLE") ? "INCOMPLETE" : outcome;
}

function reasonOver(
  outcome: Outcome,
  reports: readonly Report[],
  results: readonly RepeatedResult[],
): string {
  const having = (verdict: Verdict) => {
    const ids = results.filter((r) =>
      r.verdict === verdict && (r.required || verdict === "harness_error")
    ).map(({ id, runs }) => isFlaky(runs) ? `${id} (flaky)` : id);
    return ids.slice(0, 4).join(", ") + (ids.length > 4 ? ` and ${ids.length - 4} more` : "");
  };
  const gone = reports.findIndex((report) => report.outcome === "NOT REACHABLE");
  const of = `in ${reports.length} runs`;
  switch (outcome) {
    case "DOES NOT CONFORM":
      return `Required checks failed ${of}: ${having("failed")}`;
    case "HARNESS ERROR":
      return `A fault of this tool's own made checks void ${of}: ${having("harness_error")}`;
    case "INCOMPLETE":
      return gone >= 0
        ? `Run ${gone + 1} could not reach the target: ${reports[gone]!.reason}`
        : `Required checks could not run ${of}: ${having("could_not_run")}`;
    case "CONFORMS":
      return `Every required check in the selection ran ${of}, and none failed in any`;
    case "INTERRUPTED":
    case "NOT REACHABLE":
      return reports.at(-1)!.reason;
  }
}
