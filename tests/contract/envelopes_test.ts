import { assert, assertEquals } from "@std/assert";
import {
  ENVELOPE_KINDS,
  envelopeJsonSchema,
  envelopeLists,
  envelopeSchema,
  envelopeSchemas,
  issuesOf,
} from "../../lib/contract/envelopes.ts";
import { parseJson } from "../../lib/contract/json.ts";

/** Paths of what the schema of a kind finds wrong with a text. */
function pathsOf(kind: keyof typeof envelopeSchemas, text: string): readonly string[] {
  return issuesOf(envelopeSchemas[kind], parseJson(text).value).map(({ path }) => path.join("."));
}

const INJECT_REQUEST = '{"wt_inject":1,"session_id":"s","text":"t","timeout_s":0.5}';

Deno.test("envelopeSchemas take good envelopes, unknown fields and all", async (t) => {
  for (
    const [kind, text] of [
      ["inject-request", INJECT_REQUEST],
      ["inject-request", '{"wt_inject":1,"session_id":"","text":"","timeout_s":120,"later":{}}'],
      ["inject-response", '{"wt_inject":1,"reply":"r","tool_calls":[]}'],
      ["inject-response", '{"wt_inject":1,"reply":"","tool_calls":[],"error":"e","usage":null}'],
      [
        "inject-response",
        '{"wt_inject":1,"reply":"r","tool_calls":[{"name":"a","arguments":{},"id":7},{"name":"","arguments":{"q":[1]}}]}',
      ],
      ["reset-request", '{"wt_inject":1,"scope":"all"}'],
      ["reset-response", '{"wt_inject":1}'],
      ["surface-request", '{"wt_inject":1}'],
      [
        "surface-response",
        '{"wt_inject":1,"surface":{"system_instructions":[],"tool_definitions":[],"extra_segments":[],"x":1}}',
      ],
      [
        "surface-response",
        '{"wt_inject":1,"surface":{"system_instructions":[{"type":"text","content":"c"}],"tool_definitions":[{"name":"n"},{"name":"m","description":"","input_schema":{},"result_schema":null}],"extra_segments":[{"name":"n","content":""}]}}',
      ],
    ] as const
  ) {
    await t.step(`${kind} ${text.slice(0, 60)}`, () => assertEquals(pathsOf(kind, text), []));
  }
});

Deno.test("envelopeSchemas take objects whose keys JavaScript knows", () => {
  const keys = [
    "constructor",
    "__proto__",
    "prototype",
    "toString",
    "hasOwnProperty",
    "length",
    "",
  ];
  for (const key of keys) {
    for (const value of ["1", "null", '{"a":1}', "[]"]) {
      const odd = `{"${key}":${value}}`;
      const call = `{"name":"n","arguments":${odd},"${key}":${value}}`;
      const text = `{"wt_inject":1,"reply":"r","tool_calls":[${call}],"${key}":${value}}`;
      assertEquals(pathsOf("inject-response", text), [], text);
      const surface =
        `{"wt_inject":1,"surface":{"system_instructions":[],"tool_definitions":[{"name":"n","input_schema":${odd}}],"extra_segments":[]}}`;
      assertEquals(pathsOf("surface-response", surface), [], surface);
    }
  }
  assertEquals("a" in {}, false);
});

Deno.test("envelopeSchemas find no field of an envelope under __proto__", () => {
  const hidden = '{"__proto__":{"wt_inject":1,"reply":"r","tool_calls":[]}}';
  assertEquals(pathsOf("inject-response", hidden), ["wt_inject", "reply", "tool_calls"]);
});

Deno.test("envelopeSchemas aren't overrun by depth", () => {
  const deep = '{"a":'.repeat(9_000) + "1" + "}".repeat(9_000);
  const text = `{"wt_inject":1,"reply":"r","tool_calls":[{"name":"n","arguments":${deep}}]}`;
  assertEquals(pathsOf("inject-response", text), []);
});

Deno.test("envelopeSchemas find every broken place at once", () => {
  assertEquals(pathsOf("inject-request", "{}"), ["wt_inject", "session_id", "text", "timeout_s"]);
  assertEquals(
    pathsOf(
      "inject-response",
      '{"wt_inject":"1","reply":1,"tool_calls":[1,{"name":2,"arguments":"{}"},{}],"error":""}',
    ),
    [
      "wt_inject",
      "reply",
      "tool_calls.0",
      "tool_calls.1.name",
      "tool_calls.1.arguments",
      "tool_calls.2.name",
      "tool_calls.2.arguments",
      "error",
    ],
  );
});

Deno.test("envelopeSchema() asks for the version it is given", () => {
  const two = parseJson('{"wt_inject":2}').value;
  assertEquals(issuesOf(envelopeSchema("reset-response", 2), two), []);
  assertEquals(issuesOf(envelopeSchema("reset-response", 1), two).length, 1);
});

Deno.test("envelopeLists() names the lists of an envelope", () => {
  const paths = ENVELOPE_KINDS.flatMap((kind) =>
    envelopeLists(kind).map(({ path }) => path.join("."))
  );
  assertEquals(paths, [
    "tool_calls",
    "surface.system_instructions",
    "surface.tool_definitions",
    "surface.extra_segments",
  ]);
});

Deno.test("envelopeJsonSchema() says the same to other languages", () => {
  const schema = envelopeJsonSchema("inject-response");
  assertEquals(schema.$schema, "https://json-schema.org/draft/2020-12/schema");
  assertEquals(schema.title, "Contract C, version 1: inject-response");
  assertEquals(schema.type, "object");
  assertEquals(schema.required, ["wt_inject", "reply", "tool_calls"]);
  assertEquals(schema.additionalProperties, {});
  const { wt_inject, tool_calls, error } = schema.properties as Record<string, object>;
  assertEquals(wt_inject, { type: "number", const: 1, description: "The protocol version." });
  assertEquals(error, {
    type: "string",
    minLength: 1,
    description: "Set where the agent ran and failed.",
  });
  const { items } = tool_calls as { items: { required: string[]; properties: object } };
  assertEquals(items.required, ["name", "arguments"]);
  assertEquals(Object.keys(items.properties), ["name", "arguments"]);
});

Deno.test("envelopeJsonSchema() asks for every field of every envelope", () => {
  const required = ENVELOPE_KINDS.map((kind) => envelopeJsonSchema(kind).required);
  assertEquals(required, [
    ["wt_inject", "session_id", "text", "timeout_s"],
    ["wt_inject", "reply", "tool_calls"],
    ["wt_inject"],
    ["wt_inject"],
    ["wt_inject"],
    ["wt_inject", "surface"],
  ]);
  assert(
    !JSON.stringify(ENVELOPE_KINDS.map(envelopeJsonSchema)).includes(
      '"additionalProperties":false',
    ),
  );
});
