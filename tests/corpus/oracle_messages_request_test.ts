import { assertEquals } from "@std/assert";
import { oracles } from "../../lib/corpus/oracle/oracles.ts";
import { json, utf8 } from "./oracle_support.ts";

// spec/dialects.md 4.0, column AM.

const read = (body: unknown) =>
  oracles.messages.request(typeof body === "string" ? utf8(body) : json(body));

const use = (id: string, name: string, input: unknown) => ({ type: "tool_use", id, name, input });
const result = (tool_use_id: string, content?: unknown, more: object = {}) => ({
  type: "tool_result",
  tool_use_id,
  ...(content === undefined ? {} : { content }),
  ...more,
});

Deno.test("messages request: a conversation with tools", () => {
  const body = {
    model: "m-1",
    max_tokens: 100,
    stream: false,
    system: [{ type: "text", text: "one" }, { type: "text", text: "two" }],
    messages: [
      { role: "user", content: "add" },
      {
        role: "assistant",
        content: [
          { type: "text", text: "Let me see." },
          use("t1", "sum", { a: 1, b: { c: [null, false, 0, "", []] } }),
          use("t2", "now", {}),
        ],
      },
      {
        role: "user",
        content: [
          result("t2", "noon"),
          result("t1", [{ type: "text", text: "1." }, { type: "text", text: "1" }], {
            is_error: true,
          }),
          { type: "text", text: "and" },
        ],
      },
    ],
    tools: [{ name: "sum", description: "adds", input_schema: { type: "object" } }],
    tool_choice: { type: "any", disable_parallel_tool_use: true },
    stop_sequences: ["A", "B"],
  };
  assertEquals(read(body), {
    model: "m-1",
    stream: false,
    turns: [
      { role: "system", parts: [{ text: "one" }, { text: "two" }] },
      { role: "user", parts: [{ text: "add" }] },
      {
        role: "assistant",
        parts: [
          { text: "Let me see." },
          {
            call: {
              id: "t1",
              name: "sum",
              arguments: { kind: "object", json: '{"a":1,"b":{"c":[null,false,0,"",[]]}}' },
            },
          },
          { call: { id: "t2", name: "now", arguments: { kind: "object", json: "{}" } } },
        ],
      },
      {
        role: "tool",
        parts: [
          { result: { id: "t2", text: "noon" } },
          { result: { id: "t1", error: true, text: "1.1" } },
        ],
      },
      { role: "user", parts: [{ text: "and" }] },
    ],
    tools: [{ name: "sum", description: "adds", schema: '{"type":"object"}' }],
    choice: { mode: "required" },
    parallel: false,
    limit: "100",
    stop: ["A", "B"],
    other: {},
  });
});

Deno.test("messages request: results and text stay in the order in which they stand", () => {
  const roles = (content: unknown) =>
    read({ messages: [{ role: "user", content }] }).turns.map(({ role }) => role);
  const text = { type: "text", text: "x" };
  assertEquals(roles([text, result("t", "a")]), ["user", "tool"]);
  assertEquals(roles([result("t", "a"), text, result("u", "b")]), ["tool", "user", "tool"]);
  const apart = read({
    messages: [
      { role: "user", content: [result("t", "a")] },
      { role: "user", content: [result("u")] },
    ],
  });
  // "consecutive same-role turns are merged"; a result without content is valid, and empty.
  assertEquals(apart.turns, [
    {
      role: "tool",
      parts: [{ result: { id: "t", text: "a" } }, { result: { id: "u", text: "" } }],
    },
  ]);
});

Deno.test("messages request: a system message inside the conversation keeps its place", () => {
  const { turns } = read({
    system: "lead",
    messages: [
      { role: "user", content: "a" },
      { role: "system", content: "mid" },
      { role: "assistant", content: "b" },
    ],
  });
  assertEquals(turns.map(({ role }) => role), ["system", "user", "system", "assistant"]);
});

Deno.test("messages request: input keeps its digits, and stays where it is no object", () => {
  const { turns } = read(
    '{"messages":[{"role":"assistant","content":[' +
      '{"type":"tool_use","id":"t","name":"f","input":{"n":12345678901234567890,"x":1.10}},' +
      '{"type":"tool_use","id":"u","name":"f","input":"{}"},' +
      '{"type":"tool_use","id":"v","name":"f"}]}]}',
  );
  const args = turns[0]?.parts.map((part) => "call" in part ? part.call.arguments : undefined);
  assertEquals(args, [
    { kind: "object", json: '{"n":12345678901234567890,"x":1.10}' },
    { kind: "raw", text: '"{}"' },
    { kind: "raw", text: "" },
  ]);
});

Deno.test("messages request: what nobody knows stays", () => {
  const image = { type: "image", source: { type: "url", url: "u" } };
  const request = read({
    metadata: { user_id: "ann" },
    system: [{ type: "text", text: "a", cache_control: { type: "ephemeral" } }],
    messages: [
      { role: "user", content: [result("t", [image, { type: "text", text: "b" }]), image] },
      { role: "user", content: [result("t", "c", { is_error: false, cache_control: null })] },
      { role: "assistant", content: [{ type: "thinking", thinking: "hm", signature: "s" }] },
      { role: "model", content: "x" },
    ],
    tools: [
      { type: "web_search_20250305", name: "web_search" },
      { type: "custom", name: "f", input_schema: {}, strict: true },
    ],
    tool_choice: { type: "some" },
  });
  assertEquals(request.turns.slice(1), [
    { role: "tool", parts: [{ result: { id: "t", text: "b" } }, { other: JSON.stringify(image) }] },
    { role: "user", parts: [{ other: JSON.stringify(image) }] },
    { role: "tool", parts: [{ result: { id: "t", text: "c" } }] },
    {
      role: "assistant",
      parts: [{ other: '{"type":"thinking","thinking":"hm","signature":"s"}' }],
    },
    { role: "user", parts: [{ other: '{"role":"model","content":"x"}' }] },
  ]);
  assertEquals(request.tools, [{ name: "f", schema: "{}" }]);
  assertEquals(request.other, {
    "/system/0/cache_control": '{"type":"ephemeral"}',
    "/messages/1/content/0/cache_control": "null",
    metadata: '{"user_id":"ann"}',
    "/tools/0": '{"type":"web_search_20250305","name":"web_search"}',
    "/tools/1/strict": "true",
    tool_choice: '{"type":"some"}',
  });
});

Deno.test("messages request: choices, and parallel calls said the other way round", () => {
  const choose = (tool_choice: unknown) => {
    const { choice, parallel } = read({ tool_choice });
    return [choice, parallel];
  };
  assertEquals(choose({ type: "auto" }), [{ mode: "auto" }, undefined]);
  assertEquals(choose({ type: "none" }), [{ mode: "none" }, undefined]);
  assertEquals(choose({ type: "auto", disable_parallel_tool_use: false }), [
    { mode: "auto" },
    true,
  ]);
  assertEquals(choose({ type: "tool", name: "f", disable_parallel_tool_use: true }), [
    { mode: "named", name: "f" },
    false,
  ]);
  assertEquals(choose("auto"), [undefined, undefined]);
});
