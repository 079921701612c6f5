import { assertEquals } from "@std/assert";
import { lineAt, linesOf } from "../../lib/scenario/locate.ts";

/** Every path of a text's first document with its line. */
function lines(text: string, document = 0): Record<string, number> {
  return Object.fromEntries(linesOf(text)[document] ?? []);
}

Deno.test("linesOf() follows block mappings and lists, also those at their key's own indent", () => {
  const text = [
    "# a comment",
    "name: a", // 2
    "tags:", // 3
    "- x", // 4
    "- y", // 5
    "target_facts:", // 6
    "  - - one", // 7
    "    - two", // 8
    "  -", // 9
    "    - three", // 10
    "target_numbers:", // 11
    "  - value: 1", // 12
    "    unit: kg", // 13
    "", // 14
    "prompt: p", // 15
  ].join("\n");
  assertEquals(lines(text), {
    "": 2,
    "name": 2,
    "tags": 3,
    "tags[0]": 4,
    "tags[1]": 5,
    "target_facts": 6,
    "target_facts[0]": 7,
    "target_facts[0][0]": 7,
    "target_facts[0][1]": 8,
    "target_facts[1]": 9,
    "target_facts[1][0]": 10,
    "target_numbers": 11,
    "target_numbers[0]": 12,
    "target_numbers[0].value": 12,
    "target_numbers[0].unit": 13,
    "prompt": 15,
  });
});

Deno.test("linesOf() passes over texts of several lines, whatever they look like", () => {
  const text = [
    "prompt: |", // 1
    "  name: no key", // 2
    "", // 3
    "  - no item", // 4
    "name: >-", // 5
    "  [no", // 6
    'a: "open: [', // 7
    '  b: closed"', // 8
    "c: 'it''s", // 9
    "  d: fine'", // 10
    "e: plain", // 11
  ].join("\n");
  assertEquals(lines(text), { "": 1, prompt: 1, name: 5, a: 7, c: 9, e: 11 });
});

Deno.test("linesOf() follows flow collections over lines, and JSON is one", () => {
  const yaml = "a: [x, {b: 1,\n  c: [2,\n 3]}, # note ]\n 'd, e']\nf: 1\n";
  assertEquals(lines(yaml), {
    "": 1,
    "a": 1,
    "a[0]": 1,
    "a[1]": 1,
    "a[1].b": 1,
    "a[1].c": 2,
    "a[1].c[0]": 2,
    "a[1].c[1]": 3,
    "a[2]": 4,
    "f": 5,
  });
  const json = '[\n {"name": "a\\"]",\n  "na\\u006de2": [\n   1,\n   2]},\n {"name": "b"}\n]\n';
  assertEquals(lines(json), {
    "": 1,
    "[0]": 2,
    "[0].name": 2,
    "[0].name2": 3,
    "[0].name2[0]": 4,
    "[0].name2[1]": 5,
    "[1]": 6,
    "[1].name": 6,
  });
});

Deno.test("linesOf() counts documents, and what stands before the first mark is none", () => {
  const text = "%YAML 1.2\n# head\n---\na: 1\n---\nb: 2\n...\n";
  assertEquals([lines(text, 0), lines(text, 1), linesOf(text).length], [
    { "": 4, a: 4 },
    { "": 6, b: 6 },
    2,
  ]);
  assertEquals(lines("a: 1\n---\nb: 2\n", 1), { "": 3, b: 3 });
});

Deno.test("linesOf() knows quoted keys, anchors and Windows line ends", () => {
  assertEquals(lines("\"a b\": &x [1,\r\n 2]\r\n'c': !!str 3\r\nd: *x\r\n"), {
    "": 1,
    "a b": 1,
    "a b[0]": 1,
    "a b[1]": 2,
    "c": 3,
    "d": 4,
  });
});

Deno.test("linesOf() never throws, however broken the text is", () => {
  for (const text of ["", "[", "{", '{"a', "a: [", "'", "- - -", "? x\n: y", "[".repeat(50_000)]) {
    linesOf(text);
  }
});

Deno.test("lineAt() falls back on what is around", () => {
  const found = linesOf("a:\n  - b: *x\n")[0];
  assertEquals(lineAt(found, "a[0].b.c[3]"), 2);
  assertEquals(lineAt(found, "a[7]"), 1);
  assertEquals(lineAt(found, "nowhere"), 1);
  assertEquals(lineAt(undefined, "a"), undefined);
});
