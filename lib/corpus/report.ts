/**
 * The report of a corpus run: a line a cell, and what each adapter path may claim.
 *
 * @module
 */
import type { Report, ReportExchange, ReportResult } from "../contract/report.ts";
import {
  type CheckResult,
  type Counts,
  countVerdicts,
  exitCode,
  type Outcome,
  outcomeOf,
} from "../contract/result.ts";
import { VERSION } from "../contract/version.ts";
import { runtimeName } from "../wire/runtime.ts";
import type { Corpus } from "./load.ts";
import type { AdapterPath } from "./paths.ts";
import { isRequirement, REQUIREMENTS } from "./requirements.ts";

/** What a pass means, and what it doesn't. */
export const CLAIM_LIMIT =
  "A pass is a gateway regression claim only: scripted upstreams say nothing of a model's reasoning, " +
  "a live engine, or a client's acceptance.";

/** One adapter path's part of a report. */
export interface PathSummary {
  /** The way through the target. */
  readonly path: AdapterPath;
  /** Verdicts of its cells. */
  readonly counts: Counts;
  /** Every applicable cell of the corpus ran on this path, and none failed. */
  readonly claims: boolean;
}

/** A report of a corpus run: the shared model, and what is the corpus's own. */
export interface CorpusReport extends Report {
  /** Which corpus was played, and what each way through the target came to. */
  readonly corpus: {
    readonly schema: string;
    readonly version: string;
    readonly sha256: string;
    readonly paths: readonly PathSummary[];
  };
}

/** What a report is made of. */
export interface CorpusRun {
  readonly corpus: Corpus;
  readonly target: { readonly label: string; readonly url?: string; readonly retries?: true };
  readonly results: readonly CheckResult[];
  readonly exchanges: readonly ReportExchange[];
  /** How many cells the target's paths have, by path; what isn't applicable counts. */
  readonly available: ReadonlyMap<AdapterPath, number>;
  readonly startedAt: string;
  readonly durationMs: number;
  readonly patterns: readonly string[];
  readonly interrupted: boolean;
  readonly unreachable: string | undefined;
  /** What the target has to say. */
  readonly notes: readonly string[];
  readonly showValues: boolean;
  readonly repeat: string;
}

/** The report. */
export function corpusReport(run: CorpusRun): CorpusReport {
  const results = run.unreachable === undefined ? run.results : [];
  const outcome: Outcome = run.interrupted
    ? "INTERRUPTED"
    : run.unreachable !== undefined
    ? "NOT REACHABLE"
    : outcomeOf(results);
  const { manifest, digest } = run.corpus;
  const paths = summaries(run, results);
  const available = [...run.available.values()].reduce((sum, one) => sum + one, 0);
  return {
    wt_inject_report: 1,
    command: "corpus",
    tool: { name: "wt-inject", version: VERSION, runtime: runtimeName() },
    contract: 1,
    target: run.target.url === undefined || run.target.url === run.target.label
      ? { url: run.target.label }
      : { url: run.target.url, label: run.target.label },
    started_at: run.startedAt,
    duration_ms: Math.round(run.durationMs),
    selection: { patterns: run.patterns, selected: run.results.length, available },
    thorough: false,
    declarations: [],
    turns: { planned: 0, sent: 0 },
    outcome,
    exit_code: exitCode(outcome),
    reason: run.unreachable ?? reasonOf(outcome, results),
    counts: countVerdicts(results),
    results: results.map(reportResult),
    exchanges: run.exchanges,
    nonces: [],
    notes: [
      `Corpus ${manifest.version}, sha256 ${digest}.`,
      ...paths.map((summary) => pathLine(summary, run)),
      ...(run.target.retries === true
        ? [
          "The target is configured to retry: an attempt more is a hidden retry all the same (R008).",
        ]
        : []),
      ...run.notes,
      ...(run.showValues ? [] : ["Values are withheld (R011): --show-values shows them."]),
      CLAIM_LIMIT,
    ],
    repeat: run.repeat,
    corpus: { schema: manifest.schema, version: manifest.version, sha256: digest, paths },
  };
}

function summaries(run: CorpusRun, results: readonly CheckResult[]): readonly PathSummary[] {
  return [...run.available].flatMap(([path, available]) => {
    const own = results.filter(({ section }) => section === path);
    if (own.length === 0) return [];
    const applicable = own.filter(({ verdict }) => verdict !== "not_applicable");
    const claims = own.length === available && applicable.length > 0 &&
      applicable.every(({ verdict }) => verdict === "passed" || verdict === "warned");
    return [{ path, counts: countVerdicts(own), claims }];
  });
}

function pathLine({ path, counts, claims }: PathSummary, { corpus }: CorpusRun): string {
  const said = (["passed", "failed", "warned", "not_applicable", "could_not_run"] as const)
    .filter((verdict) => verdict === "passed" || verdict === "failed" || counts[verdict] > 0)
    .map((verdict) => `${counts[verdict]} ${verdict.replaceAll("_", " ")}`);
  const claim = claims
    ? `: claims corpus ${corpus.manifest.version}, sha256 ${corpus.digest}`
    : ": no claim";
  return `${path}: ${said.join(", ")}${claim}`;
}

function reportResult({ shows = [], findings, ...about }: CheckResult): ReportResult {
  return {
    ...about,
    findings: findings.map(({ violation, exchanges }) => ({
      ...violation,
      sentence: isRequirement(violation.clause) ? REQUIREMENTS[violation.clause] : "",
      exchanges,
    })),
    exchanges: shows,
  };
}

function reasonOf(outcome: Outcome, results: readonly CheckResult[]): string {
  const some = (verdict: CheckResult["verdict"]) => {
    const ids = results.filter((one) => one.verdict === verdict).map(({ id }) => id);
    return ids.slice(0, 4).join(", ") + (ids.length > 4 ? ` and ${ids.length - 4} more` : "");
  };
  switch (outcome) {
    case "CONFORMS":
      return "Every applicable cell in the selection ran, and none failed";
    case "DOES NOT CONFORM":
      return `Cells failed: ${some("failed")}`;
    case "INCOMPLETE": {
      const missing = some("could_not_run");
      return missing === ""
        ? "No cell in the selection applies"
        : `Cells could not run: ${missing}`;
    }
    case "HARNESS ERROR":
      return `A fault of this tool's own made cells void: ${some("harness_error")}`;
    case "INTERRUPTED":
      return "The run was interrupted; cells that had not run say so";
    case "NOT REACHABLE":
      return "The target is not reachable; nothing was tested";
  }
}
