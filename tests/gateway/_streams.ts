/**
 * One streamed answer in each dialect: text in two pieces, a call in three, a call of no arguments, and
 * usage. And the requests that ask for it.
 *
 * @module
 */
import { ARGUMENTS } from "./_answers.ts";
import { events } from "./_upstream.ts";

/** A request that asks for a stream, in each dialect. */
export const ASK = {
  chat: {
    model: "m",
    stream: true,
    stream_options: { include_usage: true },
    messages: [{ role: "user", content: "hi" }],
  },
  messages: {
    model: "m",
    stream: true,
    max_tokens: 5,
    messages: [{ role: "user", content: "hi" }],
  },
  responses: { model: "m", stream: true, input: "hi" },
} as const;

const PIECES = [ARGUMENTS.slice(0, 7), ARGUMENTS.slice(7, 40), ARGUMENTS.slice(40)];

/** A Chat chunk with this delta. */
export function delta(what: unknown, finish: string | null = null): Record<string, unknown> {
  return {
    id: "c1",
    object: "chat.completion.chunk",
    created: 1,
    model: "up",
    choices: [{ index: 0, delta: what, finish_reason: finish }],
  };
}

/** A fragment of a Chat call. */
export function fragment(index: number, args: string, id?: string, name?: string): unknown {
  return {
    tool_calls: [{
      index,
      ...(id === undefined ? {} : { id, type: "function" }),
      function: { ...(name === undefined ? {} : { name }), arguments: args },
    }],
  };
}

/** The last chunk, with the usage. */
export const CHAT_USAGE = {
  id: "c1",
  choices: [],
  usage: {
    prompt_tokens: 100,
    completion_tokens: 20,
    total_tokens: 120,
    prompt_tokens_details: { cached_tokens: 60 },
    completion_tokens_details: { reasoning_tokens: 5 },
  },
};

/** Chat's. */
export const CHAT_STREAM = events(
  delta({ role: "assistant", content: "" }),
  delta({ reasoning_content: "hm" }),
  delta({ content: "On " }),
  delta({ content: "it 🚢" }),
  delta(fragment(0, "", "a", "find")),
  ...PIECES.map((piece) => delta(fragment(0, piece))),
  delta(fragment(1, "", "b", "list")),
  delta({}, "tool_calls"),
  CHAT_USAGE,
  "[DONE]",
);

/** Messages' block events. */
export function block(index: number, start: unknown, ...deltas: readonly unknown[]): unknown[] {
  return [
    { type: "content_block_start", index, content_block: start },
    ...deltas.map((one) => ({ type: "content_block_delta", index, delta: one })),
    { type: "content_block_stop", index },
  ];
}

/** Messages' first event. */
export const MESSAGE_START = {
  type: "message_start",
  message: {
    id: "m1",
    type: "message",
    role: "assistant",
    model: "up",
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 40, cache_read_input_tokens: 60, output_tokens: 1 },
  },
};

/** Messages' end. */
export function messageEnd(reason: string, usage: unknown): unknown[] {
  return [
    { type: "message_delta", delta: { stop_reason: reason, stop_sequence: null }, usage },
    { type: "message_stop" },
  ];
}

/** Messages'. */
export const MESSAGES_STREAM = events(
  MESSAGE_START,
  { type: "ping" },
  ...block(
    0,
    { type: "thinking", thinking: "", signature: "" },
    { type: "thinking_delta", thinking: "hm" },
    { type: "signature_delta", signature: "s" },
  ),
  ...block(
    1,
    { type: "text", text: "" },
    { type: "text_delta", text: "On " },
    { type: "text_delta", text: "it 🚢" },
  ),
  ...block(
    2,
    { type: "tool_use", id: "a", name: "find", input: {} },
    ...PIECES.map((partial_json) => ({ type: "input_json_delta", partial_json })),
  ),
  ...block(
    3,
    { type: "tool_use", id: "b", name: "list", input: {} },
    { type: "input_json_delta", partial_json: "" },
  ),
  { type: "new_event", anything: 1 },
  { type: "message_delta", delta: { stop_reason: null }, usage: { output_tokens: 11 } },
  ...messageEnd("tool_use", { output_tokens: 20, output_tokens_details: { thinking_tokens: 5 } }),
);

const TEXT = { type: "output_text", text: "On it 🚢", annotations: [] };
const MESSAGE = {
  type: "message",
  id: "x",
  role: "assistant",
  status: "completed",
  content: [TEXT],
};
const FIND = { type: "function_call", id: "y", call_id: "a", name: "find", status: "completed" };
const LIST = { type: "function_call", id: "z", call_id: "b", name: "list", status: "completed" };
const REASONING = { type: "reasoning", id: "rs", summary: [] };
const OUTPUT = [REASONING, MESSAGE, { ...FIND, arguments: ARGUMENTS }, {
  ...LIST,
  arguments: "{}",
}];

/** Responses' first events. */
export const RESPONSES_START = ["created", "in_progress"].map((stage) => ({
  type: `response.${stage}`,
  response: { id: "r1", model: "up", status: "in_progress", output: [] },
}));

/** Responses', with every snapshot that the dialect has. */
export const RESPONSES_STREAM = events(
  ...RESPONSES_START,
  { type: "response.output_item.added", output_index: 0, item: REASONING },
  { type: "response.reasoning_summary_text.delta", output_index: 0, delta: "hm" },
  { type: "response.output_item.done", output_index: 0, item: REASONING },
  { type: "response.output_item.added", output_index: 1, item: { ...MESSAGE, content: [] } },
  { type: "response.content_part.added", output_index: 1, content_index: 0, part: TEXT },
  { type: "response.output_text.delta", output_index: 1, content_index: 0, delta: "On " },
  { type: "response.output_text.delta", output_index: 1, content_index: 0, delta: "it 🚢" },
  { type: "response.output_text.done", output_index: 1, content_index: 0, text: "On it 🚢" },
  { type: "response.content_part.done", output_index: 1, content_index: 0, part: TEXT },
  { type: "response.output_item.done", output_index: 1, item: MESSAGE },
  { type: "response.output_item.added", output_index: 2, item: { ...FIND, arguments: "" } },
  ...PIECES.map((delta) => ({
    type: "response.function_call_arguments.delta",
    output_index: 2,
    delta,
  })),
  { type: "response.function_call_arguments.done", output_index: 2, arguments: ARGUMENTS },
  { type: "response.output_item.done", output_index: 2, item: OUTPUT[2] },
  { type: "response.output_item.added", output_index: 3, item: { ...LIST, arguments: "" } },
  { type: "response.function_call_arguments.done", output_index: 3, arguments: "{}" },
  { type: "response.output_item.done", output_index: 3, item: OUTPUT[3] },
  {
    type: "response.completed",
    response: {
      id: "r1",
      status: "completed",
      output: OUTPUT,
      usage: {
        input_tokens: 100,
        input_tokens_details: { cached_tokens: 60 },
        output_tokens: 20,
        output_tokens_details: { reasoning_tokens: 5 },
        total_tokens: 120,
      },
    },
  },
);

/** One stream in each dialect. */
export const STREAMS = {
  chat: CHAT_STREAM,
  messages: MESSAGES_STREAM,
  responses: RESPONSES_STREAM,
};
