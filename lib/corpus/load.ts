/**
 * Loads a corpus: the manifest, every file that it references, its identity, and each case with its
 * variants. Whatever isn't in order is refused, each fault by its own name.
 *
 * @module
 */
import type { JsonDocument } from "../contract/json.ts";
import { digestOf, type Identity, identityOf } from "./digest.ts";
import { corpusDocument } from "./document.ts";
import { expectationOf, type ExpectedFile, overridesOf, readExpected } from "./expected_file.ts";
import { CorpusError } from "./fault.ts";
import { type CorpusFiles, MANIFEST, MAX_CORPUS_BYTES } from "./files.ts";
import type { Fixture, Variant } from "./fixture.ts";
import { readFixture } from "./fixture_schema.ts";
import { type CorpusCase, type Manifest, readManifest } from "./manifest.ts";
import { ADAPTER_PATHS, type AdapterPath, covers, endsOf } from "./paths.ts";
import { streamActions } from "./players/stream_bytes.ts";
import { checkedReferences } from "./references.ts";
import type { Expectation } from "./expectation.ts";

/** A case with its files. */
export interface LoadedCase {
  readonly about: CorpusCase;
  readonly fixture: Fixture;
  /** The fixture's document: it knows how numbers were spelled. */
  readonly doc: JsonDocument;
  readonly expected: ExpectedFile;
  /** SHA-256 of the fixture file. */
  readonly inputSha256: string;
}

