/**
 * How long `wt-inject version` takes to start, as a ratio to the least that the runtime can do: a
 * program of one line. The two take turns, so that a busy machine slows both.
 *
 *     deno run --allow-run --allow-read bench/startup.ts [RUNS]
 *
 * @module
 */

const RUNS = Number(Deno.args[0] ?? 21);
if (!Number.isInteger(RUNS) || RUNS < 1) {
  console.error("Cannot measure: the number of runs must be a whole number above 0.");
  Deno.exit(2);
}

const root = new URL("../", import.meta.url);
const programs: Readonly<Record<string, readonly string[]>> = {
  hello: ["eval", "console.log('hello')"],
  version: ["run", "--quiet", new URL("cli.ts", root).pathname, "version"],
  help: ["run", "--quiet", new URL("cli.ts", root).pathname, "help", "conform"],
};

const times = new Map<string, number[]>(Object.keys(programs).map((name) => [name, []]));
// The first start of each fills the caches and isn't counted.
for (let run = 0; run <= RUNS; run++) {
  for (const [name, args] of Object.entries(programs)) {
    const ms = await start(args);
    if (run > 0) times.get(name)!.push(ms);
  }
}

const base = median(times.get("hello")!);
console.log(`deno ${Deno.version.deno}, medians of ${RUNS} starts in turn`);
for (const [name, all] of times) {
  const ms = median(all);
  console.log(`${name.padEnd(8)} ${ms.toFixed(1).padStart(7)} ms   ${(ms / base).toFixed(2)}`);
}

async function start(args: readonly string[]): Promise<number> {
  const began = performance.now();
  const { success } = await new Deno.Command(Deno.execPath(), {
    args: [...args],
    stdout: "null",
    stderr: "null",
  }).output();
  if (!success) throw new Error(`Cannot measure: deno ${args.join(" ")} failed`);
  return performance.now() - began;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
