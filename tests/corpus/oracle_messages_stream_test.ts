import { assertEquals } from "@std/assert";
import { codes, type Data, named, readStream } from "./oracle_support.ts";

// spec/dialects.md 4.1, AM.

const start = (usage: Data = { input_tokens: 25, output_tokens: 1 }): Data => ({
  type: "message_start",
  message: {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "m-1",
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage,
  },
});
const open = (index: number, content_block: Data): Data => ({
  type: "content_block_start",
  index,
  content_block,
});
const delta = (index: number, type: string, name: string, piece: string): Data => ({
  type: "content_block_delta",
  index,
  delta: { type, [name]: piece },
});
const text = (index: number, piece: string) => delta(index, "text_delta", "text", piece);
const input = (index: number, piece: string) =>
  delta(index, "input_json_delta", "partial_json", piece);
const close = (index: number): Data => ({ type: "content_block_stop", index });
const finish = (stop_reason: string | null, more: Data = { output_tokens: 15 }): Data => ({
  type: "message_delta",
  delta: { stop_reason, stop_sequence: null },
  usage: more,
});
const stop: Data = { type: "message_stop" };
const ping: Data = { type: "ping" };
const TEXT = { type: "text", text: "" };
const tool = (id: string, name: string): Data => ({ type: "tool_use", id, name, input: {} });

Deno.test("messages stream: the documented order, with pings anywhere", () => {
  const stream = named(
    ping,
    start({
      input_tokens: 25,
      cache_creation_input_tokens: 100,
      cache_read_input_tokens: 1000,
      output_tokens: 1,
    }),
    open(0, TEXT),
    ping,
    text(0, "Grüß"),
    text(0, " Gott 😀"),
    close(0),
    finish("end_turn", { output_tokens: 15, output_tokens_details: { thinking_tokens: 4 } }),
    ping,
    stop,
    ping,
  );
  assertEquals(readStream("messages", stream), {
    ending: "complete",
    parts: [{ text: "Grüß Gott 😀" }],
    stop: "stop",
    // Disjoint counters: the input is the sum of all three (4.0).
    usage: { input: "1125", cached: "1000", cache_write: "100", output: "15", reasoning: "4" },
    faults: [],
    other: {},
  });
});

Deno.test("messages stream: thinking, text, two calls, text, one block after the other", () => {
  const stream = named(
    start(),
    open(0, { type: "thinking", thinking: "", signature: "" }),
    delta(0, "thinking_delta", "thinking", "hm"),
    delta(0, "thinking_delta", "thinking", "m"),
    delta(0, "signature_delta", "signature", "sig"),
    close(0),
    open(1, TEXT),
    text(1, "one"),
    close(1),
    open(2, tool("t1", "sum")),
    input(2, ""),
    input(2, '{"a":1.'),
    input(2, '10,"b":[12345678901234567890]}'),
    close(2),
    open(3, tool("t2", "now")),
    input(3, ""),
    close(3),
    open(4, TEXT),
    text(4, "two"),
    close(4),
    finish("tool_use"),
    stop,
  );
  assertEquals(readStream("messages", stream), {
    ending: "complete",
    parts: [
      { other: '{"type":"thinking","thinking":"hmm","signature":"sig"}' },
      { text: "one" },
      {
        call: {
          id: "t1",
          name: "sum",
          arguments: { kind: "object", json: '{"a":1.10,"b":[12345678901234567890]}' },
        },
      },
      // "a no-argument call may be one empty piece ("" ⇒ {})"
      { call: { id: "t2", name: "now", arguments: { kind: "object", json: "{}" } } },
      { text: "two" },
    ],
    stop: "tool_calls",
    usage: { input: "25", output: "15" },
    faults: [],
    other: {},
  });
});

Deno.test("messages stream: an unknown event is tolerated, and stays", () => {
  const answer = readStream(
    "messages",
    named(
      start(),
      { type: "content_block_note", note: 1 },
      open(0, TEXT),
      text(0, "a"),
      { ...close(0), type: "content_block_flag" },
      close(0),
      finish("end_turn"),
      stop,
    ),
  );
  assertEquals([answer.ending, answer.parts, codes(answer)], ["complete", [{ text: "a" }], []]);
  assertEquals(answer.other, {
    "event:content_block_note": '{"type":"content_block_note","note":1}',
    "event:content_block_flag": '{"type":"content_block_flag","index":0}',
  });
});

