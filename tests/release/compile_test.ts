import { assert, assertEquals } from "@std/assert";
import { bundleArguments, compileArguments, PLATFORMS, sumLine } from "../../tools/compile.ts";
import { complaint } from "../../tools/compiler.ts";

Deno.test("compileArguments() asks for nothing at run time, and for five permissions", () => {
  for (const platform of PLATFORMS) {
    const args = compileArguments(platform, {
      entry: "b/cli.js",
      output: "dist/x",
      unstable: ["y"],
    });
    assertEquals(args.filter((arg) => arg.startsWith("--allow")).sort(), [
      "--allow-env",
      "--allow-net",
      "--allow-read",
      "--allow-run",
      "--allow-write",
    ]);
    for (
      const arg of ["--no-prompt", "--no-code-cache", "--unstable-y", `--target=${platform.triple}`]
    ) {
      assert(args.includes(arg), arg);
    }
    assertEquals(args.at(-1), "b/cli.js");
  }
});

Deno.test("bundleArguments() keeps modules apart, to be loaded when they are needed", () => {
  assert(bundleArguments("b").includes("--code-splitting"));
  assertEquals(bundleArguments("b").at(-1), "cli.ts");
});

Deno.test("sumLine() is a line that sha256sum --check reads", async () => {
  const folder = await Deno.makeTempDir();
  try {
    await Deno.writeTextFile(`${folder}/x`, "abc");
    const sum = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    assertEquals(await sumLine(folder, "x"), `${sum}  x\n`);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("complaint() finds the line of Deno's that says why", () => {
  const unreachable = `error: Writing deno compile executable to temporary file 'h.tmp'

Caused by:
    0: Setting up base binary.
    1: error sending request for url (https://example.com/denort.zip): client error (Connect)
    2: dns error

Stack backtrace:
   0: <unknown>
`;
  assertEquals(
    complaint(unreachable),
    "error sending request for url (https://example.com/denort.zip): client error (Connect)",
  );
  assertEquals(complaint("error: bundling failed\n"), "bundling failed");
  assertEquals(complaint("something\nelse\n"), "else");
  assertEquals(complaint(""), "it didn't say why");
});
