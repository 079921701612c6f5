/**
 * Runs the corpus against a target: every selected cell once, several at a time where the target can.
 *
 * @module
 */
import { LagWatch } from "../conform/lag.ts";
import type { ReportExchange } from "../contract/report.ts";
import type { CheckResult, Finding } from "../contract/result.ts";
import { UsageError } from "../contract/usage.ts";
import { type Cell, cellsOf, selectCells } from "./cells.ts";
import { carriedFiles } from "./files.ts";
import { type Corpus, loadCorpus } from "./load.ts";
import { lateNotes, withLate } from "./late.ts";
import { type LateRequests, Marks } from "./marks.ts";
import type { AdapterPath } from "./paths.ts";
import { type UpstreamPort, upstreamPort } from "./players/port.ts";
import { type CorpusReport, corpusReport } from "./report.ts";
import { type CellOptions, type CellResult, DIED, runCell, unplayed } from "./run_cell.ts";
import { type CorpusTarget, TargetGone } from "./target.ts";

/** What happens while a run goes on. */
export type CorpusEvent =
  | {
    readonly type: "plan";
    readonly cells: number;
    readonly paths: readonly AdapterPath[];
    readonly version: string;
    readonly sha256: string;
  }
  /** A second one for a cell is what counts: something came upstream when the cell was over. */
  | { readonly type: "result"; readonly result: CheckResult };

/** What a run is told. */
export interface CorpusRunOptions {
  readonly target: CorpusTarget;
  /** Default: the corpus that this library carries. */
  readonly corpus?: Corpus;
  /** Adapter paths; all of the target's where left out. */
  readonly paths?: readonly string[];
  /** Case ids, cell ids (`case.variant.path`), or globs over either; all where left out. */
  readonly cases?: readonly string[];
  /** Put what was said into the report. Default false (R011). */
  readonly showValues?: boolean;
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: CorpusEvent) => void;
  /** The command line that repeats this run. */
  readonly repeat?: string;
}

/** How long any one wait may take unless the target says otherwise, ms. */
export const PATIENCE_MS = 5_000;

/**
 * Runs the corpus. Never throws for what the target does.
 *
 * @throws {UsageError} on a selection that matches nothing, and where the upstream's address can't be
 * had, before anything is sent.
 * @throws {CorpusError} where the corpus can't be loaded.
 */
export async function runCorpus(options: CorpusRunOptions): Promise<CorpusReport> {
  const { target, signal, onEvent, showValues = false } = options;
  const corpus = options.corpus ?? await loadCorpus(carriedFiles());
  const served = (path: AdapterPath) =>
    path === "agent" ? target.agent !== undefined : target.paths.includes(path);
  const cells = cellsOf(corpus).filter(({ path }) => served(path));
  const selected = selectCells(cells, options);
  if (selected.length === 0) throw new UsageError("Cannot run the corpus: no cell is selected");
  if (selected.every(({ reason }) => reason !== undefined)) {
    throw new UsageError(
      "Cannot run the corpus: no cell of the selection applies",
      '"wt-inject corpus show CASE" says on which path a case applies, and why not on the others.',
    );
  }
  const paths = [...new Set(selected.map(({ path }) => path))];
  const { version } = corpus.manifest;
  onEvent?.({ type: "plan", cells: selected.length, paths, version, sha256: corpus.digest });

  const began = performance.now();
  const startedAt = new Date().toISOString();
  const { results, unreachable, notes } = await playWhole(selected, {
    target,
    showValues,
    ...(signal ? { signal } : {}),
  }, onEvent);
  const available = new Map<AdapterPath, number>();
  for (const { path } of cells) available.set(path, (available.get(path) ?? 0) + 1);
  return corpusReport({
    corpus,
    target,
    results: results.map(({ result }) => result),
    exchanges: results.flatMap(({ exchanges }): readonly ReportExchange[] => exchanges),
    available,
    startedAt,
    durationMs: performance.now() - began,
    patterns: [...options.paths ?? [], ...options.cases ?? []],
    interrupted: signal?.aborted === true,
    unreachable: unreachable ?? nobody(selected, results),
    notes,
    showValues,
    repeat: options.repeat ?? repeatLine(options),
  });
}

interface Played {
  readonly results: readonly CellResult[];
  /** Why there was nobody to play with. */
  readonly unreachable?: string;
  readonly notes: readonly string[];
}

