import { assertEquals, assertStringIncludes } from "@std/assert";
import type { Dialect } from "../../lib/gateway/dialect.ts";
import { ask } from "./_client.ts";
import { ok } from "./_answers.ts";
import { errorOf, lastError } from "./_errors.ts";
import {
  ASK,
  block,
  delta,
  fragment,
  MESSAGE_START,
  messageEnd,
  RESPONSES_START,
} from "./_streams.ts";
import { events, pair, stream } from "./_upstream.ts";

/** A whole Chat answer with these calls. */
function chatCalls(...calls: readonly unknown[]): string {
  return JSON.stringify({
    choices: [{ index: 0, message: { tool_calls: calls }, finish_reason: "tool_calls" }],
  });
}
const chatCall = (id: unknown, args: unknown, name: unknown = "f") => ({
  id,
  type: "function",
  function: { name, arguments: args },
});

/** A Chat stream of these deltas, with an end that says that calls are whole. */
function chatStream(...deltas: readonly unknown[]): string {
  return events(
    delta({ content: "On it" }),
    ...deltas.map((one) => delta(one)),
    delta({}, "tool_calls"),
    "[DONE]",
  );
}

function blocks(...content: readonly unknown[]): string {
  return JSON.stringify({ type: "message", content, stop_reason: "tool_use", usage: {} });
}
const use = (more: object) => ({ type: "tool_use", id: "a", name: "f", input: {}, ...more });

function messagesStream(...told: readonly unknown[]): string {
  const text = block(0, { type: "text", text: "" }, { type: "text_delta", text: "On it" });
  return events(MESSAGE_START, ...text, ...told, ...messageEnd("tool_use", {}));
}
const json = (partial_json: string) => ({ type: "input_json_delta", partial_json });

function items(...output: readonly unknown[]): string {
  return JSON.stringify({ status: "completed", output });
}
const item = (more: object) => ({
  type: "function_call",
  call_id: "a",
  name: "f",
  arguments: "{}",
  ...more,
});

function responsesStream(...told: readonly unknown[]): string {
  const text = {
    type: "response.output_text.delta",
    output_index: 0,
    content_index: 0,
    delta: "On it",
  };
  return events(...RESPONSES_START, text, ...told, {
    type: "response.completed",
    response: { status: "completed", output: [] },
  });
}
const done = (output_index: number, more: object) => ({
  type: "response.output_item.done",
  output_index,
  item: item(more),
});
const added = (output_index: number, more: object = {}) => ({
  type: "response.output_item.added",
  output_index,
  item: item({ arguments: "", ...more }),
});
const args = (delta: string) => ({
  type: "response.function_call_arguments.delta",
  output_index: 1,
  delta,
});

