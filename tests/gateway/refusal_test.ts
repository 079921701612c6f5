import { assertEquals, assertStringIncludes } from "@std/assert";
import type { Dialect } from "../../lib/gateway/dialect.ts";
import { ask, headerOf, json } from "./_client.ts";
import { HEARD } from "./_requests.ts";
import { pair } from "./_upstream.ts";

const user = { role: "user", content: "hi" };
const chat = (more: object) => ({ model: "m", messages: [user], ...more });
const messages = (more: object) => ({ model: "m", max_tokens: 5, messages: [user], ...more });
const responses = (more: object) => ({ model: "m", input: "hi", ...more });
const call = (id: unknown, args: unknown = "{}", name: unknown = "f") => ({
  ...(id === undefined ? {} : { id }),
  type: "function",
  function: { name, arguments: args },
});
const called = (...calls: unknown[]) => ({ role: "assistant", content: null, tool_calls: calls });
const result = (id: unknown) => ({ role: "tool", tool_call_id: id, content: "r" });
const chatTurns = (...turns: unknown[]) => chat({ messages: [user, ...turns] });
const use = (more: object) => ({ type: "tool_use", id: "a", name: "f", input: {}, ...more });
const blocks = (role: string, ...content: unknown[]) =>
  messages({ messages: [user, { role, content }] });
const items = (...input: unknown[]) => responses({ input });

type Refusal = readonly [name: string, client: Dialect, upstream: Dialect, body: unknown];

