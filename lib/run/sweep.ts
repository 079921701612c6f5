/**
 * A sweep: scenarios, each run a number of times, over one or several endpoints. One worker an endpoint
 * takes the next run when it is done with its last, so that no two runs ever meet on one.
 *
 * @module
 */
import { aggregate } from "../scenario/aggregate.ts";
import type { SourcedScenario } from "../scenario/read_text.ts";
import {
  ResetFailed,
  runScenario,
  type ScenarioDriver,
  type ScenarioRun,
} from "../scenario/run.ts";
import type { Scenario } from "../scenario/scenario.ts";
import { type Identity, QUANT, traceFolders, traceStem } from "./identity.ts";
import { interchangeText } from "./interchange_text.ts";
import { ledgerLine, sidecarText } from "./sidecar_text.ts";
import { readable, storable } from "./storable.ts";
import { appendTo, type Disk, LEDGER, type Part, StoreFailed, storeRun } from "./store.ts";
import { traceText } from "./trace_text.ts";

/** An endpoint that takes part. */
export interface Endpoint {
  readonly url: string;
  readonly driver: ScenarioDriver;
}

/** Where traces go. */
export interface TraceStore {
  /** The runs directory. */
  readonly folder: string;
  readonly disk: Disk;
  /** True writes Contract A beside each trace. */
  readonly interchange: boolean;
  /** What the ledger names as its writer. */
  readonly writer: string;
}

/** How a sweep is made. */
export interface SweepOptions {
  readonly scenarios: readonly SourcedScenario[];
  /** Runs of each scenario. */
  readonly runs: number;
  /** Not empty. */
  readonly endpoints: readonly Endpoint[];
  readonly identity: Identity;
  /** Absent: nothing is kept. */
  readonly store?: TraceStore;
  /** Aborting it ends the sweep; runs that aren't whole are dropped. */
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: SweepEvent) => void;
}

/** What happens on the way. */
export type SweepEvent =
  | { readonly type: "begin"; readonly scenario: string; readonly index: number }
  | { readonly type: "warning"; readonly scenario: string; readonly warning: string }
  | { readonly type: "end"; readonly record: RunRecord; readonly done: number };

/** A run that was made. */
export interface RunRecord {
  /** What was run. */
  readonly scenario: Scenario;
  /** From 0. */
  readonly index: number;
  /** A random UUID. */
  readonly runId: string;
  /** The URL that it ran on. */
  readonly endpoint: string;
  /** What came of it, score and all. */
  readonly run: ScenarioRun;
  /** The trace's path. */
  readonly trace?: string;
}

/** Why a sweep ended early. */
export type Stop =
  | { readonly kind: "interrupted" }
  /** The reset before a run failed (reset.failure-fatal). */
  | { readonly kind: "reset"; readonly message: string }
  /** A file could not be written. */
  | { readonly kind: "store"; readonly message: string };

/** What a sweep leaves. */
export interface Sweep {
  /** The runs of each scenario, in the order of the scenarios and then of the runs. */
  readonly records: readonly (readonly RunRecord[])[];
  /** Absent where every run was made. */
  readonly stop?: Stop;
}

/**
 * Runs all scenarios. A failed reset, or a file that can't be written, stops everything at once; what
 * was whole by then is kept.
 *
 * @throws what a driver throws that is no fault of the endpoint
 */
