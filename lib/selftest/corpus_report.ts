/**
 * What a self-test found out about the session corpus: one model, which every format renders.
 *
 * @module
 */
import type { Kill } from "../gateway/mutants/mutant.ts";
import type { TrialState } from "./report.ts";
import type { CorpusTheme } from "./corpus_roster.ts";

/** A cell that did not pass. */
export interface Accusation {
  /** The cell's verdict. */
  readonly verdict: string;
  /** `case.variant.path`. */
  readonly cell: string;
  /** Codes of its differences, each once. */
  readonly codes: readonly string[];
}

/** One gateway's or loop's line. */
export interface CorpusTrial {
  /** The id of the gateway or loop. */
  readonly id: string;
  /** What sort of fault it has. */
  readonly theme: CorpusTheme;
  /** What it does, one line. */
  readonly what: string;
  /** The requirement that it breaks; null for what is merely odd. */
  readonly breaks: string | null;
  /** How what came compares to what is pinned. */
  readonly state: TrialState;
  /** What must fail, and with which code. */
  readonly kills: readonly Kill[];
  /** Cells that were played and apply. */
  readonly cells: number;
  /** How many of them failed. */
  readonly failed: number;
  /** Ids of the cases of which a cell failed. */
  readonly failed_cases: readonly string[];
  /** What differs, or why it crashed; a line each. */
  readonly details: readonly string[];
  /** What the first look said, where it was judged once more, alone. */
  readonly first_look?: readonly string[];
  /** Of this trial. */
  readonly duration_ms: number;
}

/** A case with all that it accuses. */
export interface CaseKills {
  /** The case's id. */
  readonly id: string;
  /** True where the self-test must show a kill. */
  readonly required: boolean;
  /** Ids of the gateways and loops that are pinned to it and that it failed. */
  readonly killed_by: readonly string[];
}

/** The corpus's part of a self-test. */
export interface CorpusProof {
  /** The corpus's. */
  readonly version: string;
  /** The digest of its identity, hex. */
  readonly sha256: string;
  /** In the manifest's order. */
  readonly cases: readonly CaseKills[];
  /** In the roster's order. */
  readonly trials: readonly CorpusTrial[];
}
