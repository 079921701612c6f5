/**
 * The runs directory, made ready before anything is sent.
 *
 * @module
 */
import { UsageError } from "../contract/usage.ts";
import { VERSION } from "../contract/version.ts";
import type { SourcedScenario } from "../scenario/read_text.ts";
import { type Identity, MAX_NAME_BYTES, traceFolders } from "./identity.ts";
import { type Disk, localDisk } from "./store.ts";
import type { TraceStore } from "./sweep.ts";
import { isTraceName } from "./trace_read.ts";

/**
 * Makes the folder, and makes sure that it can be written.
 *
 * @throws {UsageError} where it can't, and where a name is too long for a folder
 */
export async function openRunsFolder(
  path: string,
  scenarios: readonly SourcedScenario[],
  identity: Identity,
  disk: Disk = localDisk,
): Promise<Omit<TraceStore, "interchange">> {
  const folder = path.replace(/(?<=.)\/+$/, "");
  for (const { scenario, file, line } of scenarios) {
    const long = traceFolders(scenario.name, identity)
      .find((name) => new TextEncoder().encode(name).length > MAX_NAME_BYTES);
    if (long === undefined) continue;
    throw new UsageError(
      `Cannot file the traces of ${file}:${line}: a name has more than ${MAX_NAME_BYTES} bytes ` +
        `(${long.slice(0, 60)}…)`,
      "Folders are called by it: shorten it, or run without --out.",
    );
  }
  try {
    await disk.mkdir(folder);
    const probe = `${folder}/.${crypto.randomUUID().slice(0, 8)}.tmp`;
    await disk.write(probe, "");
    await disk.remove(probe);
  } catch (error) {
    if (error instanceof Deno.errors.NotCapable || !(error instanceof Error)) throw error;
    const reason = error.message.replace(/: (?:mkdir|open|write|remove) .*$/, "");
    throw new UsageError(
      `Cannot keep traces in ${path}: ${reason}`,
      "Name a folder that is yours; nothing was sent.",
    );
  }
  return { folder, disk, writer: `wt-inject ${VERSION}` };
}

/**
 * Makes sure that no other file takes the name of a trace among the traces: whoever reads them would take
 * it for one.
 *
 * @param paths of files that are going to be written; the runs directory is there
 * @throws {UsageError}
 */
export async function refuseAmongTraces(folder: string, paths: readonly string[]): Promise<void> {
  const base = await Deno.realPath(folder);
  for (const path of paths) {
    const name = path.slice(path.lastIndexOf("/") + 1);
    if (!isTraceName(name)) continue;
    const around = path.slice(0, -name.length);
    const place = await Deno.realPath(around === "" ? "." : around).catch((error) => {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
      return undefined;
    });
    if (place === undefined || (place !== base && !place.startsWith(`${base}/`))) continue;
    throw new UsageError(
      `Cannot write ${path}: in the runs directory it would be taken for a trace`,
      `Write it elsewhere, or with another dot in its name: ${
        name.replace(/json$/, "report.json")
      }.`,
    );
  }
}

/**
 * Makes sure that no report takes the place of a scenario file that it is about.
 *
 * @param paths of files that are going to be written
 * @throws {UsageError}
 */
export async function refuseAmongScenarios(
  scenarios: readonly SourcedScenario[],
  paths: readonly string[],
): Promise<void> {
  if (paths.length === 0) return;
  const files = new Set<string>();
  for (const file of new Set(scenarios.map((one) => one.file))) {
    files.add(await Deno.realPath(file));
  }
  for (const path of paths) {
    const place = await Deno.realPath(path).catch(() => undefined);
    if (place === undefined || !files.has(place)) continue;
    throw new UsageError(
      `Cannot write ${path}: it is one of the scenario files`,
      "Name another file.",
    );
  }
}
