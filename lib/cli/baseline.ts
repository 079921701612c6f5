/**
 * `--baseline`: the file, before the run and after it.
 *
 * @module
 */
import type { Report } from "../contract/report.ts";
import { UsageError } from "../contract/usage.ts";
import { applyBaseline, isBaselined } from "../report/baseline.ts";
import { type Baseline, baselineText, isUnfilled, parseBaseline } from "../report/baseline_file.ts";
import { updatedBaseline } from "../report/baseline_update.ts";
import type { Arguments } from "./arguments.ts";
import type { Progress } from "./progress.ts";
import { type PendingFile, prepareFile } from "./report_files.ts";
import { readWhole, SETTINGS_BYTES } from "../wire/read_file.ts";

/** A baseline that was read, and what is to become of its file. */
export interface OpenBaseline {
  readonly path: string;
  readonly baseline: Baseline;
  /** Add what is new. */
  readonly update: boolean;
  /** Remove what is stale. */
  readonly prune: boolean;
  /** Where it is written back; absent where it isn't. */
  readonly file?: PendingFile;
}

/**
 * Reads the baseline that a command line names, and makes sure that it can be written where it is to
 * be. Nothing has been sent by then.
 *
 * @param checks ids of every check there is
 * @throws UsageError on a file that can't be read, used or written
 */
export async function openBaseline(
  args: Arguments,
  checks: readonly string[],
): Promise<OpenBaseline | undefined> {
  const path = args.text("baseline");
  if (path === undefined) return undefined;
  const update = args.given("baseline-update");
  const prune = args.given("baseline-prune");
  const reports = args.list("report").map((value) => value.slice(value.indexOf("=") + 1));
  if (reports.includes(path) || args.text("record") === path) {
    throw new UsageError(
      `Cannot use ${path} twice: it is the baseline and a ${
        reports.includes(path) ? "report" : "recording"
      }`,
      "Give each a file of its own.",
    );
  }
  const text = await readBaseline(path, update);
  const baseline: Baseline = text === undefined
    ? { entries: [] }
    : parseBaseline(text, { path, checks, unfilled: update });
  return {
    path,
    baseline,
    update,
    prune,
    ...(update || prune ? { file: await prepareFile(path) } : {}),
  };
}

/** The file's text; undefined where there is none yet and one is asked for. */
async function readBaseline(path: string, update: boolean): Promise<string | undefined> {
  let bytes: Uint8Array;
  try {
    bytes = await readWhole(path, SETTINGS_BYTES);
  } catch (error) {
    if (error instanceof Deno.errors.NotCapable || !(error instanceof Error)) throw error;
    const absent = error instanceof Deno.errors.NotFound;
    if (absent && update) return undefined;
    throw new UsageError(
      `Cannot read the baseline ${path}: ${absent ? "there is no such file" : error.message}`,
      "--baseline-update begins one.",
    );
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new UsageError(`Cannot use the baseline ${path}: it isn't UTF-8`, "Save it as UTF-8.");
  }
}

/** The report, held against the baseline of today. */
export function heldAgainst({ baseline, prune }: OpenBaseline, report: Report): Report {
  return applyBaseline(report, baseline, { today: new Date().toISOString().slice(0, 10), prune });
}

/**
 * Writes the file back, where that was asked for and the run said enough.
 *
 * @param report as {@linkcode heldAgainst} gave it
 * @returns false where it could not be written
 */
export async function writeBaseline(
  open: OpenBaseline,
  report: Report,
  progress: Progress,
): Promise<boolean> {
  const { file, path, baseline } = open;
  if (file === undefined) return true;
  if (!isBaselined(report)) {
    file.discard();
    progress.note(`${path} is as it was: the run was cut short`);
    return true;
  }
  const after = updatedBaseline(baseline, report.baseline, open);
  try {
    await file.commit(baselineText(after));
  } catch (error) {
    file.discard();
    progress.note(
      `Cannot write ${path}: ${error instanceof Error ? error.message : String(error)}`,
    );
    return false;
  }
  const empty = after.entries.filter(isUnfilled).length;
  const removed = baseline.entries.filter((entry) => !after.entries.includes(entry)).length;
  progress.note(
    `${path}: ${after.entries.length} known, ${removed} removed` +
      (empty === 0 ? "" : `; ${empty} to fill in before it can be used`),
  );
  return true;
}
