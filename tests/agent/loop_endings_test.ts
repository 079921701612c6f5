import { assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import { runTurn } from "../../lib/agent/loop.ts";
import type { ModelReply, ModelToolCall } from "../../lib/agent/messages.ts";
import type { Tool } from "../../lib/agent/tools.ts";

/** Runs one turn in which the model answers the same each time; tells how often tool and model ran. */
async function turnWith(reply: unknown, options: { maxSteps?: number } = {}) {
  const counts = { model: 0, tool: 0 };
  const tick: Tool = {
    name: "tick",
    description: "Ticks.",
    inputSchema: {},
    run: () => ++counts.tool,
  };
  const outcome = await runTurn({
    history: [],
    user: "go",
    tools: [tick],
    call: () => {
      counts.model++;
      if (reply instanceof Error) throw reply;
      return Promise.resolve(reply as ModelReply);
    },
    ...options,
  });
  return { outcome, counts };
}

function tick(id: string): ModelToolCall {
  return { id, name: "tick", arguments: "{}" };
}

Deno.test("runTurn() makes no answer out of a step limit, and runs no call whose result nobody would read", async () => {
  const reply = { text: "Nearly there.", toolCalls: [tick("1")], stop: "tool_calls" };
  const { outcome, counts } = await turnWith(reply, { maxSteps: 3 });
  assertEquals(outcome.kind, "failed");
  assertEquals(
    outcome.kind === "failed" && outcome.error,
    "the step limit was reached: no answer after 3 model requests",
  );
  assertEquals(counts, { model: 3, tool: 2 });
});

const FAILURES: readonly [name: string, reply: unknown, error: string][] = [
  [
    "a length stop",
    { text: "Half an ans", toolCalls: [], stop: "length" },
    "the model ran out of output before it finished its answer",
  ],
  [
    "a length stop inside a tool call",
    { text: "", toolCalls: [tick("1")], stop: "length" },
    "the model ran out of output before it finished its answer",
  ],
  [
    "a refusal",
    { text: "No.", toolCalls: [], stop: "refused" },
    "the model declined to answer",
  ],
  [
    "an empty answer",
    { text: "", toolCalls: [], stop: "end" },
    "the model answered with an empty text",
  ],
  [
    "a stop for calls without calls",
    { text: "Well", toolCalls: [], stop: "tool_calls" },
    "the model stopped to call tools, and called none",
  ],
  [
    "a call without an id",
    { text: "", toolCalls: [tick("")], stop: "tool_calls" },
    'the model called "tick" without an id',
  ],
  [
    "two calls with one id",
    { text: "", toolCalls: [tick("1"), tick("1")], stop: "tool_calls" },
    'the model gave two calls the same id "1"',
  ],
  ["a model that throws", new Error("HTTP 529"), "HTTP 529"],
  ["a model that throws no words", new TypeError(""), "TypeError"],
  ["no reply", undefined, "Cannot read the model's reply: the reply is not an object"],
  [
    "a reply without a text",
    { toolCalls: [], stop: "end" },
    "Cannot read the model's reply: text is not a string",
  ],
  [
    "an unknown stop",
    { text: "x", toolCalls: [], stop: "stop" },
    "Cannot read the model's reply: stop is not one of end, tool_calls, length, refused",
  ],
  [
    "arguments that are an object",
    { text: "", toolCalls: [{ id: "1", name: "tick", arguments: {} }], stop: "tool_calls" },
    "Cannot read the model's reply: toolCalls[0] needs id, name and arguments, each a string",
  ],
];

for (const [name, reply, error] of FAILURES) {
  Deno.test(`runTurn() fails on ${name}, after one request and no tool run`, async () => {
    const { outcome, counts } = await turnWith(reply);
    assertEquals(outcome.kind === "failed" ? outcome.error : outcome, error);
    assertEquals(counts, { model: 1, tool: 0 });
  });
}

Deno.test("runTurn() rejects with the signal's reason at once, though the model never answers", async () => {
  const controller = new AbortController();
  const asked = Promise.withResolvers<void>();
  const turn = runTurn({
    history: [],
    user: "go",
    tools: [],
    signal: controller.signal,
    call: () => {
      asked.resolve();
      return new Promise(() => {});
    },
  });
  await asked.promise;
  const reason = new Error("stop now");
  controller.abort(reason);
  assertStrictEquals(await assertRejects(() => turn), reason);
});

Deno.test("runTurn() waits for a tool at work when the signal fires, then asks nothing more", async () => {
  const controller = new AbortController();
  const started = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  let [asked, finished] = [0, false];
  const turn = runTurn({
    history: [],
    user: "go",
    signal: controller.signal,
    tools: [{
      name: "tick",
      description: "",
      inputSchema: {},
      run: async () => {
        started.resolve();
        await release.promise;
        finished = true;
        return null;
      },
    }],
    call: () => {
      asked++;
      return Promise.resolve({ text: "", toolCalls: [tick("1"), tick("2")], stop: "tool_calls" });
    },
  });
  await started.promise;
  controller.abort();
  release.resolve();
  await assertRejects(() => turn, DOMException);
  assertEquals([asked, finished], [1, true]);
});

Deno.test("runTurn() asks nobody once the signal has fired", async () => {
  let asked = 0;
  const turn = runTurn({
    history: [],
    user: "go",
    tools: [],
    signal: AbortSignal.abort(),
    call: () => Promise.reject(new Error(`asked ${++asked} times`)),
  });
  await assertRejects(() => turn, DOMException);
  assertEquals(asked, 0);
});
