/**
 * Plays the session corpus against gateways and loops that are wrong or odd on purpose.
 *
 * @module
 */
import { embeddedTarget } from "../corpus/embedded.ts";
import { carriedFiles } from "../corpus/files.ts";
import { type Corpus, loadCorpus } from "../corpus/load.ts";
import { runCorpus } from "../corpus/run.ts";
import type { CorpusReport } from "../corpus/report.ts";
import { seenIn, stateOf } from "./corpus_judge.ts";
import type { CorpusTrial } from "./corpus_report.ts";
import type { CorpusSubject } from "./corpus_roster.ts";

/** How long any one wait may take, ms: an embedded gateway needs a few, and what hangs costs it all. */
const PATIENCE_MS = 600;

/** The corpus that wt-inject carries. */
export function carriedCorpus(): Promise<Corpus> {
  return loadCorpus(carriedFiles());
}

/** One look at a subject. Never rejects: what goes wrong here is a fault of ours, told as a crash. */
export async function playSubject(
  subject: CorpusSubject,
  corpus: Corpus,
  signal?: AbortSignal,
): Promise<CorpusTrial> {
  const { id, theme, what, breaks, kills } = subject;
  const began = performance.now();
  const line = { id, theme, what, breaks, kills };
  const took = () => Math.round(performance.now() - began);
  try {
    const reports = subject.loop === undefined
      ? [await playGateway(subject, corpus, signal)]
      : await playLoop(subject.loop, subject, corpus, signal);
    const seen = reports.flatMap(seenIn);
    const failed = seen.filter(({ verdict }) => verdict === "failed");
    const cells = reports.flatMap(({ results }) =>
      results.filter(({ verdict }) => verdict !== "not_applicable")
    );
    return {
      ...line,
      ...stateOf(subject, seen),
      cells: cells.length,
      failed: failed.length,
      failed_cases: [...new Set(failed.map(({ caseId }) => caseId))],
      duration_ms: took(),
    };
  } catch (error) {
    const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    return {
      ...line,
      state: "crashed",
      details: [reason],
      cells: 0,
      failed: 0,
      failed_cases: [],
      duration_ms: took(),
    };
  }
}

function playGateway(
  { parts, paths, kills }: CorpusSubject,
  corpus: Corpus,
  signal: AbortSignal | undefined,
): Promise<CorpusReport> {
  const target = embeddedTarget({ patienceMs: PATIENCE_MS });
  return runCorpus({
    corpus,
    paths,
    cases: [...new Set(kills.map((kill) => kill.case))],
    target: {
      ...target,
      open: (path, url) =>
        embeddedTarget(parts === undefined ? {} : { parts: parts() }).open(path, url),
    },
    ...(signal === undefined ? {} : { signal }),
  });
}

/** Case by case: a loop that remembers what it should not is a new one in each. */
async function playLoop(
  loop: NonNullable<CorpusSubject["loop"]>,
  { paths, kills }: CorpusSubject,
  corpus: Corpus,
  signal: AbortSignal | undefined,
): Promise<readonly CorpusReport[]> {
  const reports: CorpusReport[] = [];
  for (const one of new Set(kills.map((kill) => kill.case))) {
    reports.push(
      await runCorpus({
        corpus,
        paths,
        cases: [one],
        target: embeddedTarget({ agent: loop(), patienceMs: PATIENCE_MS, parallel: 1 }),
        ...(signal === undefined ? {} : { signal }),
      }),
    );
  }
  return reports;
}
