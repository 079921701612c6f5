import { assertEquals } from "@std/assert";
import { jsonDifference } from "../../lib/certify/same_json.ts";
import { parseJson } from "../../lib/contract/json.ts";

function difference(one: string, other: string): string | undefined {
  const found = jsonDifference(parseJson(one), parseJson(other));
  return found === undefined ? undefined : `${found.pointer}: ${found.what}`;
}

Deno.test("jsonDifference() finds none in what says the same", () => {
  const same: readonly (readonly [string, string])[] = [
    ["{}", " { } "],
    ['{"a":1,"b":2}', '{"b":2,"a":1}'],
    ["[1.10,1e2,-0]", "[1.1,100,0]"],
    ["12345678901234567890", "12345678901234567890"],
    ["1e400", "10e399"],
    ['"\\u00e9"', '"\u00e9"'],
    ['{"__proto__":{"a":1}}', '{"__proto__":{"a":1}}'],
    ['{"0":1,"":2}', '{"":2,"0":1}'],
  ];
  for (const [one, other] of same) assertEquals(difference(one, other), undefined, one);
});

Deno.test("jsonDifference() names the first place that differs", () => {
  const cases: readonly (readonly [one: string, other: string, difference: string])[] = [
    ["1", "2", ": 2 in place of 1"],
    ['"a"', '"b"', ': "b" in place of "a"'],
    ["null", "0", ": number in place of null"],
    ["[]", "{}", ": object in place of array"],
    ["[1,2]", "[1]", "/1: it is missing"],
    ["[1]", "[1,2]", "/1: it was added"],
    ['{"a":{"b":[1,2]}}', '{"a":{"b":[1,3]}}', "/a/b/1: 3 in place of 2"],
    ['{"a":1,"b":2}', '{"a":7,"b":8}', "/a: 7 in place of 1"],
    ['{"a/b~":1}', "{}", "/a~1b~0: it is missing"],
    ['{"__proto__":1}', "{}", "/__proto__: it is missing"],
    ["{}", '{"constructor":1}', "/constructor: it was added"],
    [
      "12345678901234567890",
      "12345678901234567000",
      ": 12345678901234567000 in place of 12345678901234567890",
    ],
    ["1e400", "1e401", ": 1e401 in place of 1e400"],
    ["true", "false", ": false in place of true"],
  ];
  for (const [one, other, expected] of cases) assertEquals(difference(one, other), expected);
});

Deno.test("jsonDifference() needs no stack for depth", () => {
  const deep = "[".repeat(9000) + "]".repeat(9000);
  assertEquals(difference(deep, deep), undefined);
});
