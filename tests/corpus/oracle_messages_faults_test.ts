import { assertEquals } from "@std/assert";
import {
  type Data,
  type FaultCase,
  named,
  readStream,
  testFaults,
  unnamed,
} from "./oracle_support.ts";

// spec/dialects.md 4.1, AM. Each stream breaks one rule of it.

const message: Data = {
  id: "msg_1",
  type: "message",
  role: "assistant",
  model: "m",
  content: [],
  stop_reason: null,
  stop_sequence: null,
  usage: { input_tokens: 1, output_tokens: 1 },
};
const start: Data = { type: "message_start", message };
const startOf = (more: Data): Data => ({ ...start, message: { ...message, ...more } });
const open = (index: number, content_block: Data = { type: "text", text: "" }): Data => ({
  type: "content_block_start",
  index,
  content_block,
});
const text = (index: number, piece = "a"): Data => ({
  type: "content_block_delta",
  index,
  delta: { type: "text_delta", text: piece },
});
const input = (index: number, partial_json = "{}"): Data => ({
  type: "content_block_delta",
  index,
  delta: { type: "input_json_delta", partial_json },
});
const tool: Data = { type: "tool_use", id: "t", name: "f", input: {} };
const close = (index: number): Data => ({ type: "content_block_stop", index });
const finish = (stop_reason: string | null = "end_turn", output_tokens = 5): Data => ({
  type: "message_delta",
  delta: { stop_reason, stop_sequence: null },
  usage: { output_tokens },
});
const stop: Data = { type: "message_stop" };
const error: Data = { type: "error", error: { type: "api_error", message: "m" } };

const block = (index: number): Data[] => [open(index), text(index), close(index)];
const end = [finish(), stop];
/** A stream in which only these events are wrong. */
const between = (...events: readonly Data[]): string => named(start, ...events, ...end);

