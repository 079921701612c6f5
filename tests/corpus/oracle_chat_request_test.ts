import { assertEquals } from "@std/assert";
import { oracles } from "../../lib/corpus/oracle/oracles.ts";
import type { Part } from "../../lib/corpus/transcript.ts";
import { json, utf8 } from "./oracle_support.ts";

// spec/dialects.md 4.0, column CC.

const read = (body: unknown) =>
  oracles.chat.request(typeof body === "string" ? utf8(body) : json(body));

const call = (id: string, name: string, args: unknown) => ({
  id,
  type: "function",
  function: { name, arguments: args },
});

Deno.test("chat request: a conversation with tools", () => {
  const body = {
    model: "m-1",
    stream: true,
    messages: [
      { role: "system", content: "one" },
      { role: "developer", content: [{ type: "text", text: "two" }] },
      { role: "user", content: "add" },
      {
        role: "assistant",
        content: null,
        tool_calls: [call("c1", "sum", '{ "a": 1.10 }'), call("c2", "now", "")],
      },
      { role: "tool", tool_call_id: "c2", content: "noon" },
      {
        role: "tool",
        tool_call_id: "c1",
        content: [{ type: "text", text: "1." }, { type: "text", text: "1" }],
      },
      { role: "user", content: [{ type: "text", text: "and" }, { type: "text", text: "" }] },
    ],
    tools: [{
      type: "function",
      function: { name: "sum", description: "adds", parameters: { type: "object", maximum: 1.0 } },
    }, { type: "function", function: { name: "now" } }],
    tool_choice: { type: "function", function: { name: "sum" } },
    parallel_tool_calls: false,
    max_completion_tokens: 100,
    stop: "END",
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
          { call: { id: "c1", name: "sum", arguments: { kind: "object", json: '{ "a": 1.10 }' } } },
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
      { role: "user", parts: [{ text: "and" }, { text: "" }] },
    ],
    tools: [
      { name: "sum", description: "adds", schema: '{"type":"object","maximum":1}' },
      { name: "now", schema: "{}" },
    ],
    choice: { mode: "named", name: "sum" },
    parallel: false,
    limit: "100",
    stop: ["END"],
    other: { "/messages/1/role": '"developer"' },
  });
});

Deno.test("chat request: what isn't said is absent", () => {
  assertEquals(read({ messages: [] }), { stream: false, turns: [], tools: [], other: {} });
});

Deno.test("chat request: adjacent turns of one role are one, others stay apart", () => {
  const roles = ["user", "user", "assistant", "user", "system"];
  const { turns } = read({
    messages: roles.map((role, index) => ({ role, content: String(index) })),
  });
  assertEquals(turns, [
    { role: "user", parts: [{ text: "0" }, { text: "1" }] },
    { role: "assistant", parts: [{ text: "2" }] },
    { role: "user", parts: [{ text: "3" }] },
    { role: "system", parts: [{ text: "4" }] },
  ]);
});

Deno.test("chat request: ids and names that aren't there are absent, empty ones are empty", () => {
  const { turns, other } = read({
    messages: [
      {
        role: "assistant",
        tool_calls: [
          { type: "function", function: { arguments: "{}" } },
          call("", "", "{}"),
          { id: null, type: "function", function: { name: "f", arguments: "{}" } },
        ],
      },
      { role: "tool", content: "a" },
      { role: "tool", tool_call_id: "", content: "" },
    ],
  });
  const empty = { kind: "object", json: "{}" } as const;
  assertEquals(turns, [
    {
      role: "assistant",
      parts: [
        { call: { arguments: empty } },
        { call: { id: "", name: "", arguments: empty } },
        { call: { name: "f", arguments: empty } },
      ],
    },
    { role: "tool", parts: [{ result: { text: "a" } }, { result: { id: "", text: "" } }] },
  ]);
  assertEquals(other, { "/messages/0/tool_calls/2/id": "null" });
});

