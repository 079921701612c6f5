import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { httpAnswer } from "../../lib/wire/raw_server.ts";
import { answering, contractErrorOf, driverOf, GOOD, playing } from "./support.ts";

const utf8 = new TextEncoder();

const refusedBodies: readonly (readonly [what: string, body: string | Uint8Array, code: string])[] =
  [
    ["no body", "", "empty-body"],
    ["HTML", "<html>ok</html>", "not-json"],
    ["a cut object", GOOD.slice(0, -1), "not-json"],
    ["a byte order mark", `\ufeff${GOOD}`, "bom"],
    ["a second value", `${GOOD}\n{}`, "trailing-bytes"],
    [
      "NaN",
      '{"wt_inject":1,"reply":"r","tool_calls":[{"name":"n","arguments":{"x":NaN}}]}',
      "not-a-number",
    ],
    ["Infinity", '{"wt_inject":1,"reply":"r","tool_calls":[],"x":Infinity}', "not-a-number"],
    [
      "Latin-1",
      Uint8Array.of(...utf8.encode('{"wt_inject":1,"reply":"'), 0xe9, 0x22, 0x7d),
      "bad-utf8",
    ],
    ["gzip", Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3), "bad-utf8"],
    ["an array", "[1]", "not-an-object"],
    ["null", "null", "not-an-object"],
    ["no version", '{"reply":"r","tool_calls":[]}', "version-missing"],
    ["version true", '{"wt_inject":true,"reply":"r","tool_calls":[]}', "version-type"],
    ['version "1"', '{"wt_inject":"1","reply":"r","tool_calls":[]}', "version-type"],
    ["version 2", '{"wt_inject":2,"reply":"r","tool_calls":[]}', "version-mismatch"],
    ["version 1.5", '{"wt_inject":1.5,"reply":"r","tool_calls":[]}', "version-type"],
    ["no reply", '{"wt_inject":1,"tool_calls":[]}', "reply-missing"],
    ["reply null", '{"wt_inject":1,"reply":null,"tool_calls":[]}', "reply-type"],
    ["an empty reply", '{"wt_inject":1,"reply":"","tool_calls":[]}', "reply-empty"],
    ["no reply beside an error", '{"wt_inject":1,"tool_calls":[],"error":"e"}', "reply-missing"],
    ["no tool_calls", '{"wt_inject":1,"reply":"r"}', "tool-calls-missing"],
    [
      "no tool_calls beside an error",
      '{"wt_inject":1,"reply":"","error":"e"}',
      "tool-calls-missing",
    ],
    ["tool_calls null", '{"wt_inject":1,"reply":"r","tool_calls":null}', "tool-calls-type"],
    ["tool_calls {}", '{"wt_inject":1,"reply":"r","tool_calls":{}}', "tool-calls-type"],
    ["a call that is a string", '{"wt_inject":1,"reply":"r","tool_calls":["n"]}', "tool-call-type"],
    [
      "no name",
      '{"wt_inject":1,"reply":"r","tool_calls":[{"arguments":{}}]}',
      "tool-call-name-missing",
    ],
    [
      "name 1",
      '{"wt_inject":1,"reply":"r","tool_calls":[{"name":1,"arguments":{}}]}',
      "tool-call-name-type",
    ],
    [
      "no arguments",
      '{"wt_inject":1,"reply":"r","tool_calls":[{"name":"n"}]}',
      "tool-call-arguments-missing",
    ],
    [
      "arguments as text",
      '{"wt_inject":1,"reply":"r","tool_calls":[{"name":"n","arguments":"{}"}]}',
      "tool-call-arguments-string",
    ],
    [
      "arguments []",
      '{"wt_inject":1,"reply":"r","tool_calls":[{"name":"n","arguments":[]}]}',
      "tool-call-arguments-type",
    ],
    ["error null", '{"wt_inject":1,"reply":"r","tool_calls":[],"error":null}', "error-type"],
    ["error empty", '{"wt_inject":1,"reply":"r","tool_calls":[],"error":""}', "error-empty"],
    [
      "error an object",
      '{"wt_inject":1,"reply":"r","tool_calls":[],"error":{"m":1}}',
      "error-type",
    ],
  ];

for (const [what, body, code] of refusedBodies) {
  Deno.test(`inject() refuses ${what}`, async () => {
    await using server = playing({ send: httpAnswer(200, body) });
    const error = await contractErrorOf(driverOf(server).inject("s", "t"));
    const codes = error.violations.map((violation) => violation.code);
    assert(codes.includes(code), `${code} is not among ${codes.join(", ")}`);
    assert(error.violations.every(({ severity }) => severity === "failed"));
    assertEquals([error.route, error.status], ["inject", 200]);
    const bytes = typeof body === "string" ? utf8.encode(body) : body;
    assertEquals(error.exchange.response?.body, bytes);
    // Once, and never again.
    assertEquals(server.requests.length, 1);
  });
}

for (
  const status of [
    201,
    202,
    204,
    301,
    302,
    303,
    304,
    307,
    308,
    400,
    404,
    418,
    429,
    500,
    503,
    504,
    599,
  ]
) {
  Deno.test(`inject() refuses status ${status}, whatever the body says`, async () => {
    const body = status === 204 || status === 304 ? "" : GOOD;
    await using elsewhere = answering(GOOD);
    const headers = { location: `${elsewhere.url}/wt/inject` };
    await using server = playing({ send: httpAnswer(status, body, headers) });
    const error = await contractErrorOf(driverOf(server).inject("s", "t"));
    assertEquals([error.status, error.bodyStart], [status, body]);
    assertEquals(
      error.violations.map(({ clause, code, where, expected }) => [clause, code, where, expected]),
      [
        ["error.contract-level", "status", "status", "200"],
      ],
    );
    assertEquals([server.connections, elsewhere.connections], [1, 0]);
  });
}

Deno.test("ContractError says the route, what happened, what to do, and how the body begins", async () => {
  await using server = playing({ send: httpAnswer(503, "warming up") });
  const error = await contractErrorOf(driverOf(server).inject("s", "t"));
  assertEquals(
    error.message,
    `Cannot inject a turn (POST ${server.url}/wt/inject): the status: expected 200; received ` +
      "503 Service Unavailable [status]. Report an agent's own failure as 200 with the whole " +
      'envelope and "error". Status: 503. Body: "warming up"',
  );
  assertEquals(error.name, "ContractError");
});

Deno.test("ContractError names the place in the body, and counts what else is wrong", async () => {
  await using server = answering('{"wt_inject":1,"reply":"r","tool_calls":[{"name":"n"},5]}');
  const { message } = await contractErrorOf(driverOf(server).inject("s", "t"));
  assertStringIncludes(message, "/tool_calls/0/arguments: expected ");
  assertStringIncludes(message, "[tool-call-arguments-missing]");
  assertStringIncludes(message, "(And 1 more.) Status: 200.");
});

Deno.test("ContractError holds a body's first 4 KiB, whole characters only", async () => {
  const body = `${"x".repeat(4095)}é and the rest`;
  await using server = playing({ send: httpAnswer(500, body) });
  const error = await contractErrorOf(driverOf(server).inject("s", "t"));
  assertEquals(error.bodyStart, "x".repeat(4095));
  assert(error.message.length < 800);
});

Deno.test("inject() names our own bound on depth, which is nobody's violation", async () => {
  const deep = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;
  await using server = answering(`{"wt_inject":1,"reply":"r","tool_calls":[],"x":${deep}}`);
  const error = await contractErrorOf(driverOf(server).inject("s", "t"));
  assertEquals(error.violations, []);
  assertStringIncludes(error.message, "our bound on depth");
});