const CASES: readonly FaultCase[] = [
  ["nothing wrong", between(...block(0), ...block(1)), []],
  ["another name than its type", between(...block(0)).replace("event: message_stop", "event: x"), [
    "event-name",
  ]],
  ["no name", unnamed(start) + named(...end), ["event-name"]],
  ["no type", `event: message_start\n${unnamed({ message })}` + named(...end), ["type-missing"]],
  ["no message_start", named(...block(0), ...end), ["start-missing"]],
  ["a message_delta first", named(...end), ["start-missing"]],
  ["a message_stop alone", named(stop), ["start-missing"]],
  ["a second message_start", between(start), ["second-start"]],
  ["a message_start at the end", named(start, finish(), start, stop), ["second-start"]],
  ["a message_start without message", named({ type: "message_start" }, ...end), [
    "message-missing",
  ]],
  ["no id", named(startOf({ id: null }), ...end), ["id-missing"]],
  ["another type of message", named(startOf({ type: "msg" }), ...end), ["object-type"]],
  ["another role", named(startOf({ role: "user" }), ...end), ["role"]],
  ["no content", named(startOf({ content: null }), ...end), ["content-missing"]],
  ["no usage", named(startOf({ usage: null }), ...end), ["usage-missing"]],
  ["content at the start", named(startOf({ content: [{}] }), ...end), ["start-not-empty"]],
  ["a stop_reason at the start", named(startOf({ stop_reason: "end_turn" }), ...end), [
    "start-not-empty",
  ]],
  ["a first block at 1", between(...block(1)), ["index-gap"]],
  ["a skipped index", between(...block(0), ...block(2)), ["index-gap"]],
  ["an index used again", between(...block(0), ...block(0)), ["index-reused"]],
  ["no index", between({ ...open(0), index: null }, text(0), close(0)), ["index-missing"]],
  ["two open blocks", between(open(0), text(0), open(1), text(1), close(0), close(1)), [
    "block-open",
  ]],
  ["a block without type", between(open(0, {}), close(0)), ["block-form"]],
  ["a delta without a start", between(text(0), close(0)), ["delta-without-start"]],
  ["a delta after its stop", between(...block(0), text(0)), ["delta-after-stop"]],
  [
    "a delta after its stop, in the next block",
    between(...block(0), open(1), text(0), text(1), close(1)),
    [
      "delta-after-stop",
    ],
  ],
  ["a block without delta", between(open(0), close(0)), ["no-delta"]],
  ["a call without delta", between(open(0, tool), close(0)), ["no-delta"]],
  ["text in a call", between(open(0, tool), text(0), close(0)), ["delta-type"]],
  ["arguments in a text", between(open(0), input(0), close(0)), ["delta-type"]],
  [
    "a text_delta without text",
    between(open(0), { ...text(0), delta: { type: "text_delta" } }, close(0)),
    [
      "delta-form",
    ],
  ],
  [
    "no delta in a content_block_delta",
    between(open(0), { ...text(0), delta: null }, close(0)),
    ["delta-form"],
  ],
  ["a stop without a start", between(close(0)), ["stop-without-start"]],
  ["a second stop", between(...block(0), close(0)), ["second-stop"]],
  ["text at a block's start", between(open(0, { type: "text", text: "x" }), text(0), close(0)), [
    "start-not-empty",
  ]],
  ["input at a call's start", between(open(0, { ...tool, input: { a: 1 } }), input(0), close(0)), [
    "start-not-empty",
  ]],
  [
    "no input at a call's start",
    between(open(0, { type: "tool_use", id: "t", name: "f" }), input(0), close(0)),
    ["input-missing"],
  ],
  ["a block that never stops", between(open(0), text(0)), ["block-not-stopped"]],
  ["a block after the message_delta", named(start, finish(), open(0), stop), [
    "block-after-message-delta",
    "block-not-stopped",
  ]],
  ["a message_delta without delta", named(start, { ...finish(), delta: null }, ...end), [
    "delta-missing",
  ]],
  ["a message_delta without usage", named(start, { ...finish(), usage: null }, stop), [
    "usage-missing",
  ]],
  ["a count that falls", named(start, finish(null, 9), finish("end_turn", 5), stop), [
    "usage-not-cumulative",
  ]],
  ["another stop_reason", named(start, finish("end_turn"), finish("tool_use"), stop), [
    "second-finish",
  ]],
  ["a message_stop without message_delta", named(start, ...block(0), stop), [
    "stop-without-reason",
  ]],
  ["a message_delta without reason", named(start, finish(null), stop), ["stop-without-reason"]],
  ["a second message_stop", between() + named(stop), ["second-terminal"]],
  ["a block after message_stop", between() + named(open(0)), ["after-terminal"]],
  ["an unknown event after message_stop", between() + named({ type: "x" }), ["after-terminal"]],
  ["an error after message_stop", between() + named(error), ["after-terminal"]],
  ["a message_stop after an error", named(start, error, stop), ["success-after-error"]],
  ["a message_delta after an error", named(start, error, finish()), ["after-terminal"]],
  ["a second error", named(error, error), ["second-terminal"]],
  ["an error without error", named({ type: "error" }), ["error-form"]],
  ["a [DONE]", between() + unnamed("[DONE]"), ["done-marker"]],
  ["data that is no JSON", between().replace("data: {", "data: {{"), ["bad-json", "start-missing"]],
];

testFaults("messages", CASES);

Deno.test("messages stream: after a fault the rest is read as a client would read it", () => {
  const parts = (...events: readonly Data[]) => readStream("messages", between(...events)).parts;
  assertEquals(parts(text(0, "a"), text(0, "b")), [{ text: "ab" }]);
  assertEquals(parts(...block(0), text(0, "b")), [{ text: "ab" }]);
  assertEquals(parts(open(0), text(0), open(1), text(1, "b"), text(0, "c")), [
    { text: "ac" },
    { text: "b" },
  ]);
  assertEquals(parts(input(0, '{"a":1}')), [
    { call: { arguments: { kind: "object", json: '{"a":1}' } } },
  ]);
  assertEquals(parts(open(0, { ...tool, input: { a: 1 } }), close(0)), [
    { call: { id: "t", name: "f", arguments: { kind: "object", json: '{"a":1}' } } },
  ]);
  const crossed = readStream("messages", between(open(0), input(0, "{"), input(0, "}"), close(0)));
  assertEquals(crossed.parts, [{ text: "" }]);
  assertEquals(crossed.other, { "/content/0/partial_json": '"{}"' });
});

Deno.test("messages stream: no reason, no success", () => {
  for (const events of [[start, stop], [start, finish(null), stop], [stop]]) {
    assertEquals(readStream("messages", named(...events)).ending, "truncated");
  }
  assertEquals(readStream("messages", named(start, error, ...end)).ending, "error");
});
