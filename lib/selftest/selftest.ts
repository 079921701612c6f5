/**
 * The self-test: every mutant on a socket, the whole suite against it, and what came of it held against
 * the pins. It proves on the user's own machine that the verdicts of this build are right.
 *
 * @module
 */
import { CHECKS, infoOf } from "../conform/plan.ts";
import { VERSION } from "../contract/version.ts";
import { runtimeName } from "../wire/runtime.ts";
import type { CoopMutant } from "../endpoint/coop_mutant.ts";
import { canReset } from "../wire/raw_server.ts";
import { differencesOf, harnessFault, mayBeTime } from "./compare.ts";
import { corpusProblems } from "./corpus_judge.ts";
import { carriedCorpus } from "./corpus_play.ts";
import type { CorpusProof, CorpusTrial } from "./corpus_report.ts";
import { CORPUS_SUBJECTS } from "./corpus_roster.ts";
import { caseIds, proveCorpus, selectSubjects } from "./corpus_selftest.ts";
import { countsOf, killsOf, problemsOf, verdictOf } from "./judge.ts";
import { play, type Played } from "./play.ts";
import type { SelftestReport, TrialResult } from "./report.ts";
import { ALL_MUTANTS, themeOf } from "./roster.ts";
import { selectMutants } from "./select.ts";
import { several } from "./several.ts";
import { atPace, type Trial, trialsOf } from "./trial.ts";

/** What a self-test is told. */
export interface SelftestOptions {
  /** The mutants to choose from; all of them where absent. */
  readonly mutants?: readonly CoopMutant[];
  /** Ids of mutants, themes, ids of checks; globs. All mutants where empty. */
  readonly patterns?: readonly string[];
  /** How many runs share the event loop (default {@linkcode CONCURRENCY}). */
  readonly concurrency?: number;
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: SelftestEvent) => void;
}

/** What happens while a self-test goes on. */
export type SelftestEvent =
  | {
    readonly type: "plan";
    readonly mutants: number;
    readonly trials: number;
    /** Gateways and agent loops that the corpus is played against. */
    readonly subjects: number;
  }
  | {
    readonly type: "corpus-trial";
    readonly trial: CorpusTrial;
    readonly done: number;
    readonly of: number;
  }
  | {
    readonly type: "trial";
    readonly trial: TrialResult;
    readonly done: number;
    readonly of: number;
  }
  | { readonly type: "second-look"; readonly id: string; readonly details: readonly string[] };

/**
 * Runs at a time: enough that their waits overlap. They share one event loop, whose stalls would look
 * like a target's slowness.
 */
export const CONCURRENCY = 12;

/** Runs at a time where a stall could change a verdict: what they do is wait. */
const QUIET_CONCURRENCY = 6;

/**
 * Plays the mutants and reports. Sends to loopback alone. Each trial that a stall of ours may have
 * spoiled is judged once more, alone, before it counts; the report says which.
 *
 * @throws {UsageError} before anything is run: a pattern that matches nothing.
 */
export async function selftest(options: SelftestOptions = {}): Promise<SelftestReport> {
  const { patterns = [], mutants: roster = ALL_MUTANTS, signal, onEvent } = options;
  // With a roster of one's own, the corpus has no part in it.
  const corpus = options.mutants === undefined ? await carriedCorpus() : undefined;
  const asked = corpus === undefined
    ? { subjects: [], cases: [] }
    : selectSubjects(patterns, caseIds(corpus));
  const selection = selectMutants(patterns, roster, corpus === undefined ? [] : caseIds(corpus));
  const started = performance.now();
  const started_at = new Date().toISOString();
  const trials = trialsOf(selection.mutants);
  onEvent?.({
    type: "plan",
    mutants: selection.mutants.length,
    trials: trials.length,
    subjects: asked.subjects.length,
  });
  const results = await playAll(trials, options);
  const proof: CorpusProof | undefined = corpus === undefined || asked.subjects.length === 0
    ? undefined
    : await proveCorpus(asked, corpus, {
      ...(signal === undefined ? {} : { signal }),
      onTrial: (trial, done, of) => onEvent?.({ type: "corpus-trial", trial, done, of }),
      onSecondLook: ({ id, details }) => onEvent?.({ type: "second-look", id, details }),
    });
  const checks = killsOf(CHECKS.map(infoOf), results, selection.checks);
  const counts = countsOf(checks, results, proof);
  const problems = [
    ...problemsOf(checks, results),
    ...(proof === undefined ? [] : corpusProblems(proof.cases, proof.trials)),
  ];
  return {
    wt_inject_selftest: 1,
    tool: { name: "wt-inject", version: VERSION, runtime: runtimeName() },
    contract: 1,
    started_at,
    duration_ms: Math.round(performance.now() - started),
    selection: {
      patterns,
      selected: selection.mutants.length + asked.subjects.length,
      available: roster.length + (corpus === undefined ? 0 : CORPUS_SUBJECTS.length),
    },
    ...verdictOf(problems, counts, signal?.aborted === true),
    counts,
    checks,
    trials: results,
    ...(proof === undefined ? {} : { corpus: proof }),
    problems,
    notes: notesOf([...results, ...proof?.trials ?? []]),
    repeat: ["wt-inject selftest", ...patterns.map((pattern) => `'${pattern}'`)].join(" "),
  };
}

