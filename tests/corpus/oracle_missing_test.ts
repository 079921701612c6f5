import { assertEquals } from "@std/assert";
import { oracles } from "../../lib/corpus/oracle/oracles.ts";
import { codes, type Data, json, named, readStream, unnamed, utf8 } from "./oracle_support.ts";
import { callAdded, callDelta, created, failed, numbered } from "./oracle_responses_events.ts";

// What is read where a member that belongs there isn't there, or comes late.

const HEAD = { id: "x", object: "chat.completion.chunk", created: 1, model: "m" };
const fragments = (...all: readonly Data[]): string =>
  unnamed(...all.map((one) => ({
    ...HEAD,
    choices: [{ index: 0, delta: { role: "assistant", tool_calls: [one] }, finish_reason: null }],
  })));
const args = (text: string, more: Data = {}): Data => ({
  ...more,
  function: { name: "f", arguments: text },
});
const chatCalls = (...all: readonly Data[]) =>
  readStream("chat", fragments(...all)).parts.map((part) =>
    "call" in part && part.call.arguments.kind === "raw"
      ? [part.call.id, part.call.arguments.text]
      : part
  );

Deno.test("chat stream: fragments without an index go on, or begin the next call by its id", () => {
  assertEquals(chatCalls(args("a"), args("b")), [[undefined, "ab"]]);
  assertEquals(chatCalls(args("a", { id: "c" }), args("b"), args("d", { id: "c" })), [[
    "c",
    "abd",
  ]]);
  assertEquals(chatCalls(args("a", { id: "c" }), args("b", { id: "" })), [["c", "ab"]]);
  assertEquals(chatCalls(args("a", { id: "c" }), args("b", { id: "d" }), args("e")), [
    ["c", "a"],
    ["d", "be"],
  ]);
});

Deno.test("chat stream: an id that comes late belongs to its call", () => {
  for (const first of [{}, { id: "" }, { id: null }]) {
    const stream = fragments(args("a", { index: 0, ...first }), args("b", { index: 0, id: "c" }));
    assertEquals(codes(readStream("chat", stream)), []);
    assertEquals(chatCalls(args("a", { index: 0, ...first }), args("b", { index: 0, id: "c" })), [
      ["c", "ab"],
    ]);
  }
});

Deno.test("requests: a tool or choice that isn't whole stays among the others", () => {
  const chat = oracles.chat.request(json({
    tools: [{ type: "function" }, { type: "function", function: {} }, { function: { name: "f" } }],
    tool_choice: { type: "function", function: {} },
  }));
  assertEquals([chat.tools, chat.choice], [[], undefined]);
  assertEquals(Object.keys(chat.other), ["/tools/0", "/tools/1", "/tools/2", "tool_choice"]);
  const named = { type: "allowed", function: { name: "f" } };
  assertEquals(oracles.chat.request(json({ tool_choice: named })).choice, undefined);

  const messages = oracles.messages.request(json({
    tools: [{ type: "custom" }, { name: 1 }],
    tool_choice: { type: "tool" },
    stream: true,
  }));
  assertEquals([messages.tools, messages.choice, messages.stream], [[], undefined, true]);
  assertEquals(Object.keys(messages.other), ["/tools/0", "/tools/1", "tool_choice"]);
  assertEquals(oracles.messages.request(json({})).stream, false);

  const responses = oracles.responses.request(json({
    tools: [{ type: "function" }, { name: "f" }],
    tool_choice: { type: "function" },
  }));
  assertEquals([responses.tools, responses.choice], [[], undefined]);
  assertEquals(Object.keys(responses.other), ["/tools/0", "/tools/1", "tool_choice"]);
  const other = { type: "custom", name: "f" };
  assertEquals(oracles.responses.request(json({ tool_choice: other })).choice, undefined);
});