/** Each with the section that says so, or the rule of `no silent loss` where none does. */
const REFUSALS: readonly Refusal[] = [
  // Bodies.
  ["a body that is no JSON", "chat", "messages", "{"],
  ["a body that is no object", "messages", "chat", "[1]"],
  ["a key that stands twice", "chat", "messages", '{"model":"m","model":"n","messages":[]}'],
  ["no model", "messages", "chat", { max_tokens: 1, messages: [user] }],
  ["no messages", "chat", "responses", { model: "m" }],
  ["no max_tokens", "messages", "responses", { model: "m", messages: [user] }],
  // Verdicts, Ids: a missing id is refused; a duplicate passes in a relay only.
  ["a call without an id", "chat", "messages", chatTurns(called(call(undefined)))],
  ["a call with an empty id", "chat", "responses", chatTurns(called(call("")))],
  ["a block without an id", "messages", "chat", blocks("assistant", use({ id: null }))],
  [
    "an item without a call_id",
    "responses",
    "chat",
    items({ type: "function_call", name: "f", arguments: "{}" }),
  ],
  ["two calls with one id", "chat", "messages", chatTurns(called(call("a"), call("a")))],
  [
    "an id used again in a later turn",
    "chat",
    "responses",
    chatTurns(called(call("a")), result("a"), called(call("a")), result("a")),
  ],
  ["a result without an id", "chat", "messages", chatTurns(called(call("a")), result(""))],
  [
    "two results for one call",
    "chat",
    "messages",
    chatTurns(called(call("a")), result("a"), result("a")),
  ],
  // 4.8, 6.
  ["a result that answers no call", "chat", "messages", chatTurns(result("a"))],
  [
    "an output that answers no call",
    "responses",
    "messages",
    items({ type: "function_call_output", call_id: "a", output: "r" }),
  ],
  ["a call without a name", "chat", "messages", chatTurns(called(call("a", "{}", "")))],
  // 4.2, 4.3: never `{}`.
  ["arguments that are no JSON", "chat", "messages", chatTurns(called(call("a", '{"q":')))],
  ["arguments that are a list", "chat", "responses", chatTurns(called(call("a", "[]")))],
  [
    "arguments with something after them",
    "responses",
    "chat",
    items({
      type: "function_call",
      call_id: "a",
      name: "f",
      arguments: "{} {}",
    }),
  ],
  ["an input that is no object", "messages", "chat", blocks("assistant", use({ input: "{}" }))],
  ["an input of null", "messages", "responses", blocks("assistant", use({ input: null }))],
  // 4.2, system: (c).
  [
    "a system message inside the conversation",
    "chat",
    "messages",
    chatTurns({ role: "system", content: "x" }),
  ],
  [
    "a developer item inside it",
    "responses",
    "messages",
    items(user, { role: "developer", content: "x" }),
  ],
  // 4.0, 4.5, 4.6: no stop strings in Responses; four at most in Chat.
  ["a stop string", "chat", "responses", chat({ stop: "x" })],
  ["stop sequences", "messages", "responses", messages({ stop_sequences: ["x"] })],
  [
    "five stop sequences",
    "messages",
    "chat",
    messages({ stop_sequences: ["a", "b", "c", "d", "e"] }),
  ],
  // 4.3, 4.4: hosted and server tools.
  [
    "a server tool",
    "messages",
    "chat",
    messages({ tools: [{ type: "web_search_20250305", name: "w" }] }),
  ],
  ["a hosted tool", "responses", "chat", responses({ tools: [{ type: "web_search" }] })],
  [
    "a custom tool",
    "chat",
    "messages",
    chat({ tools: [{ type: "custom", custom: { name: "c" } }] }),
  ],
  // 4.3: no tool_choice without tools, and no answer that pretends there was none.
  ["a required choice of no tool", "chat", "messages", chat({ tool_choice: "required" })],
  [
    "a named choice of no tool",
    "messages",
    "chat",
    messages({ tool_choice: { type: "tool", name: "f" } }),
  ],
  [
    "a choice among allowed tools",
    "chat",
    "messages",
    chat({ tool_choice: { type: "allowed_tools" } }),
  ],
  // 4.4: no conversations are kept.
  ["a previous response", "responses", "chat", responses({ previous_response_id: "resp_1" })],
  ["a conversation", "responses", "messages", responses({ conversation: "conv_1" })],
  ["background work", "responses", "chat", responses({ background: true })],
  // 4.3: "images: … or 400".
  [
    "an image in a result",
    "messages",
    "chat",
    messages({
      messages: [user, { role: "assistant", content: [use({})] }, {
        role: "user",
        content: [{
          type: "tool_result",
          tool_use_id: "a",
          content: [{ type: "image", source: { type: "url", url: "https://x.test/i" } }],
        }],
      }],
    }),
  ],
  [
    "a file of the vendor's",
    "responses",
    "messages",
    items({
      role: "user",
      content: [{ type: "input_image", file_id: "file_1" }],
    }),
  ],
  ["a document block", "messages", "chat", blocks("user", { type: "document", source: {} })],
  ["an item of another kind", "responses", "chat", items({ type: "item_reference", id: "x" })],
  ["audio", "chat", "messages", chatTurns({ role: "user", content: [{ type: "input_audio" }] })],
  // What nobody reads is not dropped in silence.
  ["several choices", "chat", "messages", chat({ n: 2 })],
  ["a member without a counterpart", "messages", "chat", messages({ top_k: 5 })],
  ["an unknown member", "responses", "messages", responses({ brand_new: 1 })],
  ["an unknown member of a message", "chat", "responses", chatTurns({ ...user, name: "ann" })],
];

for (const [name, client, upstream, body] of REFUSALS) {
  Deno.test(`startGateway() refuses from ${client} to ${upstream}: ${name}`, async () => {
    await using ends = await pair(upstream, [HEARD]);
    const answer = await ask(ends.gateway.port, client, body);
    assertEquals(answer.status, 400, answer.text);
    const said = json(answer) as { type?: string; error: { type: string; message: string } };
    assertEquals(said.error.type, "invalid_request_error");
    assertEquals(said.type, client === "messages" ? "error" : undefined);
    assertStringIncludes(said.error.message, "Cannot carry the request: ");
    assertEquals(headerOf(answer, "content-type"), "application/json");
    assertEquals(ends.upstream.connections, 0);
    assertEquals(ends.gateway.leases(), { active: 0, taken: 0, released: 0 });
  });
}

Deno.test("startGateway() names the place of what it refuses", async () => {
  await using ends = await pair("messages", [HEARD]);
  const answer = await ask(ends.gateway.port, "chat", chatTurns(called(call("a", "[]"))));
  assertEquals(json(answer), {
    error: {
      message: "Cannot carry the request: a tool call's arguments are not a JSON object",
      type: "invalid_request_error",
      param: "/messages/1/tool_calls/0",
      code: null,
    },
  });
});
