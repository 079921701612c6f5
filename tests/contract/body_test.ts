import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { type Body, readBody } from "../../lib/contract/body.ts";
import type { Violation } from "../../lib/contract/result.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);

function refused(body: Body): Violation {
  assert(!body.ok, "the body was read");
  assertEquals(body.limit, undefined);
  assertEquals(body.violations.length, 1);
  return body.violations[0]!;
}

type Case = readonly [name: string, bytes: Uint8Array, code: string, received: string];

const REFUSED: readonly Case[] = [
  ["Latin-1", new Uint8Array([0x22, 0xe9, 0x74, 0x22]), "bad-utf8", "byte 0xe9 at offset 1 of 4"],
  [
    "a lone continuation byte",
    new Uint8Array([0x22, 0x80, 0x22]),
    "bad-utf8",
    "byte 0x80 at offset 1",
  ],
  [
    "an overlong form",
    new Uint8Array([0x22, 0xc0, 0xaf, 0x22]),
    "bad-utf8",
    "byte 0xc0 at offset 1",
  ],
  ["the longest overlong form", new Uint8Array([0xf0, 0x8f, 0xbf, 0xbf]), "bad-utf8", "byte 0xf0"],
  ["a long overlong form", new Uint8Array([0xe0, 0x80, 0xaf]), "bad-utf8", "byte 0xe0 at offset 0"],
  [
    "a surrogate",
    new Uint8Array([0x22, 0xed, 0xa0, 0x80, 0x22]),
    "bad-utf8",
    "byte 0xed at offset 1",
  ],
  ["past U+10FFFF", new Uint8Array([0xf4, 0x90, 0x80, 0x80]), "bad-utf8", "byte 0xf4 at offset 0"],
  ["0xff", new Uint8Array([0xff, 0xfe, 0x7b, 0x00]), "bad-utf8", "byte 0xff at offset 0 of 4"],
  ["gzip", new Uint8Array([0x1f, 0x8b, 0x08, 0x00]), "bad-utf8", "byte 0x8b at offset 1 of 4"],
  [
    "a character cut in two",
    new Uint8Array([0x22, 0xe2, 0x82]),
    "bad-utf8",
    "3 bytes that end inside a character",
  ],
  ["a byte order mark", utf8("\ufeff{}"), "bom", "a byte order mark (U+FEFF) before the value"],
  ["nothing but a byte order mark", utf8("\ufeff"), "bom", "a byte order mark"],
  ["NaN", utf8('{"score": NaN}'), "not-a-number", "line 1, column 11: NaN is not JSON"],
  ["-Infinity", utf8("[-Infinity]"), "not-a-number", "line 1, column 2: -Infinity is not JSON"],
  [
    "a second object",
    utf8("{}\n{}"),
    "trailing-bytes",
    "line 2, column 1: '{' (U+007B) stands after",
  ],
  ["a log line", utf8("{} done"), "trailing-bytes", "line 1, column 4: 'd' (U+0064)"],
  ["a NUL at the end", utf8("{}\0"), "trailing-bytes", "line 1, column 3: U+0000"],
  ["no bytes", new Uint8Array(), "empty-body", "no bytes"],
  ["white space", utf8(" \r\n"), "empty-body", "nothing but white space"],
  ["HTML", utf8("<html>"), "not-json", "line 1, column 1: expected a value, found '<' (U+003C)"],
  ["a cut body", utf8('{"wt_inject": 1'), "not-json", "found the end of the text"],
  [
    "UTF-16 of ASCII without a mark",
    new Uint8Array([0x7b, 0x00, 0x7d, 0x00]),
    "not-json",
    "U+0000",
  ],
  ["a Python dict", utf8("{'wt_inject': 1}"), "not-json", "expected a key in double quotes"],
];

Deno.test("readBody() tells apart what isn't JSON in UTF-8", async (t) => {
  for (const [name, bytes, code, received] of REFUSED) {
    await t.step(`${name} is ${code}`, () => {
      const violation = refused(readBody(bytes));
      assertEquals(violation.code, code);
      assertStringIncludes(violation.received, received);
      assertEquals(violation.clause, "transport.json-utf8");
      assertEquals(violation.severity, "failed");
      assertEquals(violation.where, "body");
      assertEquals(violation.pointer, "");
      assert(violation.hint.endsWith(".") && violation.expected !== "");
    });
  }
});

Deno.test("readBody() reads any JSON value: that it be an object is the envelope's matter", () => {
  for (
    const [text, value] of [["[1]", [1]], ['"é😀"', "é😀"], [" null\n", null], ["{}", {}]] as const
  ) {
    const body = readBody(utf8(text));
    assert(body.ok);
    assertEquals(body.doc.value as unknown, value);
    assertEquals(body.violations, []);
  }
});

Deno.test("readBody() reads every length of UTF-8 sequence, to its ends", () => {
  const text = '"\x7f\x80\u07ff\u0800\ud7ff\ue000\uffff\u{10000}\u{10ffff}"';
  const body = readBody(utf8(text));
  assert(body.ok);
  assertEquals(body.doc.value as unknown, JSON.parse(text));
});

Deno.test("readBody() passes on numbers as they came", () => {
  const body = readBody(utf8('{"id":12345678901234567890}'));
  assert(body.ok);
  assertEquals(body.doc.numberAt("/id"), "12345678901234567890");
});

Deno.test("readBody() warns of each duplicate key, at its place", () => {
  const body = readBody(utf8('{"a":1,"b":{"c":1,"c":2},"a":3}'));
  assert(body.ok);
  assertEquals(
    body.violations.map(({ code, severity, clause, pointer }) => ({
      code,
      severity,
      clause,
      pointer,
    })),
    ["/b/c", "/a"].map((pointer) => ({
      code: "duplicate-key",
      severity: "warned",
      clause: "transport.json-utf8",
      pointer,
    })),
  );
});

Deno.test("readBody() counts duplicate keys past the first ten", () => {
  const body = readBody(utf8(`{"a":0${',"a":0'.repeat(1_000)}}`));
  assert(body.ok);
  assertEquals(body.violations.length, 11);
  assertEquals(body.violations[9]?.pointer, "/a");
  assertEquals(body.violations[10]?.pointer, "");
  assertEquals(body.violations[10]?.received, "990 more duplicate keys");
});

Deno.test("readBody() blames nobody where our own bound on depth is hit", () => {
  const body = readBody(utf8("[".repeat(100_000) + "]".repeat(100_000)));
  assert(!body.ok);
  assertEquals(body.violations, []);
  assertStringIncludes(body.limit ?? "", "our bound on depth");
  assertStringIncludes(body.limit ?? "", "nested deeper than 10000 levels");
});

Deno.test("readBody() reads what is nested to the bound", () => {
  assertEquals(readBody(utf8("[".repeat(10_000) + "]".repeat(10_000))).ok, true);
});

Deno.test("readBody() quotes no more of a body than one character", () => {
  const violation = refused(readBody(utf8('{"surface": "SECRET PROMPT" SECRET}')));
  assertEquals(JSON.stringify(violation).includes("SECRET"), false);
});