/** A corpus that was checked. */
export interface Corpus {
  readonly label: string;
  readonly manifest: Manifest;
  readonly identity: Identity;
  /** Of the identity; the manifest's own, unless loading was told not to ask. */
  readonly digest: string;
  readonly cases: readonly LoadedCase[];
  /** Every file with its bytes, the manifest first. */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/** How a corpus is loaded. */
export interface LoadOptions {
  /** For authors, who are about to write a new digest: take the corpus whatever the manifest says. */
  readonly anyDigest?: boolean;
}

/**
 * Loads and checks a corpus.
 *
 * @throws {CorpusError} on the first thing that isn't in order.
 */
export async function loadCorpus(files: CorpusFiles, options: LoadOptions = {}): Promise<Corpus> {
  const manifestBytes = await files.read(MANIFEST);
  const { manifest, doc: manifestDoc } = readManifest(manifestBytes);
  const references = checkedReferences(manifest.cases.flatMap((one, index) => [
    { where: `${MANIFEST}/cases/${index}/fixture`, path: one.fixture },
    { where: `${MANIFEST}/cases/${index}/expected_fixture`, path: one.expected_fixture },
  ]));
  const contents = new Map<string, Uint8Array>();
  let total = manifestBytes.length;
  for (const path of references) {
    const bytes = await files.read(path);
    total += bytes.length;
    if (total > MAX_CORPUS_BYTES) throw new CorpusError("corpus-too-large", path, `${total} bytes`);
    contents.set(path, bytes);
  }
  const identity = await identityOf(
    manifestDoc.value as Readonly<Record<string, unknown>>,
    contents,
  );
  const digest = await digestOf(identity);
  if (digest !== manifest.content_sha256 && options.anyDigest !== true) {
    throw new CorpusError("bad-hash", `${MANIFEST}/content_sha256`, `the digest is ${digest}`);
  }
  const cases = manifest.cases.map((about): LoadedCase => {
    const bytes = (path: string) => contents.get(path) as Uint8Array;
    const doc = corpusDocument(bytes(about.fixture), about.fixture);
    const fixture = readFixture(doc, about.fixture);
    const expectedDoc = corpusDocument(bytes(about.expected_fixture), about.expected_fixture);
    const expected = readExpected(expectedDoc, about.expected_fixture);
    const record = identity.fixtures.find(({ path }) => path === about.fixture);
    const loaded = { about, fixture, doc, expected, inputSha256: record?.sha256 ?? "" };
    checkCase(loaded);
    return loaded;
  });
  return {
    label: files.label,
    manifest,
    identity,
    digest,
    cases,
    files: new Map([[MANIFEST, manifestBytes], ...contents]),
  };
}

/** True where the manifest doesn't declare a variant away on a path. */
export function applies(about: CorpusCase, variant: string, path: AdapterPath): boolean {
  return about.adapter_paths.includes(path) &&
    !(about.not_applicable ?? []).some((one) => one.path === path && one.variant === variant);
}

/** Why a variant has no meaning on a path; undefined where it has. */
export function inapplicable(
  about: CorpusCase,
  variant: string,
  path: AdapterPath,
): string | undefined {
  return (about.not_applicable ?? []).find((one) =>
    one.path === path && (one.variant === undefined || one.variant === variant)
  )?.reason;
}

function checkCase(one: LoadedCase): void {
  const { about, fixture, expected } = one;
  const variants = Object.keys(fixture.variants);
  const declared = (about.not_applicable ?? []).flatMap(({ variant }) => variant ?? []);
  for (const name of [...Object.keys(expected.variants), ...declared]) {
    if (!variants.includes(name)) {
      throw new CorpusError("unknown-variant", `${about.expected_fixture}/variants/${name}`);
    }
  }
  for (const [name, variant] of Object.entries(fixture.variants)) {
    const paths = ADAPTER_PATHS.filter((path) => applies(about, name, path));
    checkOverrides(one, name, paths);
    for (const path of paths) {
      const expectation = expectationOf(expected, name, path);
      checkStimulus(one, name, variant, path);
      checkCounts(`${about.expected_fixture}/variants/${name}`, variant, path, expectation);
    }
    checkStreams(one, name, variant);
  }
}

function checkOverrides(
  { about, expected }: LoadedCase,
  name: string,
  paths: readonly AdapterPath[],
): void {
  for (const pattern of overridesOf(expected, name)) {
    if (pattern === "agent" || !paths.some((path) => covers(pattern, path))) {
      const where = `${about.expected_fixture}/variants/${name}/by_path`;
      throw new CorpusError("unknown-override", where, pattern);
    }
  }
}

function checkStimulus(
  { about }: LoadedCase,
  name: string,
  variant: Variant,
  path: AdapterPath,
): void {
  const where = `${about.fixture}/variants/${name}`;
  const ends = endsOf(path);
  if (ends === undefined) {
    if (variant.agent === undefined) throw new CorpusError("missing-stimulus", `${where}/agent`);
    return;
  }
  const { exchanges } = variant;
  if (exchanges === undefined) throw new CorpusError("missing-stimulus", `${where}/exchanges`);
  for (const [index, one] of exchanges.entries()) {
    const place = `${where}/exchanges/${index}`;
    if (one.request[ends.client] === undefined) {
      throw new CorpusError("missing-stimulus", `${place}/request/${ends.client}`, path);
    }
    if (one.answer[ends.upstream] === undefined) {
      throw new CorpusError("missing-stimulus", `${place}/answer/${ends.upstream}`, path);
    }
    if (variant.together === true && one.marker === undefined) {
      throw new CorpusError("missing-stimulus", `${place}/marker`);
    }
  }
}

function checkCounts(
  where: string,
  variant: Variant,
  path: AdapterPath,
  { outcomes, agent }: Expectation,
): void {
  if (path === "agent") {
    if (agent?.turns.length !== variant.agent?.turns.length) {
      throw new CorpusError("count-mismatch", `${where}/agent`);
    }
    return;
  }
  for (const outcome of outcomes) {
    if (outcome.exchanges.length !== variant.exchanges?.length) {
      throw new CorpusError("count-mismatch", where, path);
    }
  }
}

/** Streams are compiled once here, so that a cut that falls nowhere is found at once. */
function checkStreams({ about, doc }: LoadedCase, name: string, variant: Variant): void {
  for (const [index, { answer }] of (variant.exchanges ?? []).entries()) {
    for (const dialect of ["chat", "messages", "responses"] as const) {
      const one = answer[dialect];
      if (one === undefined || !("stream" in one)) continue;
      const where = `${about.fixture}/variants/${name}/exchanges/${index}/answer/${dialect}`;
      streamActions(one, dialect, doc, where);
    }
  }
}
