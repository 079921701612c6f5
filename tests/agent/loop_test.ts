import { assertEquals } from "@std/assert";
import type { Message, ModelReply, ModelRequest } from "../../lib/agent/messages.ts";
import { runTurn } from "../../lib/agent/loop.ts";
import type { Tool } from "../../lib/agent/tools.ts";

const adder: Tool = {
  name: "add",
  description: "Adds.",
  inputSchema: { type: "object" },
  run: ({ a, b }) => Number(a) + Number(b),
};
const breaker: Tool = {
  name: "break",
  description: "Breaks.",
  inputSchema: { type: "object" },
  resultSchema: { type: "null" },
  run: () => {
    throw new Error("out of order");
  },
};
const DEFINITIONS = [
  { name: "add", description: "Adds.", inputSchema: { type: "object" } },
  {
    name: "break",
    description: "Breaks.",
    inputSchema: { type: "object" },
    resultSchema: { type: "null" },
  },
];

/** A model that gives the replies in turn and keeps deep copies of what it was asked. */
function playback(replies: readonly ModelReply[]) {
  const seen: ModelRequest[] = [];
  const call = (request: ModelRequest) => {
    seen.push(structuredClone(request));
    const reply = replies[seen.length - 1];
    return reply === undefined
      ? Promise.reject(new Error("asked once too often"))
      : Promise.resolve(reply);
  };
  return { call, seen };
}

function says(text: string): ModelReply {
  return { text, toolCalls: [], stop: "end" };
}

Deno.test("runTurn() sends each request as the one before, the actual answer, and the results in call order", async () => {
  const { call, seen } = playback([
    {
      text: "Let me see.",
      toolCalls: [
        { id: "b", name: "add", arguments: '{ "a": 1, "b": 2 }' },
        { id: "a", name: "break", arguments: "{}" },
      ],
      stop: "tool_calls",
    },
    {
      text: "",
      toolCalls: [{ id: "c", name: "add", arguments: '{"a":3,"b":4}' }],
      stop: "end",
    },
    says("3, then 7."),
  ]);
  const called: unknown[] = [];
  const outcome = await runTurn({
    history: [{ role: "system", text: "Be brief." }],
    user: "Add up.",
    tools: [adder, breaker],
    call,
    called: (name, args) => called.push([name, args]),
  });

  const first: Message[] = [
    { role: "system", text: "Be brief." },
    { role: "user", text: "Add up." },
  ];
  const second: Message[] = [
    ...first,
    {
      role: "assistant",
      text: "Let me see.",
      toolCalls: [
        { id: "b", name: "add", arguments: '{ "a": 1, "b": 2 }' },
        { id: "a", name: "break", arguments: "{}" },
      ],
    },
    { role: "tool", callId: "b", name: "add", outcome: { ok: true, value: 3 } },
    { role: "tool", callId: "a", name: "break", outcome: { ok: false, error: "out of order" } },
  ];
  const third: Message[] = [
    ...second,
    {
      role: "assistant",
      text: "",
      toolCalls: [{ id: "c", name: "add", arguments: '{"a":3,"b":4}' }],
    },
    { role: "tool", callId: "c", name: "add", outcome: { ok: true, value: 7 } },
  ];
  assertEquals(seen, [
    { messages: first, tools: DEFINITIONS },
    { messages: second, tools: DEFINITIONS },
    { messages: third, tools: DEFINITIONS },
  ]);
  assertEquals(outcome, {
    kind: "completed",
    reply: "3, then 7.",
    messages: [...third, { role: "assistant", text: "3, then 7.", toolCalls: [] }],
  });
  assertEquals(called, [["add", { a: 1, b: 2 }], ["break", {}], ["add", { a: 3, b: 4 }]]);
});

Deno.test("runTurn() continues a history over turns and leaves the one it was given alone", async () => {
  const history: Message[] = [];
  const one = await runTurn({
    history,
    user: "one",
    tools: [],
    call: playback([says("1")]).call,
  });
  assertEquals(history, []);
  const { call, seen } = playback([says("2")]);
  await runTurn({ history: one.messages, user: "two", tools: [], call });
  assertEquals(seen[0]?.messages, [
    { role: "user", text: "one" },
    { role: "assistant", text: "1", toolCalls: [] },
    { role: "user", text: "two" },
  ]);
});

Deno.test("runTurn() keeps its history out of reach of a caller that rewrites its requests and replies", async () => {
  // deno-lint-ignore no-explicit-any -- a hostile caller respects no type
  const kept: any[] = [];
  const asked: string[] = [];
  const reply: ModelReply & { text: string; toolCalls: { arguments: string }[] } = {
    text: "calling",
    toolCalls: [{ id: "x", name: "add", arguments: '{"a":1,"b":1}' } as never],
    stop: "tool_calls",
  };
  const history: Message[] = [{ role: "system", text: "untouched" }];
  const outcome = await runTurn({
    history,
    user: "go",
    tools: [adder],
    call: (request) => {
      asked.push(JSON.stringify(request));
      for (const earlier of [...kept, request]) {
        for (const message of earlier.messages) message.text = "rewritten";
        earlier.messages.length = 0;
        for (const tool of earlier.tools) tool.inputSchema.type = "rewritten";
        earlier.tools.length = 0;
      }
      reply.text = kept.length === 0 ? "calling" : "rewritten";
      kept.push(request);
      if (kept.length === 1) return Promise.resolve(reply);
      for (const toolCall of reply.toolCalls) toolCall.arguments = "rewritten";
      return Promise.resolve(says("done"));
    },
  });
  const tools = '"tools":[{"name":"add","description":"Adds.","inputSchema":{"type":"object"}}]}';
  assertEquals(asked, [
    '{"messages":[{"role":"system","text":"untouched"},{"role":"user","text":"go"}],' + tools,
    '{"messages":[{"role":"system","text":"untouched"},{"role":"user","text":"go"},' +
    '{"role":"assistant","text":"calling","toolCalls":' +
    '[{"id":"x","name":"add","arguments":"{\\"a\\":1,\\"b\\":1}"}]},' +
    '{"role":"tool","callId":"x","name":"add","outcome":{"ok":true,"value":2}}],' + tools,
  ]);
  assertEquals(outcome.messages, [
    { role: "system", text: "untouched" },
    { role: "user", text: "go" },
    {
      role: "assistant",
      text: "calling",
      toolCalls: [{ id: "x", name: "add", arguments: '{"a":1,"b":1}' }],
    },
    { role: "tool", callId: "x", name: "add", outcome: { ok: true, value: 2 } },
    { role: "assistant", text: "done", toolCalls: [] },
  ]);
  assertEquals(history, [{ role: "system", text: "untouched" }]);
  assertEquals(outcome.messages[0] === history[0], false);
});

Deno.test("runTurn() copies what a tool returns, so that the tool can't change it later", async () => {
  const shared = { count: 1 };
  const counter: Tool = { ...adder, name: "count", run: () => shared };
  const { call, seen } = playback([
    { text: "", toolCalls: [{ id: "1", name: "count", arguments: "" }], stop: "tool_calls" },
    says("done"),
  ]);
  const outcome = await runTurn({ history: [], user: "go", tools: [counter], call });
  shared.count = 2;
  const result = {
    role: "tool",
    callId: "1",
    name: "count",
    outcome: { ok: true, value: { count: 1 } },
  };
  assertEquals<unknown>(outcome.messages[2], result);
  assertEquals<unknown>(seen[1]?.messages[2], result);
});
