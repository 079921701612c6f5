/**
 * Runs the tests of this folder against a released gateway from PyPI, in the version that its target file
 * names. See tests/venv.ts for what happens where it can't be had.
 *
 * @module
 */
import { suite, testFolder, Unavailable, venv, WINDOWS } from "../venv.ts";
import { TARGET, VERSION } from "./pinned.ts";

await suite("gateways", async (folder) => {
  if (WINDOWS) throw new Unavailable("a gateway's process group can't be ended here");
  const bin = await venv(folder, `llm-rosetta[gateway]==${VERSION}`);
  console.log(`llm-rosetta ${VERSION}, as ${TARGET} has it`);
  return await testFolder("tests/gateways/", { WT_GATEWAY_BIN: bin });
});
