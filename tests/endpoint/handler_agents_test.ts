import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { contractHandler, type Turn } from "../../lib/endpoint/handler.ts";
import { agentError, agentOf, type Answer, inject, ok } from "./support.ts";

const loop: Record<string, unknown> = {};
loop.self = loop;

function take(agent: (turn: Turn) => unknown): Promise<Answer> {
  return inject(contractHandler(agentOf(agent)), "x");
}

Deno.test("contractHandler() lists an agent's calls in order, returned or reported", async () => {
  const calls = [
    { name: "a", arguments: {} },
    { name: "a", arguments: { n: null, s: "", o: { x: [1, true] } } },
  ];
  assertEquals(await take(() => ({ reply: "r", toolCalls: calls })), ok("r", calls));
  const reported = await take(({ called }) => {
    for (const call of calls) called(call.name, call.arguments);
    return { reply: "r" };
  });
  assertEquals(reported, ok("r", calls));
  const returned = await take(({ called }) => {
    called("reported", {});
    return { reply: "r", toolCalls: calls };
  });
  assertEquals(returned, ok("r", calls));
});

Deno.test("contractHandler() copies a call's arguments when it is reported", async () => {
  const args: Record<string, unknown> = { step: 1, list: [1] };
  const answer = await take(({ called }) => {
    called("a", args);
    args.step = 2;
    (args.list as number[]).push(2);
    return { reply: "r" };
  });
  assertEquals(answer, ok("r", [{ name: "a", arguments: { step: 1, list: [1] } }]));
});

Deno.test("contractHandler() passes an agent's own error on with the reply and the calls beside it", async () => {
  const answer = await take(({ called }) => {
    called("a", {});
    return { reply: "half", error: "the model is down\nsecond line" };
  });
  const calls = [{ name: "a", arguments: {} }];
  assertEquals(answer, agentError("the model is down\nsecond line", calls, "half"));
  assertEquals(await take(() => ({ reply: "", error: "no" })), agentError("no"));
});

const THROWN: readonly [name: string, thrown: unknown, error: string][] = [
  ["an Error", new RangeError("out of range"), "out of range"],
  ["an Error without words", new RangeError(""), "RangeError"],
  ["a string", "plain", "plain"],
  ["an empty string", "", "the agent failed without a message"],
  ["undefined", undefined, "undefined"],
  ["an object", { code: 7 }, '{"code":7}'],
  ["an object that can't be told", loop, "the agent threw an object"],
];

for (const [name, thrown, error] of THROWN) {
  Deno.test(`contractHandler() makes an agent-level error of ${name} thrown, calls kept, no stack`, async () => {
    const answer = await take(({ called }) => {
      called("a", { b: 1 });
      throw thrown;
    });
    assertEquals(answer, agentError(error, [{ name: "a", arguments: { b: 1 } }]));
  });
}

Deno.test("contractHandler() takes an agent that throws rather than rejects", async () => {
  const handler = contractHandler({
    inject: () => {
      throw new Error("at once");
    },
    reset: () => {},
  });
  assertEquals(await inject(handler, "x"), agentError("at once"));
});

const BUGS: readonly [name: string, result: unknown, error: string, reply: string][] = [
  ["nothing", undefined, "inject() returned undefined, not an object with a reply", ""],
  ["a string", "hello", "inject() returned a string, not an object with a reply", ""],
  ["no reply", {}, "reply must be a string, not undefined", ""],
  ["a number for reply", { reply: 7 }, "reply must be a string, not a number", ""],
  ["an empty reply", { reply: "" }, "an empty reply needs an error", ""],
  ["an empty error", { reply: "r", error: "" }, "error must not be empty", "r"],
  ["null for error", { reply: "r", error: null }, "error must be a string, not null", "r"],
  [
    "calls that are no list",
    { reply: "r", toolCalls: {} },
    "toolCalls must be an array, not an object",
    "r",
  ],
];

for (const [name, result, error, reply] of BUGS) {
  Deno.test(`contractHandler() makes an error that names the agent's bug of ${name}`, async () => {
    assertEquals(await take(() => result), agentError(`the agent has a bug: ${error}`, [], reply));
  });
}

