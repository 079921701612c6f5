// One row a fault: text, and every violation in it as "severity clause code pointer".
import { assertEquals } from "@std/assert";
import { parseJson } from "../../lib/contract/json.ts";
import { type EnvelopeKind, envelopeViolations } from "../../lib/contract/violations.ts";

type Row = readonly [text: string, ...violations: string[]];

function assertRows(kind: EnvelopeKind, rows: readonly Row[]): void {
  for (const [text, ...expected] of rows) {
    const found = envelopeViolations(kind, parseJson(text));
    const lines = found.map((v) => `${v.severity} ${v.clause} ${v.code} ${v.pointer}`);
    assertEquals(lines, expected, text);
    for (const { where, expected, received, hint } of found) {
      assertEquals(where, "body");
      assertEquals([expected, received, hint].includes(""), false, text);
      assertEquals(
        received.length <= 200 && /^[A-Z].*[.]$/.test(hint),
        true,
        `${received} / ${hint}`,
      );
    }
  }
}

const envelope = (rest: string) => `{"wt_inject":1,"reply":"r","tool_calls":[]${rest}}`;
const calls = (list: string) => `{"wt_inject":1,"reply":"r","tool_calls":${list}}`;
const reply = (rest: string) => `{"wt_inject":1,"tool_calls":[]${rest}}`;

Deno.test("envelopeViolations() finds nothing in good answers", () => {
  assertRows("inject-response", [
    [envelope("")],
    [envelope(',"later":[1]')],
    [envelope(',"error":"tool crashed"')],
    ['{"wt_inject":1,"reply":"","tool_calls":[],"error":"e"}'],
    ['{"wt_inject":1,"reply":" ","tool_calls":[]}'],
    [calls(
      '[{"name":"a","arguments":{}},{"name":"a","arguments":{"constructor":{},"__proto__":1}}]',
    )],
  ]);
});

Deno.test("envelopeViolations() judges reply", () => {
  assertRows("inject-response", [
    [reply(""), "failed response.reply reply-missing /reply"],
    [reply(',"reply":null'), "failed response.reply reply-type /reply"],
    [reply(',"reply":["r"]'), "failed response.reply reply-type /reply"],
    [reply(',"reply":""'), "failed response.reply-empty reply-empty /reply"],
    [
      reply(',"reply":"","error":""'),
      "failed response.error error-empty /error",
      "failed response.reply-empty reply-empty /reply",
    ],
    [
      reply(',"reply":"","error":null'),
      "failed response.error error-type /error",
      "failed response.reply-empty reply-empty /reply",
    ],
    [reply(',"error":"e"'), "failed response.reply reply-missing /reply"],
  ]);
});

Deno.test("envelopeViolations() judges error", () => {
  assertRows("inject-response", [
    [envelope(',"error":""'), "failed response.error error-empty /error"],
    [envelope(',"error":null'), "failed response.error error-type /error"],
    [envelope(',"error":false'), "failed response.error error-type /error"],
    [envelope(',"error":1e999'), "failed response.error error-type /error"],
    [envelope(',"error":{"message":"m"}'), "failed response.error error-type /error"],
  ]);
});

Deno.test("envelopeViolations() judges tool_calls", () => {
  const missing = "failed response.tool-calls-present tool-calls-missing /tool_calls";
  const type = "failed response.tool-calls-present tool-calls-type /tool_calls";
  assertRows("inject-response", [
    ['{"wt_inject":1,"reply":"r"}', missing],
    ['{"wt_inject":1,"reply":"r","toolCalls":[]}', missing],
    [calls("null"), type],
    [calls("{}"), type],
    [calls('"[]"'), type],
    [calls("0"), type],
  ]);
});

