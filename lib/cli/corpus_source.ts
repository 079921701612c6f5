/**
 * The corpus that a command is about: the one that wt-inject carries, or one in a folder.
 *
 * @module
 */
import { UsageError } from "../contract/usage.ts";
import { CorpusError } from "../corpus/fault.ts";
import { carriedFiles, type CorpusFiles, folderFiles } from "../corpus/files.ts";
import { type Corpus, loadCorpus } from "../corpus/load.ts";
import type { Arguments } from "./arguments.ts";

/**
 * The files of a corpus; of the carried one, where no folder is named.
 *
 * @throws UsageError where there is no such folder
 */
export async function corpusFiles(folder: string | undefined): Promise<CorpusFiles> {
  if (folder === undefined) return carriedFiles();
  let isDirectory = false;
  try {
    ({ isDirectory } = await Deno.stat(folder));
  } catch (error) {
    if (error instanceof Deno.errors.NotCapable) throw error;
    const gone = error instanceof Deno.errors.NotFound ||
      error instanceof Deno.errors.NotADirectory;
    throw noCorpus(folder, gone ? "there is no such folder" : String(error));
  }
  if (!isDirectory) throw noCorpus(folder, "it is no folder");
  return folderFiles(folder);
}

function noCorpus(folder: string, reason: string): UsageError {
  return new UsageError(
    `Cannot read the corpus in ${folder}: ${reason}`,
    "Name the folder that has manifest.json in it.",
  );
}

/**
 * The corpus that --corpus names, loaded and checked.
 *
 * @throws UsageError where it doesn't hold: a command that works with it can't begin
 */
export async function corpusOf(args: Arguments): Promise<Corpus> {
  const folder = args.text("corpus");
  const files = await corpusFiles(folder);
  try {
    return await loadCorpus(files);
  } catch (error) {
    if (folder === undefined || !(error instanceof CorpusError)) throw error;
    throw new UsageError(error.message, `wt-inject corpus verify ${folder} says it again.`);
  }
}

/** One line that names a corpus. */
export function corpusName({ manifest, digest }: Corpus): string {
  return `corpus ${manifest.version}, sha256 ${digest}`;
}
