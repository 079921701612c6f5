// The grammar of RFC 8259 as a table, in the manner of the public suites: what must be accepted
// (y), and what a parser may choose (i), with our choice.
import { assertEquals, assertStrictEquals } from "@std/assert";
import { type JsonValue, parseJson, stringifyJson } from "../../lib/contract/json.ts";

type Accepted = readonly [name: string, text: string, value: JsonValue];

const NUMBERS: readonly Accepted[] = [
  ["y zero", "0", 0],
  ["y minus zero", "-0", -0],
  ["y one digit", "7", 7],
  ["y negative", "-12", -12],
  ["y fraction", "0.5", 0.5],
  ["y negative fraction", "-1.25", -1.25],
  ["y fraction that ends in zeros", "2.500", 2.5],
  ["y exponent", "1e5", 100000],
  ["y capital exponent", "1E5", 100000],
  ["y exponent with plus", "1e+2", 100],
  ["y exponent with minus", "25e-1", 2.5],
  ["y zero with exponent", "0e1", 0],
  ["y zero with plus exponent", "0e+1", 0],
  ["y exponent with leading zeros", "1e005", 100000],
  ["y fraction and exponent", "1.5e3", 1500],
  ["y fifteen digits", "999999999999999", 999999999999999],
  ["y last safe integer", "9007199254740991", 9007199254740991],
  ["y white space on both sides", " \t\r\n4 \t\r\n", 4],
  ["y in an array after a space", "[ 1 , -1 ]", [1, -1]],
  ["i too big for a double", "[1e400]", [Infinity]],
  ["i too big and negative", "-1e+400", -Infinity],
  ["i too small for a double", "1e-400", 0],
  ["i more digits than a double", "0.1000000000000000055511151231257827", 0.1],
];

const STRINGS: readonly Accepted[] = [
  ["y empty", '""', ""],
  ["y ascii", '"asd"', "asd"],
  ["y quote", '"\\""', '"'],
  ["y backslash", '"\\\\"', "\\"],
  ["y backslash before the end", '["a\\\\"]', ["a\\"]],
  ["y slash, escaped and bare", '"\\/ /"', "/ /"],
  ["y short escapes", '"\\b\\f\\n\\r\\t"', "\b\f\n\r\t"],
  ["y unicode escape", '"\\u0041"', "A"],
  ["y hex digits of either case", '"\\u00e9\\u00E9"', "éé"],
  ["y escaped NUL", '"\\u0000"', "\0"],
  ["y escaped surrogate pair", '"\\uD834\\uDD1E"', "\u{1D11E}"],
  ["y raw astral character", '"\u{1F600}"', "\u{1F600}"],
  ["y raw two-byte character", '"é"', "é"],
  ["y DEL", '"\x7f"', "\x7f"],
  ["y U+2028 and U+2029", '"\u2028\u2029"', "\u2028\u2029"],
  ["y noncharacter", '"\uffff"', "\uffff"],
  ["y byte order mark inside", '"\ufeff"', "\ufeff"],
  ["y text, escape, text", '"ab\\ncd\\tef"', "ab\ncd\tef"],
  ["y escape that looks like one", '"\\\\u0041"', "\\u0041"],
  ["y what would be structure", '"{\\"a\\": [1, null]}"', '{"a": [1, null]}'],
  ["i lone high surrogate", '"\\ud800"', "\ud800"],
  ["i lone low surrogate", '"\\uDFAA"', "\udfaa"],
  ["i surrogates in the wrong order", '"\\uDd1e\\uD834"', "\udd1e\ud834"],
  ["i high surrogate before an escape", '"\\uD800\\n"', "\ud800\n"],
];