Deno.test("messages stream: an unknown block stays whole, an unknown delta stays by its name", () => {
  const citation = { type: "citations_delta", citation: { cited: "x" } };
  const answer = readStream(
    "messages",
    named(
      start(),
      open(0, { type: "redacted_thinking", data: "xx" }),
      close(0),
      open(1, { type: "scan", depth: 2 }),
      delta(1, "scan_delta", "part", "p"),
      close(1),
      open(2, { ...TEXT, citations: null }),
      text(2, "a"),
      { type: "content_block_delta", index: 2, delta: citation },
      close(2),
      finish("end_turn"),
      stop,
    ),
  );
  assertEquals(answer.parts, [
    { other: '{"type":"redacted_thinking","data":"xx"}' },
    {
      other: '{"block":{"type":"scan","depth":2},"deltas":[{"type":"scan_delta","part":"p"}]}',
    },
    { text: "a" },
  ]);
  assertEquals(answer.other, { "/content/2/citations_delta": JSON.stringify(citation) });
  assertEquals(codes(answer), []);
});

Deno.test("messages stream: counters are cumulative, over several message_deltas", () => {
  const answer = readStream(
    "messages",
    named(
      start({ input_tokens: 25, output_tokens: 1, service_tier: "standard" }),
      finish(null, { output_tokens: 7 }),
      finish("max_tokens", { output_tokens: 15, input_tokens: 26, cache_read_input_tokens: null }),
      stop,
    ),
  );
  assertEquals(answer.usage, { input: "26", output: "15" });
  assertEquals([answer.ending, answer.stop, codes(answer)], ["incomplete", "length", []]);
  assertEquals(answer.other, { "/usage/service_tier": '"standard"' });
});

const STOPS: readonly (readonly [word: string, stop: string, ending: string, kept: Data])[] = [
  ["end_turn", "stop", "complete", {}],
  ["tool_use", "tool_calls", "complete", {}],
  ["max_tokens", "length", "incomplete", {}],
  ["refusal", "content_filter", "incomplete", {}],
  ["stop_sequence", "stop", "complete", { stop_reason: '"stop_sequence"' }],
  ["model_context_window_exceeded", "length", "incomplete", {
    stop_reason: '"model_context_window_exceeded"',
  }],
  ["pause_turn", "other:pause_turn", "complete", {}],
  ["constructor", "other:constructor", "complete", {}],
];

for (const [word, reason, ending, kept] of STOPS) {
  Deno.test(`messages stream: ${word} is ${reason}`, () => {
    const answer = readStream("messages", named(start(), finish(word), stop));
    assertEquals([answer.stop, answer.ending, answer.other], [reason, ending, kept]);
    assertEquals(codes(answer), []);
  });
}

Deno.test("messages stream: an error ends it, at any time", () => {
  const error = {
    type: "error",
    error: { type: "overloaded_error", message: "busy" },
    request_id: "req_1",
  };
  const read = { status: 200, type: "overloaded_error", message: "busy" };
  const first = readStream("messages", named(error));
  assertEquals(first, { ending: "error", parts: [], error: read, faults: [], other: {} });
  const late = readStream("messages", named(start(), open(0, TEXT), text(0, "a"), error, ping));
  assertEquals([late.ending, late.error, late.parts], ["error", read, [{ text: "a" }]]);
  assertEquals(codes(late), []);
});

Deno.test("messages stream: the wire's end before message_stop is a truncation", () => {
  const events = [start(), open(0, tool("t", "f")), input(0, '{"a":1'), close(0)];
  for (let count = 0; count <= events.length; count++) {
    const answer = readStream("messages", named(...events.slice(0, count)));
    assertEquals([answer.ending, codes(answer)], ["truncated", []]);
  }
  const answer = readStream("messages", named(...events, finish("tool_use")));
  assertEquals([answer.ending, answer.stop, codes(answer)], ["truncated", "tool_calls", []]);
  assertEquals(answer.parts, [
    { call: { id: "t", name: "f", arguments: { kind: "raw", text: '{"a":1' } } },
  ]);
});

Deno.test("messages stream: CRLF, comments, no space after the colon", () => {
  const lines = named(start(), open(0, TEXT), text(0, "a"), close(0), finish("end_turn"), stop);
  const odd = ": hi\r\n" +
    lines.replaceAll("\n", "\r\n").replaceAll(": ", ":").replaceAll("event:", ":x\r\nevent:");
  assertEquals(readStream("messages", odd), readStream("messages", lines));
});
