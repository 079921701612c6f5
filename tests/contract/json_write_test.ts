import { assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import { type JsonValue, parseJson, stringifyJson } from "../../lib/contract/json.ts";

Deno.test("stringifyJson() writes numbers digit for digit as they came", async (t) => {
  for (
    const text of [
      "12345678901234567890",
      "1.10",
      "1E400",
      "-0",
      "0.1e-7",
      "[1.0,1,1e0,-1.50]",
      '{"order":{"id":12345678901234567890,"price":1.10,"tags":[1E400,2]},"n":3}',
    ]
  ) {
    await t.step(text, () => assertEquals(stringifyJson(parseJson(text)), text));
  }
});

Deno.test("stringifyJson() leaves white space out, and escapes no more than it must", () => {
  const doc = parseJson(' { "a" : [ true , null , "\\u00e9\\/\\n\\u0001\\"" ] , "b" : { } } ');
  assertEquals(stringifyJson(doc), '{"a":[true,null,"é/\\n\\u0001\\""],"b":{}}');
});

Deno.test("stringifyJson() spaces like Python's json.dumps when asked", () => {
  const doc = parseJson('{"a":[1.0,{"b":[]},"x, y: z"],"c":{}}');
  assertEquals(
    stringifyJson(doc, undefined, { spacing: "python" }),
    '{"a": [1.0, {"b": []}, "x, y: z"], "c": {}}',
  );
});

Deno.test("stringifyJson() writes part of a document", () => {
  const doc = parseJson('{"tool_calls":[{"name":"pay","arguments":{"sum":10.00}}]}');
  const call = (doc.value as { tool_calls: { arguments: JsonValue }[] }).tool_calls[0]!;
  assertEquals(stringifyJson(doc, call.arguments), '{"sum":10.00}');
});

Deno.test("stringifyJson() keeps spellings of parts that sit in a new value", () => {
  const doc = parseJson('{"arguments":{"sum":10.00,"of":[1e2]}}');
  const { arguments: args } = doc.value as { arguments: JsonValue };
  const renamed: JsonValue = { id: 1, input: args };
  assertEquals(stringifyJson(doc, renamed), '{"id":1,"input":{"sum":10.00,"of":[1e2]}}');
});

Deno.test("stringifyJson() writes what stands there now, where a value was changed", () => {
  const doc = parseJson('{"n":1.0,"m":2.0}');
  (doc.value as Record<string, JsonValue>).n = 5;
  assertEquals(stringifyJson(doc), '{"n":5,"m":2.0}');
});

Deno.test("stringifyJson() writes __proto__ and keys that JavaScript knows", () => {
  const text = '{"__proto__":{"a":1.0},"constructor":2,"toString":[]}';
  assertEquals(stringifyJson(parseJson(text)), text);
});

Deno.test("stringifyJson() writes keys that look like indices where they stood", () => {
  for (
    const text of [
      '{"b":1,"10":2,"9":3}',
      '{"10":1,"9":{"2":0,"a":[{"1":1.0,"0":2}],"1":0},"01":1,"4294967295":1,"4294967294":2}',
      '{"__proto__":1,"1":2,"0":3}',
    ]
  ) assertEquals(stringifyJson(parseJson(text)), text);
  // One that comes again stays where it was first, as in Python.
  assertEquals(
    stringifyJson(parseJson('{"b":1,"2":2,"1":3,"2":4.0,"b":5}')),
    '{"b":5,"2":4.0,"1":3}',
  );
});

Deno.test("stringifyJson() writes an object that was changed in the order that it has now", () => {
  const doc = parseJson('{"2":1,"1":2}');
  const value = doc.value as Record<string, JsonValue>;
  delete value["2"];
  assertEquals(stringifyJson(doc), '{"1":2}');
  value["0"] = 3;
  assertEquals(stringifyJson(doc), '{"0":3,"1":2}');
});

Deno.test("keysOf() has the keys as they stood, of any object of the document", () => {
  const { value, keysOf } = parseJson('{"x":{"10":1,"9":2},"y":{"b":1,"a":2},"z":{}}');
  const { x, y, z } = value as Record<string, object>;
  assertEquals([x, y, z].map((one) => keysOf(one!)), [["10", "9"], ["b", "a"], []]);
});

Deno.test("stringifyJson() writes lone surrogates as escapes", () => {
  assertEquals(stringifyJson(parseJson('"\\ud800x"')), '"\\ud800x"');
});

Deno.test("stringifyJson() never runs out of stack", () => {
  const deep = "[".repeat(100_000) + "1.0" + "]".repeat(100_000);
  assertStrictEquals(stringifyJson(parseJson(deep, { maxDepth: 100_000 })) === deep, true);
});

Deno.test("stringifyJson() refuses a number whose spelling is lost", () => {
  const doc = parseJson("[1e400]");
  assertEquals(stringifyJson(doc), "[1e400]");
  assertThrows(() => stringifyJson(doc, Infinity), RangeError, "Cannot write the number Infinity");
  assertEquals(stringifyJson(doc, 7), "7");
});

Deno.test("stringifyJson() refuses what is no JSON value", () => {
  const doc = parseJson("{}");
  const value = { a: undefined } as unknown as JsonValue;
  assertThrows(() => stringifyJson(doc, value), TypeError, "Cannot write undefined as JSON");
});
