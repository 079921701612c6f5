/**
 * The runs directory, made ready before anything is sent.
 *
 * @module
 */
import { UsageError } from "../contract/usage.ts";
import { VERSION } from "../contract/version.ts";
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
export async function refuseAmongTraces(folder: string, paths: readonly string[]): Promise<void> {
  const base = await Deno.realPath(folder);
  for (const path of paths) {
    const name = path.slice(path.lastIndexOf("/") + 1);
    const own = name === LEDGER || /\.(?:score|wtin)\.json$/.test(name);
    if (!isTraceName(name) && !own) continue;
    const around = path.slice(0, -name.length);
    const place = await Deno.realPath(around === "" ? "." : around).catch((error) => {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
      return undefined;
    });
    if (place === undefined || (place !== base && !place.startsWith(`${base}/`))) continue;
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

/** True for what will stand in a folder that is read, and not in one that is passed over. */
async function wouldBeRead(path: string, folder: string): Promise<boolean> {
  const base = await Deno.realPath(folder);
  if (!(await Deno.stat(base)).isDirectory) return false;
  const place = await placeOf(path);
  const within = base.endsWith("/") ? base : `${base}/`;
  if (!place.startsWith(within)) return false;
  return !place.slice(within.length).split("/").some((name) => name.startsWith("."));
}

/** Where a path leads that may not be there yet, nor all of its folders. */
async function placeOf(path: string): Promise<string> {
  const rest: string[] = [];
  for (let at = path.replace(/(?<=.)\/+$/, "");;) {
    const whole = await Deno.realPath(at === "" ? "." : at).catch(() => undefined);
    if (whole !== undefined) return [whole === "/" ? "" : whole, ...rest].join("/");
    const slash = at.lastIndexOf("/");
    rest.unshift(at.slice(slash + 1));
    at = slash < 0 ? "" : slash === 0 ? "/" : at.slice(0, slash);
  }
}
