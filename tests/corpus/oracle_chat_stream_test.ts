import { assertEquals } from "@std/assert";
import { codes, type Data, readStream, unnamed } from "./oracle_support.ts";

// spec/dialects.md 4.1, CC.

const HEAD = {
  id: "chatcmpl-1",
  object: "chat.completion.chunk",
  created: 1700000000,
  model: "m-1",
};
const chunk = (delta: Data, finish_reason: string | null = null, more: Data = {}): Data => ({
  ...HEAD,
  choices: [{ index: 0, delta, finish_reason }],
  ...more,
});
const usage = (more: Data = {}): Data => ({
  ...HEAD,
  choices: [],
  usage: { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10, ...more },
});
const call = (index: number, more: Data): Data => ({ tool_calls: [{ index, ...more }] });

Deno.test("chat stream: text with its usage chunk", () => {
  const stream = unnamed(
    chunk({ role: "assistant", content: "" }, null, { usage: null }),
    chunk({ content: "Grüß" }, null, { usage: null }),
    chunk({ content: " Gott 😀" }, null, { usage: null }),
    chunk({}, "stop", { usage: null }),
    usage({
      prompt_tokens_details: { cached_tokens: 4, cache_write_tokens: 1 },
      completion_tokens_details: { reasoning_tokens: 2 },
    }),
    "[DONE]",
  );
  assertEquals(readStream("chat", stream), {
    ending: "complete",
    parts: [{ text: "Grüß Gott 😀" }],
    stop: "stop",
    usage: { input: "7", cached: "4", cache_write: "1", output: "3", reasoning: "2", total: "10" },
    faults: [],
    other: {},
  });
});

Deno.test("chat stream: text and two calls whose fragments alternate", () => {
  const stream = unnamed(
    chunk({ role: "assistant", content: "Let me see." }),
    chunk(call(0, { id: "c1", type: "function", function: { name: "sum", arguments: "" } })),
    chunk(call(1, { id: "c2", type: "function", function: { name: "sum", arguments: '{"b"' } })),
    chunk(call(0, { function: { arguments: '{"a":' } })),
    chunk(call(1, { function: { arguments: ":12345678901234567890}" } })),
    chunk(call(0, { function: { arguments: "1.10}" } })),
    chunk({}, "tool_calls"),
    "[DONE]",
  );
  assertEquals(readStream("chat", stream), {
    ending: "complete",
    parts: [
      { text: "Let me see." },
      { call: { id: "c1", name: "sum", arguments: { kind: "object", json: '{"a":1.10}' } } },
      {
        call: {
          id: "c2",
          name: "sum",
          arguments: { kind: "object", json: '{"b":12345678901234567890}' },
        },
      },
    ],
    stop: "tool_calls",
    faults: [],
    other: {},
  });
});

Deno.test("chat stream: both calls in one chunk, the finish with them, no usage", () => {
  const stream = unnamed(
    chunk({
      role: "assistant",
      content: null,
      tool_calls: [
        { index: 0, id: "c1", type: "function", function: { name: "a", arguments: "{}" } },
        { index: 1, id: "c2", type: "function", function: { name: "b", arguments: "" } },
      ],
    }, "tool_calls"),
    "[DONE]",
  );
  const answer = readStream("chat", stream);
  assertEquals(answer.parts, [
    { call: { id: "c1", name: "a", arguments: { kind: "object", json: "{}" } } },
    // What an empty text means is for those who compare.
    { call: { id: "c2", name: "b", arguments: { kind: "raw", text: "" } } },
  ]);
  assertEquals([answer.ending, answer.stop, answer.faults], ["complete", "tool_calls", []]);
});

/** What is legal, if unusual: read, and no fault. */
const ODD: readonly (readonly [name: string, stream: string])[] = [
  [
    "the name in the second fragment, the id again in it",
    unnamed(
      chunk({ role: "assistant" }),
      chunk(call(0, { id: "c1", function: { arguments: "" } })),
      chunk(call(0, { id: "c1", function: { name: "f" } })),
      chunk(call(0, { id: "", function: { name: "", arguments: '{"x":1}' } })),
      chunk(call(0, { id: null, function: {} })),
      chunk({}, "tool_calls"),
      "[DONE]",
    ),
  ],
  [
    "the name again in each fragment, the role in each chunk, an idle chunk after the finish",
    unnamed(
      chunk({ role: "assistant", content: null }),
      chunk({
        role: "assistant",
        ...call(0, { id: "c1", type: "function", function: { name: "f", arguments: '{"x"' } }),
      }),
      chunk({ role: "assistant", ...call(0, { function: { name: "f", arguments: ":1}" } }) }),
      chunk({}, "tool_calls"),
      chunk({ content: "" }),
      usage(),
      "[DONE]",
    ),
  ],
  [
    "the usage on the finish chunk, comments, CRLF, two data lines",
    ": hello\r\n\r\n" +
    unnamed(
      chunk({ role: "assistant" }),
      chunk(call(0, { id: "c1", function: { name: "f", arguments: '{"x":1}' } })),
      chunk({}, "tool_calls", { usage: { prompt_tokens: 1 } }),
    ).replaceAll("\n", "\r\n").replace(',"object"', ',\r\ndata: "object"') +
    ": ping\r\n\r\ndata:[DONE]\r\n\r\n",
  ],
];

