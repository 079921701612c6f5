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
  /** The report's outcome. */
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
  /** What sort of fault it has. */
  readonly theme: string;
  /** `thorough` where only the probes of a thorough run reach the fault. */
  readonly run: "default" | "thorough";
  /** The clause that it breaks; null for an oddity, and where nothing can be tested. */
  readonly breaks: string | null;
  /** What it does, one line. */
  readonly what: string;
  /** How what came compares to what is pinned. */
  readonly state: TrialState;
  /** What must come. */
  readonly pinned: Said;
  /** Absent where there was no run. */
  readonly said?: Said;
  /** What differs, or why it crashed or was skipped; a line each. */
  readonly details: readonly string[];
  /** What the first look said, where a clock may have had a part in it and it was judged once more. */
  readonly first_look?: readonly string[];
  /** Of this trial. */
  readonly duration_ms: number;
}

/** A check with all that kills it. */
export interface CheckKills {
  /** The check's id. */
  readonly id: string;
  /** The clause that it rests on. */
  readonly clause: string;
  /** How binding that is. */
  readonly level: Level;
  /** Whether it needs the agent to play along. */
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
  /** Which of these. */
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
  /** Endpoints, once for each way in which they are run. */
  readonly trials: number;
  /** Trials that came to what is pinned. */
  readonly as_pinned: number;
  /** Trials that came to something else. */
  readonly changed: number;
  /** Trials that a fault of ours ended. */
  readonly crashed: number;
  /** Trials that this platform can't play. */
  readonly skipped: number;
  /** Trials that were judged twice. */
  readonly judged_twice: number;
  /** Checks that must be killed, and how many are. */
  readonly checks: number;
  /** How many of them are. */
  readonly killed: number;
  /** Cases of the corpus that must accuse something, and how many do. */
  readonly cases: number;
  /** How many of them do. */
  readonly cases_killed: number;
  /** Gateways and loops that the corpus was played against, and how many came to what is pinned. */
  readonly subjects: number;
  /** How many of them came to what is pinned. */
  readonly subjects_as_pinned: number;
}

/** A whole self-test. */
export interface SelftestReport {
  /** The version of this shape. */
  readonly wt_inject_selftest: 1;
  /** What was tested, and on which runtime. */
  readonly tool: { readonly name: string; readonly version: string; readonly runtime: string };
  /** The contract's version. */
  readonly contract: 1;
  /** UTC, ISO 8601. */
  readonly started_at: string;
  /** Of the whole self-test. */
  readonly duration_ms: number;
  /** What was selected, of how much. */
  readonly selection: {
    readonly patterns: readonly string[];
    readonly selected: number;
    readonly available: number;
  };
  /** The verdict on this build. */
  readonly outcome: SelftestOutcome;
  /** What `wt-inject selftest` ends with: 0, 1, 3, 4 or 130. */
  readonly exit_code: number;
  /** One sentence: why the outcome is what it is. */
  readonly reason: string;
  /** The same in numbers. */
  readonly counts: SelftestCounts;
  /** Each check with what it catches. */
  readonly checks: readonly CheckKills[];
  /** Each endpoint with what became of it. */
  readonly trials: readonly TrialResult[];
  /** What gateways and agent loops that are wrong or odd on purpose said of the session corpus. */
  readonly corpus?: CorpusProof;
  /** Empty where it PASSED. */
  readonly problems: readonly Problem[];
  /** Things a reader must know that no line says. */
  readonly notes: readonly string[];
  /** The command line that repeats it. */
  readonly repeat: string;
}
