/**
 * The corpus's part of a self-test: every gateway and loop that is wrong or odd on purpose, the corpus
 * against each, and what came of it.
 *
 * @module
 */
import type { Corpus } from "../corpus/load.ts";
import { patternMatcher } from "../conform/select.ts";
import { caseKillsOf } from "./corpus_judge.ts";
import { playSubject } from "./corpus_play.ts";
import type { CorpusProof, CorpusTrial } from "./corpus_report.ts";
import { CORPUS_SUBJECTS, type CorpusSubject } from "./corpus_roster.ts";
import { several } from "./several.ts";

/** What patterns leave of the subjects, and the cases that must be shown to accuse something. */
export interface CorpusSelection {
  readonly subjects: readonly CorpusSubject[];
  readonly cases: readonly string[];
}

/**
 * The subjects that patterns leave, in the roster's order. A pattern is a subject's id, a theme
 * (`broken gateways`), or a case of the corpus: that selects what is pinned to it. Globs over ids. All
 * without patterns; none where none matches.
 */
export function selectSubjects(
  patterns: readonly string[],
  cases: readonly string[],
  roster: readonly CorpusSubject[] = CORPUS_SUBJECTS,
): CorpusSelection {
  if (patterns.length === 0) return { subjects: roster, cases };
  const wanted = patterns.map((pattern) => ({ pattern, matches: patternMatcher(pattern) }));
  const asked = cases.filter((id) => wanted.some(({ matches }) => matches(id)));
  return {
    subjects: roster.filter(({ id, theme, kills }) =>
      wanted.some(({ pattern, matches }) => matches(id) || theme === pattern) ||
      kills.some((kill) => asked.includes(kill.case.split(".")[0]!))
    ),
    cases: asked,
  };
}

/** How a proof is made. */
export interface ProofOptions {
  readonly signal?: AbortSignal;
  readonly onTrial?: (trial: CorpusTrial, done: number, of: number) => void;
  readonly onSecondLook?: (trial: CorpusTrial) => void;
}

/** Played at a time; each run has several cells under way itself. */
const CONCURRENCY = 3;

/** Plays the subjects. What doesn't come to what is pinned is judged once more, alone: it may be time. */
export async function proveCorpus(
  { subjects, cases }: CorpusSelection,
  corpus: Corpus,
  { signal, onTrial, onSecondLook }: ProofOptions = {},
): Promise<CorpusProof> {
  const results = new Map<CorpusSubject, CorpusTrial>();
  const again: { readonly subject: CorpusSubject; readonly first: CorpusTrial }[] = [];
  const settle = (subject: CorpusSubject, trial: CorpusTrial) => {
    results.set(subject, trial);
    onTrial?.(trial, results.size, subjects.length);
  };
  await several(subjects, CONCURRENCY, async (subject) => {
    const trial = await playSubject(subject, corpus, signal);
    if (signal?.aborted === true) return;
    if (trial.state === "as_pinned") settle(subject, trial);
    else again.push({ subject, first: trial });
  }, signal);
  await several(again, 1, async ({ subject, first }) => {
    onSecondLook?.(first);
    const trial = await playSubject(subject, corpus, signal);
    if (signal?.aborted !== true) settle(subject, { ...trial, first_look: first.details });
  }, signal);
  const trials = subjects.flatMap((subject) => results.get(subject) ?? []);
  return {
    version: corpus.manifest.version,
    sha256: corpus.digest,
    cases: caseKillsOf(caseIds(corpus), trials, cases),
    trials,
  };
}

/** Ids of a corpus's cases, in its order. */
export function caseIds({ cases }: Corpus): readonly string[] {
  return cases.map(({ about }) => about.id);
}
