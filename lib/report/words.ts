/**
 * The words in which every format speaks of verdicts, numbers and times.
 *
 * @module
 */
import type { Report } from "../contract/report.ts";
import { type Counts, type Outcome, type Verdict, VERDICTS } from "../contract/result.ts";
import type { Style } from "./style.ts";

/** How a verdict is shown: the word says it all, glyph and colour only help the eye. */
export interface VerdictLook {
  readonly glyph: string;
  /** On a check's line. */
  readonly word: string;
  /** After the number 1, and after any other. */
  readonly counted: readonly [one: string, many: string];
  readonly style: Style;
}

/** Every verdict's look. */
export const VERDICT_LOOKS: Readonly<Record<Verdict, VerdictLook>> = {
  passed: { glyph: "✓", word: "passed", counted: ["passed", "passed"], style: "good" },
  failed: { glyph: "✗", word: "FAILED", counted: ["failed", "failed"], style: "bad" },
  warned: { glyph: "!", word: "warned", counted: ["warned", "warned"], style: "caution" },
  not_applicable: {
    glyph: "-",
    word: "not applicable",
    counted: ["not applicable", "not applicable"],
    style: "faint",
  },
  could_not_run: {
    glyph: "?",
    word: "could not run",
    counted: ["could not run", "could not run"],
    style: "caution",
  },
  harness_error: {
    glyph: "#",
    word: "HARNESS ERROR",
    counted: ["harness error", "harness errors"],
    style: "bad",
  },
};

/** Columns of the longest verdict word. */
export const WORD_COLUMNS = 14;

/** The style of an outcome. */
export function outcomeStyle(outcome: Outcome): Style {
  switch (outcome) {
    case "CONFORMS":
      return "good";
    case "DOES NOT CONFORM":
    case "HARNESS ERROR":
      return "bad";
    case "INCOMPLETE":
    case "NOT REACHABLE":
    case "INTERRUPTED":
      return "caution";
  }
}

/** `30 passed, 2 failed`: every verdict that fell, in the order of VERDICTS. */
export function countsPhrase(counts: Counts): string {
  const parts = VERDICTS.filter((verdict) => counts[verdict] > 0)
    .map((verdict) => {
      const [one, many] = VERDICT_LOOKS[verdict].counted;
      return `${counts[verdict]} ${counts[verdict] === 1 ? one : many}`;
    });
  return parts.length === 0 ? "no check ran" : parts.join(", ");
}

/** What a run was held against: a version of the contract, or a corpus by version and digest. */
export function basisOf({ contract, command, corpus }: Report): string {
  if (corpus !== undefined) return `corpus ${corpus.version}, sha256 ${corpus.sha256}`;
  return command === "corpus"
    ? "the session corpus's checks on a live agent, which claim no corpus"
    : `contract version ${contract}`;
}

/** `1 check`, `3 checks`. */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** Milliseconds for a person: `840 ms`, `3.4 s`, `2 min 5 s`. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** A point in an exchange, ms with one decimal. */
export function moment(ms: number): string {
  return `${ms.toFixed(1)} ms`;
}
