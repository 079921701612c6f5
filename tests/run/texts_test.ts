import { assertEquals } from "@std/assert";
import {
  isoTime,
  MAX_NAME_BYTES,
  safeComponent,
  traceFolders,
  traceStem,
} from "../../lib/run/identity.ts";
import {
  arrayText,
  asciiJson,
  floatText,
  indented,
  objectText,
  spaced,
} from "../../lib/run/json_text.ts";

Deno.test("indented() lays out JSON as Python's indent=2 does, and spells nothing anew", () => {
  assertEquals(
    indented('{"a":[1.10,12345678901234567890,{}],"b":[],"c":{"d":"x: [1, 2], \\"{}\\""}}'),
    [
      "{",
      '  "a": [',
      "    1.10,",
      "    12345678901234567890,",
      "    {}",
      "  ],",
      '  "b": [],',
      '  "c": {',
      '    "d": "x: [1, 2], \\"{}\\""',
      "  }",
      "}",
    ].join("\n"),
  );
  assertEquals(indented('{ "a" : [ 1 , 2 ] }'), '{\n  "a": [\n    1,\n    2\n  ]\n}');
  assertEquals(indented("null"), "null");
});

Deno.test("spaced() puts a space after each comma and colon, outside of texts", () => {
  assertEquals(spaced('{"a":[1,2],"b,c:d":"e,\\"f:"}'), '{"a": [1, 2], "b,c:d": "e,\\"f:"}');
});

Deno.test("asciiJson() escapes all that isn't ASCII, and DEL is", () => {
  assertEquals(asciiJson('"é\u2028😀\x7f"'), '"\\u00e9\\u2028\\ud83d\\ude00\x7f"');
});

Deno.test("floatText(), objectText() and arrayText() put texts together", () => {
  assertEquals([0, 4, 0.5, 321.101].map(floatText), ["0.0", "4.0", "0.5", "321.101"]);
  assertEquals(objectText({ 'a"': "1.0", b: arrayText(["1", '"x"']) }), '{"a\\"":1.0,"b":[1,"x"]}');
});

Deno.test("safeComponent() keeps letters and numbers of any script, and nothing that leads elsewhere", () => {
  const cases: Readonly<Record<string, string>> = {
    stock_check: "stock_check",
    "a/b\\c:d": "a_b_c_d",
    "Prüfung-7.b": "Prüfung-7.b",
    "在庫²Ⅷ": "在庫²Ⅷ",
    "e\u0301": "e_",
    "😀 x": "__x",
    "": "_",
    ".": "_",
    "..": "__",
    "...": "...",
    "../..": ".._..",
  };
  for (const [name, component] of Object.entries(cases)) {
    assertEquals(safeComponent(name), component, name);
  }
});

Deno.test("traceFolders(), traceStem() and isoTime() follow Wind Tunnel's layout", () => {
  const identity = { agent: "my agent", variant: "candidate", model: "toy/model" };
  assertEquals(traceFolders("stock check", identity), [
    "stock_check",
    "my_agent",
    "candidate",
    "toy_model",
    "unknown",
  ]);
  assertEquals(
    traceStem("2030-01-02T03:04:05.678Z", "7d0f6c1e-2b1a-4a57-9a55-0d2f6f6f0b11"),
    "20300102T030405678000Z_7d0f6c1e",
  );
  assertEquals(isoTime("2030-01-02T03:04:05.000Z"), "2030-01-02T03:04:05.000000+00:00");
  assertEquals(MAX_NAME_BYTES, 255);
});
