/**
 * For suites that need a program from PyPI: a virtual environment that is gone afterwards, and `deno test`
 * beside it. Where it can't be had, the suite prints `skipped: ` and why, and exits with 0.
 *
 * @module
 */

/** True where programs of a virtual environment stand in `Scripts`, and process groups can't be ended. */
export const WINDOWS: boolean = Deno.build.os === "windows";

/** How long one step may take, the registry's part included, ms. */
const STEP_MS = 180_000;

/** Why a suite can't be run here, one line. */
export class Unavailable extends Error {}

/**
 * Runs a program and gives what it printed.
 *
 * @param what had to be done, for the message
 * @throws {Unavailable} where there is no such program, where it fails, and where it takes too long
 */
export async function run(program: string, args: readonly string[], what: string): Promise<string> {
  const signal = AbortSignal.timeout(STEP_MS);
  let output: Deno.CommandOutput;
  try {
    output = await new Deno.Command(program, {
      args: [...args],
      stdin: "null",
      env: { PIP_DISABLE_PIP_VERSION_CHECK: "1", PIP_NO_INPUT: "1" },
      signal,
    }).output();
  } catch {
    throw new Unavailable(`there is no ${program}`);
  }
  const decoder = new TextDecoder();
  if (output.success) return decoder.decode(output.stdout);
  if (signal.aborted) throw new Unavailable(`${what}: not within ${STEP_MS / 1000} s`);
  const lines = decoder.decode(output.stderr).trim().split("\n");
  const line = lines.findLast((one) => one.startsWith("ERROR")) ?? lines.at(-1);
  throw new Unavailable(`${what}: ${line}`);
}

/**
 * Makes a virtual environment with a package in it, and gives the folder of its programs.
 *
 * @throws {Unavailable} where there is no Python, or the registry doesn't answer
 */
export async function venv(folder: string, wanted: string): Promise<string> {
  const python = Deno.env.get("PYTHON") ?? (WINDOWS ? "python" : "python3");
  await run(python, ["-m", "venv", folder], "no virtual environment can be made");
  const bin = `${folder}/${WINDOWS ? "Scripts" : "bin"}`;
  const pip = ["-m", "pip", "install", "--quiet", "--retries", "1", "--timeout", "20"];
  await run(`${bin}/python`, [...pip, wanted], `pip can't get ${wanted}`);
  return bin;
}

/** Runs the tests of a folder as tests of processes are run, and gives their exit code. */
export async function testFolder(
  folder: string,
  env: Readonly<Record<string, string>>,
): Promise<number> {
  const { code } = await new Deno.Command(Deno.execPath(), {
    args: [
      "test",
      "--no-check",
      "--sanitize-ops",
      "--sanitize-resources",
      "--allow-read",
      "--allow-write",
      "--allow-run",
      "--allow-env",
      "--allow-net=127.0.0.1,[::1],localhost",
      folder,
    ],
    cwd: new URL("../", import.meta.url),
    env,
  }).spawn().status;
  return code;
}

/** Runs a suite in a folder of its own and ends the process with its exit code. */
export async function suite(
  name: string,
  work: (folder: string) => Promise<number>,
): Promise<never> {
  const folder = await Deno.makeTempDir({ prefix: `wt-inject-${name}-` });
  let code = 0;
  try {
    code = await work(folder);
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error;
    console.log(`skipped: ${error.message}`);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
  Deno.exit(code);
}
