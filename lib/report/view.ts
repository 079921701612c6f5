/**
 * What a report comes to, whatever made it: a run's, a sweep's, a self-test's. Formats for people
 * (markdown, github, html) render this and nothing else.
 *
 * @module
 */
import type { ReportExchange, ReportFinding } from "../contract/report.ts";
import type { Style } from "./style.ts";

/** What a colour stands for. A word is always beside it. */
export type Tone = Exclude<Style, "strong">;

/**
 * What a line asks of its reader.
 *
 * - `error`: the run fails for it.
 * - `fault`: our own fault: it says nothing about the target.
 * - `unrun`: a required check could not run, so that the run is no whole one.
 * - `warning`: worth mending; never the exit code's business.
 * - `notice`: a known failure, or an optional check that could not run.
 * - `none`: nothing.
 */
export type Weight = "error" | "fault" | "unrun" | "warning" | "notice" | "none";

/** A verdict as it is shown. */
export interface ViewVerdict {
  /** For filters and machines: `could_not_run`. */
  readonly key: string;
  readonly word: string;
  /** One character, never the only sign. */
  readonly glyph: string;
  readonly tone: Tone;
}

/** One line: a check, a cell, a case, a scenario, a mutant. */
export interface ViewItem {
  readonly id: string;
  readonly section: string;
  readonly title: string;
  readonly verdict: ViewVerdict;
  readonly weight: Weight;
  /** `MUST, wire`; empty where there is nothing to say. */
  readonly nature: string;
  /** Why, one sentence. */
  readonly message: string;
  readonly findings: readonly ReportFinding[];
  /** Evidence that is no finding: a label and a text each. */
  readonly facts: readonly (readonly [label: string, text: string])[];
  /** Ids of exchanges worth showing beside the findings'. */
  readonly exchanges: readonly string[];
  /** The clause, for `wt-inject explain`; absent where there is none. */
  readonly clause?: string;
  /** Why the failure is known, where a baseline knows it. */
  readonly known?: string;
}

/** A cell of a matrix. */
export interface MatrixCell {
  /** Short: `7/8`, `12`, or empty. */
  readonly text: string;
  readonly tone: Tone | "none";
  /** The same in a sentence, for a tooltip and a screen reader. */
  readonly says: string;
  /** What a click filters for. */
  readonly filter?: {
    readonly section?: string;
    readonly verdict?: string;
    readonly text?: string;
  };
}

/** A table of verdicts. */
export interface Matrix {
  /** Stable, for anchors. */
  readonly id: string;
  readonly title: string;
  /** What a cell says. */
  readonly caption: string;
  readonly corner: string;
  readonly columns: readonly string[];
  readonly rows: readonly {
    readonly name: string;
    readonly cells: readonly MatrixCell[];
    /** The last row, of sums. */
    readonly total?: true;
  }[];
}

/** A whole report. */
export interface View {
  readonly command: string;
  readonly target: string;
  readonly label?: string;
  /** What it was held against: `contract version 1`, `corpus 2026.1`. */
  readonly basis: string;
  /** The same as a badge says it: `inject contract 1`. */
  readonly basisShort: string;
  readonly tool: string;
  /** UTC, ISO 8601. */
  readonly startedAt: string;
  readonly durationMs: number;
  readonly outcome: { readonly word: string; readonly tone: Tone };
  readonly exitCode: number;
  readonly reason: string;
  /** Verdicts that fell, in order, with the phrase for each: `2 failed`. */
  readonly counts: readonly {
    readonly verdict: ViewVerdict;
    readonly count: number;
    readonly phrase: string;
  }[];
  /** What else stands in the verdict line: selection, declarations, turns. */
  readonly facts: readonly string[];
  /** What an item is called: `check`, `cell`, `case`, `scenario`. */
  readonly noun: string;
  readonly items: readonly ViewItem[];
  readonly exchanges: readonly ReportExchange[];
  readonly nonces: readonly string[];
  readonly matrices: readonly Matrix[];
  readonly notes: readonly string[];
  readonly repeat: string;
}

/** The verdict line's facts in one phrase: what fell, what was left out, how long it took. */
export function countsOf({ counts, facts, noun }: View): string {
  const fell = counts.map(({ phrase }) => phrase);
  return [fell.length === 0 ? `no ${noun} ran` : fell.join(", "), ...facts].join("; ");
}
