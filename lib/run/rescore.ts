/**
 * Scores kept traces again, against scenarios as they stand now; no endpoint is asked.
 *
 * @module
 */
import { UsageError } from "../contract/usage.ts";
import type { SourcedScenario } from "../scenario/read_text.ts";
import type { Scenario } from "../scenario/scenario.ts";
import { type RunVerdict, type Score, scoreRun } from "../scenario/score.ts";
import { type Disk, replaceFile, StoreFailed } from "./store.ts";
import { sidecarText } from "./sidecar_text.ts";
import { isTraceName, parseTrace, TraceError } from "./trace_read.ts";
import { readWhole, RESULT_BYTES } from "../wire/read_file.ts";

/** What became of one trace. */
export type Rescored =
  | {
    readonly trace: string;
    readonly scenario: string;
    /** As the sidecar has it; null where there is none that can be read. */
    readonly before: RunVerdict | null;
    readonly verdict: RunVerdict;
    readonly score: Score;
    readonly written: boolean;
  }
  | { readonly trace: string; readonly problem: string };

/**
 * The traces in files and folders; a folder's by name, with all folders in it.
 *
 * @throws {UsageError} for a path that isn't there, and where there is no trace at all
 */
export async function findTraces(paths: readonly string[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const path of paths) {
    const there = await Deno.stat(path).catch((error) => {
      const reason = unreadable(error);
      if (reason === undefined) throw error;
      throw new UsageError(
        `Cannot rescore ${path}: ${reason}`,
        "Name a runs directory, or traces in it.",
      );
    });
    if (there.isDirectory) found.push(...await tracesIn(path.replace(/(?<=.)\/+$/, "")));
    else found.push(path);
  }
  if (found.length > 0) return [...new Set(found)];
  throw new UsageError(
    `Cannot rescore ${paths.join(", ")}: there is no trace in it`,
    "A trace's name ends in .json and has no other dot.",
  );
}

async function tracesIn(folder: string): Promise<readonly string[]> {
  const entries: Deno.DirEntry[] = [];
  for await (const entry of Deno.readDir(folder)) entries.push(entry);
  const found: string[] = [];
  for (const { name, isDirectory } of entries.sort((a, b) => a.name < b.name ? -1 : 1)) {
    if (isDirectory) found.push(...await tracesIn(`${folder}/${name}`));
    else if (isTraceName(name)) found.push(`${folder}/${name}`);
  }
  return found;
}

/**
 * Scores one trace.
 *
 * @param write where the new score goes; absent leaves the sidecar as it is
 * @throws {StoreFailed} where the sidecar can't be written
 */
export async function rescoreTrace(
  path: string,
  scenarios: ReadonlyMap<string, SourcedScenario>,
  write?: { readonly disk: Disk; readonly at: string },
): Promise<Rescored> {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(await readWhole(path, RESULT_BYTES));
    const { scenario: name, transcript } = parseTrace(text);
    const scenario = scenarios.get(name)?.scenario;
    if (scenario === undefined) {
      return { trace: path, problem: `no scenario is named ${JSON.stringify(name)}` };
    }
    const score = scoreRun(scenario, transcript);
    const before = await verdictBefore(sidecarOf(path));
    const written = write !== undefined;
    if (write !== undefined) await writeScore(path, scenario, score, write);
    return { trace: path, scenario: name, before, verdict: score.verdict, score, written };
  } catch (error) {
    if (error instanceof TraceError) return { trace: path, problem: error.message };
    if (error instanceof TypeError) return { trace: path, problem: "it isn't UTF-8" };
    if (error instanceof StoreFailed) throw error;
    const problem = unreadable(error);
    if (problem === undefined) throw error;
    return { trace: path, problem };
  }
}

/** Why the system doesn't hand a file out; undefined for what is no word of the system's. */
function unreadable(error: unknown): string | undefined {
  if (!(error instanceof Error) || error instanceof Deno.errors.NotCapable) return undefined;
  if (error instanceof Deno.errors.NotFound) return "there is no such file or folder";
  const [, reason] = /^(.*\(os error \d+\))/.exec(error.message) ?? [];
  return reason;
}

function sidecarOf(trace: string): string {
  return `${trace.replace(/\.json$/, "")}.score.json`;
}

async function writeScore(
  trace: string,
  scenario: Scenario,
  score: Score,
  { disk, at }: { readonly disk: Disk; readonly at: string },
): Promise<void> {
  const origin = {
    kind: "rescore",
    rescored_at: at,
    source_trace: trace,
    trace_unchanged: true,
  } as const;
  await replaceFile(disk, sidecarOf(trace), sidecarText(scenario, score, origin));
}

async function verdictBefore(sidecar: string): Promise<RunVerdict | null> {
  try {
    const { verdict } = JSON.parse(
      new TextDecoder().decode(await readWhole(sidecar, RESULT_BYTES)),
    );
    return ["PASS", "FAIL", "INVALID"].includes(verdict) ? verdict : null;
  } catch (error) {
    if (error instanceof Deno.errors.NotCapable) throw error;
    return null;
  }
}
