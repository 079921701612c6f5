/**
 * The golden file of `wt-inject surface record`, `diff` and `check`.
 *
 * @module
 */
import { UsageError } from "../contract/usage.ts";
import { GoldenError, type ReadGolden, readGolden } from "../surface/golden_read.ts";
import type { Arguments } from "./arguments.ts";
import { type PendingFile, prepareFile } from "./report_files.ts";
import { readWhole, SETTINGS_BYTES } from "../wire/read_file.ts";

/** Where a golden is kept unless something else is said. */
export const DEFAULT_GOLDEN = "surface.golden.json";

/** The path that the command line names. */
export function goldenPath(args: Arguments): string {
  return args.text("golden") ?? DEFAULT_GOLDEN;
}

/**
 * Reads a golden.
 *
 * @throws UsageError where there is none, or where it breaks the format
 */
export async function loadGolden(path: string): Promise<ReadGolden> {
  let bytes: Uint8Array;
  try {
    bytes = await readWhole(path, SETTINGS_BYTES);
  } catch (error) {
    if (error instanceof Deno.errors.NotCapable) throw error;
    const missing = error instanceof Deno.errors.NotFound;
    const reason = error instanceof Error ? error.message.replace(/: (?:read|open).*$/, "") : "";
    throw new UsageError(
      `Cannot read the golden ${path}: ${missing ? "there is no such file" : reason}`,
      missing ? "wt-inject surface record writes one; --golden names another." : undefined,
    );
  }
  try {
    return readGolden(bytes);
  } catch (error) {
    if (!(error instanceof GoldenError)) throw error;
    throw new UsageError(
      `Cannot compare with the golden ${path}: ${error.message}`,
      "Take it from version control again, or record a new one with --overwrite.",
    );
  }
}

/**
 * Gets a golden's file ready, and the folders above it. Whoever holds a file with text in it holds the
 * prompt: it is the owner's alone.
 *
 * @throws UsageError where a golden stands there that may not be replaced, or none can be written
 */
export async function prepareGolden(
  path: string,
  { overwrite, secret }: { readonly overwrite: boolean; readonly secret: boolean },
): Promise<PendingFile> {
  if (!overwrite && await isThere(path)) throw standsThere(path);
  const folder = path.replace(/[^/\\]*$/, "");
  if (folder !== "") {
    try {
      await Deno.mkdir(folder, { recursive: true });
    } catch (error) {
      if (error instanceof Deno.errors.NotCapable) throw error;
      // What is wrong with the folder is said by the attempt to write into it.
    }
  }
  return await prepareFile(path, secret ? { mode: 0o600 } : {});
}

/** Puts a golden in place, unless another came there meanwhile. */
export async function commitGolden(
  file: PendingFile,
  text: string,
  overwrite: boolean,
): Promise<void> {
  if (!overwrite && await isThere(file.path)) throw standsThere(file.path);
  await file.commit(text);
}

function standsThere(path: string): UsageError {
  return new UsageError(
    `Cannot write the golden ${path}: it is there already`,
    "Add --overwrite to replace it, once the changed surface was benched.",
  );
}

async function isThere(path: string): Promise<boolean> {
  try {
    // A device such as /dev/stdout is no golden that could be lost.
    return (await Deno.stat(path)).isFile;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    if (error instanceof Deno.errors.NotCapable) throw error;
    return false;
  }
}
