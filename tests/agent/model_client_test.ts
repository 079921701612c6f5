import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import type { ModelRequest } from "../../lib/agent/messages.ts";
import { modelClient, type ModelDialectName, routeUrl } from "../../lib/agent/model_client.ts";
import { httpAnswer, jsonAnswer, rawServer } from "../../lib/wire/raw_server.ts";

const REQUEST: ModelRequest = {
  messages: [
    { role: "system", text: "Be brief." },
    { role: "user", text: "Where?" },
    {
      role: "assistant",
      text: "Let me see.",
      toolCalls: [
        { id: "a", name: "find", arguments: '{"n": 12345678901234567890}' },
        { id: "b", name: "find", arguments: '{"n": 1' },
      ],
    },
    { role: "tool", callId: "a", name: "find", outcome: { ok: true, value: { berth: 7 } } },
    { role: "tool", callId: "b", name: "find", outcome: { ok: false, error: "no JSON" } },
  ],
  tools: [{ name: "find", description: "Finds.", inputSchema: { type: "object" } }],
};

/** What a server was sent, and what the client makes of its answer. */
async function asked(dialect: ModelDialectName, answer: Uint8Array) {
  await using server = rawServer(() => [{ send: answer }, { close: "fin" }]);
  const call = modelClient({ url: server.url, dialect, model: "m" });
  const reply = await call(REQUEST, new AbortController().signal);
  const [{ target, body } = { target: "", body: new Uint8Array() }] = server.requests;
  return { reply, target, body: new TextDecoder().decode(body) };
}

Deno.test("modelClient() speaks Chat Completions", async () => {
  const call = { id: "c", type: "function", function: { name: "find", arguments: "{}" } };
  const message = { role: "assistant", content: null, tool_calls: [call] };
  const answer = jsonAnswer({ choices: [{ message, finish_reason: "tool_calls" }] });
  const { reply, target, body } = await asked("chat", answer);
  assertEquals(reply, {
    text: "",
    toolCalls: [{ id: "c", name: "find", arguments: "{}" }],
    stop: "tool_calls",
  });
  assertEquals(target, "/v1/chat/completions");
  const { messages, tools, model } = JSON.parse(body);
  assertEquals(model, "m");
  assertEquals(messages[2].tool_calls[1].function.arguments, '{"n": 1');
  assertEquals(messages.slice(3), [
    { role: "tool", tool_call_id: "a", content: '{"berth":7}' },
    { role: "tool", tool_call_id: "b", content: "no JSON" },
  ]);
  assertEquals(tools[0].function.name, "find");
});

Deno.test("modelClient() speaks Messages, digits and all", async () => {
  const body = '{"content":[{"type":"text","text":"So: "},{"type":"tool_use","id":"c",' +
    '"name":"find","input":{"n":98765432109876543210}}],"stop_reason":"tool_use"}';
  const { reply, target, body: sent } = await asked("messages", httpAnswer(200, body));
  assertEquals(reply, {
    text: "So: ",
    toolCalls: [{ id: "c", name: "find", arguments: '{"n":98765432109876543210}' }],
    stop: "tool_calls",
  });
  assertEquals(target, "/v1/messages");
  assertEquals(sent.includes('"input":{"n": 12345678901234567890}'), true, sent);
  const { system, messages } = JSON.parse(sent);
  assertEquals(system, "Be brief.");
  assertEquals(messages[1].content[2].input, { INVALID_JSON: '{"n": 1' });
  assertEquals(messages[2].content, [
    { type: "tool_result", tool_use_id: "a", content: '{"berth":7}' },
    { type: "tool_result", tool_use_id: "b", content: "no JSON", is_error: true },
  ]);
});

Deno.test("modelClient() speaks Responses", async () => {
  const { reply, target, body } = await asked(
    "responses",
    jsonAnswer({
      status: "incomplete",
      incomplete_details: { reason: "max_output_tokens" },
      output: [{ type: "message", content: [{ type: "output_text", text: "At ber" }] }],
    }),
  );
  assertEquals(reply, { text: "At ber", toolCalls: [], stop: "length" });
  assertEquals(target, "/v1/responses");
  const { instructions, input, store } = JSON.parse(body);
  assertEquals([instructions, store], ["Be brief.", false]);
  assertEquals(input.map(({ type = "message" }) => type), [
    "message",
    "message",
    "function_call",
    "function_call",
    "function_call_output",
    "function_call_output",
  ]);
});

Deno.test("modelClient() rejects what is no whole answer, and repeats nothing", async () => {
  const wrong: readonly (readonly [answer: Uint8Array, says: string])[] = [
    [jsonAnswer({ error: { message: "overloaded" } }, 503), "the model answered 503: overloaded"],
    [httpAnswer(502, "<html>"), "the model answered 502"],
    [httpAnswer(200, "<html>"), "the model's answer is no JSON"],
    [jsonAnswer({}), "the model's answer has no message"],
    [
      jsonAnswer({ choices: [{ message: { content: "x" }, finish_reason: "tired" }] }),
      "the model stopped for no known reason: tired",
    ],
    [httpAnswer(200, "{}").slice(0, -1), "the model gave no whole answer"],
  ];
  for (const [answer, says] of wrong) {
    await assertRejects(() => asked("chat", answer), Error, says);
  }
});

Deno.test("routeUrl() takes a base, one with its version, and the route itself", () => {
  const route = "/chat/completions";
  const whole = "http://127.0.0.1:1/v1/chat/completions";
  for (
    const base of ["http://127.0.0.1:1", "http://127.0.0.1:1/", "http://127.0.0.1:1/v1", whole]
  ) {
    assertEquals(routeUrl(base, route), whole);
  }
  assertEquals(routeUrl("http://h/a/v1/", route), "http://h/a/v1/chat/completions");
  assertThrows(() => routeUrl("ftp://h", route), TypeError, "it isn't an http or https URL");
});
