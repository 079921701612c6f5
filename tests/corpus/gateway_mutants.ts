/**
 * Runs the session corpus against gateways that are wrong, or odd, on purpose.
 */
import { embeddedTarget } from "../../lib/corpus/embedded.ts";
import { folderFiles } from "../../lib/corpus/files.ts";
import { type Corpus, loadCorpus } from "../../lib/corpus/load.ts";
import { endsOf, GATEWAY_PATHS } from "../../lib/corpus/paths.ts";
import { runCorpus } from "../../lib/corpus/run.ts";
import type { GatewayParts } from "../../lib/gateway/parts.ts";
import type { PathKind } from "../../lib/gateway/mutants/mutant.ts";
import { CORPUS } from "../../tools/corpus_module.ts";

/** How long any one wait may take: the embedded gateway needs a few milliseconds. */
const PATIENCE_MS = 600;

/** What a cell came to, if it did not pass. */
export interface Accused {
  readonly verdict: string;
  /** `case.variant`. */
  readonly variant: string;
  readonly path: string;
  readonly kind: PathKind;
  readonly codes: readonly string[];
  readonly message: string;
}

/** The corpus, as it is checked in. */
export const corpus: Corpus = await loadCorpus(folderFiles(CORPUS));

/** The ways of some kinds. */
export function pathsOf(kinds: readonly PathKind[]): readonly string[] {
  return GATEWAY_PATHS.filter((path) => kinds.includes(kindOf(path)));
}

function kindOf(path: string): PathKind {
  const ends = endsOf(path as typeof GATEWAY_PATHS[number])!;
  return ends.client === ends.upstream ? "relay" : "across";
}

/** Plays cells against gateways whose parts are made anew for each. */
export async function accusedOf(
  make: () => GatewayParts,
  paths: readonly string[],
  cases: readonly string[] = [],
): Promise<readonly Accused[]> {
  const target = embeddedTarget({ patienceMs: PATIENCE_MS });
  const { results } = await runCorpus({
    corpus,
    paths,
    cases,
    target: {
      ...target,
      open: (path, url) => embeddedTarget({ parts: make() }).open(path, url),
    },
  });
  return results.flatMap(({ id, section, verdict, message, findings }): readonly Accused[] =>
    verdict === "passed" || verdict === "not_applicable" ? [] : [{
      verdict,
      variant: id.slice(0, -section.length - 1),
      path: section,
      kind: kindOf(section),
      codes: findings.map(({ code }) => code),
      message,
    }]
  );
}
