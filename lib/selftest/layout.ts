/**
 * What the formats of a self-test share: names cut short, numbers in words, text made safe to print.
 *
 * @module
 */
import type { CorpusProof } from "./corpus_report.ts";
import type { Problem, SelftestReport, TrialResult } from "./report.ts";

/** How many names stand beside a number. */
const NAMES = 3;

/** The first few names, and how many there are beside them. */
export function someOf(names: readonly string[], most = NAMES): string {
  const left = names.length - most;
  return names.slice(0, most).join(", ") + (left > 0 ? `, … (${left} more)` : "");
}

/** The heading over each kind of problem. */
export const PROBLEM_TITLES: Readonly<Record<Problem["kind"], string>> = {
  unkilled: "Checks and cases that nothing kills",
  survivor: "Broken ones that survive",
  accused: "Innocent ones that are accused",
  changed: "Verdicts that aren't the pinned ones",
  crashed: "Crashes of our own",
};

/** The problems under their headings; none that is empty. */
export function problemGroups(
  { problems }: SelftestReport,
): readonly { readonly title: string; readonly problems: readonly Problem[] }[] {
  return (Object.keys(PROBLEM_TITLES) as Problem["kind"][]).map((kind) => ({
    title: PROBLEM_TITLES[kind],
    problems: problems.filter((problem) => problem.kind === kind),
  })).filter((group) => group.problems.length > 0);
}

/** One theme's line. */
export interface ThemeLine {
  readonly name: string;
  /** Ids of those that break a clause. */
  readonly broken: readonly string[];
  /** Ids of the others: odd but legal, or out of reach. */
  readonly innocent: readonly string[];
  /** Runs, and how many of them said what is pinned. */
  readonly trials: number;
  readonly asPinned: number;
}

/** The themes of the trials, in their order. */
export function themeLines({ trials }: SelftestReport): readonly ThemeLine[] {
  const names = [...new Set(trials.map(({ theme }) => theme))];
  return names.map((name) => {
    const own = trials.filter(({ theme }) => theme === name);
    const ids = (list: readonly TrialResult[]) => [...new Set(list.map(({ id }) => id))];
    return {
      name,
      broken: ids(own.filter(({ breaks }) => breaks !== null)),
      innocent: ids(own.filter(({ breaks }) => breaks === null)),
      trials: own.length,
      asPinned: own.filter(({ state }) => state === "as_pinned").length,
    };
  });
}

/** The lines of what the corpus was played against: theme, how many, how many came to what is pinned. */
export function corpusThemeLines(
  { trials }: CorpusProof,
): readonly { readonly name: string; readonly trials: number; readonly asPinned: number }[] {
  return [...new Set(trials.map(({ theme }) => theme))].map((name) => {
    const own = trials.filter(({ theme }) => theme === name);
    const asPinned = own.filter(({ state }) => state === "as_pinned").length;
    return { name, trials: own.length, asPinned };
  });
}

/** The numbers of a self-test in one sentence. */
export function numbers({ counts, duration_ms, selection }: SelftestReport): string {
  const { mutants, oddities, trials, checks, killed, cases, cases_killed, subjects } = counts;
  const parts = trials === 0 && subjects > 0 ? [] : [
    `${killed} of ${checks} checks killed`,
    `${mutants} broken endpoints, ${oddities} innocent`,
    `${counts.as_pinned} of ${trials} runs as pinned`,
  ];
  if (subjects > 0) {
    parts.push(
      `${cases_killed} of ${cases} cases of the corpus killed`,
      `${counts.subjects_as_pinned} of ${subjects} gateways and loops as pinned`,
    );
  }
  if (counts.skipped > 0) parts.push(`${counts.skipped} skipped`);
  if (counts.judged_twice > 0) parts.push(`${counts.judged_twice} judged twice`);
  if (selection.selected < selection.available) {
    parts.push(`${selection.selected} of ${selection.available} mutants selected`);
  }
  parts.push(`${(duration_ms / 1000).toFixed(1)} s`);
  return parts.join("; ");
}

/** Longer messages than this are cut: they quote what mutants sent. */
const LONGEST = 400;

/** One safe line: mutants send control characters, and messages quote them. */
export function printable(text: string): string {
  const cut = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
  return cut.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
