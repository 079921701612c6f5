/**
 * Controls on the corpus itself: what changes nothing, and what must change a verdict.
 */
import { assertEquals, assertNotEquals } from "@std/assert";
import { type JsonValue, parseJson } from "../../lib/contract/json.ts";
import { folderFiles, memoryFiles } from "../../lib/corpus/files.ts";
import { type Corpus, loadCorpus } from "../../lib/corpus/load.ts";
import { runCorpus } from "../../lib/corpus/run.ts";
import { CORPUS } from "../../tools/corpus_module.ts";
import { relayTarget } from "./relay.ts";

const corpus = await loadCorpus(folderFiles(CORPUS));

/** The corpus with the text of each file changed. */
async function changed(change: (text: string, path: string) => string): Promise<Corpus> {
  const files = Object.fromEntries(
    [...corpus.files].map(([path, bytes]) => [path, change(new TextDecoder().decode(bytes), path)]),
  );
  return await loadCorpus(memoryFiles(files), { anyDigest: true });
}

/** Cells that a relay which changes nothing doesn't pass, with their codes. */
async function troubles(other: Corpus, cases: readonly string[] = []) {
  const { results } = await runCorpus({ target: relayTarget(), corpus: other, cases });
  return results.filter(({ verdict }) => verdict !== "passed" && verdict !== "not_applicable")
    .map(({ id, findings }) => [id, ...new Set(findings.map(({ code }) => code))]);
}

/** Keys in the opposite order, everywhere; numbers as they are spelled. */
function reordered(text: string): string {
  const doc = parseJson(text);
  const write = (value: JsonValue, container: object | undefined, key: string | number): string => {
    if (typeof value === "number") return doc.numberSource(container, key) ?? String(value);
    if (value === null || typeof value !== "object") return JSON.stringify(value);
    if (Array.isArray(value)) return `[${value.map((one, i) => write(one, value, i)).join(",")}]`;
    const members = Object.entries(value).reverse()
      .map(([name, one]) => `${JSON.stringify(name)}:${write(one, value, name)}`);
    return `{${members.join(",")}}`;
  };
  return write(doc.value, undefined, "");
}

Deno.test("reordering the keys of every file changes the digest, and no verdict", async () => {
  const other = await changed(reordered);
  assertNotEquals(other.digest, corpus.digest);
  assertEquals(await troubles(other), []);
});

Deno.test("reordering the manifest's keys alone changes nothing at all", async () => {
  const other = await changed((text, path) => path === "manifest.json" ? reordered(text) : text);
  assertEquals(other.digest, corpus.digest);
});

const CASE = "tool-result-roundtrip.whole";
const EXPECTED = "expected/tool-result-roundtrip.json";

const controls: Readonly<Record<string, readonly [from: string, to: string, code: string]>> = {
  "argument value": [
    '"arguments": {"name": "Halcyon"}',
    '"arguments": {"name": "halcyon"}',
    "arguments-changed",
  ],
  "call id": ['"call": {"id": "call_ship_1"', '"call": {"id": "call_ship_2"', "id-changed"],
  "result's id": [
    '"result": {"id": "call_ship_1"',
    '"result": {"id": "call_ship_2"',
    "result-parted",
  ],
  "result's text": ['"text": "berth 7, east quay"', '"text": "berth 8, east quay"', "result-text"],
  "token count": ['"input": 61', '"input": 62', "usage-changed"],
  "limit": ['"limit": 256', '"limit": 257', "limit-changed"],
  "tool's schema": ['"required": ["name"]', '"required": []', "tool-schema"],
};

for (const [name, [from, to, code]] of Object.entries(controls)) {
  Deno.test(`one changed ${name} in an expectation changes its verdict`, async () => {
    let found = 0;
    const other = await changed((text, path) => {
      if (path !== EXPECTED) return text;
      found += text.split(from).length - 1;
      return text.replaceAll(from, to);
    });
    assertEquals(found > 0, true);
    const results = await troubles(other, [CASE]);
    assertEquals(results.length, 3, "one for each dialect");
    for (const [id, ...codes] of results) assertEquals([id, codes.includes(code)], [id, true]);
    assertNotEquals(other.digest, corpus.digest);
  });
}
