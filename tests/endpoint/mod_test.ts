import { assertEquals } from "@std/assert";
import * as endpoint from "../../lib/endpoint/mod.ts";

const ROOT = new URL("../../lib/", import.meta.url);

/** Every module of ours that a module reaches, with its text. */
async function reach(start: URL): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const open = [start];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (found.has(next.href)) continue;
    const text = await Deno.readTextFile(next);
    found.set(next.href, text);
    for (const [, specifier = ""] of text.matchAll(/\bfrom\s+"(\.{1,2}\/[^"]+)"/g)) {
      open.push(new URL(specifier, next));
    }
  }
  return found;
}

Deno.test("lib/endpoint/mod.ts exports the handler alone, besides types", () => {
  assertEquals(Object.keys(endpoint), ["contractHandler"]);
});

Deno.test("lib/endpoint/mod.ts reaches nothing that needs Deno", async () => {
  const graph = await reach(new URL("endpoint/mod.ts", ROOT));
  const names = [...graph.keys()].map((href) => href.slice(ROOT.href.length));
  for (const needed of ["endpoint/handler.ts", "endpoint/turns.ts", "contract/violations.ts"]) {
    assertEquals([needed, names.includes(needed)], [needed, true]);
  }
  for (const [href, text] of graph) {
    const code = text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "");
    assertEquals([href, /\bDeno\b/.test(code)], [href, false]);
  }
});

Deno.test("lib/endpoint/reference.ts reaches nothing that needs Deno", async () => {
  for (const [href, text] of await reach(new URL("endpoint/reference.ts", ROOT))) {
    const code = text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "");
    assertEquals([href, /\bDeno\b/.test(code)], [href, false]);
  }
});
