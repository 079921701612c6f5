/**
 * Scenario files from the disk: files as they are named, and folders with all that is in them.
 *
 * @module
 */
import { UsageError } from "../contract/usage.ts";
import { isScenarioFile, readScenarios, type SourcedScenario } from "../scenario/read_text.ts";

/** The largest scenario file that is read, bytes. */
const MAX_BYTES = 16 * 1024 * 1024;

const HINT = "Scenario files end in .yaml, .yml or .json; a folder stands for all of them in it.";

/**
 * Reads every scenario of these files and folders, in their order; a folder's files by name. Files and
 * folders in a folder whose names begin with a dot are passed over.
 *
 * @throws {UsageError} for a file that can't be read or isn't a scenario file, a folder without any, and
 * a name that two scenarios have
 *
 * @example A file that isn't there
 * ```ts
 * import { assertRejects } from "@std/assert";
 * import { UsageError } from "@wt/inject";
 * import { loadScenarios } from "@wt/inject/run";
 *
 * await assertRejects(() => loadScenarios(["no/such/folder"]), UsageError);
 * ```
 */
export async function loadScenarios(paths: readonly string[]): Promise<readonly SourcedScenario[]> {
  const files: string[] = [];
  for (const path of paths) files.push(...await filesOf(path));
  const all: SourcedScenario[] = [];
  const seen = new Map<string, SourcedScenario>();
  for (const file of new Set(files)) {
    for (const one of await readScenarios(scenariosIn(await textOf(file), file), file)) {
      const { name } = one.scenario;
      const other = seen.get(name);
      if (other !== undefined) {
        throw new UsageError(
          `Cannot tell two scenarios apart: ${
            JSON.stringify(name)
          } stands in ${other.file}:${other.line} ` +
            `and in ${one.file}:${one.line}`,
          "Give one of them another name: traces and reports are filed by it.",
        );
      }
      seen.set(name, one);
      all.push(one);
    }
  }
  return all;
}

/** @throws {UsageError} where the text is one of the files that a run leaves */
function scenariosIn(text: string, file: string): string {
  const [, mark] = /^\s*\{\s*"(wt_inject_\w+|windtunnel_trace|windtunnel_interchange)"\s*:/
    .exec(text) ?? [];
  if (mark === undefined) return text;
  throw new UsageError(
    `Cannot read ${file} as scenarios: it is what a run left (${mark})`,
    "Keep reports and traces elsewhere: of a folder every .json, .yaml and .yml is read.",
  );
}

async function filesOf(path: string): Promise<readonly string[]> {
  let isFolder: boolean;
  try {
    isFolder = (await Deno.stat(path)).isDirectory;
  } catch (error) {
    throw unreadable(path, error);
  }
  if (!isFolder) {
    if (isScenarioFile(path)) return [path];
    throw new UsageError(`Cannot read ${path} as scenarios: its ending is unknown`, HINT);
  }
  const found = await folderFiles(path.replace(/(?<=.)\/+$/, ""));
  if (found.length === 0) {
    throw new UsageError(`Cannot find a scenario in ${path}: no file in it has the ending`, HINT);
  }
  return found;
}

async function folderFiles(folder: string): Promise<readonly string[]> {
  const names: string[] = [];
  try {
    for await (const { name } of Deno.readDir(folder)) if (!name.startsWith(".")) names.push(name);
  } catch (error) {
    throw unreadable(folder, error);
  }
  const files: string[] = [];
  for (const name of names.sort()) {
    const path = `${folder}/${name}`;
    if ((await Deno.lstat(path)).isDirectory) files.push(...await folderFiles(path));
    else if (isScenarioFile(name)) files.push(path);
  }
  return files;
}

async function textOf(file: string): Promise<string> {
  let bytes: Uint8Array;
  try {
    const { isFile, size } = await Deno.stat(file);
    // A device has no end, and a pipe nobody writes to never begins.
    if (!isFile) throw new Error("it is no ordinary file");
    if (size > MAX_BYTES) throw new Error(`it has more than ${MAX_BYTES} bytes`);
    bytes = await Deno.readFile(file);
  } catch (error) {
    throw unreadable(file, error);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new UsageError(`Cannot read ${file}: it isn't UTF-8`, HINT);
  }
}

function unreadable(path: string, error: unknown): unknown {
  if (error instanceof Deno.errors.NotCapable || !(error instanceof Error)) return error;
  const reason = error instanceof Deno.errors.NotFound
    ? "there is no such file or folder"
    : error.message.replace(/: (?:stat|readfile|open|readdir) .*$/, "");
  return new UsageError(`Cannot read ${path}: ${reason}`, HINT);
}
