/**
 * From results to a report.
 *
 * @module
 */
import { clause } from "../contract/clauses.ts";
import type { Report, ReportExchange, ReportResult } from "../contract/report.ts";
import {
  type CheckResult,
  countVerdicts,
  exitCode,
  type Outcome,
  outcomeOf,
} from "../contract/result.ts";
import { VERSION } from "../contract/version.ts";
import { runtimeName } from "../wire/runtime.ts";

/** What a report of a certification is made of. */
export interface Certification {
  /** The driver's label. */
  readonly driver: string;
  readonly runtime: "http_inject" | undefined;
  /** Empty where the driver could not be called. */
  readonly results: readonly CheckResult[];
  /** Entries of all cases; those that no result cites are left out. */
  readonly evidence: readonly ReportExchange[];
  readonly startedAt: string;
  readonly durationMs: number;
  readonly selected: number;
  readonly available: number;
  readonly patterns: readonly string[];
  readonly turns: { readonly planned: number; readonly sent: number };
  /** What the adapter said its driver doesn't offer, for the verdict line. */
  readonly unsupported: readonly string[];
  readonly interrupted: boolean;
  /** Why nothing could be tested. */
  readonly unreachable: string | undefined;
  readonly notes: readonly string[];
  readonly repeat: string;
}

/** The report. */
export function certificationReport(run: Certification): Report {
  const results = run.unreachable === undefined ? run.results : [];
  const outcome = outcomeIn(run, results);
  const cited = new Set<string>();
  const reported = results.map((result): ReportResult => {
    const { shows = [], findings, ...about } = result;
    for (const id of [...shows, ...findings.flatMap((f) => f.exchanges)]) cited.add(id);
    return {
      ...about,
      findings: findings.map(({ violation, exchanges }) => ({
        ...violation,
        sentence: clause(violation.clause).sentence,
        exchanges,
      })),
      exchanges: shows,
    };
  });
  return {
    wt_inject_report: 1,
    command: "certify",
    tool: { name: "wt-inject", version: VERSION, runtime: runtimeName() },
    contract: 1,
    target: {
      url: run.driver,
      ...(run.runtime === undefined ? {} : { label: `as the runtime ${run.runtime}` }),
    },
    started_at: run.startedAt,
    duration_ms: Math.round(run.durationMs),
    selection: { patterns: run.patterns, selected: run.selected, available: run.available },
    thorough: false,
    declarations: run.unsupported,
    turns: run.turns,
    outcome,
    exit_code: exitCode(outcome),
    reason: run.unreachable ?? reasonOf(outcome, results),
    counts: countVerdicts(results),
    results: reported,
    exchanges: run.evidence.filter(({ id }) => cited.has(id)),
    nonces: [],
    notes: run.notes,
    repeat: run.repeat,
  };
}

function outcomeIn(run: Certification, results: readonly CheckResult[]): Outcome {
  if (run.interrupted) return "INTERRUPTED";
  if (run.unreachable !== undefined) return "NOT REACHABLE";
  // An adapter that offers nothing has been tested in nothing.
  const judged = results.some(({ verdict }) =>
    verdict !== "not_applicable" && verdict !== "could_not_run"
  );
  return judged ? outcomeOf(results) : "INCOMPLETE";
}

function reasonOf(outcome: Outcome, results: readonly CheckResult[]): string {
  const some = (wanted: (result: CheckResult) => boolean) => {
    const ids = results.filter(wanted).map(({ id }) => id);
    return ids.slice(0, 4).join(", ") + (ids.length > 4 ? ` and ${ids.length - 4} more` : "");
  };
  switch (outcome) {
    case "CONFORMS":
      return "Every required case in the selection ran, and none failed";
    case "DOES NOT CONFORM":
      return `Required cases failed: ${some((r) => r.required && r.verdict === "failed")}`;
    case "INCOMPLETE": {
      const missing = some((r) => r.required && r.verdict === "could_not_run");
      return missing === ""
        ? "No case could be judged: the driver offers none of what was asked"
        : `Required cases could not run: ${missing}`;
    }
    case "HARNESS ERROR":
      return `A fault of this tool's own made cases void: ${
        some((r) => r.verdict === "harness_error")
      }`;
    case "INTERRUPTED":
      return "The run was interrupted; cases that had not run say so";
    case "NOT REACHABLE":
      return "The driver can't be called; nothing was tested";
  }
}