Deno.test("requests: a text part without text, or without type, is no text", () => {
  for (const part of [{ type: "text" }, { text: "a" }, { type: "text", text: 1 }, { type: 1 }]) {
    const { turns } = oracles.chat.request(json({ messages: [{ role: "user", content: [part] }] }));
    assertEquals(turns, [{ role: "user", parts: [{ other: JSON.stringify(part) }] }]);
  }
});

Deno.test("errors: what isn't in the form stays", () => {
  const { error, other } = oracles.chat.answer(500, [], json({ error: { code: "c", hint: "h" } }));
  assertEquals([error, other], [{ status: 500, code: "c" }, {
    error: '{"code":"c","hint":"h"}',
    "/error/hint": '"h"',
  }]);
});

const message = { id: "m", type: "message", role: "assistant", content: [], usage: {} };

Deno.test("messages stream: what a block starts with is read", () => {
  const start = (content_block: Data) =>
    named(
      { type: "message_start", message },
      { type: "content_block_start", index: 0, content_block },
    );
  const thinking = start({ type: "thinking", thinking: "hm", signature: "s" });
  assertEquals(readStream("messages", thinking).parts, [
    { other: '{"type":"thinking","thinking":"hm","signature":"s"}' },
  ]);
  assertEquals(codes(readStream("messages", thinking)), ["start-not-empty"]);
  const signed = start({ type: "thinking", thinking: "", signature: "s" });
  assertEquals(codes(readStream("messages", signed)), ["start-not-empty"]);
  assertEquals(readStream("messages", start({ type: "thinking" })).parts, [
    { other: '{"type":"thinking","thinking":"","signature":""}' },
  ]);
  const reader = oracles.messages.stream();
  reader.feed(utf8(start({ type: "thinking", thinking: "hm" })), 1);
  assertEquals(reader.firstTextAtMs(), undefined);
  const text = oracles.messages.stream();
  text.feed(utf8(start({ type: "text", text: "a" })), 1);
  assertEquals(text.firstTextAtMs(), 1);
});

Deno.test("responses stream: a call that is cut keeps its id and name", () => {
  const answer = readStream("responses", numbered(created(), callAdded, callDelta));
  assertEquals(answer.parts, [
    { call: { id: "c", name: "f", arguments: { kind: "object", json: "{}" } } },
  ]);
});

Deno.test("responses stream: a failure without its response is an error all the same", () => {
  const answer = readStream("responses", numbered(created(), { type: "response.failed" }));
  assertEquals([answer.ending, codes(answer)], ["error", ["response-missing"]]);
  const done = readStream("responses", numbered(created(), { type: "response.completed" }));
  assertEquals([done.ending, codes(done)], ["truncated", ["response-missing"]]);
});

Deno.test("responses stream: of an error and a failure, the words of the first stand", () => {
  const error = { type: "error", message: "first", code: "a" };
  const failure = failed({ error: { message: "second" }, usage: { output_tokens: 2 } });
  const answer = readStream("responses", numbered(created(), error, failure));
  assertEquals(answer.error, { status: 200, code: "a", message: "first" });
  assertEquals(answer.usage, { output: "2" });
  const other = readStream("responses", numbered(created(), failure, error));
  assertEquals(other.error, { status: 200, message: "second" });
});

Deno.test("streams: members of an event that nobody knows stay, under the event's name", () => {
  const responses = readStream(
    "responses",
    numbered(created(), callAdded, { ...callDelta, pad: "x" }),
  );
  assertEquals(responses.other, { "event:response.function_call_arguments.delta/pad": '"x"' });
  const messages = readStream(
    "messages",
    named({ type: "message_start", message, pad: 1 }, { type: "ping", pad: 2 }),
  );
  assertEquals(messages.other, { "event:message_start/pad": "1", "event:ping/pad": "2" });
  const unknown = readStream("responses", numbered(created(), { type: "x", pad: "y" }));
  assertEquals(unknown.other, { "event:x": '{"type":"x","pad":"y","sequence_number":1}' });
});
