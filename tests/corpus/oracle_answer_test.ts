import { assertEquals } from "@std/assert";
import { oracles } from "../../lib/corpus/oracle/oracles.ts";
import type { Dialect } from "../../lib/corpus/transcript.ts";
import { codes, json, utf8 } from "./oracle_support.ts";

// spec/dialects.md 4.0: answers that are no streams.

const read = (dialect: Dialect, body: unknown, status = 200) =>
  oracles[dialect].answer(status, [], typeof body === "string" ? utf8(body) : json(body));

const chat = (message: object, finish_reason: string | null, more: object = {}) => ({
  id: "x",
  object: "chat.completion",
  created: 1,
  model: "m",
  choices: [{ index: 0, message: { role: "assistant", ...message }, finish_reason }],
  ...more,
});
const message = (content: readonly object[], stop_reason: string | null, more: object = {}) => ({
  id: "msg_1",
  type: "message",
  role: "assistant",
  model: "m",
  content,
  stop_reason,
  stop_sequence: null,
  usage: { input_tokens: 7, output_tokens: 3 },
  ...more,
});
const response = (output: readonly object[], status = "completed", more: object = {}) => ({
  id: "resp_1",
  object: "response",
  created_at: 1,
  model: "m",
  status,
  output,
  error: null,
  incomplete_details: null,
  ...more,
});
const text = (one: string) => ({
  type: "message",
  id: "i0",
  role: "assistant",
  status: "completed",
  content: [{ type: "output_text", text: one, annotations: [], logprobs: [] }],
});

Deno.test("chat answer: text, calls, usage", () => {
  const body = chat(
    {
      content: "Let me see.",
      refusal: null,
      tool_calls: [{
        id: "c1",
        type: "function",
        function: { name: "sum", arguments: '{"n":12345678901234567890}' },
      }],
    },
    "tool_calls",
    {
      usage: {
        prompt_tokens: 7,
        completion_tokens: 3,
        total_tokens: 10,
        prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
      },
    },
  );
  assertEquals(read("chat", body), {
    ending: "complete",
    parts: [
      { text: "Let me see." },
      {
        call: {
          id: "c1",
          name: "sum",
          arguments: { kind: "object", json: '{"n":12345678901234567890}' },
        },
      },
    ],
    stop: "tool_calls",
    usage: { input: "7", cached: "0", output: "3", total: "10" },
    faults: [],
    other: { "/usage/prompt_tokens_details/audio_tokens": "0" },
  });
});

Deno.test("chat answer: null is no text, an empty string is one", () => {
  assertEquals(read("chat", chat({ content: null }, "stop")).parts, []);
  assertEquals(read("chat", chat({}, "stop")).parts, []);
  assertEquals(read("chat", chat({ content: "" }, "stop")).parts, [{ text: "" }]);
});

Deno.test("chat answer: a length and a filter are incomplete, no finish is a truncation", () => {
  const ends = (finish: string | null) => {
    const { ending, stop, faults } = read("chat", chat({ content: "a" }, finish));
    return [ending, stop, faults.map(({ code }) => code)];
  };
  assertEquals(ends("stop"), ["complete", "stop", []]);
  assertEquals(ends("length"), ["incomplete", "length", []]);
  assertEquals(ends("content_filter"), ["incomplete", "content_filter", []]);
  assertEquals(ends("eos"), ["complete", "other:eos", []]);
  assertEquals(ends(null), ["truncated", undefined, ["finish-missing"]]);
});

Deno.test("messages answer: blocks, calls, disjoint counters", () => {
  const thinking = { type: "thinking", thinking: "hm", signature: "s" };
  const body = message(
    [
      thinking,
      { type: "text", text: "Let me see.", citations: null },
      { type: "tool_use", id: "t1", name: "sum", input: { a: null, b: [] } },
    ],
    "tool_use",
    {
      usage: {
        input_tokens: 7,
        cache_creation_input_tokens: 0,
        cache_read_input_tokens: 5,
        output_tokens: 3,
        service_tier: "standard",
      },
      container: { id: "k" },
    },
  );
  assertEquals(read("messages", body), {
    ending: "complete",
    parts: [
      { other: JSON.stringify(thinking) },
      { text: "Let me see." },
      { call: { id: "t1", name: "sum", arguments: { kind: "object", json: '{"a":null,"b":[]}' } } },
    ],
    stop: "tool_calls",
    usage: { input: "12", cached: "5", cache_write: "0", output: "3" },
    faults: [],
    other: {
      "/content/1/citations": "null",
      "/usage/service_tier": '"standard"',
      container: '{"id":"k"}',
    },
  });
});

