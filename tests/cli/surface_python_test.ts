import { assertEquals } from "@std/assert";
import { parseJson } from "../../lib/contract/json.ts";
import { canonicalJson } from "../../lib/surface/canonical.ts";
import { pythonIndented } from "../../lib/surface/python_json.ts";
import { noPython, python } from "./python.ts";
import { randomJson } from "./random_json.ts";

const SEED = 20300102;
const CASES = 6_000;

/** A JSON text a line in; a line of ASCII out: the canonical form and the indented one. */
const SCRIPT = `
import json, sys
for line in sys.stdin.buffer.read().decode("utf-8").split("\\n")[:-1]:
    value = json.loads(line)
    print(json.dumps([json.dumps(value, sort_keys=True, ensure_ascii=False),
                      json.dumps(value, indent=2, ensure_ascii=False)]))
`;

const why = await noPython();
if (why !== undefined) console.log(`Not held against Python's json: ${why}.`);

Deno.test({
  name: `canonicalJson() and pythonIndented() write what Python's json writes, ${CASES} times`,
  ignore: why !== undefined,
  async fn() {
    const next = randomJson(SEED);
    const texts = Array.from({ length: CASES }, next);
    const lines = await python(SCRIPT, texts.map((text) => `${text}\n`).join(""));
    assertEquals(lines.length, CASES);
    for (const [index, text] of texts.entries()) {
      const doc = parseJson(text);
      assertEquals(
        [canonicalJson(doc, doc.value), pythonIndented(doc, doc.value, 0)],
        JSON.parse(lines[index]!),
        `seed ${SEED}, case ${index}: ${text}`,
      );
    }
  },
});
