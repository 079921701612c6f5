/**
 * How long the executable takes to start, as a ratio to a program of one line that the same compiler
 * made. They take turns, so that a busy machine slows all. Fails where `version` takes more than 1.5
 * times as long.
 *
 *     deno run --allow-read --allow-write --allow-run --allow-env bench/executable.ts [RUNS]
 *
 * WT_INJECT_EXECUTABLE names the executable; without it one is compiled. Where nothing can be compiled
 * it says so, and ends with 0.
 *
 * @module
 */
import { compileHello, compilerProgram } from "../tools/compiler.ts";

/** What `version` may take. */
const MOST = 1.5;

const RUNS = Number(Deno.args[0] ?? 31);
if (!Number.isInteger(RUNS) || RUNS < 1) {
  console.error("Cannot measure: the number of runs must be a whole number above 0.");
  Deno.exit(2);
}

const folder = await Deno.makeTempDir({ prefix: "wt-inject-bench-" });
try {
  Deno.exitCode = await main();
} finally {
  await Deno.remove(folder, { recursive: true });
}

async function main(): Promise<number> {
  const hello = `${folder}/hello`;
  const fault = await compileHello(compilerProgram(), hello);
  if (fault !== undefined) {
    console.log(`compile skipped: ${fault}`);
    return 0;
  }
  const executable = Deno.env.get("WT_INJECT_EXECUTABLE") || await compiled();
  const programs: Readonly<Record<string, readonly string[]>> = {
    hello: [hello],
    version: [executable, "version"],
    help: [executable, "help", "conform"],
    explain: [executable, "explain", "reset.total"],
  };
  const times = new Map<string, number[]>(Object.keys(programs).map((name) => [name, []]));
  // The first start of each brings the file into memory and isn't counted.
  for (let run = 0; run <= RUNS; run++) {
    for (const [name, words] of Object.entries(programs)) {
      const ms = await start(words);
      if (run > 0) times.get(name)!.push(ms);
    }
  }
  const base = quartile(times.get("hello")!);
  const { size } = await Deno.stat(executable);
  const more = size - (await Deno.stat(hello)).size;
  console.log(
    `first quartiles of ${RUNS} starts in turn; ${mb(size)} MB, of which ${mb(more)} MB are ours`,
  );
  for (const [name, all] of times) {
    const ms = quartile(all);
    console.log(`${name.padEnd(14)} ${ms.toFixed(1).padStart(7)} ms   ${(ms / base).toFixed(2)}`);
  }
  const ratio = quartile(times.get("version")!) / base;
  if (ratio <= MOST) return 0;
  console.error(`version takes ${ratio.toFixed(2)} times as long as hello; ${MOST} is the most.`);
  return 1;
}

async function compiled(): Promise<string> {
  const { success } = await new Deno.Command(Deno.execPath(), {
    args: ["task", "--quiet", "compile", "--out", folder],
    cwd: new URL("../", import.meta.url),
    stdout: "null",
  }).output();
  for await (const { name } of Deno.readDir(folder)) {
    if (success && name.startsWith("wt-inject-")) return `${folder}/${name}`;
  }
  throw new Error("Cannot measure: deno task compile failed");
}

async function start([program, ...args]: readonly string[]): Promise<number> {
  const began = performance.now();
  const options = { args, stdout: "null", stderr: "null" } as const;
  const { success } = await new Deno.Command(program!, options).output();
  if (!success) throw new Error(`Cannot measure: ${[program, ...args].join(" ")} failed`);
  return performance.now() - began;
}

/** A quarter of the starts took less: what others do on the machine reaches the slower ones first. */
function quartile(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 2]!;
}

function mb(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
