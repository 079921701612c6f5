import { assertEquals } from "@std/assert";
import { parseJson } from "../../lib/contract/json.ts";
import { canonicalJson } from "../../lib/surface/canonical.ts";

/** The canonical form of a JSON text. */
function canonical(json: string): string {
  const doc = parseJson(json);
  return canonicalJson(doc, doc.value);
}

async function sha256(text: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

Deno.test("canonicalJson() hashes as Wind Tunnel's goldens do", async () => {
  const cases: readonly (readonly [json: string, canonical: string, hash: string])[] = [
    ["[ ]", "[]", "4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945"],
    [
      '[{"type":"text","content":"Caf\\u00e9"}]',
      '[{"content": "Café", "type": "text"}]',
      "59ec078d3320ad56a889ed21bcb3357f40a028fd804a0751d6e9142dc02531e7",
    ],
    [
      '{"name":"b","input_schema":{"type":"object","properties":{"n":{"minimum":1.0}}}}',
      '{"input_schema": {"properties": {"n": {"minimum": 1.0}}, "type": "object"}, "name": "b"}',
      "a9b3d3522a91567543811267ff93afa1fe1ac0713574c1fadcaba392f99df018",
    ],
    [
      '{"name":"b","input_schema":{"type":"object","properties":{"n":{"minimum":1}}}}',
      '{"input_schema": {"properties": {"n": {"minimum": 1}}, "type": "object"}, "name": "b"}',
      "b240ee4aab6d47d1060d6a2c0985a7694e0c2052cba1ff9691ebb9f4655a0016",
    ],
    [
      '{"v":[1e16,1E15,0.0001,0.00001,-0.0,1e22,1.50],"name":"f"}',
      '{"name": "f", "v": [1e+16, 1000000000000000.0, 0.0001, 1e-05, -0.0, 1e+22, 1.5]}',
      "ce5db6094724015a3dba75ad76a6a96ef4a8c9fbf7bb45705f6c59df55dc6438",
    ],
    [
      '{"x":{"\\ud83d\\ude00":1,"\\uffff":2},"name":"k"}',
      '{"name": "k", "x": {"\uffff": 2, "\u{1f600}": 1}}',
      "355031674f937b31c4a9573b9d2b27a23c5387d139bf4827bb33e61a170a662b",
    ],
  ];
  for (const [json, expected, hash] of cases) {
    assertEquals(canonical(json), expected);
    assertEquals(await sha256(expected), hash);
  }
});

Deno.test("canonicalJson() spells numbers as Python does, from how they came", () => {
  const cases: readonly (readonly [token: string, spelled: string])[] = [
    ["12345678901234567890", "12345678901234567890"],
    ["1000000000000000000000", "1000000000000000000000"],
    ["-0", "0"],
    ["0", "0"],
    ["-12", "-12"],
    ["-0.0", "-0.0"],
    ["0.0", "0.0"],
    ["0e5", "0.0"],
    ["1e21", "1e+21"],
    ["1e+21", "1e+21"],
    ["123456789012345680.0", "1.2345678901234568e+17"],
    ["9999999999999998.0", "9999999999999998.0"],
    ["12.50", "12.5"],
    ["120e-1", "12.0"],
    ["-1.25e-7", "-1.25e-07"],
    ["5e-324", "5e-324"],
    ["1e100", "1e+100"],
    ["0.1", "0.1"],
    ["0.00012", "0.00012"],
    ["0.000099", "9.9e-05"],
    ["1e400", "Infinity"],
    ["-1e400", "-Infinity"],
  ];
  for (const [token, spelled] of cases) assertEquals(canonical(`[${token}]`), `[${spelled}]`);
});

Deno.test("canonicalJson() escapes controls, quotes and backslashes, and nothing else", () => {
  assertEquals(
    canonical('["\\u0000\\u001f\\b\\t\\n\\f\\r\\"\\\\\\/\\u007f\\u2028é"]'),
    '["\\u0000\\u001f\\b\\t\\n\\f\\r\\"\\\\/\u007f\u2028é"]',
  );
});

Deno.test("canonicalJson() orders keys by code point, also those that look like indices", () => {
  assertEquals(
    canonical('{"b":1,"10":2,"9":3,"B":4,"":5,"a":6,"aa":7,"__proto__":8}'),
    '{"": 5, "10": 2, "9": 3, "B": 4, "__proto__": 8, "a": 6, "aa": 7, "b": 1}',
  );
  assertEquals(
    canonical('{"\\ud83d\\ude01":1,"\\ud83d\\ude00":2,"\\ue000":3,"z":4}'),
    '{"z": 4, "\ue000": 3, "\u{1f600}": 2, "\u{1f601}": 1}',
  );
});

Deno.test("canonicalJson() takes any depth that the parser takes", () => {
  const deep = "[".repeat(9_999) + "]".repeat(9_999);
  assertEquals(canonical(deep), deep);
});
