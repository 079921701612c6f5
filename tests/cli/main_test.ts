import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { complain, main } from "../../lib/cli/main.ts";
import { UsageError } from "../../lib/contract/usage.ts";
import { memoryIo } from "./memory_io.ts";

/** Exit code, standard output, standard error. */
async function run(...words: string[]): Promise<readonly [number, string, string]> {
  const io = memoryIo();
  const code = await main(words, io);
  return [code, io.out(), io.err()];
}

Deno.test("main() names the nearest command", async () => {
  assertEquals(await run("confrom"), [
    2,
    "",
    'wt-inject: Cannot run "confrom": there is no such command.\n' +
    'Did you mean conform? "wt-inject help" lists the commands.\n',
  ]);
  assertEquals(await run("help", "zebra"), [
    2,
    "",
    'wt-inject: Cannot run "zebra": there is no such command.\n' +
    '"wt-inject help" lists the commands.\n',
  ]);
});

Deno.test("main() wants the command before its flags", async () => {
  const [code, out, err] = await run("--format", "json", "conform");
  assertEquals([code, out], [2, ""]);
  assertStringIncludes(err, "Cannot use --format here: the command comes first.\n");
});

Deno.test("main() takes no property of an object for a command", async () => {
  for (const name of ["__proto__", "constructor", "toString"]) {
    const [code, out, err] = await run(name);
    assertEquals([code, out], [2, ""]);
    assertStringIncludes(err, "there is no such command");
  }
});

Deno.test("main() answers version, --version and -V alike", async () => {
  const [code, out, err] = await run("version");
  assertEquals([code, err], [0, ""]);
  assertMatch(out, /^wt-inject \d+\.\d+\.\d+\nContract C version 1\ndeno \d+\.\d+\.\d+ \(.+\)\n$/);
  assertEquals(await run("--version"), [code, out, err]);
  assertEquals(await run("-V"), [code, out, err]);
});

Deno.test("version --json is JSON with the same facts", async () => {
  const [code, out] = await run("version", "--json");
  const { name, version, contract, runtime } = JSON.parse(out);
  assertEquals([code, name, contract], [0, "wt-inject", 1]);
  assertEquals(
    version,
    JSON.parse(await Deno.readTextFile(new URL("../../deno.json", import.meta.url))).version,
  );
  assertStringIncludes(runtime, Deno.version.deno);
});

Deno.test("complain() turns a mistake into one sentence and what to do", () => {
  const io = memoryIo();
  assertEquals(complain(new UsageError("Cannot do \x1b[2J", "Do this."), [], io), 2);
  assertEquals(io.err(), "wt-inject: Cannot do \\x1b[2J.\nDo this.\n");
});

Deno.test("complain() turns a fault of ours into one line, and shows the stack on demand", () => {
  const fault = new TypeError("x is\nnot a function");
  const line = "wt-inject: internal error: x is not a function; please report it\n";
  const plain = memoryIo();
  assertEquals(complain(fault, ["conform"], plain), 4);
  assertEquals(plain.err(), line);
  const asked = memoryIo({ env: { WT_INJECT_DEBUG: "1" } });
  assertEquals(complain(fault, [], asked), 4);
  assertEquals(asked.err(), `${line}${fault.stack}\n`);
  const verbose = memoryIo();
  assertEquals(complain(fault, ["conform", "--verbose"], verbose), 4);
  assertEquals(verbose.err(), `${line}${fault.stack}\n`);
  const odd = memoryIo();
  assertEquals(complain("just a text", [], odd), 4);
  assertEquals(odd.err(), "wt-inject: internal error: just a text; please report it\n");
});

Deno.test("complain() reads Deno's own message on a permission for the flag that grants it", () => {
  const cases: readonly (readonly [message: string, says: string])[] = [
    [
      'Requires net access to "example.com:80", run again with the --allow-net flag',
      'Deno withholds net access to "example.com:80".\nRun it again with --allow-net=example.com:80.\n',
    ],
    [
      "Requires read access to <CWD>, run again with the --allow-read flag",
      "Deno withholds read access to <CWD>.\nRun it again with --allow-read.\n",
    ],
    ["something new", "Cannot go on: something new.\n"],
  ];
  for (const [message, says] of cases) {
    const io = memoryIo();
    assertEquals(complain(new Deno.errors.NotCapable(message), [], io), 2);
    assertStringIncludes(io.err(), says);
  }
});
