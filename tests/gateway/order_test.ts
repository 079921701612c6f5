import { assertEquals } from "@std/assert";
import { ask, heardEvents } from "./_client.ts";
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

/** A Messages stream in short: blocks with their indices, deltas, stops, and the reason. */
async function messagesOf(upstreamText: string, upstream: "chat" | "responses" = "chat") {
  await using ends = await pair(upstream, stream(upstreamText));
  const answer = await ask(ends.gateway.port, "messages", ASK.messages);
  assertEquals([answer.status, answer.fault], [200, undefined], answer.text);
  return heardEvents(answer.text).map(([name, data]) => {
    const event = data as {
      readonly index: number;
      readonly content_block: { readonly name?: string };
      readonly delta: Readonly<Record<string, string | undefined>>;
    };
    switch (name) {
      case "content_block_start":
        return `start ${event.index} ${event.content_block.name ?? "text"}`;
      case "content_block_delta":
        return `delta ${event.index} ${event.delta.text ?? event.delta.partial_json}`;
      case "content_block_stop":
        return `stop ${event.index}`;
      case "message_delta":
        return `end ${event.delta.stop_reason}`;
    }
    return name;
  });
}

Deno.test("startGateway() keeps interleaved fragments of two calls apart", async () => {
  // CASES 2, with the name in the second fragment, and several entries in one chunk.
  const text = events(
    delta(fragment(0, '{"q":', "a")),
    delta(fragment(1, '{"r":', "b", "list")),
    delta(fragment(0, "1", undefined, "find")),
    delta({
      tool_calls: [
        { index: 1, function: { arguments: "2}" } },
        { index: 0, function: { arguments: "}" } },
      ],
    }),
    delta({}, "tool_calls"),
    "[DONE]",
  );
  assertEquals(await messagesOf(text), [
    "message_start",
    "start 0 find",
    'delta 0 {"q":1}',
    "stop 0",
    "start 1 list",
    'delta 1 {"r":2}',
    "stop 1",
    "end tool_use",
    "message_stop",
  ]);
});

Deno.test("startGateway() keeps text, call, text in their order, and no text waits for a call", async () => {
  // 4.3: "text then tools then text"; CASES 17, with reasoning in front.
  const text = events(
    delta({ reasoning: "hm" }),
    delta({ content: "one" }),
    delta(fragment(0, '{"q":1}', "a", "find")),
    delta({ content: "two" }),
    delta(fragment(1, '{"q":', "b", "find")),
    delta({ content: "three" }),
    delta(fragment(1, "2}")),
    delta({}, "stop"),
    "[DONE]",
  );
  assertEquals(await messagesOf(text), [
    "message_start",
    "start 0 text",
    "delta 0 one",
    "stop 0",
    "start 1 find",
    'delta 1 {"q":1}',
    "stop 1",
    "start 2 text",
    "delta 2 two",
    "delta 2 three",
    "stop 2",
    "start 3 find",
    'delta 3 {"q":2}',
    "stop 3",
    // 4.3, finish `stop`: "`tool_use` if complete tool calls are present".
    "end tool_use",
    "message_stop",
  ]);
});

Deno.test("startGateway() takes a finish on the chunk of the last delta, and usage beside it", async () => {
  const text = events(
    { ...delta({ content: "one" }, "stop"), usage: { prompt_tokens: 3, completion_tokens: 1 } },
    "[DONE]",
  );
  assertEquals(await messagesOf(text), [
    "message_start",
    "start 0 text",
    "delta 0 one",
    "stop 0",
    "end end_turn",
    "message_stop",
  ]);
});

Deno.test("startGateway() keeps two texts of Messages apart for Responses, and one for Chat", async () => {
  const two = events(
    MESSAGE_START,
    ...block(0, { type: "text", text: "" }, { type: "text_delta", text: "one" }),
    ...block(1, { type: "text", text: "two" }),
    ...block(2, { type: "text", text: "" }),
    ...messageEnd("end_turn", { output_tokens: 2 }),
  );
  await using ends = await pair("messages", stream(two));
  const responses = await ask(ends.gateway.port, "responses", ASK.responses);
  const [, last] = heardEvents(responses.text).at(-1) ?? [];
  const { output } = (last as { response: { output: { content: { text: string }[] }[] } }).response;
  assertEquals(output.map(({ content }) => content.map(({ text }) => text)), [["one", "two"]]);
  const chat = await ask(ends.gateway.port, "chat", ASK.chat);
  const contents = heardEvents(chat.text).map(([, data]) =>
    (data as { choices?: { delta: { content?: string } }[] }).choices?.[0]?.delta.content ?? ""
  );
  assertEquals(contents.join(""), "onetwo");
});

Deno.test("startGateway() reads snapshots of Responses where they are the only source", async () => {
  // CASES 16: "args only in done", "completed lists items again", and items that only it lists.
  const item = { type: "function_call", call_id: "a", name: "find", arguments: '{"q":1}' };
  const message = { type: "message", content: [{ type: "output_text", text: "one" }] };
  const late = { type: "function_call", call_id: "b", name: "list", arguments: "" };
  const text = events(
    ...RESPONSES_START,
    { type: "response.output_item.done", output_index: 0, item: message },
    { type: "response.output_item.added", output_index: 1, item: { ...item, arguments: "" } },
    { type: "response.output_item.done", output_index: 1, item },
    {
      type: "response.completed",
      response: { status: "completed", output: [message, item, late] },
    },
  );
  assertEquals(await messagesOf(text, "responses"), [
    "message_start",
    "start 0 text",
    "delta 0 one",
    "stop 0",
    "start 1 find",
    'delta 1 {"q":1}',
    "stop 1",
    "start 2 list",
    "delta 2 {}",
    "stop 2",
    "end tool_use",
    "message_stop",
  ]);
});

Deno.test("startGateway() tells a refusal as text with an end that marks it", async () => {
  // 4.2: "`content_filter` (or `stop` + non-null `refusal`)".
  const chat = events(delta({ refusal: "I won't" }), delta({}, "stop"), "[DONE]");
  assertEquals((await messagesOf(chat)).slice(1), [
    "start 0 text",
    "delta 0 I won't",
    "stop 0",
    "end refusal",
    "message_stop",
  ]);
  const part = { type: "refusal", refusal: "I won't" };
  const responses = events(
    ...RESPONSES_START,
    { type: "response.refusal.delta", output_index: 0, content_index: 0, delta: "I won't" },
    { type: "response.refusal.done", output_index: 0, content_index: 0, refusal: "I won't" },
    {
      type: "response.completed",
      response: { status: "completed", output: [{ type: "message", content: [part] }] },
    },
  );
  assertEquals((await messagesOf(responses, "responses")).at(-2), "end refusal");
});
