/**
 * Makes docs/corpus-coverage.md: every requirement of the session corpus and every line of its acceptance,
 * and what proves it. `tools/coverage.ts` writes the page.
 *
 * @module
 */
import { variantsFor } from "../lib/corpus/explain.ts";
import { folderFiles } from "../lib/corpus/files.ts";
import { type Corpus, loadCorpus } from "../lib/corpus/load.ts";
import { type RequirementId, REQUIREMENTS } from "../lib/corpus/requirements.ts";
import type { GatewayMutant } from "../lib/gateway/mutants/mutant.ts";
import { GATEWAY_MUTANTS } from "../lib/gateway/mutants/mutant_list.ts";
import { someOf } from "../lib/selftest/layout.ts";
import { ACCEPTANCE, type AcceptanceLine } from "../tests/corpus/coverage_acceptance.ts";
import {
  REQUIREMENT_PROOFS,
  type RequirementProof,
} from "../tests/corpus/coverage_requirements.ts";
import type { ProvingTest } from "../tests/corpus/coverage_tests.ts";
import { CORPUS } from "./corpus_module.ts";

/** What there is to prove requirements by. */
export interface ProofSources {
  readonly corpus: Pick<Corpus, "cases">;
  readonly mutants: readonly Pick<GatewayMutant, "id" | "breaks" | "kills">[];
  readonly proofs: Readonly<Record<RequirementId, RequirementProof>>;
  readonly acceptance: readonly AcceptanceLine[];
}

/** All that there is; the cases are those of the corpus folder. */
export async function proofSources(): Promise<ProofSources> {
  const corpus = await loadCorpus(folderFiles(CORPUS), { anyDigest: true });
  return { corpus, mutants: GATEWAY_MUTANTS, proofs: REQUIREMENT_PROOFS, acceptance: ACCEPTANCE };
}

/** What proves one requirement. */
export interface Proof extends RequirementProof {
  readonly id: RequirementId;
  readonly cases: ReturnType<typeof variantsFor>;
  /** Ids of the gateways that break it, and that a case fails. */
  readonly mutants: readonly string[];
}

/** A proof for each requirement, in order. */
export function proofsOf({ corpus, mutants, proofs }: ProofSources): readonly Proof[] {
  return (Object.keys(REQUIREMENTS) as RequirementId[]).map((id) => ({
    ...proofs[id],
    id,
    cases: variantsFor(corpus, id),
    mutants: mutants.filter(({ breaks, kills }) => breaks === id && kills.length > 0)
      .map((mutant) => mutant.id),
  }));
}

/** One line for each that nothing proves, or that names what isn't there; none where all is well. */
export function unprovenLines(sources: ProofSources): readonly string[] {
  const cases = new Set(sources.corpus.cases.map(({ about }) => about.id));
  const killed = new Set(
    sources.mutants.filter(({ kills }) => kills.length > 0).map(({ id }) => id),
  );
  const requirements = proofsOf(sources).flatMap(({ id, cases, mutants, tests, excluded }) => {
    if (cases.length + tests.length === 0 && excluded === undefined) {
      return [`${id} lacks a case or a named test`];
    }
    return cases.length > 0 && mutants.length === 0
      ? [`${id} lacks a gateway that breaks it and that a case fails`]
      : [];
  });
  const acceptance = sources.acceptance.flatMap((line) => {
    const at = `${line.task}, ${JSON.stringify(line.sentence)}`;
    const none = line.cases.length + line.mutants.length + line.tests.length === 0;
    return [
      ...(none && line.excluded === undefined ? [`${at} lacks a proof`] : []),
      ...line.cases.filter((id) => !cases.has(id)).map((id) => `${at}: no case ${id}`),
      ...line.mutants.filter((id) => !killed.has(id)).map((id) => `${at}: no gateway ${id}`),
    ];
  });
  return [...requirements, ...acceptance];
}

const TASKS: Readonly<Record<string, string>> = {
  T001: "T001: Freeze the supported matrix and implement the fixture loader",
  T002: "T002: Wire tool/history cases to real adapters and the injected runner",
  T003: "T003: Add deterministic incremental-stream and cancellation cases",
  T004: "T004: Publish the compatibility matrix and close the regression gate",
  all: "The whole",
};

/** The page. */
export function renderProofs(sources: ProofSources): string {
  const proofs = proofsOf(sources);
  const mutants = new Set(proofs.flatMap((proof) => proof.mutants)).size;
  return [
    "# What proves the session corpus",
    "",
    "<!-- Written by `deno task coverage`; a test fails when it is stale. Don't edit it. -->",
    "",
    `The corpus has ${sources.corpus.cases.length} cases for ${proofs.length} requirements and ` +
    `${sources.acceptance.length} lines of acceptance. ${mutants} broken gateways show that the ` +
    "cases can fail. Each variant of a case stands for one requirement; what it asks is in " +
    "`wt-inject corpus show CASE`, and what a requirement is for in `wt-inject explain R001`.",
    "",
    "## Requirements",
    ...proofs.flatMap((proof) => [
      "",
      `### ${proof.id}`,
      "",
      `> ${REQUIREMENTS[proof.id]}`,
      "",
      ...list("cases", proof.cases.map(caseText)),
      ...list("broken gateways", proof.mutants.length === 0 ? [] : [gateways(proof.mutants)]),
      ...rest(proof),
    ]),
    "",
    "## Acceptance",
    ...Object.entries(TASKS).flatMap(([task, title]) => [
      "",
      `### ${title}`,
      ...sources.acceptance.filter((line) => line.task === task).flatMap((line) => [
        "",
        `> ${line.sentence}`,
        "",
        ...list("cases", line.cases.map((id) => `\`${id}\``)),
        ...list("broken gateways", line.mutants.map((id) => `\`${id}\``)),
        ...rest(line),
      ]),
    ]),
    "",
  ].join("\n");
}

function caseText({ id, variants }: Proof["cases"][number]): string {
  return `\`${id}\` (${variants.join(", ")})`;
}

function gateways(mutants: readonly string[]): string {
  return `${mutants.length}: ${someOf(mutants, 8)}`;
}

function rest(
  { tests, excluded }: { readonly tests: readonly ProvingTest[]; readonly excluded?: string },
): readonly string[] {
  return [
    ...list("tests", tests.map(testText)),
    ...(excluded === undefined ? [] : [`- not here: ${excluded}`]),
  ];
}

/** A test's name with its placeholders as dots. */
function testText({ file, name }: ProvingTest): string {
  const said = name.replaceAll(/\$\{[^}]*\}/g, "…");
  return `"${said}" in [${file.slice("tests/".length)}](../${file})`;
}

function list(title: string, entries: readonly string[]): readonly string[] {
  if (entries.length === 0) return [];
  if (entries.length === 1) return [`- ${title}: ${entries[0]}`];
  return [`- ${title}:`, ...entries.map((entry) => `  - ${entry}`)];
}
