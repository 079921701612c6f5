/**
 * Runs the tests of this folder: gets a released gateway from PyPI into a virtual environment that is
 * gone afterwards, in the version that its target file names, and starts `deno test`. Where it can't be
 * had, prints `skipped: ` and why, and exits with 0.
 *
 * @module
 */
import { TARGET, VERSION } from "./pinned.ts";

const WINDOWS = Deno.build.os === "windows";
/** How long the registry has to answer and to hand it over, ms. */
const INSTALL_MS = 180_000;

/** Why a step failed, one line. */
class Unavailable extends Error {}

async function run(program: string, args: readonly string[], what: string): Promise<void> {
  let output: Deno.CommandOutput;
  try {
    output = await new Deno.Command(program, {
      args: [...args],
      stdin: "null",
      env: { PIP_DISABLE_PIP_VERSION_CHECK: "1", PIP_NO_INPUT: "1" },
      signal: AbortSignal.timeout(INSTALL_MS),
    }).output();
  } catch {
    throw new Unavailable(`there is no ${program}`);
  }
  if (output.success) return;
  const lines = new TextDecoder().decode(output.stderr).trim().split("\n");
  throw new Unavailable(
    `${what}: ${lines.findLast((line) => line.startsWith("ERROR")) ?? lines.at(-1)}`,
  );
}

/** Makes the virtual environment, and returns the folder of its programs. */
async function install(folder: string): Promise<string> {
  const python = Deno.env.get("PYTHON") ?? (WINDOWS ? "python" : "python3");
  await run(python, ["-m", "venv", folder], "no virtual environment can be made");
  const bin = `${folder}/${WINDOWS ? "Scripts" : "bin"}`;
  const pip = ["-m", "pip", "install", "--quiet", "--retries", "1", "--timeout", "20"];
  const wanted = `llm-rosetta[gateway]==${VERSION}`;
  await run(`${bin}/python`, [...pip, wanted], `pip can't get ${wanted}`);
  return bin;
}

const folder = await Deno.makeTempDir({ prefix: "wt-inject-gateways-" });
let code = 0;
try {
  if (WINDOWS) throw new Unavailable("a gateway's process group can't be ended here");
  const bin = await install(folder);
  console.log(`llm-rosetta ${VERSION}, as ${TARGET} has it`);
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
      "tests/gateways/",
    ],
    cwd: new URL("../../", import.meta.url),
    env: { WT_GATEWAY_BIN: bin },
  }).spawn().status;
  code = ended;
} catch (error) {
  if (!(error instanceof Unavailable)) throw error;
  console.log(`skipped: ${error.message}`);
} finally {
  await Deno.remove(folder, { recursive: true });
}
Deno.exit(code);