Deno.test("chat request: arguments that are no object stay byte for byte", () => {
  const texts = ['{"a":', "[1]", "null", '"x"', " ", "{} {}", "{'a':1}"];
  const { turns } = read({
    messages: [{ role: "assistant", tool_calls: texts.map((text) => call("c", "f", text)) }],
  });
  assertEquals(
    turns[0]?.parts,
    texts.map((text): Part => ({
      call: { id: "c", name: "f", arguments: { kind: "raw", text } },
    })),
  );
  // An object where a string must be is no arguments of this dialect.
  const wrong = read({ messages: [{ role: "assistant", tool_calls: [call("c", "f", { a: 1 })] }] });
  assertEquals(wrong.turns[0]?.parts, [
    { call: { id: "c", name: "f", arguments: { kind: "raw", text: '{"a":1}' } } },
  ]);
});

Deno.test("chat request: what nobody knows stays, with its digits", () => {
  const request = read(
    '{"model":"m","temperature":1.0,"seed":12345678901234567890,"messages":[' +
      '{"role":"user","name":"ann","content":[{"type":"text","text":"a","mark":{"n":1e2}},' +
      '{"type":"image_url","image_url":{"url":"u","n":1.50}}]},' +
      '{"role":"function","name":"f","content":"x"},' +
      '{"role":"assistant","content":"b","refusal":null,"tool_calls":' +
      '[{"id":"c","type":"custom","custom":{"input":"i"}}]}],' +
      '"tools":[{"type":"custom","custom":{"name":"c"}},' +
      '{"type":"function","function":{"name":"f","strict":true,"parameters":{}}}],' +
      '"tool_choice":{"type":"allowed_tools"},"__proto__":1.0}',
  );
  assertEquals(request.turns, [
    {
      role: "user",
      parts: [
        { text: "a" },
        { other: '{"type":"image_url","image_url":{"url":"u","n":1.50}}' },
        { other: '{"role":"function","name":"f","content":"x"}' },
      ],
    },
    {
      role: "assistant",
      parts: [{ text: "b" }, { other: '{"id":"c","type":"custom","custom":{"input":"i"}}' }],
    },
  ]);
  assertEquals(
    new Map(Object.entries(request.other)),
    new Map([
      ["/messages/0/content/0/mark", '{"n":1e2}'],
      ["/messages/0/name", '"ann"'],
      ["/messages/2/refusal", "null"],
      ["temperature", "1.0"],
      ["seed", "12345678901234567890"],
      ["__proto__", "1.0"],
      ["/tools/0", '{"type":"custom","custom":{"name":"c"}}'],
      ["/tools/1/function/strict", "true"],
      ["tool_choice", '{"type":"allowed_tools"}'],
    ]),
  );
});

Deno.test("chat request: a known member of another type stays under its name", () => {
  const request = read({ model: 1, stream: "yes", stop: ["a", 2], tools: {}, messages: null });
  assertEquals(request, {
    stream: false,
    turns: [],
    tools: [],
    other: { messages: "null", stream: '"yes"', tools: "{}", model: "1", stop: '["a",2]' },
  });
  assertEquals(read({ messages: [7, { content: "x" }] }).turns, [
    { role: "user", parts: [{ other: "7" }, { other: '{"content":"x"}' }] },
  ]);
});

Deno.test("chat request: limits, choices and stops", () => {
  assertEquals(read({ max_tokens: 5 }).limit, "5");
  assertEquals(read('{"max_completion_tokens":1e2}').limit, "1e2");
  const both = read({ max_tokens: 5, max_completion_tokens: 6 });
  assertEquals([both.limit, both.other], ["6", { max_tokens: "5" }]);
  for (const mode of ["auto", "none", "required"] as const) {
    assertEquals(read({ tool_choice: mode }).choice, { mode });
  }
  assertEquals(read({ stop: ["a", "b"], parallel_tool_calls: true }), {
    stream: false,
    turns: [],
    tools: [],
    parallel: true,
    stop: ["a", "b"],
    other: {},
  });
});

Deno.test("chat request: a body that is no JSON object is kept whole", () => {
  const kept = (body: string) => read(body).other;
  assertEquals(kept("{oops"), { "": '"{oops"' });
  assertEquals(kept(""), { "": '""' });
  assertEquals(kept("[1.0]"), { "": "[1.0]" });
  assertEquals(oracles.chat.request(new Uint8Array([0xff])).other, { "": '"\ufffd"' });
  assertEquals(kept('{"model":"a","model":"b"}'), { "(duplicate keys)": '["/model"]' });
});
