/**
 * What a self-test found: one model, which every format renders. `--format json` prints it as it stands,
 * so the names are the JSON's own.
 *
 * @module
 */
import type { Level, Outcome } from "../contract/result.ts";
import type { CorpusProof } from "./corpus_report.ts";

/** The verdict on a self-test. */
export type SelftestOutcome = "PASSED" | "FAILED" | "HARNESS ERROR" | "INTERRUPTED";

/** What a run said of a mutant, or must say. */
export interface Said {
  readonly outcome: Outcome;
  /** Ids of the failed checks, sorted. */
  readonly failed: readonly string[];
  /** Ids of the warned checks, sorted. */
  readonly warned: readonly string[];
}

/**
 * How a trial ended.
 *
 * - `as_pinned`: outcome and both whole sets are the pinned ones.
 * - `changed`: they are not.
 * - `crashed`: a fault of ours; says nothing about any check.
 * - `skipped`: this platform can't play it.
 */
export type TrialState = "as_pinned" | "changed" | "crashed" | "skipped";

/** One trial's line. */
export interface TrialResult {
  /** The mutant's id. */
  readonly id: string;
  readonly theme: string;
  /** `thorough` where only the probes of a thorough run reach the fault. */
  readonly run: "default" | "thorough";
  /** The clause that it breaks; null for an oddity, and where nothing can be tested. */
  readonly breaks: string | null;
  /** What it does, one line. */
  readonly what: string;
  readonly state: TrialState;
  readonly pinned: Said;
  /** Absent where there was no run. */
  readonly said?: Said;
  /** What differs, or why it crashed or was skipped; a line each. */
  readonly details: readonly string[];
  /** What the first look said, where a clock may have had a part in it and it was judged once more. */
  readonly first_look?: readonly string[];
  readonly duration_ms: number;
}

/** A check with all that kills it. */
export interface CheckKills {
  readonly id: string;
  readonly clause: string;
  readonly level: Level;
  readonly kind: "wire" | "cooperative";
  /** True where the self-test must show a kill: each check of a whole run. */
  readonly required: boolean;
  /** Ids of mutants on which it failed; or warned, where its clause is no MUST. */
  readonly killed_by: readonly string[];
}

/**
 * What went wrong.
 *
 * - `unkilled`: no mutant makes this check fail, or this case of the corpus.
 * - `survivor`: a broken endpoint that no check of its clause accuses, or a broken gateway or loop that
 *   its cases don't.
 * - `accused`: an endpoint or a gateway that breaks nothing, accused of something.
 * - `changed`: other sets than the pinned ones.
 * - `crashed`: a fault of ours.
 */
export interface Problem {
  readonly kind: "unkilled" | "survivor" | "accused" | "changed" | "crashed";
  /** Id of the check or of the mutant. */
  readonly about: string;
  /** Lines that stand alone. */
  readonly details: readonly string[];
}

/** Numbers of a self-test. */
export interface SelftestCounts {
  /** Those that break a clause. */
  readonly mutants: number;
  /** Those that break none: odd but legal, or out of reach. */
  readonly oddities: number;
  readonly trials: number;
  readonly as_pinned: number;
  readonly changed: number;
  readonly crashed: number;
  readonly skipped: number;
  /** Trials that were judged twice. */
  readonly judged_twice: number;
  /** Checks that must be killed, and how many are. */
  readonly checks: number;
  readonly killed: number;
  /** Cases of the corpus that must accuse something, and how many do. */
  readonly cases: number;
  readonly cases_killed: number;
  /** Gateways and loops that the corpus was played against, and how many came to what is pinned. */
  readonly subjects: number;
  readonly subjects_as_pinned: number;
}

/** A whole self-test. */
export interface SelftestReport {
  readonly wt_inject_selftest: 1;
  readonly tool: { readonly name: string; readonly version: string; readonly runtime: string };
  /** The contract's version. */
  readonly contract: 1;
  /** UTC, ISO 8601. */
  readonly started_at: string;
  readonly duration_ms: number;
  readonly selection: {
    readonly patterns: readonly string[];
    readonly selected: number;
    readonly available: number;
  };
  readonly outcome: SelftestOutcome;
  readonly exit_code: number;
  /** One sentence: why the outcome is what it is. */
  readonly reason: string;
  readonly counts: SelftestCounts;
  readonly checks: readonly CheckKills[];
  readonly trials: readonly TrialResult[];
  /** What gateways and agent loops that are wrong or odd on purpose said of the session corpus. */
  readonly corpus?: CorpusProof;
  readonly problems: readonly Problem[];
  /** Things a reader must know that no line says. */
  readonly notes: readonly string[];
  /** The command line that repeats it. */
  readonly repeat: string;
}
