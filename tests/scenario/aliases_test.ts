import { assertEquals, assertRejects } from "@std/assert";
import { UsageError } from "../../lib/contract/usage.ts";
import { readScenarios } from "../../lib/scenario/read_text.ts";

/** Lists of nine aliases of lists of nine aliases, so many levels of it: 9^levels texts. */
function bomb(levels: number, indent = ""): string {
  const lines = Array.from(
    { length: levels },
    (_, at) => `${indent}- &a${at} [${Array(9).fill(at === 0 ? "x" : `*a${at - 1}`).join(", ")}]`,
  );
  return `${lines.join("\n")}\n`;
}

Deno.test("readScenarios() refuses aliases that stand for millions of values, and at once", async () => {
  const tags = `&t [${Array(30_000).fill("a").join(",")}]`;
  const others = Array.from({ length: 2_000 }, (_, n) => `- {name: n${n}, prompt: y, tags: *t}`);
  const texts = [
    `name: x\nprompt: y\ntags:\n${bomb(12, "  ")}`,
    `name: x\nprompt: y\nmust_call:\n${bomb(12, "  ")}`,
    `odd:\n${bomb(12, "  ")}name: x\nprompt: y\n`,
    `- {name: x, prompt: y, tags: ${tags}}\n${others.join("\n")}\n`,
  ];
  for (const text of texts) {
    await assertRejects(
      () => readScenarios(text, "b.yaml"),
      UsageError,
      "Cannot read the scenario in b.yaml: it holds more than 1000000 values",
    );
  }
});

Deno.test("readScenarios() refuses an alias of what is around it", async () => {
  await assertRejects(
    () => readScenarios("name: x\nprompt: y\ntags: &t [a, *t]\n", "b.yaml"),
    UsageError,
    "it nests too deep",
  );
});

Deno.test("readScenarios() takes aliases that save somebody's typing", async () => {
  const text = "name: x\nprompt: y\ntags: &t [a, b]\nforbidden_facts: *t\n";
  const [one] = await readScenarios(text, "b.yaml");
  assertEquals([one?.scenario.tags, one?.scenario.forbidden_facts], [["a", "b"], ["a", "b"]]);
});
