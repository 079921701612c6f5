import { assertEquals } from "@std/assert";
import { httpAnswer, rawServer } from "../../lib/wire/raw_server.ts";
import { answering, driverOf, GOOD, playing } from "./support.ts";

Deno.test("inject() gives the reply and the calls in their order", async () => {
  await using server = answering(
    '{"wt_inject":1,"reply":"Bluewing Logistics","tool_calls":[' +
      '{"name":"client_lookup","arguments":{"query":"misrouted pallet"}},' +
      '{"name":"order_status","arguments":{}}]}',
  );
  const { reply, toolCalls, error, warnings, exchange } = await driverOf(server).inject("s", "t");
  assertEquals(reply, "Bluewing Logistics");
  assertEquals(toolCalls, [
    {
      name: "client_lookup",
      arguments: { query: "misrouted pallet" },
      argumentsJson: '{"query":"misrouted pallet"}',
    },
    { name: "order_status", arguments: {}, argumentsJson: "{}" },
  ]);
  assertEquals([error, warnings], [undefined, []]);
  assertEquals(exchange.response?.status, 200);
  assertEquals(exchange.request.url, `${server.url}/wt/inject`);
});

Deno.test("inject() hands on an agent-level error word for word, and makes up no reply", async () => {
  const cases: readonly (readonly [json: string, reply: string, error: string, calls: string[]])[] =
    [
      [
        '{"wt_inject":1,"reply":"","tool_calls":[],"error":"the model gave up"}',
        "",
        "the model gave up",
        [],
      ],
      [
        '{"wt_inject":1,"reply":"half","tool_calls":[{"name":"a","arguments":{}}],' +
        '"error":" mcp_evidence: \\n\\u0000é "}',
        "half",
        " mcp_evidence: \n\u0000é ",
        ["a"],
      ],
    ];
  for (const [json, reply, error, calls] of cases) {
    await using server = answering(json);
    const result = await driverOf(server).inject("s", "t");
    assertEquals(result.reply, reply);
    assertEquals(result.error, error);
    assertEquals(result.toolCalls.map(({ name }) => name), calls);
  }
});

Deno.test("inject() keeps every number digit for digit", async () => {
  const args = '{"id":12345678901234567890,"price":1.10,"e":1E+2,"z":-0,"big":1e400,' +
    '"deep":[{"n":0.1000}]}';
  await using server = answering(
    `{"wt_inject":1,"reply":"r","tool_calls":[{"name":"n","arguments":${args}}]}`,
  );
  const [call] = (await driverOf(server).inject("s", "t")).toolCalls;
  assertEquals(call?.argumentsJson, args);
  assertEquals(call?.arguments["price"], 1.1);
});

Deno.test("inject() takes __proto__ and constructor for keys like any other", async () => {
  const args = '{"__proto__":{"polluted":true},"constructor":1,"toString":null}';
  await using server = answering(
    `{"wt_inject":1,"reply":"r","tool_calls":[{"name":"n","arguments":${args}}]}`,
  );
  const [call] = (await driverOf(server).inject("s", "t")).toolCalls;
  assertEquals(call?.argumentsJson, args);
  assertEquals(Object.keys(call?.arguments ?? {}), ["__proto__", "constructor", "toString"]);
  assertEquals(Object.hasOwn(Object.prototype, "polluted"), false);
});

Deno.test("inject() ignores unknown fields", async () => {
  await using server = answering(
    '{"future":{"a":[1]},"tool_calls":[{"id":7,"arguments":{},"result":"r","name":"n"}],' +
      '"reply":"ok","wt_inject":1,"scope":"all"}',
  );
  const { reply, toolCalls, warnings } = await driverOf(server).inject("s", "t");
  assertEquals(reply, "ok");
  assertEquals(toolCalls, [{ name: "n", arguments: {}, argumentsJson: "{}" }]);
  assertEquals(warnings, []);
});

Deno.test("inject() takes legal oddities of the wire", async () => {
  const size = new TextEncoder().encode(GOOD).length;
  const answers: readonly (readonly [what: string, answer: string])[] = [
    ["no Content-Type", `HTTP/1.1 200 OK\r\nContent-Length: ${size}\r\n\r\n${GOOD}`],
    [
      "chunks with an extension and a trailer",
      `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5;a=b\r\n${GOOD.slice(0, 5)}\r\n` +
      `${(size - 5).toString(16)}\r\n${GOOD.slice(5)}\r\n0\r\nX-T: 1\r\n\r\n`,
    ],
    ["until close", `HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n${GOOD}`],
    ["HTTP/1.0", `HTTP/1.0 200 OK\r\n\r\n${GOOD}`],
    [
      "interim answers",
      "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 102 Processing\r\n\r\n" +
      `HTTP/1.1 200 OK\r\nContent-Length: ${size}\r\n\r\n${GOOD}`,
    ],
    [
      "another charset in the type, header names in capitals",
      `HTTP/1.1 200 OK\r\nCONTENT-TYPE: text/plain; charset=latin-1\r\nCONTENT-LENGTH: ${size}` +
      `\r\n\r\n${GOOD}`,
    ],
    ["white space", `HTTP/1.1 200 OK\r\nContent-Length: ${size + 4}\r\n\r\n\r\n${GOOD}\t\n`],
  ];
  for (const [what, answer] of answers) {
    await using server = playing({ send: answer }, { close: "fin" });
    assertEquals((await driverOf(server).inject("s", "t")).reply, "12", what);
  }
});

Deno.test("inject() warns of what is odd and no breach", async () => {
  const cases: readonly (readonly [json: string, codes: readonly string[]])[] = [
    ['{"wt_inject":1.0,"reply":"12","tool_calls":[]}', ["version-spelling"]],
    ['{"wt_inject":1,"reply":"1","reply":"12","tool_calls":[]}', ["duplicate-key"]],
    [
      '{"wt_inject":1,"reply":"12","tool_calls":[{"name":"","arguments":{}}]}',
      ["tool-call-name-empty"],
    ],
  ];
  for (const [json, codes] of cases) {
    await using server = answering(json);
    const { reply, warnings } = await driverOf(server).inject("s", "t");
    assertEquals(reply, "12");
    assertEquals(warnings.map(({ code }) => code), codes);
  }
});

Deno.test("inject() takes a reply that is slow, dripped, and in time", async () => {
  const gate = Promise.withResolvers<void>();
  await using server = rawServer(() => [
    { wait: gate.promise },
    { drip: httpAnswer(200, GOOD), size: 16 },
  ]);
  const turn = driverOf(server).inject("s", "t");
  await server.received(1);
  gate.resolve();
  assertEquals((await turn).reply, "12");
});
