import { assert, assertEquals } from "@std/assert";
import {
  checksDoNoIo,
  endpointIsPortable,
  importsHaveNoCycle,
  layersGoOneWay,
  modLoadsCliLazily,
  pureFoldersArePure,
  type Rule,
} from "./layer_rules.ts";
import { graphOf, reach } from "./graph.ts";
import type { Source } from "./source.ts";
import { readTree } from "./tree.ts";

const tree = await readTree();

/** Files that break the rule, what it must say of them, and files like them that don't break it. */
interface Control {
  readonly rule: Rule;
  readonly bad: readonly Source[];
  readonly says: readonly string[];
  readonly good: readonly Source[];
}

const files = (record: Record<string, string>): readonly Source[] =>
  Object.entries(record).map(([path, text]) => ({ path, text }));

const controls: Record<string, Control> = {
  "layersGoOneWay": {
    rule: layersGoOneWay,
    bad: files({
      "lib/wire/a.ts": 'import type { B } from "../driver/b.ts";',
      "lib/driver/b.ts": 'const c = await import("../cli/c.ts");',
      "lib/driver/d.ts": "const e = await import(name);",
      "lib/driver/f.ts": 'import "../../mod.ts";',
      "lib/stray/g.ts": "",
      "lib/h.ts": "",
    }),
    says: [
      "lib/wire/a.ts:1: imports lib/driver/b.ts",
      "lib/driver/b.ts:1: imports lib/cli/c.ts",
      "lib/driver/d.ts:1: imports what no reader can see",
      "lib/driver/f.ts:1: imports mod.ts",
      "lib/stray/g.ts: stands in no layer",
      "lib/h.ts: stands in no layer",
    ],
    good: files({
      "lib/driver/b.ts": 'import "../wire/a.ts"; import "./c.ts"; import "zod/mini";',
      "lib/cli/d.ts": 'import config from "../../deno.json" with { type: "json" };',
      "cli.ts": 'import "./lib/cli/d.ts";',
    }),
  },
  "pureFoldersArePure": {
    rule: pureFoldersArePure,
    bad: files({
      "lib/contract/a.ts": "export const a = Deno.args;",
      "lib/contract/b.ts": 'import "node:fs";',
      "lib/report/c.ts": 'import "../wire/client.ts";',
      "lib/report/d.ts": "console.log(1);\nawait fetch(url);",
      "lib/report/e.ts": "const x = `${globalThis.fetch}`;",
    }),
    says: [
      "lib/contract/a.ts:1: uses Deno",
      "lib/contract/b.ts:1: loads node:fs",
      "lib/report/c.ts:1: loads lib/wire/client.ts",
      "lib/report/d.ts:1: uses console",
      "lib/report/d.ts:2: uses fetch(",
      "lib/report/e.ts:1: uses globalThis.",
    ],
    good: files({
      "lib/contract/a.ts": '// Deno.serve\nexport const a = "Deno.args"; b.fetch(c);',
      "lib/report/c.ts": 'import type { Exchange } from "../wire/exchange.ts"; import "./d.ts";',
      "lib/wire/client.ts": "Deno.connect(options);",
    }),
  },
  "endpointIsPortable": {
    rule: endpointIsPortable,
    bad: files({
      "lib/endpoint/mod.ts": 'export { a } from "./a.ts";',
      "lib/endpoint/a.ts": 'import "../contract/b.ts";\nimport "node:http";',
      "lib/contract/b.ts": "export const b = typeof Deno;",
    }),
    says: [
      "lib/endpoint/a.ts: loads node:http",
      "lib/contract/b.ts: names Deno (loaded by lib/endpoint/a.ts)",
    ],
    good: files({
      "lib/endpoint/mod.ts": 'import type { S } from "./serve.ts"; /* Deno.serve(handler) */',
      "lib/endpoint/serve.ts": "Deno.serve(handler);",
    }),
  },
  "checksDoNoIo": {
    rule: checksDoNoIo,
    bad: files({
      "lib/conform/checks/a.ts": 'import "../b.ts";',
      "lib/conform/b.ts": 'import { once } from "../../lib/wire/client.ts"; Deno.exit();',
      "lib/wire/client.ts": "",
    }),
    says: [
      "lib/conform/b.ts:1: uses Deno (loaded by lib/conform/checks/a.ts)",
      "lib/wire/client.ts: is wire I/O (loaded by lib/conform/b.ts)",
    ],
    good: files({
      "lib/conform/checks.ts": 'import type { T } from "../wire/client.ts";',
      "lib/conform/checks/a.ts": 'import { header } from "../../wire/exchange.ts";',
      "lib/wire/exchange.ts": "",
      "lib/wire/client.ts": "Deno.connect(options);",
    }),
  },
  "modLoadsCliLazily": {
    rule: modLoadsCliLazily,
    bad: files({
      "mod.ts": 'export * from "./lib/conform/run.ts";',
      "lib/conform/run.ts": 'import "../cli/main.ts";',
    }),
    says: ["lib/cli/main.ts: is loaded at once (by lib/conform/run.ts)"],
    good: files({ "mod.ts": 'export const main = () => import("./lib/cli/main.ts");' }),
  },
  "importsHaveNoCycle": {
    rule: importsHaveNoCycle,
    bad: files({ "lib/a.ts": 'import "./b.ts";', "lib/b.ts": 'import "./a.ts";' }),
    says: ["lib/a.ts → lib/b.ts → lib/a.ts"],
    good: files({ "lib/a.ts": 'import "./b.ts";', "lib/b.ts": 'import type { A } from "./a.ts";' }),
  },
};

for (const [name, { rule, bad, says, good }] of Object.entries(controls)) {
  Deno.test(`${name}() catches what it is there for, and lets the rest be`, () => {
    assertEquals([...rule(bad)].sort(), [...says].sort());
    assertEquals(rule(good), []);
  });
  Deno.test(`${name}() holds in this tree`, () => assertEquals(rule(tree), []));
}

Deno.test("endpointIsPortable() and checksDoNoIo() say so where there is nothing to look at", () => {
  assertEquals(endpointIsPortable([]), ["lib/endpoint/mod.ts: is missing"]);
  assertEquals(checksDoNoIo([]), ["lib/conform/checks: is missing"]);
  assertEquals(modLoadsCliLazily([]), ["mod.ts: is missing"]);
});

Deno.test("reach() sees the endpoint kit's real files", () => {
  const reached = reach(graphOf(tree), ["lib/endpoint/mod.ts"]);
  assert(reached.has("lib/endpoint/handler.ts"), [...reached.keys()].join(" "));
});
