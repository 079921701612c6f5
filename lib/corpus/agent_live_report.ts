/**
 * The report of a run against a live agent, in the one model that all formats render.
 *
 * @module
 */
import type { Report, ReportExchange } from "../contract/report.ts";
import {
  type CheckResult,
  countVerdicts,
  exitCode,
  type Outcome,
  outcomeOf,
} from "../contract/result.ts";
import { VERSION } from "../contract/version.ts";
import { runtimeName } from "../wire/runtime.ts";
import { LIVE_CHECKS } from "./agent_live_checks.ts";
import type { LivePlay } from "./agent_live_record.ts";
import { isRequirement, REQUIREMENTS } from "./requirements.ts";

/** What a pass means, and what it doesn't. */
export const LIVE_CLAIM =
  "A pass says that this agent, asked by these scripts, sent its model what was said. It says nothing " +
  "of a real model, of longer conversations, or of tools that were not called; and it claims no corpus.";

/** What a report is made of. */
export interface LiveRun {
  readonly agentUrl: string;
  readonly modelUrl: string;
  readonly results: readonly CheckResult[];
  readonly exchanges: readonly ReportExchange[];
  readonly plays: readonly LivePlay[];
  /** How many requests the model got. */
  readonly requests: number;
  /** Posts to what is no route of the model's. */
  readonly strays: number;
  readonly selected: number;
  readonly patterns: readonly string[];
  readonly turns: Report["turns"];
  readonly startedAt: string;
  readonly durationMs: number;
  readonly interrupted: boolean;
  readonly unreachable: string | undefined;
  readonly showValues: boolean;
  readonly repeat: string;
}

/** The report. */
export function liveReport(run: LiveRun): Report {
  const { results } = run;
  const outcome: Outcome = run.unreachable !== undefined
    ? "NOT REACHABLE"
    : run.interrupted
    ? "INTERRUPTED"
    : outcomeOf(results);
  return {
    wt_inject_report: 1,
    command: "corpus",
    tool: { name: "wt-inject", version: VERSION, runtime: runtimeName() },
    contract: 1,
    target: { url: run.agentUrl },
    started_at: run.startedAt,
    duration_ms: Math.round(run.durationMs),
    selection: {
      patterns: run.patterns,
      selected: run.selected,
      available: LIVE_CHECKS.length,
    },
    thorough: false,
    declarations: [],
    turns: run.turns,
    outcome,
    exit_code: exitCode(outcome),
    reason: run.unreachable ?? reasonOf(outcome, results),
    counts: countVerdicts(results),
    results: results.map(({ shows = [], findings, ...about }) => ({
      ...about,
      findings: findings.map(({ violation, exchanges }) => ({
        ...violation,
        sentence: isRequirement(violation.clause) ? REQUIREMENTS[violation.clause] : "",
        exchanges,
      })),
      exchanges: shows,
    })),
    exchanges: run.exchanges,
    nonces: [],
    notes: notesOf(run),
    repeat: run.repeat,
  };
}

function notesOf({ modelUrl, plays, requests, strays, showValues }: LiveRun): readonly string[] {
  const own = plays.flatMap(({ turns }) => turns.flatMap((turn) => turn.requests));
  const all = [...own, ...plays.flatMap(({ others }) => others)];
  const forms = new Set(
    all.map(({ dialect, request }) =>
      `${dialect}, ${request.stream ? "streamed" : "not streamed"}`
    ),
  );
  const beside = requests - own.filter(({ step }) => step !== undefined).length;
  return [
    requests === 0
      ? `The agent never asked the model at ${modelUrl}.`
      : `The model at ${modelUrl} was asked ${requests} times (${[...forms].sort().join("; ")}); ` +
        `${beside} of them beside the turns, answered with something neutral.`,
    ...(strays === 0 ? [] : [
      `${strays} requests came for what this model's server doesn't play, or held no JSON object.`,
    ]),
    ...(showValues ? [] : ["Values are withheld (R011): --show-values shows them."]),
    LIVE_CLAIM,
  ];
}

function reasonOf(outcome: Outcome, results: readonly CheckResult[]): string {
  const some = (verdict: CheckResult["verdict"]) => {
    const ids = results.filter((one) => one.verdict === verdict).map(({ id }) => id);
    return ids.slice(0, 4).join(", ") + (ids.length > 4 ? ` and ${ids.length - 4} more` : "");
  };
  switch (outcome) {
    case "CONFORMS":
      return "Every check in the selection ran, and none failed";
    case "DOES NOT CONFORM":
      return `Checks failed: ${some("failed")}`;
    case "HARNESS ERROR":
      return `A fault of this tool's own made checks void: ${some("harness_error")}`;
    case "INTERRUPTED":
      return "The run was interrupted; checks that had not run say so";
    case "INCOMPLETE":
    case "NOT REACHABLE":
      return `Checks could not run: ${some("could_not_run")}`;
  }
}
