/**
 * Runs the tests of this folder beside Wind Tunnel's own tool from PyPI, and says which version came. See
 * tests/venv.ts for what happens where it can't be had.
 *
 * @module
 */
import { run, suite, testFolder, venv } from "../venv.ts";

await suite("interop", async (folder) => {
  const bin = await venv(folder, "windtunnel-bench");
  const version = await versionIn(bin);
  console.log(`windtunnel-bench ${version}`);
  return await testFolder("tests/interop/", { WT_INTEROP_BIN: bin, WT_INTEROP_VERSION: version });
});

async function versionIn(bin: string): Promise<string> {
  const script = "from importlib.metadata import version; print(version('windtunnel-bench'))";
  try {
    return (await run(`${bin}/python`, ["-c", script], "it was installed")).trim();
  } catch (error) {
    // It was to be had, and is broken: nothing to skip.
    throw new Error("Cannot find the windtunnel-bench that pip installed", { cause: error });
  }
}