const BAD_CALLS: readonly [name: string, call: unknown, error: string | RegExp][] = [
  ["null", null, "tool call 1: the name must be a string that is not empty"],
  [
    "a nameless call",
    { arguments: {} },
    "tool call 1: the name must be a string that is not empty",
  ],
  [
    "an empty name",
    { name: "", arguments: {} },
    "tool call 1: the name must be a string that is not empty",
  ],
  ["no arguments", { name: "b" }, 'tool call "b": the arguments must be an object, not undefined'],
  [
    "a list of arguments",
    { name: "b", arguments: [] },
    'tool call "b": the arguments must be an object, not an array',
  ],
  [
    "arguments in a string",
    { name: "b", arguments: "{}" },
    'tool call "b": the arguments must be an object, not a string: pass the object, not its JSON',
  ],
  [
    "NaN",
    { name: "b", arguments: { at: { n: NaN } } },
    'tool call "b": the arguments can\'t be written as JSON: at.n is NaN',
  ],
  [
    "a Map",
    { name: "b", arguments: { m: new Map([[1, 2]]) } },
    'tool call "b": the arguments can\'t be written as JSON: m is a Map',
  ],
  [
    "a function",
    { name: "b", arguments: { list: [1, () => {}] } },
    'tool call "b": the arguments can\'t be written as JSON: list[1] is a function',
  ],
  ["a big integer", { name: "b", arguments: { n: 1n } }, /can't be written as JSON: .*BigInt/],
  ["a cycle", { name: "b", arguments: loop }, /can't be written as JSON: .*circular/],
];

for (const [name, call, error] of BAD_CALLS) {
  Deno.test(`contractHandler() keeps ${name} in a call off the wire, and says so`, async () => {
    const good = { name: "a", arguments: {} };
    const { status, body } = await take(() => ({ reply: "r", toolCalls: [good, call] }));
    const { error: told, ...rest } = body as { error: string };
    assertEquals([status, rest], [200, { wt_inject: 1, reply: "r", tool_calls: [good] } as object]);
    assertStringIncludes(told, "the agent has a bug: ");
    if (typeof error === "string") assertEquals(told, `the agent has a bug: ${error}`);
    else assertMatch(told, error);
  });
}

Deno.test("contractHandler() tells of a bad call beside what the agent itself says", async () => {
  const own = await take(({ called }) => {
    called("", {});
    return { reply: "", error: "model down" };
  });
  const bug = "the agent has a bug: tool call 0: the name must be a string that is not empty";
  assertEquals(own, agentError(`model down; ${bug}`));
  const thrown = await take(({ called }) => {
    called("", {});
    throw new Error("crashed");
  });
  assertEquals(thrown, agentError(`crashed; ${bug}`));
});

Deno.test("contractHandler() takes an absent member, a Date, and a key named __proto__ in arguments", async () => {
  const args = JSON.parse('{"__proto__":{"x":1}}');
  args.none = undefined;
  args.at = new Date(0);
  const handler = contractHandler(agentOf(() => ({
    reply: "r",
    toolCalls: [{ name: "a", arguments: args }],
  })));
  const response = await handler(
    new Request("http://x/wt/inject", {
      method: "POST",
      body: '{"wt_inject":1,"session_id":"s","text":"x","timeout_s":5}',
    }),
  );
  assertEquals(
    await response.text(),
    '{"wt_inject":1,"reply":"r","tool_calls":[{"name":"a","arguments":' +
      '{"__proto__":{"x":1},"at":"1970-01-01T00:00:00.000Z"}}]}',
  );
});

Deno.test("contractHandler() tells onError what was thrown, stack and all, and stands one that throws", async () => {
  const told: unknown[] = [];
  const crash = new Error("crash");
  const agent = agentOf(() => {
    throw crash;
  });
  const handler = contractHandler(agent, { onError: (error, during) => told.push(error, during) });
  await inject(handler, "x");
  assertEquals(told, [crash, "inject"]);
  const failing = contractHandler(agent, {
    onError: () => {
      throw new Error("no disk");
    },
  });
  assertEquals(await inject(failing, "x"), agentError("crash"));
});