Deno.test("messages answer: which stop sequence it was stays", () => {
  const { stop, other } = read(
    "messages",
    message([{ type: "text", text: "a" }], "stop_sequence", { stop_sequence: "END" }),
  );
  assertEquals([stop, other], ["stop", {
    stop_sequence: '"END"',
    stop_reason: '"stop_sequence"',
  }]);
});

Deno.test("messages answer: input counts that can't be summed exactly stay as they came", () => {
  const { usage, other } = read(
    "messages",
    JSON.stringify(message([], "end_turn")).replace(
      '"input_tokens":7',
      '"input_tokens":1e2,"cache_read_input_tokens":5',
    ),
  );
  assertEquals(usage, { cached: "5", output: "3" });
  assertEquals(other, { "/usage/input_tokens": "1e2", "/usage/cache_read_input_tokens": "5" });
  const big = read(
    "messages",
    JSON.stringify(message([], "end_turn")).replace(
      '"input_tokens":7',
      '"input_tokens":12345678901234567890,"cache_read_input_tokens":1',
    ),
  );
  assertEquals(big.usage?.input, "12345678901234567891");
});

Deno.test("responses answer: items, calls, how it ended", () => {
  const reasoning = { type: "reasoning", id: "r", summary: [] };
  const call = { type: "function_call", id: "fc_1", call_id: "c1", name: "f", arguments: "{}" };
  const body = response([reasoning, text("a"), call], "completed", {
    usage: { input_tokens: 7, output_tokens: 3, total_tokens: 10 },
    top_p: 1.5,
  });
  assertEquals(read("responses", body), {
    ending: "complete",
    parts: [
      { other: JSON.stringify(reasoning) },
      { text: "a" },
      { call: { id: "c1", name: "f", arguments: { kind: "object", json: "{}" } } },
    ],
    stop: "tool_calls",
    usage: { input: "7", output: "3", total: "10" },
    faults: [],
    other: { top_p: "1.5" },
  });
  const ends = (status: string, more: object = {}) => {
    const answer = read("responses", response([text("a")], status, more));
    return [answer.ending, answer.stop, codes(answer)];
  };
  assertEquals(ends("completed"), ["complete", "stop", []]);
  const reason = (word: string) => ({ incomplete_details: { reason: word } });
  assertEquals(ends("incomplete", reason("max_output_tokens")), ["incomplete", "length", []]);
  assertEquals(ends("incomplete", reason("content_filter")), [
    "incomplete",
    "content_filter",
    [],
  ]);
  assertEquals(ends("incomplete", reason("steered")), ["incomplete", "other:steered", []]);
  assertEquals(ends("in_progress"), ["truncated", undefined, ["status-not-final"]]);
  assertEquals(ends("cancelled"), ["truncated", undefined, ["status-not-final"]]);
});

Deno.test("responses answer: a failed response is an error, with its partial output", () => {
  const error = { code: "server_error", message: "boom" };
  const answer = read("responses", response([text("a")], "failed", { error }));
  assertEquals(answer, {
    ending: "error",
    parts: [{ text: "a" }],
    error: { status: 200, code: "server_error", message: "boom" },
    faults: [],
    other: {},
  });
});

Deno.test("responses answer: an item that is cut shows it", () => {
  const cut = {
    type: "function_call",
    call_id: "c",
    name: "f",
    arguments: "{",
    status: "incomplete",
  };
  const answer = read(
    "responses",
    response([cut], "incomplete", { incomplete_details: { reason: "max_output_tokens" } }),
  );
  assertEquals(answer.other, { "/output/0/status": '"incomplete"' });
  assertEquals(answer.parts, [
    { call: { id: "c", name: "f", arguments: { kind: "raw", text: "{" } } },
  ]);
});
