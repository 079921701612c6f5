import { assertEquals } from "@std/assert";
import {
  argumentsDifference,
  jsonPointerOfDifference,
  matches,
  matchesText,
  sameDigits,
} from "../../lib/corpus/compare_values.ts";
import type { Arguments, Dialect } from "../../lib/corpus/transcript.ts";

const object = (json: string): Arguments => ({ kind: "object", json });
const raw = (text: string): Arguments => ({ kind: "raw", text });
const codeOf = (one: Arguments, other: Arguments, dialect: Dialect = "chat") =>
  argumentsDifference(one, other, dialect)?.code;

Deno.test("jsonPointerOfDifference() takes order, escapes, white space and spelling for nothing", () => {
  const same: readonly (readonly [string, string])[] = [
    ['{"a":1,"b":2}', '{"b":2,"a":1}'],
    ['{"a":"\\u00e9\\ud83d\\ude00"}', '{ "a" : "\u00e9\u{1f600}" }\n'],
    ['{"a":1.10}', '{"a":1.1}'],
    ['{"a":100}', '{"a":1e2}'],
    ['{"a":0.0000001}', '{"a":1e-7}'],
    ['{"a":12345678901234567890}', '{"a":12345678901234567890.0}'],
    ['{"a/b":[{"~":null}]}', '{"a\\/b":[{"~":null}]}'],
  ];
  for (const [one, other] of same) {
    assertEquals([one, jsonPointerOfDifference(one, other)], [one, undefined]);
  }
});

Deno.test("jsonPointerOfDifference() points at the first value that changed", () => {
  const different: readonly (readonly [string, string, string])[] = [
    ['{"a":9007199254740993}', '{"a":9007199254740992}', "/a"],
    ['{"a":12345678901234567890}', '{"a":12345678901234567000}', "/a"],
    ['{"a":0.1}', '{"a":0.10000000000000001}', "/a"],
    ['{"a":""}', '{"a":null}', "/a"],
    ['{"a":null}', "{}", "/a"],
    ['{"a":[]}', '{"a":{}}', "/a"],
    ['{"a":false}', '{"a":0}', "/a"],
    ['{"a":"1"}', '{"a":1}', "/a"],
    ["{}", '{"a":null}', "/a"],
    ['{"a":[1,2]}', '{"a":[2,1]}', "/a/0"],
    ['{"a":[1]}', '{"a":[1,null]}', "/a/1"],
    ['{"a/b":{"~":1}}', '{"a/b":{"~":2}}', "/a~1b/~0"],
    ['{"a":"e\u0301"}', '{"a":"\u00e9"}', "/a"],
    ["{", "{}", ""],
  ];
  for (const [one, other, pointer] of different) {
    assertEquals([one, other, jsonPointerOfDifference(one, other)], [one, other, pointer]);
  }
});

Deno.test("argumentsDifference() compares objects by value and texts by the letter", () => {
  assertEquals(codeOf(object('{"x":[1]}'), object('{"x": [1.0]}')), undefined);
  assertEquals(codeOf(object('{"x":1}'), object('{"x":2}')), "arguments-changed");
  assertEquals(codeOf(raw("{x"), raw("{x")), undefined);
  assertEquals(codeOf(raw("{x"), raw("{x ")), "arguments-changed");
});

Deno.test("argumentsDifference() finds arguments that were repaired, and ones that broke", () => {
  assertEquals(codeOf(raw("{x"), object("{}")), "arguments-repaired");
  assertEquals(codeOf(raw(""), object("{}")), "arguments-repaired");
  assertEquals(codeOf(object('{"x":1}'), raw('{"x":1')), "arguments-not-an-object");
  assertEquals(codeOf(object('{"x":1}'), raw("")), "arguments-not-an-object");
});

Deno.test("argumentsDifference() takes an empty text for no arguments in Messages alone", () => {
  assertEquals(codeOf(object("{}"), raw(""), "messages"), undefined);
  assertEquals(codeOf(object("{}"), raw(""), "chat"), "arguments-not-an-object");
  assertEquals(codeOf(object("{}"), raw(""), "responses"), "arguments-not-an-object");
  assertEquals(codeOf(object('{"x":1}'), raw(""), "messages"), "arguments-not-an-object");
});

Deno.test("sameDigits() compares numbers exactly and never what is no number", () => {
  assertEquals(sameDigits("64", "64.0"), true);
  assertEquals(sameDigits("9007199254740993", "9007199254740992"), false);
  assertEquals(sameDigits('"64"', "64"), false);
  assertEquals(sameDigits("null", "null"), true);
});

Deno.test("matches() takes one of a set, anything, and never what is absent", () => {
  assertEquals(matches({ values: ["a", "b"] }, "b"), true);
  assertEquals(matches({ values: ["a", "b"] }, "c"), false);
  assertEquals(matches({ values: ["a"] }, undefined), false);
  assertEquals(matches({ any: true }, undefined), true);
  assertEquals(matchesText({ prefixOf: "abc" }, ""), true);
  assertEquals(matchesText({ prefixOf: "abc" }, "b"), false);
});

Deno.test("matchesText() takes a text that stands in another, with a mark around it where one is asked for", () => {
  const inside = { contains: "gauge 4 is offline" };
  const marked = { ...inside, andMore: true as const };
  const verdicts: readonly (readonly [string, boolean, boolean])[] = [
    ["gauge 4 is offline", true, false],
    [" gauge 4 is offline\n", true, false],
    ["Error: gauge 4 is offline", true, true],
    ['{"is_error":true,"content":"gauge 4 is offline"}', true, true],
    ["gauge 4 is offline (the tool failed)", true, true],
    ["gauge 4 is offline gauge 4 is offline", true, true],
    ["Error: gauge 4 is off line", false, false],
    ["Error", false, false],
    ["", false, false],
  ];
  for (const [value, one, other] of verdicts) {
    assertEquals([value, matchesText(inside, value)], [value, one]);
    assertEquals([value, matchesText(marked, value)], [value, other]);
  }
  assertEquals(matchesText({ contains: "$&", andMore: true }, "x$&"), true);
});
