/**
 * Where a corpus is read from: memory, the module that the library carries, or a folder.
 *
 * @module
 */
import { fromBase64 } from "../wire/bytes.ts";
import { CorpusError } from "./fault.ts";

/** The manifest's own path. */
export const MANIFEST = "manifest.json";
/** No file may be larger, the manifest included. */
export const MAX_FILE_BYTES = 256 * 1024;
/** All files together, the manifest included. */
export const MAX_CORPUS_BYTES = 2 * 1024 * 1024;

/** The files of a corpus. */
export interface CorpusFiles {
  /** For messages. */
  readonly label: string;
  /**
   * The bytes of a file, by a reference that was checked.
   *
   * @throws {CorpusError} where it is missing, no file, too large, spelled otherwise, or outside.
   */
  read(path: string): Promise<Uint8Array>;
}

/**
 * Files in memory.
 *
 * @example A corpus that isn't one
 * ```ts
 * import { assertRejects } from "@std/assert";
 * import { CorpusError, loadCorpus, memoryFiles } from "@wt/inject/corpus";
 *
 * await assertRejects(() => loadCorpus(memoryFiles({ "manifest.json": "[]" })), CorpusError);
 * ```
 */
export function memoryFiles(
  files: Readonly<Record<string, Uint8Array | string>>,
  label = "memory",
): CorpusFiles {
  return {
    label,
    read(path) {
      const given = Object.hasOwn(files, path) ? files[path] : undefined;
      if (given === undefined) return Promise.reject(missing(path));
      const bytes = typeof given === "string" ? new TextEncoder().encode(given) : given;
      return bytes.length > MAX_FILE_BYTES
        ? Promise.reject(new CorpusError("file-too-large", path, `${bytes.length} bytes`))
        : Promise.resolve(bytes);
    },
  };
}

/**
 * The corpus that this library carries. Its module is loaded when the first file is read.
 *
 * @example Its manifest
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { carriedFiles } from "@wt/inject/corpus";
 *
 * const manifest = JSON.parse(new TextDecoder().decode(await carriedFiles().read("manifest.json")));
 * assertEquals(manifest.schema, "anvil-serving.protocol-session-corpus/v1");
 * ```
 */
export function carriedFiles(): CorpusFiles {
  let files: Promise<CorpusFiles> | undefined;
  const load = async () => memoryFiles(await carried(), "the embedded corpus");
  return {
    label: "the embedded corpus",
    read: async (path) => await (await (files ??= load())).read(path),
  };
}

/** Paths and bytes of the carried corpus, the manifest among them. */
export async function carried(): Promise<Readonly<Record<string, Uint8Array>>> {
  const module = await import("./carried.json", { with: { type: "json" } });
  const table: Readonly<Record<string, string>> = module.default;
  return Object.fromEntries(
    Object.entries(table).map(([path, base64]) => {
      const bytes = fromBase64(base64);
      if (bytes === undefined) throw new CorpusError("bad-base64", `carried.json/${path}`);
      return [path, bytes];
    }),
  );
}

/**
 * A folder on this machine. Needs leave to read it.
 *
 * @example A folder without a manifest
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { CorpusError, folderFiles, loadCorpus } from "@wt/inject/corpus";
 *
 * const error = await loadCorpus(folderFiles("no/such/folder")).catch((error) => error);
 * if (!(error instanceof CorpusError)) throw error;
 * assertEquals(error.kind, "manifest-missing");
 * ```
 */
export function folderFiles(folder: string | URL): CorpusFiles {
  const root = folder instanceof URL ? folder : fileUrl(folder);
  const base = root.href.endsWith("/") ? root : new URL(`${root.href}/`);
  return { label: String(folder), read: (path) => readInside(base, path) };
}

/** A path of this machine as a URL, relative to the working folder. */
function fileUrl(path: string): URL {
  const slashed = path.replaceAll("\\", "/");
  const absolute = slashed.startsWith("/") || /^[A-Za-z]:\//.test(slashed)
    ? slashed
    : `${Deno.cwd().replaceAll("\\", "/")}/${slashed}`;
  return new URL(`file://${encodeURI(absolute).replaceAll("#", "%23").replaceAll("?", "%3F")}`);
}

async function readInside(base: URL, path: string): Promise<Uint8Array> {
  const url = new URL(path, base);
  try {
    return await readReal(await Deno.realPath(url), await Deno.realPath(base), path);
  } catch (error) {
    if (error instanceof CorpusError || error instanceof Deno.errors.NotCapable) throw error;
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) {
      throw missing(path);
    }
    // Of the manifest, the folder's own reader says more.
    if (path === MANIFEST || !(error instanceof Error)) throw error;
    const reason = error.message.replace(/: (?:realpath|stat|readfile|open) .*$/s, "");
    throw new CorpusError("reference-unreadable", path, reason);
  }
}

async function readReal(resolved: string, root: string, path: string): Promise<Uint8Array> {
  const [found, within] = [resolved, root].map((one) => one.replaceAll("\\", "/"));
  const prefix = `${within}/`;
  if (found === undefined || !found.startsWith(prefix)) {
    throw new CorpusError("reference-outside", path);
  }
  // A file system that ignores case finds a file that another one wouldn't.
  const inside = found.slice(prefix.length);
  if (inside !== path && inside.toLowerCase() === path.toLowerCase()) {
    throw new CorpusError("reference-case", path, `the file is called ${inside}`);
  }
  const { isFile, size } = await Deno.stat(resolved);
  if (!isFile) throw new CorpusError("reference-not-a-file", path);
  if (size > MAX_FILE_BYTES) throw new CorpusError("file-too-large", path, `${size} bytes`);
  const bytes = await Deno.readFile(resolved);
  if (bytes.length > MAX_FILE_BYTES) {
    throw new CorpusError("file-too-large", path, `${bytes.length} bytes`);
  }
  return bytes;
}

function missing(path: string): CorpusError {
  return new CorpusError(path === MANIFEST ? "manifest-missing" : "reference-missing", path);
}
