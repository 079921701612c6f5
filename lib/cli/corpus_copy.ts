/**
 * `wt-inject corpus copy`: a corpus as files, with a note of where it came from.
 *
 * @module
 */
import { UsageError } from "../contract/usage.ts";
import { copyOf } from "../corpus/catalog.ts";
import { visible } from "../report/visible.ts";
import { plural } from "../report/words.ts";
import type { Arguments } from "./arguments.ts";
import { corpusName, corpusOf } from "./corpus_source.ts";
import type { Io } from "./io.ts";

/**
 * Writes the files.
 *
 * @throws UsageError where the folder isn't empty, or can't be written; nothing is left behind then
 */
export async function run(args: Arguments, io: Io): Promise<number> {
  const folder = args.positionals[0]!;
  const corpus = await corpusOf(args);
  const files = copyOf(corpus);
  try {
    const isNew = await prepared(folder);
    try {
      for (const [path, bytes] of files) await write(`${folder}/${path}`, bytes);
    } catch (error) {
      await cleared(folder, isNew, files);
      throw error;
    }
  } catch (error) {
    if (error instanceof Deno.errors.NotCapable || error instanceof UsageError) throw error;
    throw unwritable(folder, error instanceof Error ? error.message : String(error));
  }
  io.stdout.write(
    `Wrote ${plural(files.size, "file")} to ${visible(folder)}: ${corpusName(corpus)}\n`,
  );
  return 0;
}

/** Makes the folder, or sees that it is empty. True where it is new. */
async function prepared(folder: string): Promise<boolean> {
  let entries: AsyncIterable<Deno.DirEntry>;
  try {
    const { isDirectory } = await Deno.stat(folder);
    if (!isDirectory) throw unwritable(folder, "it is no folder");
    entries = Deno.readDir(folder);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    await Deno.mkdir(folder, { recursive: true });
    return true;
  }
  for await (const { name } of entries) {
    throw unwritable(folder, `it isn't empty (${name} is in it), and nothing is overwritten`);
  }
  return false;
}

async function write(path: string, bytes: Uint8Array): Promise<void> {
  await Deno.mkdir(path.replace(/\/[^/]*$/, ""), { recursive: true });
  await Deno.writeFile(path, bytes, { createNew: true });
}

/** Takes away what was written: of a folder that was there before, only names that are ours. */
async function cleared(
  folder: string,
  isNew: boolean,
  files: ReadonlyMap<string, Uint8Array>,
): Promise<void> {
  const names = new Set([...files.keys()].map((path) => path.replace(/\/.*$/, "")));
  const ours = isNew ? [folder] : [...names].map((name) => `${folder}/${name}`);
  for (const path of ours) {
    try {
      await Deno.remove(path, { recursive: true });
    } catch {
      // It was never made, or can't be taken away: what went wrong first is what is told.
    }
  }
}

function unwritable(folder: string, reason: string): UsageError {
  return new UsageError(
    `Cannot copy the corpus to ${folder}: ${reason}`,
    "Name a new folder, or an empty one.",
  );
}
