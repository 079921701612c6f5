/**
 * What a sweep adds up to: the result that every format renders. Its names are the JSON's own.
 *
 * @module
 */
import { VERSION } from "../contract/version.ts";
import { aggregate, type ScenarioVerdict } from "../scenario/aggregate.ts";
import type { SourcedScenario } from "../scenario/read_text.ts";
import type { GateLayer } from "../scenario/scenario.ts";
import type { LayerResult } from "../scenario/trajectory.ts";
import type { RunVerdict } from "../scenario/score.ts";
import type { Identity } from "./identity.ts";
import { type RunOutcome, verdictsOutcome } from "./outcome.ts";
import type { RunRecord, Stop, Sweep } from "./sweep.ts";

/** One run of a scenario. */
export interface RunLine {
  /** From 1. */
  readonly number: number;
  /** A random UUID; the trace has it too. */
  readonly run_id: string;
  /** What the layers that decide add up to. */
  readonly verdict: RunVerdict;
  /** The base URL that it ran on. */
  readonly endpoint: string;
  /** UTC, ISO 8601. */
  readonly started_at: string;
  /** Each layer's judgement, whether it decided or not. */
  readonly layers: Readonly<Record<GateLayer | "integrity", LayerResult>>;
  /** As the trace has them: agent errors word for word, `runner_error: …`, `surface_invalid: …`. */
  readonly warnings: readonly string[];
  /** What the endpoint reported before the first turn. */
  readonly surface: "reported" | "unavailable" | "invalid";
  /** Of each turn that was answered, ms. */
  readonly latency_ms: readonly number[];
  /** Names, in order of invocation, over all turns. */
  readonly calls: readonly string[];
  /** What was judged, its first 600 characters; absent where nothing was answered. */
  readonly last_reply?: string;
  /** The trace's path, where one was kept. */
  readonly trace?: string;
}

/** The verdict on a scenario; INCOMPLETE where runs are missing that could have changed it. */
export type ReportedVerdict = ScenarioVerdict | "INCOMPLETE";

/** One scenario. */
export interface ScenarioLine {
  /** The scenario's. */
  readonly name: string;
  /** The file that it came from, as it was given. */
  readonly file: string;
  /** Where it begins there, from 1. */
  readonly line: number;
  /** Its place in the whole selection, from 0, whatever the shard. */
  readonly position: number;
  /** As the scenario has them. */
  readonly tags: readonly string[];
  /** What its runs add up to. */
  readonly verdict: ReportedVerdict;
  /** How many runs were to be made. */
  readonly planned: number;
  /** Valid runs in which every layer that decides passed. */
  readonly passed: number;
  /** From 0 to 1, over the runs that were made. */
  readonly pass_rate: number;
  /** Of that rate, over all runs and not a sample of them. */
  readonly stddev: number;
  /** From 0 to 1, by layer. */
  readonly layer_pass_rates: Readonly<Record<GateLayer | "integrity", number>>;
  /** The layers that decide. */
  readonly gate_layers: readonly GateLayer[];
  /** Those that were made, in order. */
  readonly runs: readonly RunLine[];
}

/** A part of a sweep that was dealt out: `index` of `of`, from 1. */
export interface Shard {
  /** Which one, from 1. */
  readonly index: number;
  /** How many there are. */
  readonly of: number;
}

/** A whole sweep, or a shard of one. */
export interface RunReport {
  /** The version of this shape. */
  readonly wt_inject_run_report: 1;
  /** The command whose report it is. */
  readonly command: "run";
  /** What made the report. */
  readonly tool: { readonly name: string; readonly version: string };
  /** The contract's version. */
  readonly contract: 1;
  /** Base URLs. */
  readonly endpoints: readonly string[];
  /** What the traces are filed under. */
  readonly identity: Identity;
  /** How many runs of each were asked for. */
  readonly runs_per_scenario: number;
  /** UTC, ISO 8601. */
  readonly started_at: string;
  /** Of the whole sweep. */
  readonly duration_ms: number;
  /** What was dealt out: the same for every shard of one sweep. */
  readonly selection: { readonly scenarios: number; readonly digest: string };
  /** Which part of the selection; null for all of it. */
  readonly shard: Shard | null;
  /** What the scenarios' verdicts add up to. */
  readonly outcome: RunOutcome;
  /** What `wt-inject run` ends with: 0, 1, 3, 4 or 130. */
  readonly exit_code: number;
  /** One sentence. */
  readonly reason: string;
  /** In the order of the files. */
  readonly scenarios: readonly ScenarioLine[];
  /** Things a reader must know that no line says. */
  readonly notes: readonly string[];
  /** The command line that repeats it. */
  readonly repeat: string;
}