const STRUCTURES: readonly Accepted[] = [
  ["y true", "true", true],
  ["y false", "false", false],
  ["y null", "null", null],
  ["y empty array", "[]", []],
  ["y empty array with space", "[ ]", []],
  ["y empty object", "{}", {}],
  ["y empty object with newline", "{\n}", {}],
  ["y array of all types", '[null, 1, "1", {}, [], true]', [null, 1, "1", {}, [], true]],
  ["y arrays in arrays", "[[[],[[]]],[]]", [[[], [[]]], []]],
  ["y one key", '{"a":1}', { a: 1 }],
  ["y two keys with spaces", '{ "a" : 1 , "b" : 2 }', { a: 1, b: 2 }],
  ["y empty key", '{"":0}', { "": 0 }],
  ["y escaped key", '{"\\u0061\\n":0}', { "a\n": 0 }],
  ["y objects in objects", '{"a":{"b":{"c":{}}}}', { a: { b: { c: {} } } }],
  ["y object after object", '[{"a":1},{"b":[2]},{}]', [{ a: 1 }, { b: [2] }, {}]],
  ["y key after a nested object", '{"a":{"b":1},"c":2}', { a: { b: 1 }, c: 2 }],
  ["y key after a nested array", '{"a":[{"b":1}],"c":2}', { a: [{ b: 1 }], c: 2 }],
  ["y keys that JavaScript knows", '{"constructor":1,"toString":2}', {
    constructor: 1,
    toString: 2,
  } as unknown as JsonValue],
  ["y keys that look like indices", '{"1":"b","0":"a"}', { "0": "a", "1": "b" }],
];

for (
  const [family, cases] of [
    ["numbers", NUMBERS],
    ["strings", STRINGS],
    ["structures", STRUCTURES],
  ] as const
) {
  Deno.test(`parseJson() accepts the ${family} that JSON has`, async (t) => {
    for (const [name, text, value] of cases) {
      await t.step(name, () => {
        const parsed = parseJson(text).value;
        if (typeof value === "number") assertStrictEquals(Object.is(parsed, value), true);
        assertEquals(parsed, value);
      });
    }
  });
}

Deno.test("parseJson() keeps the order of keys", () => {
  const { value } = parseJson('{"b":1,"a":2,"c":3}');
  assertEquals(Object.keys(value as object), ["b", "a", "c"]);
});

Deno.test("parseJson() makes __proto__ an own key and leaves prototypes alone", () => {
  const { value } = parseJson('{"__proto__":{"polluted":true},"a":1}');
  assertEquals(Object.keys(value as object), ["__proto__", "a"]);
  assertStrictEquals(Object.getPrototypeOf(value), Object.prototype);
  assertStrictEquals(("polluted" in {}) || ("polluted" in (value as object)), false);
  const descriptor = Object.getOwnPropertyDescriptor(value, "__proto__");
  assertEquals(descriptor, {
    value: { polluted: true },
    writable: true,
    enumerable: true,
    configurable: true,
  });
});

Deno.test("parseJson() lets the last __proto__ win, as with any key", () => {
  const doc = parseJson('{"__proto__":1,"__proto__":[2]}');
  assertEquals(Object.getOwnPropertyDescriptor(doc.value, "__proto__")?.value, [2]);
  assertEquals(doc.duplicates, ["/__proto__"]);
});

Deno.test("parseJson() makes __proto__ an own key on platforms where it is an accessor", () => {
  // Deno has taken the accessor away; Node, Bun and browsers have it.
  const before = Object.getOwnPropertyDescriptor(Object.prototype, "__proto__");
  let sets = 0;
  Object.defineProperty(Object.prototype, "__proto__", {
    get: () => null,
    set: () => sets++,
    configurable: true,
  });
  try {
    const doc = parseJson('{"__proto__":{"n":1.0},"a":[{"__proto__":2}]}');
    assertEquals(Object.keys(doc.value as object), ["__proto__", "a"]);
    assertEquals(doc.numberAt("/__proto__/n"), "1.0");
    assertEquals(doc.numberAt("/a/0/__proto__"), "2");
    assertEquals(stringifyJson(doc), '{"__proto__":{"n":1.0},"a":[{"__proto__":2}]}');
    assertEquals(sets, 0);
  } finally {
    Reflect.deleteProperty(Object.prototype, "__proto__");
    if (before !== undefined) Object.defineProperty(Object.prototype, "__proto__", before);
  }
});
