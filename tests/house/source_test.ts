import { assertEquals } from "@std/assert";
import { blank, importsOf, isBarrel } from "./source.ts";
import { cycle, graphOf, reach, resolve } from "./graph.ts";

Deno.test("blank() takes out comments and the insides of strings, and keeps every position", () => {
  const cases: readonly (readonly [text: string, code: string])[] = [
    ["a // Deno\nb", "a        \nb"],
    ["a /* Deno\n*/ b", "a        \n   b"],
    ['x = "Deno";', 'x = "    ";'],
    ["x = 'it\\'s';", "x = '     ';"],
    ["x = `Deno ${Deno} Deno`;", "x = `     ${Deno}     `;"],
    ["`${ {a: `in ${Deno}`} }${b}` c", "`${ {a: `   ${Deno}`} }${b}` c"],
    ['x = /["`]/; Deno', "x = /    /; Deno"],
    ['x = /[/"]+/g.test(y)', "x = /     /g.test(y)"],
    ['return /"/;', "return / /;"],
    ['a / b; "c"', 'a / b; " "'],
    ['f(1) / 2; "c" / d', 'f(1) / 2; " " / d'],
  ];
  for (const [text, code] of cases) {
    assertEquals(blank(text), code);
    assertEquals(blank(text).length, text.length);
  }
});

Deno.test("importsOf() lists every form of import with its kind and line", () => {
  const text = [
    'import "./effect.ts";',
    'import { a, type B } from "./named.ts";',
    'import * as c from "./star.ts";',
    'import type { D } from "./type.ts";',
    'import { type E, type F } from "./types.ts";',
    "import {",
    "  g,",
    '} from "./long.ts";',
    'export { h } from "./again.ts";',
    'export * from "./all.ts";',
    'export type { I } from "./type_again.ts";',
    'const j = await import("./late.ts");',
    'type K = typeof import("./typeof.ts");',
    "const l = await import(name);",
    "const m = await import(`./${name}.ts`);",
    'import data from "./data.json" with { type: "json" };',
  ].join("\n");
  assertEquals(importsOf(text).map(({ specifier, kind, line }) => [specifier, kind, line]), [
    ["./effect.ts", "run", 1],
    ["./named.ts", "run", 2],
    ["./star.ts", "run", 3],
    ["./type.ts", "type", 4],
    ["./types.ts", "type", 5],
    ["./long.ts", "run", 6],
    ["./again.ts", "run", 9],
    ["./all.ts", "run", 10],
    ["./type_again.ts", "type", 11],
    ["./late.ts", "dynamic", 12],
    ["./typeof.ts", "type", 13],
    [undefined, "dynamic", 14],
    [undefined, "dynamic", 15],
    ["./data.json", "run", 16],
  ]);
});

Deno.test("importsOf() sees no import in a comment, a string, a property or a plain export", () => {
  const text = [
    '// import "./comment.ts";',
    "const a = 'import \"./string.ts\"';",
    'b.import("./method.ts");',
    "const url = import.meta.url;",
    'export const c = "./value.ts";',
    'export function d(from = "./default.ts") {}',
    "export { c as e };",
    'const f = "./after.ts";',
  ].join("\n");
  assertEquals(importsOf(text), []);
});

Deno.test("isBarrel() knows a file that only passes on others", () => {
  assertEquals(
    isBarrel('/** Doc. */\nexport * from "./a.ts";\nexport { b } from "./b.ts";\n'),
    true,
  );
  assertEquals(isBarrel('export * from "./a.ts";\nexport const b = 1;\n'), false);
  assertEquals(isBarrel("// nothing\n"), false);
});

Deno.test("resolve() follows relative specifiers and nothing else", () => {
  assertEquals(resolve("lib/a/b.ts", "./c.ts"), "lib/a/c.ts");
  assertEquals(resolve("lib/a/b.ts", "../../mod.ts"), "mod.ts");
  assertEquals(resolve("lib/a/b.ts", "../../../x.ts"), undefined);
  assertEquals(resolve("lib/a/b.ts", "zod/mini"), undefined);
});

Deno.test("reach() follows run-time imports and leaves types out", () => {
  const graph = graphOf([
    { path: "a.ts", text: 'import "./b.ts"; import type { X } from "./type.ts";' },
    { path: "b.ts", text: 'const c = () => import("./c.ts");' },
    { path: "c.ts", text: 'import "./a.ts";' },
    { path: "type.ts", text: "" },
  ]);
  assertEquals([...reach(graph, ["a.ts"]).keys()].sort(), ["a.ts", "b.ts", "c.ts"]);
  assertEquals([...reach(graph, ["a.ts"], ["run"]).keys()].sort(), ["a.ts", "b.ts"]);
});

Deno.test("cycle() finds a loop of run-time imports, and none where a type closes it", () => {
  const loop = [
    { path: "a.ts", text: 'import "./b.ts";' },
    { path: "b.ts", text: 'import "./c.ts";' },
    { path: "c.ts", text: 'import "./b.ts";' },
  ];
  assertEquals(cycle(graphOf(loop)), ["b.ts", "c.ts", "b.ts"]);
  const typed = [...loop.slice(0, 2), { path: "c.ts", text: 'import type { B } from "./b.ts";' }];
  assertEquals(cycle(graphOf(typed)), []);
});
