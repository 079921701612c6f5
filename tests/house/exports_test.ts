import { assert, assertEquals } from "@std/assert";
import { definition, docComment } from "./exports.ts";
import { graphOf } from "./graph.ts";
import { readTree, ROOT } from "./tree.ts";

const graph = graphOf(await readTree());
const config = JSON.parse(await Deno.readTextFile(new URL("deno.json", ROOT)));
const entries = Object.entries(config.exports as Record<string, string>)
  .map(([name, path]) => [name, path.replace("./", "")] as const);

/** What each entry exports besides types, and besides data: functions and classes. */
const CALLABLE: Readonly<Record<string, readonly string[]>> = {
  ".": [
    "ContractError",
    "HttpInject",
    "ListenError",
    "SessionBusyError",
    "TransportError",
    "UsageError",
    "canary",
    "conform",
    "contractHandler",
    "dryRun",
    "listChecks",
    "newSessionId",
    "onceFetch",
    "rejudge",
    "renderReport",
    "serveEndpoint",
    "toOpenAiResponse",
  ],
  "./certify": [
    "adapterSchemas",
    "certify",
    "disagreements",
    "listCases",
    "ratify",
    "renderRatification",
    "selfDriver",
  ],
  "./corpus": [
    "CorpusError",
    "TargetGone",
    "carriedFiles",
    "embeddedTarget",
    "folderFiles",
    "loadCorpus",
    "memoryFiles",
    "runCorpus",
    "runLiveAgent",
  ],
  "./endpoint": ["contractHandler"],
  "./gateway": ["startGateway"],
  "./reference": ["serveReference"],
  "./run": [
    "ResetFailed",
    "loadScenarios",
    "readScenarios",
    "renderRun",
    "rescoreTraces",
    "runScenario",
    "runScenarios",
    "scoreRun",
  ],
  "./selftest": ["renderSelftest", "selftest"],
  "./surface": ["GoldenError", "checkSurface", "probeSurface", "recordSurface"],
};

Deno.test("the package's entries are those that docs/library.md names", async () => {
  assertEquals(entries.map(([name]) => name), Object.keys(CALLABLE));
  const page = await Deno.readTextFile(new URL("docs/library.md", ROOT));
  for (const [name] of entries) {
    const shown = `| \`@wt/inject${name.slice(1)}\` `;
    assert(page.includes(shown), `docs/library.md has no row that begins with ${shown}`);
  }
});

Deno.test("the snippet in the README is one that docs/library.md has, where it is run", async () => {
  const [readme, page] = await Promise.all(
    ["README.md", "docs/library.md"].map((path) => Deno.readTextFile(new URL(path, ROOT))),
  );
  const [, snippet] = /^## As a library\n+```ts\n(.*?)^```$/ms.exec(readme ?? "") ?? [];
  assert(snippet !== undefined, "the README has no snippet");
  assert(page?.includes(snippet), "docs/library.md has another one");
});

for (const [name, path] of entries) {
  Deno.test(`${path} exports what users of @wt/inject${name.slice(1)} are promised`, async () => {
    const module: Readonly<Record<string, unknown>> = await import(new URL(path, ROOT).href);
    const callable = Object.keys(module).filter((key) => typeof module[key] === "function");
    assertEquals(callable.sort(), CALLABLE[name]);
  });

  Deno.test(`${path} has an example that asserts something for each of them`, () => {
    const without = (CALLABLE[name] ?? []).filter((key) => {
      const found = definition(graph, path, key);
      if (found === undefined) return true;
      const doc = docComment(graph.get(found.path)?.text ?? "", found.name);
      const [, example = ""] = /```ts\n(.*?)```/s.exec(doc) ?? [];
      return !/\bassert/.test(example) || !example.includes(`"@wt/inject`);
    });
    assertEquals(without, []);
  });
}

Deno.test("no entry has a type of zod's in a signature", async () => {
  const { stdout, success } = await new Deno.Command(Deno.execPath(), {
    args: ["doc", "--quiet", ...entries.map(([, path]) => path)],
    cwd: ROOT,
    env: { NO_COLOR: "1" },
  }).output();
  const text = new TextDecoder().decode(stdout);
  assert(success && text.includes("contractHandler"), "deno doc says nothing");
  assertEquals(text.match(/.*zod.*/gi), null);
});

Deno.test("definition() follows what is passed on, under another name too", () => {
  const small = graphOf([
    {
      path: "mod.ts",
      text: 'export { b as a, type T } from "./b.ts";\nexport { c } from "./b.ts";',
    },
    { path: "b.ts", text: 'import { c } from "./c.ts";\nexport const b = 1;\nexport { c };' },
    { path: "c.ts", text: "export async function c() {}" },
  ]);
  assertEquals(definition(small, "mod.ts", "a"), { path: "b.ts", name: "b" });
  assertEquals(definition(small, "mod.ts", "c"), { path: "c.ts", name: "c" });
  assertEquals(definition(small, "mod.ts", "d"), undefined);
});

Deno.test("docComment() has the comment right above a declaration, and no other", () => {
  const text = [
    "/** Of a. */",
    "export const a = 1;",
    "",
    "export class B {}",
    "/** Of c. */",
    "// deno-lint-ignore require-await",
    "export async function c() {}",
  ].join("\n");
  assertEquals(["a", "B", "c", "d"].map((name) => docComment(text, name)), [
    "/** Of a. */",
    "",
    "/** Of c. */",
    "",
  ]);
});
