import { assertEquals } from "@std/assert";
import { oracles } from "../../lib/corpus/oracle/oracles.ts";
import { json } from "./oracle_support.ts";

// spec/dialects.md 4.0, column RS.

const read = (body: unknown) => oracles.responses.request(json(body));

Deno.test("responses request: a conversation with tools", () => {
  const body = {
    model: "m-1",
    stream: true,
    instructions: "one",
    input: [
      { role: "developer", content: "two" },
      { type: "message", role: "user", content: [{ type: "input_text", text: "add" }] },
      { role: "assistant", content: [{ type: "output_text", text: "Let me see." }] },
      { type: "function_call", call_id: "c1", name: "sum", arguments: '{"a":1.10}' },
      { type: "function_call", call_id: "c2", name: "now", arguments: "" },
      { type: "function_call_output", call_id: "c2", output: "noon" },
      {
        type: "function_call_output",
        call_id: "c1",
        output: [{ type: "input_text", text: "1." }, { type: "input_text", text: "1" }],
      },
      { role: "user", content: "and" },
    ],
    tools: [{ type: "function", name: "sum", description: "adds", parameters: { type: "object" } }],
    tool_choice: { type: "function", name: "sum" },
    parallel_tool_calls: false,
    max_output_tokens: 100,
  };
  assertEquals(read(body), {
    model: "m-1",
    stream: true,
    turns: [
      { role: "system", parts: [{ text: "one" }, { text: "two" }] },
      { role: "user", parts: [{ text: "add" }] },
      {
        role: "assistant",
        parts: [
          { text: "Let me see." },
          { call: { id: "c1", name: "sum", arguments: { kind: "object", json: '{"a":1.10}' } } },
          { call: { id: "c2", name: "now", arguments: { kind: "raw", text: "" } } },
        ],
      },
      {
        role: "tool",
        parts: [
          { result: { id: "c2", text: "noon" } },
          { result: { id: "c1", text: "1.1" } },
        ],
      },
      { role: "user", parts: [{ text: "and" }] },
    ],
    tools: [{ name: "sum", description: "adds", schema: '{"type":"object"}' }],
    choice: { mode: "named", name: "sum" },
    parallel: false,
    limit: "100",
    other: { "/input/0/role": '"developer"' },
  });
});

Deno.test("responses request: an input that is a string is the user's", () => {
  assertEquals(read({ input: "hi" }).turns, [{ role: "user", parts: [{ text: "hi" }] }]);
  assertEquals(read({ input: "" }).turns, [{ role: "user", parts: [{ text: "" }] }]);
  assertEquals(read({ input: 7 }).turns, [{ role: "user", parts: [{ other: "7" }] }]);
  assertEquals(read({}).turns, []);
});

Deno.test("responses request: the item's own id is not the call's, and stays in sight", () => {
  const request = read({
    input: [
      {
        type: "function_call",
        id: "call_9",
        name: "f",
        arguments: "{}",
        status: "completed",
        role: "assistant",
      },
      { type: "function_call_output", output: "x" },
    ],
  });
  assertEquals(request.turns, [
    {
      role: "assistant",
      parts: [{ call: { name: "f", arguments: { kind: "object", json: "{}" } } }],
    },
    { role: "tool", parts: [{ result: { text: "x" } }] },
  ]);
  assertEquals(request.other, {
    "/input/0/id": '"call_9"',
    "/input/0/status": '"completed"',
    "/input/0/role": '"assistant"',
  });
});

Deno.test("responses request: what nobody knows stays, in the turn of whoever made it", () => {
  const image = { type: "input_image", image_url: "u" };
  const request = read({
    store: false,
    previous_response_id: "resp_0",
    input: [
      { type: "reasoning", id: "r", summary: [] },
      { type: "web_search_call", id: "w" },
      { type: "computer_call_output", call_id: "c", output: {} },
      { type: "function_call_output", call_id: "d", output: [image] },
      { type: "item_reference", id: "i" },
      { role: "critic", content: "x" },
      { role: "user", content: [image, { type: "text", text: "a" }] },
      3,
    ],
    tools: [{ type: "web_search" }, {
      type: "function",
      name: "f",
      strict: null,
      parameters: null,
    }],
    tool_choice: "some",
  });
  assertEquals(request.turns, [
    {
      role: "assistant",
      parts: [
        { other: '{"type":"reasoning","id":"r","summary":[]}' },
        { other: '{"type":"web_search_call","id":"w"}' },
      ],
    },
    {
      role: "tool",
      parts: [
        { other: '{"type":"computer_call_output","call_id":"c","output":{}}' },
        { result: { id: "d", text: "" } },
        { other: JSON.stringify(image) },
      ],
    },
    {
      role: "user",
      parts: [
        { other: '{"type":"item_reference","id":"i"}' },
        { other: '{"role":"critic","content":"x"}' },
        { other: JSON.stringify(image) },
        { text: "a" },
        { other: "3" },
      ],
    },
  ]);
  assertEquals(request.tools, [{ name: "f", schema: "null" }]);
  assertEquals(request.other, {
    store: "false",
    previous_response_id: '"resp_0"',
    "/tools/0": '{"type":"web_search"}',
    "/tools/1/strict": "null",
    tool_choice: '"some"',
  });
});

Deno.test("responses request: choices are bare words", () => {
  for (const mode of ["auto", "none", "required"] as const) {
    assertEquals(read({ tool_choice: mode }).choice, { mode });
  }
  // The map that one gateway documents isn't what the dialect has (4.8, 3).
  const wrong = read({ tool_choice: { type: "auto" } });
  assertEquals([wrong.choice, wrong.other], [undefined, { tool_choice: '{"type":"auto"}' }]);
});
