/**
 * Why a corpus can't be loaded, each reason told apart.
 *
 * @module
 */

/** The reasons: the manifest's, a reference's, a file's, the digest's, a fixture's. */
export const CORPUS_FAULTS = {
  "manifest-missing": "there is no manifest.json",
  "not-utf8": "a file is not UTF-8",
  "not-json": "a file is not one JSON value",
  "not-an-object": "a file's JSON value is not an object",
  "duplicate-key": "an object has a key twice",
  "unknown-key": "an object has a key that the format doesn't know",
  "missing-key": "an object lacks a key that the format asks for",
  "wrong-type": "a value is not of the kind or form that the format asks for",
  "unknown-schema": "the manifest's schema is not the one that this loader reads",
  "bad-string": "a string of the manifest has a character outside U+0020 to U+007E",
  "unsafe-integer": "a number of the manifest is not a safe integer",
  "no-cases": "the manifest has no case",
  "too-many-cases": "the manifest has more than 32 cases",
  "bad-id": "an id is not lower-case words joined by hyphens",
  "duplicate-id": "two cases have one id",
  "unknown-kind": "a case's kind is none of the four",
  "unknown-path": "an adapter path is no row of the table",
  "duplicate-path": "a case names an adapter path twice",
  "unaccounted-path": "a case neither applies on an adapter path nor says why not",
  "contradicted-path": "a case applies on an adapter path and says that it doesn't",
  "unknown-variant": "something is said of a variant that the fixture doesn't have",
  "empty-reason": "something is declared away without a reason",
  "reference-empty": "a reference is empty",
  "reference-url": "a reference is a URL",
  "reference-windows": "a reference would mean something else on Windows",
  "reference-absolute": "a reference is absolute",
  "reference-traversal": "a reference has an empty, . or .. segment",
  "reference-characters": "a reference has a character that isn't portable",
  "reference-not-json": "a reference doesn't end in .json",
  "reference-case": "two references, or a reference and its file, differ in letter case alone",
  "reference-missing": "a referenced file doesn't exist",
  "reference-not-a-file": "a reference leads to something that is no file",
  "reference-unreadable": "a referenced file can't be opened",
  "reference-outside": "a reference leads out of the corpus, through a link",
  "file-too-large": "a file is over 256 KiB",
  "corpus-too-large": "all files together are over 2 MiB",
  "hash-format": "content_sha256 is not 64 lower-case hexadecimal digits",
  "bad-hash": "content_sha256 is not the digest of this corpus",
  "no-variants": "a fixture has no variant",
  "missing-expectation": "a variant has no expectation",
  "missing-stimulus": "a variant lacks a request or an answer that an applicable path needs",
  "unknown-oracle": "an expectation names an oracle that doesn't exist",
  "unknown-requirement": "an expectation names a requirement that doesn't exist",
  "unknown-override": "an override is for no path on which its case applies",
  "ambiguous-override": "two overrides cover one path, and neither is more specific",
  "bad-pointer": "an override sets a place that isn't there",
  "bad-cut": "a stream is cut where its bytes can't be",
  "bad-base64": "bytes are not base64",
  "count-mismatch": "an expectation has more or fewer exchanges than its fixture",
} as const;

/** A reason. */
export type CorpusFaultKind = keyof typeof CORPUS_FAULTS;

/**
 * A corpus that can't be loaded. The message names the file and the place.
 *
 * @example Which fault, and where
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { CorpusError, loadCorpus, memoryFiles } from "@wt/inject/corpus";
 *
 * const error = await loadCorpus(memoryFiles({ "manifest.json": "{" })).catch((error) => error);
 * if (!(error instanceof CorpusError)) throw error;
 * assertEquals([error.kind, error.where], ["not-json", "manifest.json"]);
 * ```
 */
export class CorpusError extends Error {
  /** For those who have lost the class. */
  override readonly name = "CorpusError";
  /** Which reason it was. */
  readonly kind: CorpusFaultKind;
  /** The file, case or place, as `manifest.json/cases/0/id`. */
  readonly where: string;

  /** The reason, the place, and what stands there where that helps. */
  constructor(kind: CorpusFaultKind, where: string, detail?: string) {
    const more = detail === undefined ? "" : `: ${detail}`;
    super(`Cannot load the corpus: ${CORPUS_FAULTS[kind]} (${kind}, at ${where})${more}`);
    this.kind = kind;
    this.where = where;
  }
}
