/**
 * Runs the tests of this folder on the real executable: the one that WT_INJECT_EXECUTABLE names, or one
 * that is compiled for it. Where nothing can be compiled, prints `compile skipped: ` and why, and exits
 * with 0.
 *
 * @module
 */
import { compileHello, compilerProgram } from "../../tools/compiler.ts";
import { testFolder } from "../venv.ts";

const ROOT = new URL("../../", import.meta.url);

async function deno(args: readonly string[]): Promise<number> {
  const { code } = await new Deno.Command(Deno.execPath(), { args: [...args], cwd: ROOT }).spawn()
    .status;
  return code;
}

async function main(folder: string): Promise<number> {
  let executable = Deno.env.get("WT_INJECT_EXECUTABLE") ?? "";
  if (executable === "") {
    const fault = await compileHello(compilerProgram(), `${folder}/hello`);
    if (fault !== undefined) {
      console.log(`compile skipped: ${fault}`);
      return 0;
    }
    const code = await deno(["task", "--quiet", "compile", "--out", folder]);
    if (code !== 0) return code;
    for await (const { name } of Deno.readDir(folder)) {
      if (name.startsWith("wt-inject-")) executable = `${folder}/${name}`;
    }
  }
  return await testFolder("tests/executable/", {
    WT_INJECT_EXECUTABLE: await Deno.realPath(executable),
  });
}

const folder = await Deno.makeTempDir({ prefix: "wt-inject-executable-" });
try {
  Deno.exitCode = await main(folder);
} finally {
  await Deno.remove(folder, { recursive: true });
}
