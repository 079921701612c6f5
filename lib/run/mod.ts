/**
 * Scenarios with Wind Tunnel's fields: load them, run them on endpoints of Contract C, score them, and
 * keep traces that `wt report`, `wt compare`, `wt rescore` and `wt triage` read (docs/scenarios.md).
 *
 * Before every run the endpoint is reset: its state is destroyed. Each turn is sent exactly once. Needs
 * net for the endpoints, and leave to read scenarios and to write traces where there are any.
 *
 * @example A scenario on the reference endpoint
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { serveReference } from "@wt/inject/reference";
 * import { readScenarios, renderRun, runScenarios } from "@wt/inject/run";
 *
 * const scenarios = await readScenarios(
 *   `{
 *     "name": "misrouted-pallet",
 *     "prompt": "Which client ordered the misrouted pallet?",
 *     "must_call": ["client_lookup"]
 *   }`,
 *   "pallet.json",
 * );
 * const endpoint = await serveReference();
 * try {
 *   const report = await runScenarios({ scenarios, endpoints: [endpoint.url], runs: 2 });
 *   assertEquals([report.outcome, report.exit_code], ["PASS", 0]);
 *   console.log(await renderRun("text", report));
 * } finally {
 *   await endpoint.close();
 * }
 * ```
 *
 * @module
 */
import { checkTarget } from "../conform/target.ts";
import { UsageError } from "../contract/usage.ts";
import { HttpInject } from "../driver/http_inject.ts";
import { DEFAULT_TIMEOUT_S } from "../driver/settings.ts";
import type { SourcedScenario } from "../scenario/read_text.ts";
import { DEFAULT_IDENTITY, type Identity } from "./identity.ts";
import { findTraces, type Rescored, rescoreTrace } from "./rescore.ts";
import { type RunReport, runReport } from "./run_report.ts";
import { openRunsFolder } from "./runs_folder.ts";
import { dealt, selectionOf } from "./select.ts";
import { sweep, type SweepEvent } from "./sweep.ts";

export type { ScenarioVerdict } from "../scenario/aggregate.ts";
export { readScenarios, type SourcedScenario } from "../scenario/read_text.ts";
export {
  ResetFailed,
  type RunOptions,
  runScenario,
  type RunTurn,
  type ScenarioDriver,
  type ScenarioRun,
  type SurfaceRecord,
} from "../scenario/run.ts";
export {
  GATE_LAYERS,
  type GateLayer,
  type RequiredCall,
  type Scenario,
  type TargetNumber,
} from "../scenario/scenario.ts";
export {
  type RunVerdict,
  type Score,
  type ScoredTurn,
  scoreRun,
  type Transcript,
} from "../scenario/score.ts";
export type { LayerResult } from "../scenario/trajectory.ts";
export { renderRunAs as renderRun } from "./formats.ts";
export type { Identity } from "./identity.ts";
export { loadScenarios } from "./load.ts";
export type { RunOutcome } from "./outcome.ts";
export type { RunTextOptions } from "./render.ts";
export type { Rescored } from "./rescore.ts";
export type { ReportedVerdict, RunLine, RunReport, ScenarioLine, Shard } from "./run_report.ts";
export type { RunRecord, SweepEvent } from "./sweep.ts";

/** What is run, and where. */
export interface RunScenariosOptions {
  /** Each with a name of its own. */
  readonly scenarios: readonly SourcedScenario[];
  /** Base URLs, each once. Runs are shared out among them; no two ever meet on one. */
  readonly endpoints: readonly string[];
  /** Runs of each scenario (default 1). */
  readonly runs?: number;
  /** What traces and reports call the agent, this sweep and the model. */
  readonly identity?: Partial<Identity>;
  /** The endpoints' own deadline for a turn, seconds (default 120); the contract's 5 s come on top. */
  readonly timeoutS?: number;
  /** The runs directory, in Wind Tunnel's layout. Absent: nothing is kept. */
  readonly out?: string;
  /** Write Contract A (`*.wtin.json`) beside each trace (default false). */
  readonly interchange?: boolean;
  /** Consent to destroy the state of endpoints that aren't on loopback. */
  readonly destroyState?: boolean;
  /** Ends the sweep early; the report of what there is comes all the same. */
  readonly signal?: AbortSignal;
  /** Told of each step as it is taken. */
  readonly onEvent?: (event: SweepEvent) => void;
  /** The command line that repeats it, for the report. */
  readonly repeat?: string;
}

