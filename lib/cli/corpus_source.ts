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
import { commandLine } from "./quote.ts";

/**
 * The files of a corpus; of the carried one, where no folder is named.
 *
 * @throws UsageError where there is no such folder
 */
async function corpusFiles(folder: string | undefined): Promise<CorpusFiles> {
  if (folder === undefined) return carriedFiles();
  let isDirectory = false;
  try {
    ({ isDirectory } = await Deno.stat(folder));
  } catch (error) {
    if (error instanceof Deno.errors.NotCapable) throw error;
    const gone = error instanceof Deno.errors.NotFound ||
      error instanceof Deno.errors.NotADirectory;
    const reason = error instanceof Error ? error.message : String(error);
    throw noCorpus(folder, gone ? "there is no such folder" : reason);
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
 * A corpus, loaded and checked; the carried one, where no folder is named.
 *
 * @throws CorpusError where it doesn't hold
 * @throws UsageError where there is no such folder, or the system keeps it from being read
 */
export async function corpusIn(folder: string | undefined): Promise<Corpus> {
  const files = await corpusFiles(folder);
  try {
    return await loadCorpus(files);
  } catch (error) {
    const kept = error instanceof Deno.errors.PermissionDenied ||
      error instanceof Deno.errors.FilesystemLoop;
    if (folder !== undefined && kept) throw noCorpus(folder, error.message);
    throw error;
  }
}

/**
 * The corpus that --corpus names.
 *
 * @throws UsageError where it doesn't hold: a command that works with it can't begin
 */
export async function corpusOf(args: Arguments): Promise<Corpus> {
  const folder = args.text("corpus");
  try {
    return await corpusIn(folder);
  } catch (error) {
    if (folder === undefined || !(error instanceof CorpusError)) throw error;
    const line = commandLine(["wt-inject", "corpus", "verify", folder]);
    throw new UsageError(error.message, `"${line}" looks at it alone.`);
  }
}

/** One line that names a corpus. */
export function corpusName({ manifest, digest }: Corpus): string {
  return `corpus ${manifest.version}, sha256 ${digest}`;
}
