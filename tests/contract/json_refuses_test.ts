// What RFC 8259 has no grammar for, as a table: text, kind of fault, and the offset it is seen at.
import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { type JsonFaultKind, JsonSyntaxError, parseJson } from "../../lib/contract/json.ts";

type Refused = readonly [text: string, offset: number, kind?: JsonFaultKind];

const NUMBERS: readonly Refused[] = [
  ["-", 1],
  ["[-]", 2],
  ["+1", 0],
  ["[+1]", 1],
  ["01", 1],
  ["-01", 2],
  ["00", 1],
  ["[01]", 2],
  ["[-01]", 3],
  ["[00,1]", 2],
  ["1.", 2],
  ["[1.]", 3],
  ["1.e1", 2],
  ["-.5", 1],
  [".5", 0],
  ["1e", 2],
  ["1e+", 3],
  ["1E-]", 3],
  ["0e", 2],
  ["1ee2", 2],
  ["1.5.2", 3],
  ["0x1", 1],
  ["0b1", 1],
  ["1_000", 1],
  ["1,000", 1, "trailing"],
  ["[1a]", 2],
  ["12n", 2],
  ["- 1", 1],
  ["--1", 1],
  ["1-2", 1],
  ["1+2", 1],
  ["１", 0],
  ["1 2", 2, "trailing"],
];

const NOT_NUMBERS: readonly Refused[] = [
  ["NaN", 0, "not-a-number"],
  ["Infinity", 0, "not-a-number"],
  ["-Infinity", 0, "not-a-number"],
  ["[NaN]", 1, "not-a-number"],
  ["[1, -Infinity]", 4, "not-a-number"],
  ['{"a": NaN}', 6, "not-a-number"],
  ['{"a": {"b": [Infinity]}}', 13, "not-a-number"],
  ["[NaN, 01]", 1, "not-a-number"],
  ["-NaN", 1],
  ["+Infinity", 0],
  ["nan", 0],
  ["inf", 0],
  ["NaNa", 0],
  ["Infinity1", 0],
  ["{NaN: 1}", 1],
];

const STRINGS: readonly Refused[] = [
  ['"', 1],
  ['"abc', 4],
  ['["abc]', 6],
  ['"a\nb"', 2],
  ['"a\tb"', 2],
  ['"\0"', 1],
  ['"\x1f"', 1],
  ['"\\n\x01"', 3],
  ['"\\x41"', 2],
  ['"\\a"', 2],
  ['"\\\'"', 2],
  ['"\\0"', 2],
  ['"\\\n"', 2],
  ['"\\"', 3],
  ['"\\', 2],
  ['"\\u"', 3],
  ['"\\u12"', 5],
  ['"\\u123', 6],
  ['"\\u00g0"', 5],
  ['"\\uD800\\u12"', 11],
  ['"\\U0041"', 2],
  ["'a'", 0],
  ["`a`", 0],
  ["“a”", 0],
  ['"a" "b"', 4, "trailing"],
  ['"a"b', 3, "trailing"],
];

const STRUCTURES: readonly Refused[] = [
  ["[", 1],
  ["[1", 2],
  ["[1,", 3],
  ["[1,]", 3],
  ["[,1]", 1],
  ["[1,,2]", 3],
  ["[,]", 1],
  ["[1 2]", 3],
  ["[1;2]", 2],
  ["]", 0],
  ["[]]", 2, "trailing"],
  ["[1}", 2],
  ["[[1]", 4],
  ["{", 1],
  ['{"a"', 4],
  ['{"a":', 5],
  ['{"a":1', 6],
  ['{"a":1,', 7],
  ['{"a":1,}', 7],
  ["{,}", 1],
  ['{,"a":1}', 1],
  ['{"a" 1}', 5],
  ['{"a"::1}', 5],
  ['{"a":}', 5],
  ['{"a":1 "b":2}', 7],
  ['{"a":1;"b":2}', 6],
  ['{"a"}', 4],
  ['{"a","b"}', 4],
  ["{a:1}", 1],
  ["{'a':1}", 1],
  ["{1:1}", 1],
  ["{null:1}", 1],
  ["{[]:1}", 1],
  ['{"a":1]', 6],
  ['["a":1]', 4],
  ["}", 0],
  ["{}}", 2, "trailing"],
  ["{} {}", 3, "trailing"],
  ["{}\n{}\n", 3, "trailing"],
  ["{},", 2, "trailing"],
  ["[1] // note", 4, "trailing"],
  ["[1 /* note */]", 3],
  ["# note\n1", 0],
  ["[...]", 1],
];

const LITERALS: readonly Refused[] = [
  ["True", 0],
  ["FALSE", 0],
  ["Null", 0],
  ["None", 0],
  ["nul", 0],
  ["tru", 0],
  ["truex", 0],
  ["nullnull", 0],
  ["true1", 0],
  ["undefined", 0],
  ["hello", 0],
  ["null null", 5, "trailing"],
  ["true,", 4, "trailing"],
  ["true.", 0],
];

const WHITE_SPACE: readonly Refused[] = [
  ["", 0, "empty"],
  [" \n\t\r", 4, "empty"],
  ["\f1", 0],
  ["[\v1]", 1],
  ["\u00a01", 0],
  ["[1\u00a0]", 2],
  ["\u20281", 0],
  ["\u30001", 0],
  ["1\0", 1, "trailing"],
  ["\0", 0],
  ["{}\x1a", 2, "trailing"],
  ["\ufeff{}", 0, "bom"],
  ["\ufeff", 0, "bom"],
  [" \ufeff{}", 1],
  ["{}\ufeff", 2, "trailing"],
  ["[\ufeff1]", 1],
  ["\u2060[]", 0],
];

for (
  const [family, cases] of [
    ["numbers", NUMBERS],
    ["words for numbers", NOT_NUMBERS],
    ["strings", STRINGS],
    ["structures", STRUCTURES],
    ["literals", LITERALS],
    ["white space", WHITE_SPACE],
  ] as const
) {
  Deno.test(`parseJson() refuses ${family} that JSON doesn't have`, async (t) => {
    for (const [text, offset, kind = "syntax"] of cases) {
      await t.step(`n ${JSON.stringify(text)}`, () => {
        const error = assertThrows(() => parseJson(text), JsonSyntaxError);
        assertEquals({ kind: error.kind, offset: error.offset }, { kind, offset });
      });
    }
  });
}

Deno.test("parseJson() says where in lines and columns, and what it wanted", () => {
  const error = assertThrows(() => parseJson('{\n  "a": 1\n  "b": 2\n}'), JsonSyntaxError);
  assertEquals(
    error.message,
    "Cannot parse JSON at line 3, column 3: expected ',' or '}', found '\"' (U+0022)",
  );
  assertEquals(error instanceof SyntaxError, true);
  assertEquals(error.name, "JsonSyntaxError");
});

Deno.test("parseJson() names invisible characters by number alone", () => {
  const error = assertThrows(() => parseJson("[1\u202e]"), JsonSyntaxError);
  assertStringIncludes(error.message, "found U+202E");
  assertEquals(error.message.includes("\u202e"), false);
});
