/**
 * The manifest: what cases there are, on which adapter paths they apply, and which files they use.
 *
 * @module
 */
import * as z from "zod/mini";
import { type JsonDocument, pointerOf } from "../contract/json.ts";
import { checkedValue, corpusDocument } from "./document.ts";
import { CorpusError, type CorpusFaultKind } from "./fault.ts";
import { MANIFEST } from "./files.ts";
import { ADAPTER_PATHS, type AdapterPath, isAdapterPath } from "./paths.ts";

/** The one schema that this loader reads. */
export const MANIFEST_SCHEMA = "anvil-serving.protocol-session-corpus/v1";
/** A manifest has no more cases. */
export const MAX_CASES = 32;

/** What a case is about; `negative` is a deliberately invalid input. */
export const CASE_KINDS = ["roundtrip", "stream", "runner", "negative"] as const;
/** A kind of case. */
export type CaseKind = (typeof CASE_KINDS)[number];

/** Why a case, or one variant of it, has no meaning on an adapter path. */
export interface Inapplicable {
  readonly path: AdapterPath;
  /** Absent where it is so for every variant. */
  readonly variant?: string;
  readonly reason: string;
}

/** One case. */
export interface CorpusCase {
  readonly id: string;
  /** What must hold, one sentence. */
  readonly invariant: string;
  readonly adapter_paths: readonly AdapterPath[];
  readonly fixture: string;
  readonly expected_fixture: string;
  readonly kind: CaseKind;
  readonly not_applicable?: readonly Inapplicable[];
}

/** A manifest. */
export interface Manifest {
  readonly schema: typeof MANIFEST_SCHEMA;
  readonly version: string;
  /** Of the identity object; see `digest.ts`. */
  readonly content_sha256: string;
  readonly cases: readonly CorpusCase[];
}

/** Lower-case words joined by hyphens. */
export const ID = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

const named = (kind: CorpusFaultKind, test: (text: string) => boolean) =>
  z.string().check(z.refine(test, { params: { kind } }));

const adapterPath = named("unknown-path", isAdapterPath);
const id = named("bad-id", (text) => ID.test(text));
const reason = named("empty-reason", (text) => text.trim() !== "");

const caseSchema = z.strictObject({
  id,
  invariant: z.string().check(z.minLength(1)),
  adapter_paths: z.array(adapterPath).check(z.minLength(1)),
  fixture: z.string(),
  expected_fixture: z.string(),
  kind: named("unknown-kind", (text) => (CASE_KINDS as readonly string[]).includes(text)),
  not_applicable: z.optional(
    z.array(z.strictObject({ path: adapterPath, variant: z.optional(id), reason })),
  ),
});

const manifestSchema = z.strictObject({
  schema: named("unknown-schema", (text) => text === MANIFEST_SCHEMA),
  version: z.string().check(z.minLength(1)),
  content_sha256: named("hash-format", (text) => /^[0-9a-f]{64}$/.test(text)),
  cases: z.array(caseSchema),
});

/**
 * Reads a manifest. Its references are not looked at, nor its digest.
 *
 * @throws {CorpusError}
 */
export function readManifest(bytes: Uint8Array): { manifest: Manifest; doc: JsonDocument } {
  const doc = corpusDocument(bytes, MANIFEST);
  checkPlain(doc);
  const { cases } = doc.value as { readonly cases?: unknown };
  if (Array.isArray(cases)) {
    if (cases.length === 0) throw new CorpusError("no-cases", MANIFEST);
    if (cases.length > MAX_CASES) {
      throw new CorpusError("too-many-cases", MANIFEST, `${cases.length}`);
    }
  }
  const manifest = checkedValue(manifestSchema, doc.value, MANIFEST) as Manifest;
  const ids = new Set<string>();
  for (const [index, one] of manifest.cases.entries()) {
    const where = `${MANIFEST}/cases/${index}`;
    if (ids.has(one.id)) throw new CorpusError("duplicate-id", `${where}/id`, one.id);
    ids.add(one.id);
    checkPaths(one, where);
  }
  return { manifest, doc };
}

/** A case says of every row of the table whether it applies there. */
function checkPaths(one: CorpusCase, where: string): void {
  const applies = new Set<AdapterPath>();
  for (const path of one.adapter_paths) {
    if (applies.has(path)) throw new CorpusError("duplicate-path", `${where}/adapter_paths`, path);
    applies.add(path);
  }
  const excluded = new Set<string>();
  for (const { path, variant } of one.not_applicable ?? []) {
    const key = `${path} ${variant ?? ""}`;
    if (excluded.has(key)) throw new CorpusError("duplicate-path", `${where}/not_applicable`, key);
    excluded.add(key);
    if ((variant === undefined) === applies.has(path)) {
      throw new CorpusError("contradicted-path", `${where}/not_applicable`, path);
    }
  }
  for (const path of ADAPTER_PATHS) {
    if (!applies.has(path) && !excluded.has(`${path} `)) {
      throw new CorpusError("unaccounted-path", where, path);
    }
  }
}

/** Only what every JSON writer spells alike: printable ASCII and safe integers. */
function checkPlain(doc: JsonDocument): void {
  const left: { value: unknown; path: readonly (string | number)[] }[] = [
    { value: doc.value, path: [] },
  ];
  for (let one = left.pop(); one !== undefined; one = left.pop()) {
    const { value, path } = one;
    const where = `${MANIFEST}${pointerOf(path)}`;
    if (typeof value === "string" && !/^[\x20-\x7e]*$/.test(value)) {
      throw new CorpusError("bad-string", where);
    }
    if (typeof value === "number") {
      const spelling = doc.numberAt(pointerOf(path)) ?? "";
      if (!/^(?:0|-?[1-9]\d*)$/.test(spelling) || !Number.isSafeInteger(value)) {
        throw new CorpusError("unsafe-integer", where, spelling);
      }
    }
    if (value === null || typeof value !== "object") continue;
    for (const [key, inner] of Object.entries(value).toReversed()) {
      if (!/^[\x20-\x7e]*$/.test(key)) throw new CorpusError("bad-string", where);
      left.push({ value: inner, path: [...path, Array.isArray(value) ? Number(key) : key] });
    }
  }
}
