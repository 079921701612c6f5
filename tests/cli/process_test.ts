import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { inFolder, wtInject } from "./subprocess.ts";

/** A program that goes wrong while the command line serves. */
async function goneWrong(fault: string, env: Readonly<Record<string, string>> = {}) {
  let result = { code: -1, stdout: "", stderr: "" };
  await inFolder(async (folder) => {
    const program = `${folder}/program.ts`;
    const { href } = new URL("../../lib/cli/process.ts", import.meta.url);
    await Deno.writeTextFile(
      program,
      `import { runProcess } from ${JSON.stringify(href)};\n` +
        `setTimeout(() => { ${fault} });\nawait runProcess();\n`,
    );
    result = await wtInject(["serve", "--port", "0"], { program, env });
  });
  return result;
}

Deno.test("runProcess() ends with 4 and one line where nobody catches a fault of ours", async () => {
  for (const fault of ["throw new Error('boom')", "Promise.reject(new Error('boom'))"]) {
    const { code, stderr } = await goneWrong(fault);
    assertEquals([code, stderr], [4, "wt-inject: internal error: boom; please report it\n"]);
  }
});

Deno.test("runProcess() shows the stack where WT_INJECT_DEBUG is set", async () => {
  const { code, stderr } = await goneWrong("throw new Error('boom')", { WT_INJECT_DEBUG: "1" });
  assertEquals(code, 4);
  assertMatch(stderr, /^wt-inject: internal error: boom; please report it\nError: boom\n {4}at /);
});

Deno.test("cli.ts exits 2 without a command, with help on standard error", async () => {
  const { code, stdout, stderr } = await wtInject([]);
  assertEquals([code, stdout], [2, ""]);
  assertMatch(stderr, /^wt-inject judges agent endpoints by Contract C/);
});

Deno.test("cli.ts needs no permission to say its version, to help and to explain", async () => {
  for (const words of [["version"], ["--help"], ["help", "send"], ["explain", "reset.echo"]]) {
    const { code, stdout, stderr } = await wtInject(words, { permissions: [] });
    assertEquals([code, stderr], [0, ""], words.join(" "));
    assertEquals(stdout.length > 0, true);
  }
});

Deno.test("cli.ts names the permission that it lacks, and shows no trace", async () => {
  const { code, stdout, stderr } = await wtInject(["conform"], { permissions: [] });
  assertEquals([code, stdout], [2, ""]);
  assertStringIncludes(stderr, 'wt-inject: Cannot go on: Deno withholds env access to "WT_INJECT_');
  assertMatch(stderr, /^Run it again with --allow-env=WT_INJECT_\w+\.$/m);
  assertEquals(stderr.includes("    at "), false);
});
