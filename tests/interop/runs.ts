/**
 * Reads a runs directory as any reader of Wind Tunnel's format would: files ending in `.json` with no
 * other dot are traces.
 *
 * @module
 */

/** A trace, what is known of its place, and its score. */
export interface KeptRun {
  /** Below the runs directory. */
  readonly path: string;
  readonly trace: Readonly<Record<string, unknown>>;
  readonly score: Readonly<Record<string, unknown>>;
}

async function* filesIn(folder: string): AsyncGenerator<string> {
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    const path = `${folder}/${name}`;
    if (isDirectory) yield* filesIn(path);
    else yield path;
  }
}

/** Files below a folder with a name like this, in order. */
export async function filesLike(folder: string, name: RegExp): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const path of filesIn(folder)) {
    if (name.test(path.slice(path.lastIndexOf("/") + 1))) found.push(path);
  }
  return found.sort();
}

/** All runs that were kept, by scenario. */
export async function keptRuns(folder: string): Promise<ReadonlyMap<string, KeptRun>> {
  const read = async (path: string) => JSON.parse(await Deno.readTextFile(path));
  const runs = new Map<string, KeptRun>();
  for (const path of await filesLike(folder, /^[^.]+\.json$/)) {
    const trace = await read(path);
    const score = await read(path.replace(/\.json$/, ".score.json"));
    runs.set(trace.scenario_id, { path: path.slice(folder.length + 1), trace, score });
  }
  return runs;
}

/** The lines of a runs directory's ledger, by scenario. */
export async function ledgerOf(
  folder: string,
): Promise<ReadonlyMap<string, Readonly<Record<string, unknown>>>> {
  const text = await Deno.readTextFile(`${folder}/ledger.ndjsonl`);
  const lines = text.trimEnd().split("\n").map((line) => JSON.parse(line));
  return new Map(lines.map((line) => [line.scenario_id, line]));
}

interface ToolCall {
  readonly id: string;
  readonly type: string;
  readonly function: { readonly name: string; readonly arguments: string };
}

/** A trace's conversation; arguments are parsed, since their spelling is each tool's own. */
export function conversationOf({ trace }: KeptRun): readonly unknown[] {
  const turns = trace.turns as readonly (Readonly<Record<string, unknown>> & {
    readonly tool_calls: readonly ToolCall[];
  })[];
  return turns.map(({ latency_ms: _, tool_calls, ...turn }) => ({
    ...turn,
    calls: tool_calls.map(({ function: { name, arguments: text }, ...call }) => ({
      ...call,
      name,
      arguments: JSON.parse(text),
    })),
  }));
}

/** Which layers of a score passed. */
export function layersOf({ score }: KeptRun): Readonly<Record<string, boolean>> {
  const layers = ["outcome", "trajectory", "constraint", "integrity"];
  return Object.fromEntries(
    layers.map((layer) => [layer, (score[layer] as { readonly passed: boolean }).passed]),
  );
}