/**
 * Runs scenarios and reports. A failed reset, or a trace that can't be written, ends the sweep at once,
 * and the report says so.
 *
 * @throws {UsageError} before anything is sent: no endpoint, one twice, one off loopback without
 * consent, a number of runs that is none, a runs directory that can't be written.
 *
 * @example Four runs on two endpoints at once
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { serveReference } from "@wt/inject/reference";
 * import { readScenarios, runScenarios } from "@wt/inject/run";
 *
 * const scenarios = await readScenarios('{"name": "hello", "prompt": "Good morning."}', "h.json");
 * const [one, other] = [await serveReference(), await serveReference()];
 * try {
 *   const report = await runScenarios({ scenarios, endpoints: [one.url, other.url], runs: 4 });
 *   assertEquals(report.scenarios.map(({ planned, passed }) => [planned, passed]), [[4, 4]]);
 * } finally {
 *   await Promise.all([one.close(), other.close()]);
 * }
 * ```
 */
export async function runScenarios(options: RunScenariosOptions): Promise<RunReport> {
  const { runs = 1, timeoutS = DEFAULT_TIMEOUT_S, interchange = false, signal, onEvent } = options;
  if (!Number.isSafeInteger(runs) || runs < 1) {
    throw new UsageError(`Cannot make ${runs} runs of a scenario: give a whole number from 1`);
  }
  const endpoints = endpointsOf(options);
  const identity: Identity = { ...DEFAULT_IDENTITY, ...options.identity };
  const scenarios = dealt(options.scenarios, undefined);
  const folder = options.out === undefined
    ? undefined
    : await openRunsFolder(options.out, scenarios, identity);
  const drivers = endpoints.map((url) => ({
    url,
    driver: new HttpInject({ baseUrl: url, timeoutS }),
  }));
  const startedAt = new Date().toISOString();
  const begun = performance.now();
  const swept = await sweep({
    scenarios,
    runs,
    endpoints: drivers,
    identity,
    ...(signal === undefined ? {} : { signal }),
    ...(onEvent === undefined ? {} : { onEvent }),
    ...(folder === undefined ? {} : { store: { ...folder, interchange } }),
  });
  return runReport(scenarios, swept, {
    endpoints,
    identity,
    runs,
    startedAt,
    durationMs: performance.now() - begun,
    selection: await selectionOf(options.scenarios, runs, identity),
    notes: [],
    repeat: options.repeat ?? "",
  });
}

function endpointsOf({ endpoints, destroyState = false }: RunScenariosOptions): readonly string[] {
  const urls = endpoints.map((url) => checkTarget(url, destroyState));
  if (urls.length === 0) throw new UsageError("Cannot run scenarios: no endpoint is named");
  const twin = urls.find((url, index) => urls.indexOf(url) < index);
  if (twin === undefined) return urls;
  throw new UsageError(
    `Cannot use ${twin} twice: two runs would meet on one endpoint`,
    "Give each copy of the agent an address of its own.",
  );
}

/**
 * Scores kept traces against scenarios as they stand now. No endpoint is asked, and nothing is written.
 *
 * @param paths Traces, and folders with traces in them.
 * @throws {UsageError} for a path that isn't there, and where there is no trace at all.
 *
 * @example A trace of version 1, ours or Wind Tunnel's
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { readScenarios, rescoreTraces } from "@wt/inject/run";
 *
 * const scenarios = await readScenarios('{"name": "hello", "prompt": "Good morning."}', "h.json");
 * const rescored = await rescoreTraces(["deno.json"], scenarios);
 * assertEquals(rescored.map((one) => "problem" in one), [true]); // that is no trace
 * ```
 */
export async function rescoreTraces(
  paths: readonly string[],
  scenarios: readonly SourcedScenario[],
): Promise<readonly Rescored[]> {
  const byName = new Map(scenarios.map((one) => [one.scenario.name, one]));
  const rescored: Rescored[] = [];
  for (const path of await findTraces(paths)) rescored.push(await rescoreTrace(path, byName));
  return rescored;
}