/** What an upstream says that its dialect, or the client's, has no place for. */
const WRONG: readonly (readonly [upstream: Dialect, name: string, said: string])[] = [
  // 4.3: "invalid/non-object arguments: error; … never `{}`"; "missing/empty/duplicate id, missing name".
  ["chat", "arguments that are no JSON", chatCalls(chatCall("a", '{"q":'))],
  ["chat", "arguments that are a number", chatCalls(chatCall("a", "7"))],
  ["chat", "arguments with something after them", chatCalls(chatCall("a", '{"q":1} ok'))],
  ["chat", "a call without an id", chatCalls(chatCall(null, "{}"))],
  ["chat", "a call with an empty id", chatCalls(chatCall("", "{}"))],
  ["chat", "two calls with one id", chatCalls(chatCall("a", "{}"), chatCall("a", "{}"))],
  ["chat", "a call without a name", chatCalls(chatCall("a", "{}", null))],
  ["chat", "calls that are not there", chatCalls()],
  ["chat", "no finish_reason", '{"choices":[{"message":{"content":"x"}}]}'],
  ["chat", "an unknown finish_reason", '{"choices":[{"message":{},"finish_reason":"eos"}]}'],
  ["chat", "two choices", '{"choices":[{"message":{},"finish_reason":"stop"},{}]}'],
  ["messages", "an input that is no object", blocks(use({ input: "{}" }))],
  ["messages", "a block without an id", blocks(use({ id: undefined }))],
  ["messages", "two blocks with one id", blocks(use({}), use({}))],
  ["messages", "a block of another kind", blocks(use({}), { type: "server_tool_use" })],
  // 4.2: "not `stop` silently".
  ["messages", "a paused turn", '{"content":[],"stop_reason":"pause_turn"}'],
  ["messages", "an unknown stop_reason", '{"content":[],"stop_reason":"tired"}'],
  ["responses", "arguments that are a list", items(item({ arguments: "[]" }))],
  ["responses", "an item without a call_id", items(item({ call_id: undefined }))],
  ["responses", "two items with one call_id", items(item({}), item({}))],
  ["responses", "an item of another kind", items({ type: "web_search_call" })],
  ["responses", "a status that is no end", '{"status":"in_progress","output":[]}'],
  // The same in streams.
  ["chat", "arguments that are no JSON, streamed", chatStream(fragment(0, '{"q":', "a", "f"))],
  ["chat", "a call without an id, streamed", chatStream(fragment(0, "{}", undefined, "f"))],
  ["chat", "a call without a name, streamed", chatStream(fragment(0, "{}", "a"))],
  [
    "chat",
    "two calls with one id, streamed",
    chatStream(fragment(0, "{}", "a", "f"), fragment(1, "{}", "a", "f")),
  ],
  [
    "chat",
    "a new id at a used index",
    chatStream(fragment(0, "{}", "a", "f"), fragment(0, "{}", "b", "f")),
  ],
  [
    "chat",
    "a fragment without an index",
    chatStream({ tool_calls: [{ id: "a", function: { name: "f" } }] }),
  ],
  [
    "chat",
    "an event that is no JSON",
    chatStream().replace("data: [DONE]", "data: {\n\ndata: [DONE]"),
  ],
  [
    "messages",
    "arguments that are no JSON, streamed",
    messagesStream(...block(1, use({}), json('{"q":'))),
  ],
  [
    "messages",
    "a call without an id, streamed",
    messagesStream(...block(1, use({ id: "" }), json("{}"))),
  ],
  ["messages", "a gap between blocks", messagesStream(...block(2, use({}), json("{}")))],
  [
    "messages",
    "a delta of another type",
    messagesStream(...block(1, use({}), { type: "text_delta", text: "x" })),
  ],
  [
    "messages",
    "a delta after its stop",
    messagesStream(
      ...block(1, use({}), json("{}")),
      { type: "content_block_delta", index: 1, delta: json("x") },
    ),
  ],
  [
    "messages",
    "a block inside a block",
    messagesStream(block(1, use({}))[0], ...block(2, use({ id: "b" }))),
  ],
  [
    "responses",
    "arguments that are no JSON, streamed",
    responsesStream(added(1), args('{"q"'), done(1, { arguments: '{"q"' })),
  ],
  [
    "responses",
    "a snapshot that isn't its deltas",
    responsesStream(added(1), args('{"q":1}'), done(1, { arguments: '{"q":2}' })),
  ],
  [
    "responses",
    "a snapshot with another call_id",
    responsesStream(added(1), done(1, { call_id: "b" })),
  ],
  ["responses", "a fragment of no call", responsesStream(args("{}"))],
  [
    "responses",
    "a text that isn't its deltas",
    responsesStream({
      type: "response.output_text.done",
      output_index: 0,
      content_index: 0,
      text: "On",
    }),
  ],
];

for (const [upstream, name, said] of WRONG) {
  const clients = (["chat", "messages", "responses"] as const).filter((one) => one !== upstream);
  Deno.test(`startGateway() doesn't believe ${upstream} of ${name}`, async () => {
    const streamed = /^(event|data): /.test(said);
    for (const client of clients) {
      await using ends = await pair(upstream, streamed ? stream(said) : [ok(said)]);
      const answer = await ask(ends.gateway.port, client, { ...ASK[client], stream: streamed });
      const error = streamed ? lastError(client, answer) : errorOf(client, answer);
      assertStringIncludes(String(error.message), "Cannot carry the upstream's answer: ");
      if (!streamed) assertEquals(answer.status, 502);
      else assertStringIncludes(answer.text, "On it");
      // No call is told that wasn't whole, and none under another name.
      assertEquals(/"(input|name)":""|"id":""|"call_id":""/.test(answer.text), false, answer.text);
      assertEquals(ends.upstream.requests.length, 1);
    }
  });
}
