import { assertEquals } from "@std/assert";
import { parseJson } from "../../lib/contract/json.ts";
import { envelopeViolations } from "../../lib/contract/violations.ts";

type Row = readonly [surface: string, ...violations: string[]];

function assertRows(rows: readonly Row[]): void {
  for (const [surface, ...expected] of rows) {
    const doc = parseJson(`{"wt_inject":1${surface}}`);
    const found = envelopeViolations("surface-response", doc);
    const lines = found.map((v) => `${v.severity} ${v.clause} ${v.code} ${v.pointer}`);
    assertEquals(lines, expected, surface);
  }
}

const lists = (instructions: string, tools: string, segments: string) =>
  `,"surface":{"system_instructions":${instructions},"tool_definitions":${tools},` +
  `"extra_segments":${segments}}`;
const instructions = (list: string) => lists(list, "[]", "[]");
const tools = (list: string) => lists("[]", list, "[]");
const segments = (list: string) => lists("[]", "[]", list);

Deno.test("envelopeViolations() finds nothing in good surfaces", () => {
  assertRows([
    [lists("[]", "[]", "[]")],
    [instructions('[{"type":"text","content":"a"},{"type":"text","content":"","extra":1}]')],
    [tools(
      '[{"name":"a"},{"name":"a","description":"","input_schema":{},"result_schema":{"a":1}}]',
    )],
    [segments('[{"name":"","content":""},{"name":"n","content":"c","extra":null}]')],
  ]);
});

Deno.test("envelopeViolations() judges the shape of a surface", () => {
  const shape = "failed surface.shape";
  assertRows([
    ["", `${shape} surface-missing /surface`],
    [',"surface":null', `${shape} surface-type /surface`],
    [',"surface":[]', `${shape} surface-type /surface`],
    [
      ',"surface":{}',
      `${shape} system-instructions-missing /surface/system_instructions`,
      `${shape} tool-definitions-missing /surface/tool_definitions`,
      `${shape} extra-segments-missing /surface/extra_segments`,
    ],
    [
      lists("null", '"[]"', "{}"),
      `${shape} system-instructions-type /surface/system_instructions`,
      `${shape} tool-definitions-type /surface/tool_definitions`,
      `${shape} extra-segments-type /surface/extra_segments`,
    ],
  ]);
});

Deno.test("envelopeViolations() judges system instructions", () => {
  const clause = "surface.system-instructions system-instructions-part";
  const at = "/surface/system_instructions/0";
  assertRows([
    [instructions('["You are …"]'), `failed ${clause}-type ${at}`],
    [instructions("[null]"), `failed ${clause}-type ${at}`],
    [instructions('[{"content":"c"}]'), `failed ${clause}-type-missing ${at}/type`],
    [instructions('[{"type":1,"content":"c"}]'), `failed ${clause}-type-type ${at}/type`],
    [instructions('[{"type":"text"}]'), `failed ${clause}-content-missing ${at}/content`],
    [
      instructions('[{"type":"text","text":"c"}]'),
      `failed ${clause}-content-missing ${at}/content`,
    ],
    [
      instructions('[{"type":"text","content":["c"]}]'),
      `failed ${clause}-content-type ${at}/content`,
    ],
    [
      instructions('[{"type":"image","content":"c"}]'),
      `warned ${clause}-not-text ${at}/type`,
    ],
    [instructions('[{"type":"","content":"c"}]'), `warned ${clause}-not-text ${at}/type`],
  ]);
});

Deno.test("envelopeViolations() judges tool definitions", () => {
  const clause = "surface.tool-definitions tool-definition";
  const at = "/surface/tool_definitions/0";
  assertRows([
    [tools('["search"]'), `failed ${clause}-type ${at}`],
    [tools("[{}]"), `failed ${clause}-name-missing ${at}/name`],
    [tools('[{"name":null}]'), `failed ${clause}-name-type ${at}/name`],
    [tools('[{"name":""}]'), `failed ${clause}-name-empty ${at}/name`],
    [
      tools('[{"name":"n","description":1}]'),
      `failed ${clause}-description-type ${at}/description`,
    ],
    [
      tools('[{"name":"n","input_schema":"{}"}]'),
      `failed ${clause}-input-schema-type ${at}/input_schema`,
    ],
    [
      tools('[{"name":"n","result_schema":[]}]'),
      `failed ${clause}-result-schema-type ${at}/result_schema`,
    ],
    [
      tools('[{"name":"n","description":null,"input_schema":null,"result_schema":null}]'),
      `warned ${clause}-description-null ${at}/description`,
      `warned ${clause}-input-schema-null ${at}/input_schema`,
      `warned ${clause}-result-schema-null ${at}/result_schema`,
    ],
  ]);
});

Deno.test("envelopeViolations() judges extra segments", () => {
  const clause = "failed surface.extra-segments extra-segment";
  const at = "/surface/extra_segments";
  assertRows([
    [segments("[1]"), `${clause}-type ${at}/0`],
    [
      segments('[{"name":"n","content":"c"},{}]'),
      `${clause}-name-missing ${at}/1/name`,
      `${clause}-content-missing ${at}/1/content`,
    ],
    [
      segments('[{"name":1,"content":null}]'),
      `${clause}-name-type ${at}/0/name`,
      `${clause}-content-type ${at}/0/content`,
    ],
  ]);
});

Deno.test("envelopeViolations() never quotes a surface", () => {
  const secrets = [
    ',"surface":"SECRET"',
    lists('"SECRET"', '"SECRET"', '"SECRET"'),
    instructions('["SECRET",{"type":"SECRET","content":["SECRET"]},{"SECRET":1}]'),
    tools('["SECRET",{"name":["SECRET"],"description":["SECRET"],"input_schema":"SECRET"}]'),
    segments('["SECRET",{"name":{"SECRET":1},"content":{"SECRET":1}}]'),
  ];
  for (const surface of secrets) {
    const found = envelopeViolations("surface-response", parseJson(`{"wt_inject":1${surface}}`));
    assertEquals(found.length > 0, true);
    assertEquals(JSON.stringify(found).includes("SECRET"), false, surface);
  }
  const bare = envelopeViolations("surface-response", parseJson('"SECRET"'));
  assertEquals(JSON.stringify(bare).includes("SECRET"), false);
  assertEquals(bare[0]?.received, "a string of 6 characters");
});
