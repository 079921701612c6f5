/**
 * The runs directory, made ready before anything is sent.
 *
 * @module
 */
import { UsageError } from "../contract/usage.ts";
import { VERSION } from "../contract/version.ts";
import { placeOf } from "../wire/place.ts";
import { isScenarioFile, type SourcedScenario } from "../scenario/read_text.ts";
import { type Identity, MAX_NAME_BYTES, traceFolders } from "./identity.ts";
import { type Disk, LEDGER, localDisk } from "./store.ts";
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
    const ledger = await Deno.stat(`${folder}/${LEDGER}`).catch(() => undefined);
    if (ledger?.isFile === false) throw new Error(`its ${LEDGER} is no plain file`);
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
export function refuseAmongTraces(folder: string, paths: readonly string[]): void {
  const base = placeOf(folder);
  for (const path of paths) {
    const place = placeOf(path) ?? "";
    const name = place.slice(place.lastIndexOf("/") + 1);
    const own = name === LEDGER || /\.(?:score|wtin)\.json$/.test(name);
    if (!isTraceName(name) && !own) continue;
    if (base === undefined || !place.startsWith(`${base}/`)) continue;
    if (own) {
      throw new UsageError(
        `Cannot write ${path}: in the runs directory that name is one of its own files`,
        "Write it elsewhere, or by another name.",
      );
    }
    throw new UsageError(
      `Cannot write ${path}: in the runs directory it would be taken for a trace`,
      `Write it elsewhere, or with another dot in its name: ${
        name.replace(/json$/, "report.json")
      }.`,
    );
  }
}

/**
 * Makes sure that nothing is written where the next run would read it for a scenario: in the place of a
 * scenario file, or beside one in a folder that stands for all that is in it.
 *
 * @param named files and folders, as {@linkcode loadScenarios} took them
 * @param paths of files that are going to be written
 * @param out the runs directory, if there is one
 * @throws {UsageError}
 */
export async function refuseAmongScenarios(
  scenarios: readonly SourcedScenario[],
  named: readonly string[],
  paths: readonly string[],
  out?: string,
): Promise<void> {
  const written = [
    ...paths.filter((path) => isScenarioFile(path)),
    ...(out === undefined ? [] : [out]),
  ];
  for (const path of written) {
    for (const folder of named) {
      if (!await wouldBeRead(path, folder)) continue;
      throw new UsageError(
        `Cannot write ${path}: the next run would read it as a scenario, for it is in ${folder}`,
        "Write it elsewhere, or into a folder whose name begins with a dot.",
      );
    }
  }
  if (paths.length === 0) return;
  const files = new Set(scenarios.map(({ file }) => placeOf(file)));
  for (const path of paths) {
    const place = placeOf(path);
    if (place === undefined || !files.has(place)) continue;
    throw new UsageError(
      `Cannot write ${path}: it is one of the scenario files`,
      "Name another file.",
    );
  }
}

/** True for what will stand in a folder that is read, and not in one that is passed over. */
async function wouldBeRead(path: string, folder: string): Promise<boolean> {
  if (!(await Deno.stat(folder)).isDirectory) return false;
  const [base, place] = [placeOf(folder), placeOf(path)];
  if (base === undefined || place?.startsWith(`${base}/`) !== true) return false;
  return !place.slice(base.length + 1).split("/").some((name) => name.startsWith("."));
}
