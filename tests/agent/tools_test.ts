import { assertEquals, assertStringIncludes } from "@std/assert";
import { messageOf, parseArguments, runToolCall, type Tool } from "../../lib/agent/tools.ts";

const signal = new AbortController().signal;
const mirror: Tool = {
  name: "mirror",
  description: "Gives back what it got.",
  inputSchema: { type: "object" },
  run: (args) => args,
};

async function mirrored(args: string, tool: Tool = mirror) {
  const called: unknown[] = [];
  const outcome = await runToolCall({ id: "1", name: "mirror", arguments: args }, {
    tools: [tool],
    signal,
    called: (name, args) => called.push([name, args]),
  });
  return { outcome, called };
}

Deno.test("runToolCall() passes values through unchanged, whatever they look like", async () => {
  const text =
    '{"s":"","n":null,"f":false,"z":0,"o":{},"a":[],"u":"\\u00e9\\ud83d\\ude00","__proto__":1}';
  const { outcome, called } = await mirrored(text);
  const value = JSON.parse(
    '{"s":"","n":null,"f":false,"z":0,"o":{},"a":[],"u":"é😀","__proto__":1}',
  );
  assertEquals(outcome, { ok: true, value });
  assertEquals(called, [["mirror", value]]);
  assertEquals(outcome.ok && Object.keys(outcome.value as object).includes("__proto__"), true);
});

Deno.test("parseArguments() takes an empty text as no arguments", () => {
  assertEquals(parseArguments(""), { ok: true, args: {} });
  assertEquals(parseArguments(" \n"), { ok: true, args: {} });
});

const BAD: readonly [args: string, error: string][] = [
  ['{"a":1', "the arguments are not JSON: "],
  ['{"a":1} and more', "the arguments are not JSON: "],
  ["{'a': 1}", "the arguments are not JSON: "],
  ['{"a": NaN}', "the arguments are not JSON: "],
  ["[1]", "the arguments must be a JSON object, not an array"],
  ["null", "the arguments must be a JSON object, not null"],
  ["7", "the arguments must be a JSON object, not a number"],
  ['"{}"', "the arguments must be a JSON object, not a string"],
];

for (const [args, error] of BAD) {
  Deno.test(`runToolCall() answers arguments ${args} with an error for the model, runs nothing`, async () => {
    const { outcome, called } = await mirrored(args, {
      ...mirror,
      run: () => {
        throw new Error("it ran");
      },
    });
    assertEquals(outcome.ok, false);
    assertStringIncludes(outcome.ok ? "" : outcome.error, error);
    assertEquals(called, []);
  });
}

Deno.test("runToolCall() answers an unknown tool with an error for the model, and reports the call", async () => {
  const called: unknown[] = [];
  const outcome = await runToolCall({ id: "1", name: "toString", arguments: '{"x":1}' }, {
    tools: [mirror],
    signal,
    called: (name, args) => called.push([name, args]),
  });
  assertEquals(outcome, { ok: false, error: 'there is no tool "toString"' });
  assertEquals(called, [["toString", { x: 1 }]]);
});

Deno.test("runToolCall() reports what was called, not what the tool made of it", async () => {
  const { called } = await mirrored('{"x":1}', {
    ...mirror,
    run: (args) => {
      args.x = 2;
      return null;
    },
  });
  assertEquals(called, [["mirror", { x: 1 }]]);
});

Deno.test("runToolCall() answers a result that JSON can't carry with an error for the model", async () => {
  const loop: { self?: unknown } = {};
  loop.self = loop;
  for (const result of [undefined, () => {}, loop, 1n]) {
    const { outcome } = await mirrored("{}", { ...mirror, run: () => result as never });
    assertEquals(outcome.ok, false);
  }
});

Deno.test("messageOf() gives words, never a stack, never nothing", () => {
  assertEquals(messageOf(new RangeError("too far")), "too far");
  assertEquals(messageOf(new RangeError("")), "RangeError");
  assertEquals(messageOf("plain"), "plain");
  assertEquals(messageOf(""), "failed without a message");
  assertEquals(messageOf({ code: 7 }), '{"code":7}');
  assertEquals(messageOf(undefined), "undefined");
});
