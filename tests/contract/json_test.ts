import { assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import { JsonSyntaxError, MAX_DEPTH, parseJson, pointerOf } from "../../lib/contract/json.ts";

/** Number as sent, and whether String(Number(sent)) is something else. */
const SPELLINGS: readonly (readonly [text: string, kept: boolean])[] = [
  ["0", false],
  ["-1", false],
  ["1.5", false],
  ["0.000001", false],
  ["999999999999999", false],
  ["9007199254740991", false],
  ["1e+21", false],
  ["1.0", true],
  ["1.10", true],
  ["-0", true],
  ["-0.0", true],
  ["1e5", true],
  ["1E400", true],
  ["1e-400", true],
  ["100E-2", true],
  ["0.0000001", true],
  ["9007199254740993", true],
  ["12345678901234567890", true],
  ["-12345678901234567890.10", true],
];

Deno.test("numberSource() keeps a spelling where JavaScript's is another", async (t) => {
  for (const [text, kept] of SPELLINGS) {
    await t.step(text, () => {
      const source = kept ? text : undefined;
      const inObject = parseJson(`{"a":[],"n":${text}}`);
      assertEquals(inObject.numberSource(inObject.value as object, "n"), source);
      assertEquals(inObject.numberAt("/n"), text);
      const inArray = parseJson(`[1,${text} , 2]`);
      assertEquals(inArray.numberSource(inArray.value as object, 1), source);
      assertEquals(inArray.numberSource(inArray.value as object, "1"), source);
      assertEquals(inArray.numberAt("/1"), text);
      const alone = parseJson(` ${text} `);
      assertEquals(alone.numberSource(undefined, ""), source);
      assertEquals(alone.numberAt(""), text);
    });
  }
});

Deno.test("numberSource() keeps containers apart, however alike they are", () => {
  const doc = parseJson('[{"n":1.0},{"n":1},{"n":1.00},[1.0],[1]]');
  const [one, two, three, four, five] = doc.value as object[];
  assertEquals(doc.numberSource(one, "n"), "1.0");
  assertEquals(doc.numberSource(two, "n"), undefined);
  assertEquals(doc.numberSource(three, "n"), "1.00");
  assertEquals(doc.numberSource(four, 0), "1.0");
  assertEquals(doc.numberSource(five, 0), undefined);
  assertEquals(doc.numberSource({ n: 1 }, "n"), undefined);
});

Deno.test("numberSource() knows every number of a large container", () => {
  const numbers = Array.from({ length: 1_000 }, (_, i) => `${i}.0`);
  const doc = parseJson(`{"list":[${numbers}],"map":{${numbers.map((n, i) => `"k${i}":${n}`)}}}`);
  const { list, map } = doc.value as { list: object; map: object };
  for (const i of [0, 1, 7, 8, 9, 10, 500, 999]) {
    assertEquals(doc.numberSource(list, i), `${i}.0`);
    assertEquals(doc.numberSource(map, `k${i}`), `${i}.0`);
  }
});

Deno.test("numberSource() forgets the spelling of a key that came again", async (t) => {
  for (
    const [text, source] of [
      ['{"a":1.0,"a":1}', undefined],
      ['{"a":1,"a":1.0}', "1.0"],
      ['{"a":1.0,"a":1.00}', "1.00"],
      ['{"a":1.0,"b":2.0,"a":"1"}', undefined],
      ['{"a":1.0,"a":{"a":2.0}}', undefined],
      ['{"a":1.0,"1.0":2.0,"1.0":3}', "1.0"],
    ] as const
  ) {
    await t.step(text, () => {
      const doc = parseJson(text);
      assertEquals(doc.numberSource(doc.value as object, "a"), source);
    });
  }
  await t.step("in an object of many numbers", () => {
    const many = Array.from({ length: 20 }, (_, i) => `"k${i}":1.0`);
    const doc = parseJson(`{${many},"k3":1}`);
    assertEquals(doc.numberAt("/k3"), "1");
    assertEquals(doc.numberAt("/k4"), "1.0");
  });
});

Deno.test("numberAt() gives nothing where there is no number", () => {
  const doc = parseJson('{"a":[1.0],"s":"2","":3,"x/y":{"~":4.0},"~1":6.0,"__proto__":{"n":5.0}}');
  assertEquals(doc.numberAt("/a/0"), "1.0");
  assertEquals(doc.numberAt("/"), "3");
  assertEquals(doc.numberAt("/x~1y/~0"), "4.0");
  assertEquals(doc.numberAt("/~01"), "6.0");
  assertEquals(doc.numberAt("/__proto__/n"), "5.0");
  for (
    const pointer of [
      "",
      "/s",
      "/a",
      "/a/1",
      "/a/00",
      "/a/-1",
      "/a/length",
      "/constructor/length",
      "/a/0/0",
      "a/0",
      "/x~2y",
      "/missing",
    ]
  ) {
    assertEquals(doc.numberAt(pointer), undefined, pointer);
  }
});

Deno.test("parseJson() names keys that came again, and the last one wins", () => {
  const doc = parseJson('{"a":1,"b":[{"c":1,"c":2}],"a":3,"x/~":1,"\\u0078/~":2,"a":{"a":4}}');
  assertEquals(doc.value, { a: { a: 4 }, b: [{ c: 2 }], "x/~": 2 });
  assertEquals(doc.duplicates, ["/b/0/c", "/a", "/x~1~0", "/a"]);
  assertEquals(doc.duplicateCount, 4);
});

Deno.test("parseJson() sees no duplicates where keys only look alike", () => {
  const doc = parseJson('[{"a":1},{"a":1},{"a":{"a":1}},{"constructor":1,"toString":2,"A":3}]');
  assertEquals(doc.duplicates, []);
  assertEquals(doc.duplicateCount, 0);
});

Deno.test("parseJson() points at duplicates inside lists and objects that follow others", () => {
  const doc = parseJson('{"p":[[],{"q":1}],"r":{"s":[0,0,{"t":1,"t":2}]}}');
  assertEquals(doc.duplicates, ["/r/s/2/t"]);
});

Deno.test("parseJson() names the first 100 duplicates and counts the rest", () => {
  const doc = parseJson(`{"a":0${',"a":0'.repeat(5_000)}}`);
  assertEquals(doc.duplicates.length, 100);
  assertEquals(doc.duplicateCount, 5_000);
});

Deno.test("parseJson() stops the pointer of a duplicate at the last ancestor that fits", () => {
  const key = "k".repeat(2_000);
  const doc = parseJson(`{"a":[{"${key}":{"b":1,"b":2}}]}`);
  assertEquals(doc.duplicates, ["/a/0"]);
  assertEquals(parseJson(`{"${key}":1,"${key}":2}`).duplicates, [""]);
});

Deno.test("parseJson() nests to its bound and no deeper", async (t) => {
  for (
    const [name, open, inner, close] of [
      ["arrays", "[", "", "]"],
      ["objects", '{"a":', "1", "}"],
    ] as const
  ) {
    await t.step(name, () => {
      const nested = (depth: number) => open.repeat(depth) + inner + close.repeat(depth);
      parseJson(nested(MAX_DEPTH));
      const error = assertThrows(() => parseJson(nested(MAX_DEPTH + 1)), JsonSyntaxError);
      assertEquals(error.kind, "depth");
      assertEquals(error.offset, MAX_DEPTH * open.length);
      parseJson(nested(3), { maxDepth: 3 });
      const tight = assertThrows(() => parseJson(nested(4), { maxDepth: 3 }), JsonSyntaxError);
      assertEquals(tight.kind, "depth");
    });
  }
});

Deno.test("parseJson() counts depth, not containers", () => {
  assertEquals(parseJson("[[],[],[[]],{}]", { maxDepth: 3 }).value, [[], [], [[]], {}]);
});

Deno.test("parseJson() never runs out of stack", () => {
  const open = "[".repeat(100_000);
  const bounded = assertThrows(() => parseJson(open), JsonSyntaxError);
  assertEquals(bounded.kind, "depth");
  const unclosed = assertThrows(() => parseJson(open, { maxDepth: 200_000 }), JsonSyntaxError);
  assertEquals({ kind: unclosed.kind, offset: unclosed.offset }, {
    kind: "syntax",
    offset: 100_000,
  });
  parseJson(open + "1.0" + "]".repeat(100_000), { maxDepth: 200_000 });
});

Deno.test("parseJson() reads a megabyte of digits as one number", () => {
  const digits = "1" + "0".repeat(1_000_000);
  const doc = parseJson(`[${digits}, 1.${digits}, 1e${digits}]`);
  assertEquals(doc.value, [Infinity, 1.1, Infinity]);
  assertStrictEquals(doc.numberAt("/0"), digits);
});

Deno.test("pointerOf() escapes as RFC 6901 has it", () => {
  assertEquals(pointerOf([]), "");
  assertEquals(pointerOf([""]), "/");
  assertEquals(pointerOf(["tool_calls", 0, "name"]), "/tool_calls/0/name");
  assertEquals(pointerOf(["a/b", "m~n", "~1"]), "/a~1b/m~0n/~01");
});