/** Plays trials at their pace and gives their results in the trials' order. */
async function playAll(
  trials: readonly Trial[],
  { concurrency = CONCURRENCY, signal, onEvent }: SelftestOptions,
): Promise<readonly TrialResult[]> {
  const results = new Map<Trial, TrialResult>();
  const again: { readonly trial: Trial; readonly first: TrialResult }[] = [];
  const settle = (trial: Trial, result: TrialResult) => {
    results.set(trial, result);
    onEvent?.({ type: "trial", trial: result, done: results.size, of: trials.length });
  };
  const once = async (trial: Trial) => {
    const { result, unsure } = await judged(trial, signal);
    if (result === undefined) return;
    if (unsure) again.push({ trial, first: result });
    else settle(trial, result);
  };
  await several(atPace(trials, "busy"), concurrency, once, signal);
  await several(atPace(trials, "quiet"), Math.min(concurrency, QUIET_CONCURRENCY), once, signal);
  await several(again, 1, async ({ trial, first }) => {
    onEvent?.({ type: "second-look", id: first.id, details: first.details });
    const { result } = await judged(trial, signal);
    if (result !== undefined) settle(trial, { ...result, first_look: first.details });
  }, signal);
  return trials.flatMap((trial) => results.get(trial) ?? []);
}

/** One look at a trial; no result where it was interrupted, `unsure` where a clock may be at fault. */
async function judged(
  trial: Trial,
  signal: AbortSignal | undefined,
): Promise<{ readonly result: TrialResult | undefined; readonly unsure: boolean }> {
  if (trial.mutant.resets === true && !canReset) {
    const details = ["This platform has no way to reset a connection"];
    return {
      result: { ...lineOf(trial), state: "skipped", details, duration_ms: 0 },
      unsure: false,
    };
  }
  const played = await play(trial, signal);
  if (signal?.aborted === true) return { result: undefined, unsure: false };
  return resultOf(trial, played);
}

function resultOf(
  trial: Trial,
  played: Played,
): { readonly result: TrialResult; readonly unsure: boolean } {
  const line = { ...lineOf(trial), duration_ms: played.ms };
  if ("crash" in played) {
    return { result: { ...line, state: "crashed", details: [played.crash] }, unsure: false };
  }
  const { report } = played;
  const having = (verdict: "failed" | "warned") =>
    report.results.filter((r) => r.verdict === verdict).map(({ id }) => id).sort();
  const said = { outcome: report.outcome, failed: having("failed"), warned: having("warned") };
  const fault = harnessFault(report);
  if (fault !== undefined) {
    return { result: { ...line, said, state: "crashed", details: [fault] }, unsure: true };
  }
  const differences = differencesOf(report, trial.expect);
  return {
    result: {
      ...line,
      said,
      state: differences.length === 0 ? "as_pinned" : "changed",
      details: differences.map(({ text }) => text),
    },
    unsure: differences.length > 0 && mayBeTime(trial, differences),
  };
}

function lineOf(
  { mutant: { id, breaks, what }, thorough, expect: { outcome, failed, warned } }: Trial,
): Omit<TrialResult, "state" | "details" | "duration_ms"> {
  return {
    id,
    theme: themeOf(id),
    run: thorough ? "thorough" : "default",
    breaks: breaks ?? null,
    what,
    pinned: { outcome, failed, warned },
  };
}

function notesOf(
  results: readonly Pick<TrialResult, "id" | "state" | "first_look">[],
): readonly string[] {
  const skipped = results.filter(({ state }) => state === "skipped").length;
  const twice = results.filter(({ first_look }) => first_look !== undefined);
  return [
    ...(skipped === 0 ? [] : [
      `${skipped} run${
        skipped === 1 ? " was" : "s were"
      } skipped: this platform has no way to reset a connection.`,
    ]),
    ...(twice.length === 0 ? [] : [
      `Judged alone, once more, since a stall of this machine may have spoiled the first look: ${
        twice.map(({ id }) => id).join(", ")
      }.`,
    ]),
  ];
}
