import { assert, assertEquals } from "@std/assert";
import { wtInject } from "./subprocess.ts";

const ROOT = new URL("../../", import.meta.url);

/**
 * Every module that loading one module loads: what it imports by value, and what those import. Types
 * are erased, and dynamic imports wait until they are needed.
 */
async function loadedWith(entry: string): Promise<ReadonlySet<string>> {
  const loaded = new Set<string>();
  const waiting = [new URL(entry, ROOT).href];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (loaded.has(next)) continue;
    loaded.add(next);
    if (!next.endsWith(".ts")) continue;
    const source = await Deno.readTextFile(new URL(next));
    const statements = source.matchAll(/^(?:import|export)\s+(?!type\b)[^;]*?from\s+"([^"]+)"/gm);
    for (const [, specifier] of statements) {
      waiting.push(specifier!.startsWith(".") ? new URL(specifier!, next).href : specifier!);
    }
  }
  return new Set([...loaded].map((url) => url.replace(ROOT.href, "")));
}

Deno.test("loadedWith() follows imports, and this file is its own example", async () => {
  const loaded = await loadedWith("tests/cli/graph_test.ts");
  assertEquals([...loaded].sort(), [
    "@std/assert",
    "tests/cli/graph_test.ts",
    "tests/cli/subprocess.ts",
  ]);
});

Deno.test("cli.ts loads the table and the parser, and no layer that help doesn't need", async () => {
  const loaded = await loadedWith("cli.ts");
  const folders = new Set([...loaded].map((path) => path.split("/").slice(0, 2).join("/")));
  for (const folder of ["conform", "wire", "driver", "endpoint", "agent", "surface"]) {
    assert(!folders.has(`lib/${folder}`), `cli.ts loads lib/${folder}`);
  }
  assert(loaded.has("lib/cli/table.ts"));
  assert(loaded.size < 42, `cli.ts loads ${loaded.size} modules`);
});

Deno.test("version loads neither zod nor a clause", async () => {
  for (const entry of ["cli.ts", "lib/cli/version.ts"]) {
    const loaded = await loadedWith(entry);
    for (const module of loaded) {
      assert(!module.startsWith("zod"), `${entry} loads ${module}`);
      assert(!module.startsWith("lib/contract/clauses"), `${entry} loads ${module}`);
      assert(!module.startsWith("lib/contract/envelopes"), `${entry} loads ${module}`);
    }
  }
});

Deno.test("mod.ts loads the command line only where it is the program", async () => {
  const loaded = [...await loadedWith("mod.ts")].filter((module) => module.startsWith("lib/cli/"));
  assertEquals(loaded, []);
  const { code, stdout, stderr } = await wtInject(["version"], { program: "mod.ts" });
  assertEquals([code, stderr], [0, ""]);
  assertEquals(stdout, (await wtInject(["version"])).stdout);
});

Deno.test("mod.ts exports what its users are promised", async () => {
  assertEquals(Object.keys(await import("../../mod.ts")).sort(), [
    "ContractError",
    "DECLARATIONS",
    "HttpInject",
    "ListenError",
    "NO_LEAK",
    "SessionBusyError",
    "TransportError",
    "UsageError",
    "canary",
    "conform",
    "contractHandler",
    "dryRun",
    "formatNames",
    "listChecks",
    "newSessionId",
    "onceFetch",
    "rejudge",
    "renderReport",
    "serveEndpoint",
    "toOpenAiResponse",
  ]);
});

Deno.test("mod.ts is the command line where it is the program, as `deno run jsr:@wt/inject` has it", async () => {
  const words = ["conform", "--reference", "--select", "response.reply", "--format", "json"];
  const { code, stdout } = await wtInject(words, { program: "mod.ts" });
  const report = JSON.parse(stdout);
  assertEquals([code, report.outcome, report.counts.passed], [0, "CONFORMS", 1]);
  assertEquals((await wtInject(["conform", "--nonsense"], { program: "mod.ts" })).code, 2);
});
