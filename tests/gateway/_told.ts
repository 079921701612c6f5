/**
 * What a client of each dialect must be told of the answer in `_streams.ts`, event by event.
 *
 * @module
 */
import { ARGUMENTS } from "./_answers.ts";

type Told = readonly (readonly [name: string, data: unknown])[];

/** A Chat client: 4.2, 4.5. Usage on its own chunk, null on those before it: 4.1. */
export function chatTold(id: string): Told {
  const chunk = (choices: unknown[], usage: unknown = null) =>
    ["", {
      id: `chatcmpl-${id}`,
      object: "chat.completion.chunk",
      created: 0,
      model: "up",
      choices,
      usage,
    }] as const;
  const delta = (what: unknown, finish: string | null = null) =>
    chunk([{ index: 0, delta: what, logprobs: null, finish_reason: finish }]);
  const first = (index: number, callId: string, name: string) =>
    delta({
      tool_calls: [{ index, id: callId, type: "function", function: { name, arguments: "" } }],
    });
  const rest = (index: number, text: string) =>
    delta({ tool_calls: [{ index, function: { arguments: text } }] });
  return [
    delta({ role: "assistant" }),
    delta({ content: "On " }),
    delta({ content: "it 🚢" }),
    first(0, "a", "find"),
    rest(0, ARGUMENTS),
    first(1, "b", "list"),
    rest(1, "{}"),
    delta({}, "tool_calls"),
    chunk([], {
      prompt_tokens: 100,
      completion_tokens: 20,
      total_tokens: 120,
      prompt_tokens_details: { cached_tokens: 60 },
      completion_tokens_details: { reasoning_tokens: 5 },
    }),
    ["", "[DONE]"],
  ];
}

/** A Messages client: 4.3, 4.6. */
export function messagesTold(id: string): Told {
  const event = (type: string, more: object = {}) => [type, { type, ...more }] as const;
  const start = (index: number, content_block: unknown) =>
    event("content_block_start", { index, content_block });
  const delta = (index: number, what: unknown) =>
    event("content_block_delta", { index, delta: what });
  const stop = (index: number) => event("content_block_stop", { index });
  return [
    event("message_start", {
      message: {
        id: `msg_${id}`,
        type: "message",
        role: "assistant",
        model: "up",
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: 0, output_tokens: 0 },
      },
    }),
    start(0, { type: "text", text: "" }),
    delta(0, { type: "text_delta", text: "On " }),
    delta(0, { type: "text_delta", text: "it 🚢" }),
    stop(0),
    start(1, { type: "tool_use", id: "a", name: "find", input: {} }),
    delta(1, { type: "input_json_delta", partial_json: ARGUMENTS }),
    stop(1),
    start(2, { type: "tool_use", id: "b", name: "list", input: {} }),
    delta(2, { type: "input_json_delta", partial_json: "{}" }),
    stop(2),
    event("message_delta", {
      delta: { stop_reason: "tool_use", stop_sequence: null },
      usage: {
        input_tokens: 40,
        cache_read_input_tokens: 60,
        output_tokens: 20,
        output_tokens_details: { thinking_tokens: 5 },
      },
    }),
    event("message_stop"),
  ];
}

/** A Responses client: 4.4. */
export function responsesTold(id: string): Told {
  const message = {
    id: `msg_${id}_0`,
    type: "message",
    status: "completed",
    role: "assistant",
    content: [{ type: "output_text", text: "On it 🚢", annotations: [], logprobs: [] }],
  };
  const find = {
    id: `fc_${id}_1`,
    type: "function_call",
    status: "completed",
    call_id: "a",
    name: "find",
    arguments: ARGUMENTS,
  };
  const list = { ...find, id: `fc_${id}_2`, call_id: "b", name: "list", arguments: "{}" };
  const response = (status: string, output: unknown[], usage: unknown = null) => ({
    response: {
      id: `resp_${id}`,
      object: "response",
      created_at: 0,
      status,
      background: false,
      error: null,
      incomplete_details: null,
      instructions: null,
      max_output_tokens: null,
      model: "up",
      output,
      parallel_tool_calls: true,
      previous_response_id: null,
      store: false,
      temperature: null,
      text: { format: { type: "text" } },
      tool_choice: "auto",
      tools: [],
      top_p: null,
      truncation: "disabled",
      usage,
      metadata: {},
    },
  });
  const part = { item_id: message.id, output_index: 0, content_index: 0 };
  const [text] = message.content;
  const call = (item: typeof find, output_index: number) => {
    const place = { item_id: item.id, output_index };
    return [
      ["response.output_item.added", {
        output_index,
        item: { ...item, status: "in_progress", arguments: "" },
      }],
      ["response.function_call_arguments.delta", { ...place, delta: item.arguments }],
      ["response.function_call_arguments.done", {
        ...place,
        name: item.name,
        arguments: item.arguments,
      }],
      ["response.output_item.done", { output_index, item }],
    ] as const;
  };
  const told: readonly (readonly [string, object])[] = [
    ["response.created", response("in_progress", [])],
    ["response.in_progress", response("in_progress", [])],
    ["response.output_item.added", {
      output_index: 0,
      item: { ...message, status: "in_progress", content: [] },
    }],
    ["response.content_part.added", { ...part, part: { ...text, text: "" } }],
    ["response.output_text.delta", { ...part, delta: "On ", logprobs: [] }],
    ["response.output_text.delta", { ...part, delta: "it 🚢", logprobs: [] }],
    ["response.output_text.done", { ...part, text: "On it 🚢", logprobs: [] }],
    ["response.content_part.done", { ...part, part: text }],
    ["response.output_item.done", { output_index: 0, item: message }],
    ...call(find, 1),
    ...call(list, 2),
    [
      "response.completed",
      response("completed", [message, find, list], {
        input_tokens: 100,
        input_tokens_details: { cached_tokens: 60 },
        output_tokens: 20,
        output_tokens_details: { reasoning_tokens: 5 },
        total_tokens: 120,
      }),
    ],
  ];
  return told.map(([type, data], sequence_number) => [type, { type, sequence_number, ...data }]);
}
