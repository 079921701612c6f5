import { assertEquals } from "@std/assert";
import type { Rule } from "./layer_rules.ts";
import type { Source } from "./source.ts";
import {
  filesAreShort,
  importSitesUseTheMap,
  noBarrelsNoDefaults,
  nothingIsLocal,
  permissionsAreNamed,
} from "./text_rules.ts";
import { readTree, ROOT } from "./tree.ts";

const tree = await readTree();

const files = (record: Record<string, string>): readonly Source[] =>
  Object.entries(record).map(([path, text]) => ({ path, text }));

function control(rule: Rule, bad: Record<string, string>, says: readonly string[]): void {
  assertEquals([...rule(files(bad))].sort(), [...says].sort());
}

Deno.test("filesAreShort() catches the 251st line", () => {
  const line = "x;\n";
  control(filesAreShort, {
    "lib/a/long.ts": line.repeat(251),
    "lib/a/fits.ts": line.repeat(250),
    "tests/a/open_end.ts": `${line.repeat(250)}x;`,
    "cli.ts": line.repeat(300),
    "corpus/data.ts": line.repeat(300),
    "lib/a/data.json": line.repeat(300),
  }, ["cli.ts: 300 lines", "lib/a/long.ts: 251 lines", "tests/a/open_end.ts: 251 lines"]);
});

Deno.test("importSitesUseTheMap() catches a specifier that only deno.json may hold", () => {
  control(importSitesUseTheMap(["zod/mini"]), {
    "lib/a/a.ts": 'import "npm:zod@4/mini";\nimport "zod/mini";\nimport "./b.ts";',
    "lib/a/b.ts": 'const a = await import("jsr:@std/assert");\nimport "node:net";',
    "tests/c_test.ts": 'export * from "https://example.com/x.ts";\nimport "zod";',
    "examples/d.ts": 'import "npm:hono";',
  }, [
    "lib/a/a.ts:1: imports npm:zod@4/mini",
    "lib/a/b.ts:1: imports jsr:@std/assert",
    "tests/c_test.ts:1: imports https://example.com/x.ts",
    "tests/c_test.ts:2: imports zod",
  ]);
});

Deno.test("noBarrelsNoDefaults() catches a barrel and a default export", () => {
  control(noBarrelsNoDefaults, {
    "lib/a/mod.ts": 'export * from "./b.ts";',
    "lib/a/b.ts": "export default 1;",
    "lib/endpoint/mod.ts": 'export * from "./b.ts";',
    "lib/a/c.ts": 'export { b } from "./b.ts";\nexport const c = "export default 1";',
  }, ["lib/a/b.ts: has a default export", "lib/a/mod.ts: passes on other files only"]);
});

Deno.test("nothingIsLocal() catches a home folder and a registry host", () => {
  const home = ["", "home", "ann", "x"].join("/");
  const host = ["registry", "npmjs", "org"].join(".");
  const windows = ["C:", "Users", "ann"].join("\\");
  const relative = ["work", "x"].join("/");
  control(nothingIsLocal, {
    "README.md": `fine\nsee ${home} and more`,
    ".ci/run": `npm --registry https://${host}/ i`,
    "docs/b.md": `https://files.${["python", "hosted.org"].join("")}/x`,
    "lib/a/a.ts": `const a = "${windows}";`,
    "deno.lock": `"https://${host}/zod"`,
    "docs/a.md": `lib/home/x.ts, ./${relative}, https://example.com/${relative}, ~/${relative}`,
  }, [
    `README.md:2: ${home.slice(0, 7)}`,
    `.ci/run:1: ${host.slice(0, 14)}`,
    `docs/b.md:1: ${["python", "hosted.org"].join("")}`,
    `lib/a/a.ts:1: ${windows.slice(0, 9)}`,
  ]);
});

Deno.test("permissionsAreNamed() catches a task that asks for everything", () => {
  control(permissionsAreNamed, {
    "deno.json": [
      '"a": "deno run -A x.ts",',
      '"b": "deno run --allow-all x.ts",',
      '"c": "deno test --allow-net x.ts",',
      '"d": "deno test --allow-net=localhost --allow-read x.ts"',
    ].join("\n"),
  }, [
    'deno.json:1: "a": "deno run -A x.ts",',
    'deno.json:2: "b": "deno run --allow-all x.ts",',
    'deno.json:3: "c": "deno test --allow-net x.ts",',
  ]);
});

const config = JSON.parse(await Deno.readTextFile(new URL("deno.json", ROOT)));
const rules: Record<string, Rule> = {
  filesAreShort,
  "importSitesUseTheMap": importSitesUseTheMap(Object.keys(config.imports)),
  noBarrelsNoDefaults,
  nothingIsLocal,
  permissionsAreNamed,
};
for (const [name, rule] of Object.entries(rules)) {
  Deno.test(`${name}() holds in this tree`, () => assertEquals(rule(tree), []));
}

Deno.test("readTree() reads the whole project", () => {
  const paths = new Set(tree.map(({ path }) => path));
  for (const path of ["deno.json", ".ci/run", "lib/contract/clauses.ts", "LICENSE"]) {
    assertEquals(paths.has(path), true, path);
  }
  assertEquals([...paths].filter((path) => path.startsWith(".git/")), []);
});
