/**
 * Brings up to date what is made from corpus/: the manifest's own digest, the module that carries the
 * corpus (lib/corpus/carried.json) and the table of cells (corpus/applicability.json). With --check it
 * writes nothing, and fails where one of them is stale.
 *
 *   deno run --allow-read --allow-write tools/corpus_module.ts [--check] [--reviewed]
 *
 * A cell that the table has as applicable and that no longer is fails, until --reviewed says that
 * somebody has looked at the changed contract (R010).
 *
 * @module
 */
import { type Applicability, applicabilityOf, lostCells } from "../lib/corpus/cells.ts";
import { folderFiles, MANIFEST } from "../lib/corpus/files.ts";
import { type Corpus, loadCorpus } from "../lib/corpus/load.ts";
import { toBase64 } from "../lib/wire/bytes.ts";

const ROOT = new URL("../", import.meta.url);
/** The corpus, as it is written. */
export const CORPUS = new URL("corpus/", ROOT);
/** The module that carries it. */
export const CARRIED = new URL("lib/corpus/carried.json", ROOT);
/** The kept table of cells. */
export const TABLE = new URL("corpus/applicability.json", ROOT);

/** Versions that are out, and the digest that each will have for good. */
export const FROZEN = new URL("corpus/frozen.json", ROOT);

/** The digest that a version has for good; undefined where it isn't out yet. */
export async function frozenDigest(version: string): Promise<string | undefined> {
  const frozen: Readonly<Record<string, string>> = JSON.parse(await readText(FROZEN) ?? "{}");
  return Object.hasOwn(frozen, version) ? frozen[version] : undefined;
}

/** Why a corpus may not be brought up to date under its version; undefined where it may. */
export async function frozenFault(version: string, digest: string): Promise<string | undefined> {
  const frozen = await frozenDigest(version);
  if (frozen === undefined || frozen === digest) return undefined;
  return `Cannot change corpus ${version}: it is out, with sha256 ${frozen}. ` +
    "Give the manifest another version, and say in docs/corpus.md what changed.";
}

/** A manifest with its digest in place; nothing else changes. */
export function withDigest(manifest: string, digest: string): string {
  return manifest.replace(/("content_sha256"\s*:\s*")[^"]*(")/, `$1${digest}$2`);
}

/** The module's text: path to base64, a file a line. */
export function carriedText(corpus: Corpus, manifest: string): string {
  const bytes = new Map(corpus.files);
  bytes.set(MANIFEST, new TextEncoder().encode(manifest));
  const lines = [...bytes].map(([path, content]) =>
    `  ${JSON.stringify(path)}: ${JSON.stringify(toBase64(content))}`
  );
  return `{\n${lines.join(",\n")}\n}\n`;
}

/** The table's text: a row a variant. */
export function tableText(table: Applicability): string {
  const rows = Object.entries(table).map(([row, { applies, not }]) =>
    `  ${JSON.stringify(row)}: {\n` +
    `    "applies": ${list(applies)},\n    "not": ${list(not)}\n  }`
  );
  return `{\n${rows.join(",\n")}\n}\n`;
}

function list(paths: readonly string[]): string {
  return `[${paths.map((path) => JSON.stringify(path)).join(", ")}]`;
}

/** The kept table; an empty one where there is none yet. */
export async function keptTable(): Promise<Applicability> {
  const text = await readText(TABLE);
  return text === undefined ? {} : JSON.parse(text);
}

async function readText(url: URL): Promise<string | undefined> {
  try {
    return await Deno.readTextFile(url);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

async function main(args: readonly string[]): Promise<number> {
  const check = args.includes("--check");
  const corpus = await loadCorpus(folderFiles(CORPUS), { anyDigest: true });
  const table = applicabilityOf(corpus);
  const lost = lostCells(await keptTable(), table);
  if (lost.length > 0 && !args.includes("--reviewed")) {
    console.error(`No longer applicable, and not reviewed: ${lost.join(", ")}`);
    return 1;
  }
  const fault = await frozenFault(corpus.manifest.version, corpus.digest);
  if (fault !== undefined) {
    console.error(fault);
    return 1;
  }
  const manifestUrl = new URL(MANIFEST, CORPUS);
  const manifest = withDigest(await Deno.readTextFile(manifestUrl), corpus.digest);
  const outputs: readonly (readonly [URL, string])[] = [
    [manifestUrl, manifest],
    [CARRIED, carriedText(corpus, manifest)],
    [TABLE, tableText(table)],
  ];
  let stale = 0;
  for (const [url, text] of outputs) {
    if (await readText(url) === text) continue;
    stale++;
    const name = url.href.slice(ROOT.href.length);
    if (check) console.error(`${name} is stale: run tools/corpus_module.ts`);
    else {
      await Deno.writeTextFile(url, text);
      console.error(`wrote ${name}`);
    }
  }
  console.error(`${corpus.cases.length} cases, sha256 ${corpus.digest}`);
  return check && stale > 0 ? 1 : 0;
}

if (import.meta.main) Deno.exit(await main(Deno.args));
