/**
 * Runs the tests of this folder: gets Wind Tunnel's own tool from PyPI into a virtual environment that
 * is gone afterwards, says which version came, and starts `deno test`. Where it can't be had, prints
 * `skipped: ` and why, and exits with 0.
 *
 * @module
 */

const WINDOWS = Deno.build.os === "windows";

/** Why a step failed, one line. */
class Unavailable extends Error {}

async function run(program: string, args: readonly string[], what: string): Promise<string> {
  let output: Deno.CommandOutput;
  try {
    output = await new Deno.Command(program, {
      args: [...args],
      stdin: "null",
      env: { PIP_DISABLE_PIP_VERSION_CHECK: "1", PIP_NO_INPUT: "1" },
    }).output();
  } catch {
    throw new Unavailable(`there is no ${program}`);
  }
  const decoder = new TextDecoder();
  if (output.success) return decoder.decode(output.stdout);
  const lines = decoder.decode(output.stderr).trim().split("\n");
  throw new Unavailable(
    `${what}: ${lines.findLast((line) => line.startsWith("ERROR")) ?? lines.at(-1)}`,
  );
}

/** Makes the virtual environment. Returns the folder of its programs, and the version that came. */
async function install(
  folder: string,
): Promise<{ readonly bin: string; readonly version: string }> {
  const python = Deno.env.get("PYTHON") ?? (WINDOWS ? "python" : "python3");
  await run(python, ["-m", "venv", folder], "no virtual environment can be made");
  const bin = `${folder}/${WINDOWS ? "Scripts" : "bin"}`;
  const own = `${bin}/python`;
  const pip = ["-m", "pip", "install", "--quiet", "--retries", "1", "--timeout", "20"];
  await run(own, [...pip, "windtunnel-bench"], "pip can't get windtunnel-bench");
  const script = "from importlib.metadata import version; print(version('windtunnel-bench'))";
  try {
    return { bin, version: (await run(own, ["-c", script], "it was installed")).trim() };
  } catch (error) {
    // It was to be had, and is broken: nothing to skip.
    throw new Error("Cannot find the windtunnel-bench that pip installed", { cause: error });
  }
}

const folder = await Deno.makeTempDir({ prefix: "wt-inject-interop-" });
let code = 0;
try {
  const { bin, version } = await install(folder);
  console.log(`windtunnel-bench ${version}`);
  const { code: ended } = await new Deno.Command(Deno.execPath(), {
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
      "tests/interop/",
    ],
    cwd: new URL("../../", import.meta.url),
    env: { WT_INTEROP_BIN: bin, WT_INTEROP_VERSION: version },
  }).spawn().status;
  code = ended;
} catch (error) {
  if (!(error instanceof Unavailable)) throw error;
  console.log(`skipped: ${error.message}`);
} finally {
  await Deno.remove(folder, { recursive: true });
}
Deno.exit(code);