for (const [name, stream] of ODD) {
  Deno.test(`chat stream: ${name} is no fault`, () => {
    const answer = readStream("chat", stream);
    assertEquals(codes(answer), []);
    assertEquals(answer.ending, "complete");
    assertEquals(answer.parts, [
      { call: { id: "c1", name: "f", arguments: { kind: "object", json: '{"x":1}' } } },
    ]);
  });
}

Deno.test("chat stream: text after a call began is a part of its own", () => {
  const stream = unnamed(
    chunk({ role: "assistant", content: "one" }),
    chunk(call(0, { id: "c1", type: "function", function: { name: "f", arguments: "{" } })),
    chunk({ content: "two" }),
    chunk(call(0, { function: { arguments: "}" } })),
    chunk({ content: "three" }),
    chunk({}, "stop"),
    "[DONE]",
  );
  assertEquals(readStream("chat", stream).parts, [
    { text: "one" },
    { call: { id: "c1", name: "f", arguments: { kind: "object", json: "{}" } } },
    { text: "twothree" },
  ]);
});

Deno.test("chat stream: what nobody knows stays", () => {
  const stream = unnamed(
    chunk({ role: "assistant", reasoning_content: "hm" }, null, { service_tier: "a" }),
    chunk({ reasoning_content: "m", content: "x", audio: { id: 1.0 } }, null, {
      service_tier: "b",
    }),
    chunk({ refusal: null }, "function_call", { service_tier: "a" }),
    "[DONE]",
  );
  const answer = readStream("chat", stream);
  assertEquals(answer.other, {
    service_tier: '["a","b"]',
    "/choices/0/message/reasoning_content": '"hmm"',
    "/choices/0/message/audio": '{"id":1}',
  });
  assertEquals([answer.stop, codes(answer)], ["other:function_call", []]);
});

Deno.test("chat stream: a length and a filter are incomplete, also inside a call", () => {
  const cut = (reason: string) =>
    readStream(
      "chat",
      unnamed(
        chunk({ role: "assistant" }),
        chunk(call(0, { id: "c1", type: "function", function: { name: "f", arguments: '{"a' } })),
        chunk({}, reason),
        "[DONE]",
      ),
    );
  const answer = cut("length");
  assertEquals([answer.ending, answer.stop, answer.faults], ["incomplete", "length", []]);
  assertEquals(answer.parts, [
    { call: { id: "c1", name: "f", arguments: { kind: "raw", text: '{"a' } } },
  ]);
  assertEquals(cut("content_filter").ending, "incomplete");
});

Deno.test("chat stream: an error in the stream ends it", () => {
  const answer = readStream(
    "chat",
    unnamed(
      chunk({ role: "assistant", content: "half" }),
      { error: { message: "boom", type: "server_error", code: 502, param: null } },
    ),
  );
  assertEquals(answer, {
    ending: "error",
    parts: [{ text: "half" }],
    error: { status: 200, type: "server_error", code: "502", message: "boom" },
    faults: [],
    other: {},
  });
});

Deno.test("chat stream: the wire's end without [DONE] is a truncation, after a finish too", () => {
  const half = unnamed(chunk({ role: "assistant", content: "half" }));
  const finished = half + unnamed(chunk({}, "stop"));
  for (const stream of ["", half, finished, finished + "data: [DONE]\n"]) {
    assertEquals(readStream("chat", stream).ending, "truncated", stream);
  }
  assertEquals(codes(readStream("chat", finished)), []);
  assertEquals(codes(readStream("chat", finished + "data: [DONE]\n")), ["unterminated-block"]);
  assertEquals(codes(readStream("chat", finished + "data: [DONE]\n", "reset")), [
    "unterminated-block",
  ]);
  assertEquals(codes(readStream("chat", finished + "data: [DONE]\n", "abort")), []);
  assertEquals(readStream("chat", finished + "data: [DONE]\n\n", "reset").ending, "complete");
});