Deno.test("envelopeViolations() judges each entry of tool_calls", () => {
  const entry = "failed response.tool-call-entry";
  const name = "response.tool-call-name";
  const args = "failed response.tool-call-arguments";
  assertRows("inject-response", [
    [calls("[null]"), `${entry} tool-call-type /tool_calls/0`],
    [calls('["search"]'), `${entry} tool-call-type /tool_calls/0`],
    [calls("[[]]"), `${entry} tool-call-type /tool_calls/0`],
    [calls('[{"arguments":{}}]'), `${entry} tool-call-name-missing /tool_calls/0/name`],
    [calls('[{"name":"n"}]'), `${entry} tool-call-arguments-missing /tool_calls/0/arguments`],
    [
      calls('[{"type":"function","function":{"name":"n","arguments":"{}"}}]'),
      `${entry} tool-call-name-missing /tool_calls/0/name`,
      `${entry} tool-call-arguments-missing /tool_calls/0/arguments`,
    ],
    [
      calls('[{"name":"n","arguments":{}},{"name":1,"arguments":{}}]'),
      `failed ${name} tool-call-name-type /tool_calls/1/name`,
    ],
    [
      calls('[{"name":null,"arguments":{}}]'),
      `failed ${name} tool-call-name-type /tool_calls/0/name`,
    ],
    [
      calls('[{"name":"","arguments":{}}]'),
      `warned ${name} tool-call-name-empty /tool_calls/0/name`,
    ],
    [
      calls('[{"name":"n","arguments":"{\\"q\\": 1}"}]'),
      `${args} tool-call-arguments-string /tool_calls/0/arguments`,
    ],
    [
      calls('[{"name":"n","arguments":" [1"}]'),
      `${args} tool-call-arguments-string /tool_calls/0/arguments`,
    ],
    ...["null", "[]", '""', '"q=1"', "1", "true"].map((value): Row => [
      calls(`[{"name":"n","arguments":${value}}]`),
      `${args} tool-call-arguments-type /tool_calls/0/arguments`,
    ]),
  ]);
});

Deno.test("envelopeViolations() looks at own keys alone", () => {
  assertRows("inject-response", [[
    '{"__proto__":{"wt_inject":1,"reply":"r","tool_calls":[],"error":5}}',
    "failed version.echo version-missing /wt_inject",
    "failed response.reply reply-missing /reply",
    "failed response.tool-calls-present tool-calls-missing /tool_calls",
  ]]);
});

Deno.test("envelopeViolations() gives a top level that is no object all that is missing", () => {
  for (const text of ["[]", "null", '"{}"', "1", "true", `[${envelope("")}]`]) {
    assertRows("inject-response", [[
      text,
      "failed version.echo not-an-object ",
      "failed version.echo version-missing /wt_inject",
      "failed response.reply reply-missing /reply",
      "failed response.tool-calls-present tool-calls-missing /tool_calls",
    ]]);
  }
  assertRows("reset-request", [[
    "[]",
    "failed version.request not-an-object ",
    "failed version.request version-missing /wt_inject",
  ]]);
});

Deno.test("envelopeViolations() judges a driver's inject request", () => {
  const request = (id: string, text: string, timeout: string) =>
    `{"wt_inject":1,"session_id":${id},"text":${text},"timeout_s":${timeout}}`;
  const fields = "failed request.fields";
  assertRows("inject-request", [
    [request('"s"', '"t"', "120")],
    [request('""', '""', "0.001")],
    [request('"s"', '"t"', '120,"messages":[]')],
    [
      '{"wt_inject":1}',
      `${fields} session-id-missing /session_id`,
      `${fields} text-missing /text`,
      `${fields} timeout-missing /timeout_s`,
    ],
    [request("7", '"t"', "120"), `${fields} session-id-type /session_id`],
    [request("null", '"t"', "120"), `${fields} session-id-type /session_id`],
    [request('"s"', '["t"]', "120"), `${fields} text-type /text`],
    [request('"s"', '"t"', '"120"'), `${fields} timeout-type /timeout_s`],
    [request('"s"', '"t"', "null"), `${fields} timeout-type /timeout_s`],
    [request('"s"', '"t"', "true"), `${fields} timeout-type /timeout_s`],
    [request('"s"', '"t"', "0"), `${fields} timeout-value /timeout_s`],
    [request('"s"', '"t"', "-0"), `${fields} timeout-value /timeout_s`],
    [request('"s"', '"t"', "-1"), `${fields} timeout-value /timeout_s`],
    [request('"s"', '"t"', "1e999"), `${fields} timeout-value /timeout_s`],
  ]);
});

Deno.test("envelopeViolations() says what was expected and what came", () => {
  const [wrong, missing] = envelopeViolations(
    "inject-response",
    parseJson('{"wt_inject":1,"reply":12345678901234567890}'),
  );
  assertEquals([missing?.expected, missing?.received, missing?.pointer], [
    'the key "tool_calls" with an array, even when it is empty',
    "no such key",
    "/tool_calls",
  ]);
  assertEquals([wrong?.expected, wrong?.received], [
    "a string",
    "the number 12345678901234567890",
  ]);
});
