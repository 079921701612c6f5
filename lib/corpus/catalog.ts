/**
 * A corpus to be looked at and taken along: its cases in a list, one case in full, and every file with
 * a note of where it came from.
 *
 * @module
 */
import { VERSION } from "../contract/version.ts";
import { expectationOf } from "./expected_file.ts";
import type { Expectation } from "./expectation.ts";
import { type Corpus, inapplicable, type LoadedCase } from "./load.ts";
import type { CaseKind } from "./manifest.ts";
import { ADAPTER_PATHS, type AdapterPath } from "./paths.ts";
import type { RequirementId } from "./requirements.ts";

/** One case in a list. */
export interface CaseLine {
  /** Lower-case words joined by hyphens. */
  readonly id: string;
  /** What sort of case it is. */
  readonly kind: CaseKind;
  /** What must hold, in the manifest's words. */
  readonly invariant: string;
  /** Ids, in the fixture's order. */
  readonly variants: readonly string[];
  /** The ways on which it applies. */
  readonly paths: readonly AdapterPath[];
}

/** One variant in full. */
export interface VariantDetails {
  readonly id: string;
  readonly about: string;
  readonly requirement: RequirementId;
  /** Path by path: what is expected, or why nothing is. */
  readonly cells: readonly (
    | { readonly path: AdapterPath; readonly expectation: Expectation }
    | { readonly path: AdapterPath; readonly reason: string }
  )[];
}

/** The cases, in the manifest's order. */
export function caseLines(corpus: Corpus): readonly CaseLine[] {
  return corpus.cases.map(({ about, fixture }) => ({
    id: about.id,
    kind: about.kind,
    invariant: about.invariant,
    variants: Object.keys(fixture.variants),
    paths: about.adapter_paths,
  }));
}

/** The variants of a case with all that is expected of them. */
export function caseDetails(one: LoadedCase): readonly VariantDetails[] {
  const { about, fixture, expected } = one;
  return Object.entries(fixture.variants).map(([id, variant]) => ({
    id,
    about: variant.about,
    requirement: expected.variants[id]!.requirement,
    cells: ADAPTER_PATHS.map((path) => {
      const reason = inapplicable(about, id, path);
      return reason === undefined
        ? { path, expectation: expectationOf(expected, id, path) }
        : { path, reason };
    }),
  }));
}

/** The name of the note that goes with a copy. Not part of the corpus's identity. */
export const PROVENANCE = "PROVENANCE.json";

/** Every file of a copy by its relative path: the corpus byte for byte, and the note. */
export function copyOf(corpus: Corpus): ReadonlyMap<string, Uint8Array> {
  const { manifest, digest, identity } = corpus;
  const note = {
    schema: manifest.schema,
    version: manifest.version,
    sha256: digest,
    made_by: `wt-inject ${VERSION}`,
    identity: "docs/corpus_digest.py says how the digest is made",
    files: [
      { path: "manifest.json", size_bytes: corpus.files.get("manifest.json")?.length ?? 0 },
      ...identity.fixtures,
    ],
  };
  const text = `${JSON.stringify(note, null, 2)}\n`;
  return new Map([...corpus.files, [PROVENANCE, new TextEncoder().encode(text)]]);
}