/** Plays the cells with a gateway that is begun before the first and ended after the last. */
async function playWhole(
  cells: readonly Cell[],
  options: Omit<CellOptions, "lag" | "patienceMs">,
  onEvent: CorpusRunOptions["onEvent"],
): Promise<Played> {
  const { target, signal } = options;
  const marks = new Marks();
  const port = target.upstream && upstreamPort(target.upstream, target.models ?? [], marks);
  const live = port === undefined ? {} : { live: { port, marks } };
  const lag = new LagWatch();
  const patienceMs = target.patienceMs ?? PATIENCE_MS;
  try {
    const unreachable = await beginning(target, port, signal);
    if (unreachable !== undefined) return { results: [], unreachable, notes: [] };
    lag.start();
    const played = await playAll(cells, { ...options, patienceMs, lag, ...live }, onEvent);
    const { late } = marks;
    const results = late.length === 0 ? played : await amended(played, late, onEvent);
    return { results, notes: [...target.notes?.() ?? [], ...lateNotes(late)] };
  } finally {
    lag.stop();
    await target.end?.();
    await port?.close();
  }
}

/** Begins the target; why it can't, where that isn't because everything is to end. */
async function beginning(
  target: CorpusTarget,
  port: UpstreamPort | undefined,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  try {
    await target.begin?.(port?.url ?? "", signal);
  } catch (error) {
    if (!(error instanceof TargetGone)) throw error;
    if (signal?.aborted !== true) return `${error.message}; nothing was tested`;
  }
  return undefined;
}

/** The results, where something came late with it; what changes is told once more. */
async function amended(
  results: readonly CellResult[],
  late: readonly LateRequests[],
  onEvent: CorpusRunOptions["onEvent"],
): Promise<readonly CellResult[]> {
  const all: CellResult[] = [];
  for (const one of results) {
    const other = await withLate(one, late);
    if (other !== undefined) onEvent?.({ type: "result", result: other.result });
    all.push(other ?? one);
  }
  return all;
}

/** Plays the cells, then those alone whose verdict rests on time. In the order of the cells. */
async function playAll(
  cells: readonly Cell[],
  options: CellOptions,
  onEvent: CorpusRunOptions["onEvent"],
): Promise<readonly CellResult[]> {
  const results: CellResult[] = [];
  const play = (cell: Cell) =>
    options.signal?.aborted
      ? Promise.resolve(unplayed(cell, "could_not_run", "The run was interrupted"))
      : runCell(cell, options);
  const tell = ({ result }: CellResult) => onEvent?.({ type: "result", result });
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < cells.length; index = next++) {
      const result = await play(cells[index]!);
      results[index] = result;
      if (!result.timed) tell(result);
    }
  };
  // Two upstreams can't listen on one port.
  const { parallel, upstream } = options.target;
  const workers = upstream?.port === undefined ? Math.max(1, parallel) : 1;
  await Promise.all(Array.from({ length: workers }, worker));
  for (const [index, first] of results.entries()) {
    if (!first.timed) continue;
    const second = await play(cells[index]!);
    // Nobody is there any more: what was seen stands.
    if (second.gone === true) {
      tell(first);
      continue;
    }
    const { verdict, message } = second.result;
    const differs = verdict === first.result.verdict
      ? ""
      : `; the first time ${first.result.verdict}: ${first.result.message}`;
    const result = { ...second.result, message: message + differs };
    results[index] = { ...second, result: withDeathOf(first.result, result) };
    tell(results[index]!);
  }
  return results;
}

/**
 * A pass of a gateway that ended when the cell was played first: something else may have ended it, and
 * it was seen to end, so that it is warned.
 */
function withDeathOf(first: CheckResult, second: CheckResult): CheckResult {
  const deaths = first.findings.filter(({ violation: { code } }) => code === DIED);
  if (deaths.length === 0 || (second.verdict !== "passed" && second.verdict !== "warned")) {
    return second;
  }
  const findings = deaths.map(({ violation }): Finding => ({
    violation: { ...violation, severity: "warned" },
    exchanges: [],
  }));
  return { ...second, verdict: "warned", findings: [...findings, ...second.findings] };
}

/** Why nobody was there; undefined where somebody was. */
function nobody(cells: readonly Cell[], results: readonly CellResult[]): string | undefined {
  const played = results.filter((_, index) =>
    cells[index]!.reason === undefined && cells[index]!.path !== "agent"
  );
  const [first] = played;
  return first !== undefined && played.every(({ unreachable }) => unreachable !== undefined)
    ? `${first.unreachable}; nothing was tested`
    : undefined;
}

function repeatLine({ paths = [], cases = [], showValues }: CorpusRunOptions): string {
  return [
    "wt-inject corpus run",
    ...paths.map((path) => `--path ${path}`),
    ...cases.map((one) => `--case '${one}'`),
    ...(showValues === true ? ["--show-values"] : []),
  ].join(" ");
}