/** What a report knows besides the sweep. */
export interface RunFrame {
  readonly endpoints: readonly string[];
  readonly identity: Identity;
  readonly runs: number;
  readonly startedAt: string;
  readonly durationMs: number;
  readonly selection: RunReport["selection"];
  readonly shard?: Shard;
  readonly notes: readonly string[];
  readonly repeat: string;
}

/** How much of the last reply a report carries, UTF-16 units. */
const REPLY_LENGTH = 600;

/** A scenario with its place in the whole selection. */
export interface DealtScenario extends SourcedScenario {
  readonly position: number;
}

/** The report on a sweep. */
export function runReport(
  scenarios: readonly DealtScenario[],
  { records, stop }: Sweep,
  frame: RunFrame,
): RunReport {
  const lines = scenarios.map((one, index) => scenarioLine(one, records[index]!, frame.runs));
  return {
    wt_inject_run_report: 1,
    command: "run",
    tool: { name: "wt-inject", version: VERSION },
    contract: 1,
    endpoints: frame.endpoints,
    identity: frame.identity,
    runs_per_scenario: frame.runs,
    started_at: frame.startedAt,
    duration_ms: Math.round(frame.durationMs),
    selection: frame.selection,
    shard: frame.shard ?? null,
    ...verdictsOutcome(lines.map(({ verdict }) => verdict), stopped(stop)),
    scenarios: lines,
    notes: frame.notes,
    repeat: frame.repeat,
  };
}

function stopped(stop: Stop | undefined): { outcome: RunOutcome; reason: string } | undefined {
  switch (stop?.kind) {
    case undefined:
      return undefined;
    case "interrupted":
      return {
        outcome: "INTERRUPTED",
        reason: "It was interrupted; runs that weren't whole left nothing.",
      };
    case "reset":
      return { outcome: "INCOMPLETE", reason: stop.message };
    case "store":
      return { outcome: "HARNESS ERROR", reason: stop.message };
  }
}

function scenarioLine(
  { scenario, file, line, position }: DealtScenario,
  records: readonly RunRecord[],
  planned: number,
): ScenarioLine {
  const total = aggregate(scenario, records.map(({ run }) => run.score));
  return {
    name: scenario.name,
    file,
    line,
    position,
    tags: scenario.tags,
    verdict: verdictSoFar(total.verdict, records.length, planned),
    planned,
    passed: total.passed,
    pass_rate: total.passRate,
    stddev: total.stddev,
    layer_pass_rates: total.layerPassRates,
    gate_layers: total.gateLayers,
    runs: records.map(runLine),
  };
}

/** A run that failed or was invalid has decided already, unless variance is allowed. */
function verdictSoFar(verdict: ScenarioVerdict, made: number, planned: number): ReportedVerdict {
  if (made === planned || (made > 0 && (verdict === "FAIL" || verdict === "INVALID"))) {
    return verdict;
  }
  return "INCOMPLETE";
}

function runLine({ index, runId, endpoint, run, trace }: RunRecord): RunLine {
  const { score, turns } = run;
  const answers = turns.flatMap((turn) => turn.role === "assistant" ? [turn] : []);
  const last = answers.at(-1)?.content;
  return {
    number: index + 1,
    run_id: runId,
    verdict: score.verdict,
    endpoint,
    started_at: run.startedAt,
    layers: {
      outcome: score.outcome,
      trajectory: score.trajectory,
      constraint: score.constraint,
      integrity: score.integrity,
    },
    warnings: run.warnings,
    surface: run.surface.status,
    latency_ms: answers.map(({ latencyMs }) => Math.round(latencyMs * 1000) / 1000),
    calls: answers.flatMap(({ toolCalls }) => toolCalls.map(({ name }) => name)),
    ...(last === undefined ? {} : { last_reply: last.slice(0, REPLY_LENGTH).toWellFormed() }),
    ...(trace === undefined ? {} : { trace }),
  };
}