export async function sweep(options: SweepOptions): Promise<Sweep> {
  const { scenarios, runs, endpoints, store } = options;
  const records: RunRecord[][] = scenarios.map(() => []);
  const queue = scenarios.flatMap((_, scenario) =>
    Array.from({ length: runs }, (_, index) => ({ scenario, index }))
  );
  const halt = new AbortController();
  const outer = options.signal;
  const signal = outer === undefined ? halt.signal : AbortSignal.any([outer, halt.signal]);
  let stop: Stop | undefined;
  let crash: { readonly error: unknown } | undefined;
  let done = 0;

  const worker = async (endpoint: Endpoint): Promise<void> => {
    for (let job = queue.shift(); job !== undefined && !signal.aborted; job = queue.shift()) {
      const { scenario } = scenarios[job.scenario]!;
      options.onEvent?.({ type: "begin", scenario: scenario.name, index: job.index });
      const record = await oneRun(endpoint, scenario, job.index, signal, options);
      records[job.scenario]!.push(record);
      done++;
      options.onEvent?.({ type: "end", record, done });
    }
  };
  await Promise.all(endpoints.map(async (endpoint) => {
    try {
      await worker(endpoint);
    } catch (error) {
      // What others throw because of our own halt is no news.
      if (signal.aborted) return;
      if (error instanceof ResetFailed) stop = { kind: "reset", message: error.message };
      else if (error instanceof StoreFailed) stop = { kind: "store", message: error.message };
      else crash = { error };
      halt.abort();
    }
  }));
  if (crash !== undefined) throw crash.error;
  if (outer?.aborted === true) stop = { kind: "interrupted" };
  for (const list of records) list.sort((one, other) => one.index - other.index);
  if (store !== undefined) stop = await writeLedger(store, records, options) ?? stop;
  return { records, ...(stop === undefined ? {} : { stop }) };
}

async function oneRun(
  { url, driver }: Endpoint,
  scenario: Scenario,
  index: number,
  signal: AbortSignal,
  { identity, store, onEvent }: SweepOptions,
): Promise<RunRecord> {
  const onWarning = (warning: string) =>
    onEvent?.({ type: "warning", scenario: scenario.name, warning });
  const made = await runScenario(driver, scenario, { signal, onWarning });
  const run = store === undefined ? made : storable(made, onWarning);
  const runId = crypto.randomUUID();
  const record = { scenario, index, runId, endpoint: url, run };
  if (store === undefined) return record;
  const folder = [store.folder, ...traceFolders(scenario.name, identity)].join("/");
  const stem = traceStem(run.startedAt, runId);
  const lacking: string[] = [];
  const conversation = store.interchange
    ? readable(interchangeText(scenario, run, identity), (warning) => {
      lacking.push(warning);
      onWarning(warning);
    })
    : undefined;
  const parts: readonly Part[] = [
    ...(conversation === undefined ? [] : [{ ending: ".wtin.json", text: conversation }]),
    { ending: ".score.json", text: sidecarText(scenario, run.score) },
    { ending: ".json", text: traceText(run, runId, identity) },
  ];
  await storeRun(store.disk, folder, stem, parts);
  // The trace is the agent's; that a file beside it is lacking is for the report alone.
  const told = lacking.length === 0 ? run : { ...run, warnings: [...run.warnings, ...lacking] };
  return { ...record, run: told, trace: `${folder}/${stem}.json` };
}

/** A line a scenario that had all its runs: for one that hadn't, a rate would claim too much. */
async function writeLedger(
  store: TraceStore,
  records: readonly (readonly RunRecord[])[],
  { scenarios, runs, identity }: SweepOptions,
): Promise<Stop | undefined> {
  const at = new Date().toISOString();
  const lines = scenarios.flatMap(({ scenario }, index) => {
    const made = records[index]!;
    if (made.length < runs) return [];
    const total = aggregate(scenario, made.map(({ run }) => run.score));
    return [ledgerLine({
      scenario,
      variant: identity.variant,
      model: identity.model,
      quant: QUANT,
      ...total,
      runIds: made.map(({ runId }) => runId),
      at,
      writer: store.writer,
    })];
  });
  if (lines.length === 0) return undefined;
  try {
    await appendTo(store.disk, `${store.folder}/${LEDGER}`, lines.join(""));
    return undefined;
  } catch (error) {
    if (!(error instanceof StoreFailed)) throw error;
    return { kind: "store", message: error.message };
  }
}
