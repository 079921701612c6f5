import { assertEquals } from "@std/assert";
import {
  codes,
  type Data,
  type FaultCase,
  readAs,
  readStream,
  testFaults,
  unnamed,
  utf8,
} from "./oracle_support.ts";

// spec/dialects.md 4.1, CC. Each stream breaks one rule of it.

const HEAD = { id: "x", object: "chat.completion.chunk", created: 1, model: "m" };
const chunk = (delta: Data, finish_reason: string | null = null, more: Data = {}): Data => ({
  ...HEAD,
  choices: [{ index: 0, delta, finish_reason }],
  ...more,
});
const usage = { ...HEAD, choices: [], usage: { prompt_tokens: 1 } };
const first = chunk({ role: "assistant", content: "a" });
const finish = chunk({}, "stop");
const call = (...tool_calls: Data[]): Data => chunk({ role: "assistant", tool_calls });
const fn = (index: number, id: string, name = "f"): Data => ({
  index,
  id,
  type: "function",
  function: { name, arguments: "{}" },
});

const CASES: readonly FaultCase[] = [
  ["nothing wrong", unnamed(first, finish, usage, "[DONE]"), []],
  ["another id", unnamed(first, { ...finish, id: "y" }, "[DONE]"), ["id-changed"]],
  ["another created", unnamed(first, { ...finish, created: 2 }, "[DONE]"), ["created-changed"]],
  ["another model", unnamed(first, { ...finish, model: "n" }, "[DONE]"), ["model-changed"]],
  ["no id", unnamed({ ...first, id: null }, finish, "[DONE]"), ["id-missing"]],
  ["another object", unnamed({ ...first, object: "chunk" }, finish, "[DONE]"), ["object-type"]],
  ["no role at first", unnamed(chunk({ content: "a" }), finish, "[DONE]"), ["role-missing"]],
  ["another role", unnamed(first, chunk({ role: "user" }), finish, "[DONE]"), ["role"]],
  ["a named event", `event: x\n${unnamed(first, finish, "[DONE]")}`, ["event-name"]],
  ["no choices", unnamed(HEAD, first, finish, "[DONE]"), ["choices-missing"]],
  [
    "an empty choices without usage",
    unnamed({ ...HEAD, choices: [] }, first, finish, "[DONE]"),
    ["choices-empty"],
  ],
  [
    "a choice without index",
    unnamed({ ...HEAD, choices: [{ delta: { role: "assistant" } }] }, finish, "[DONE]"),
    [],
  ],
  [
    "a choice without delta",
    unnamed(first, { ...HEAD, choices: [{ index: 0, finish_reason: "stop" }] }, "[DONE]"),
    ["delta-missing"],
  ],
  ["a content that is no string", unnamed(first, chunk({ content: ["b"] }), finish, "[DONE]"), [
    "content-type",
  ]],
  ["text after the finish", unnamed(first, finish, chunk({ content: "b" }), "[DONE]"), [
    "delta-after-finish",
  ]],
  ["a call after the finish", unnamed(first, finish, call(fn(0, "c")), "[DONE]"), [
    "delta-after-finish",
  ]],
  ["text after the usage", unnamed(first, finish, usage, chunk({ content: "b" }), "[DONE]"), [
    "delta-after-finish",
  ]],
  ["a second finish", unnamed(first, finish, finish, "[DONE]"), ["second-finish"]],
  ["a finish after the usage", unnamed(first, finish, usage, finish, "[DONE]"), ["second-finish"]],
  ["usage before the finish", unnamed(first, usage, finish, "[DONE]"), ["usage-before-finish"]],
  ["usage twice", unnamed(first, finish, usage, usage, "[DONE]"), ["second-usage"]],
  ["[DONE] without a finish", unnamed(first, "[DONE]"), ["done-without-finish"]],
  ["[DONE] twice", unnamed(first, finish, "[DONE]", "[DONE]"), ["second-terminal"]],
  ["a chunk after [DONE]", unnamed(first, finish, "[DONE]", usage), ["after-terminal"]],
  ["a finish after [DONE]", unnamed(first, "[DONE]", finish), [
    "done-without-finish",
    "after-terminal",
  ]],
  ["an error after [DONE]", unnamed(first, finish, "[DONE]", { error: { message: "m" } }), [
    "after-terminal",
  ]],
  ["text after an error", unnamed(first, { error: { message: "m" } }, first), ["after-terminal"]],
  ["a finish after an error", unnamed(first, { error: { message: "m" } }, finish), [
    "success-after-error",
  ]],
  ["[DONE] after an error", unnamed(first, { error: { message: "m" } }, "[DONE]"), [
    "done-after-error",
  ]],
  ["a second error", unnamed({ error: { message: "m" } }, { error: { message: "n" } }), [
    "second-terminal",
  ]],
  ["an error that is a string", unnamed(first, { error: "m" }), ["error-form"]],
  ["an error without a message", unnamed(first, { error: { code: 1 } }), ["error-form"]],
  ["data that is no JSON", unnamed(first, "oops", finish, "[DONE]"), ["bad-json"]],
  ["empty data", unnamed(first, "", finish, "[DONE]"), ["bad-json"]],
  ["data that is no object", unnamed(first, "[1]", finish, "[DONE]"), ["not-an-object"]],
  [
    "a key twice",
    unnamed(first, JSON.stringify(finish).replace('"model"', '"model":"m","model"'), "[DONE]"),
    ["duplicate-key"],
  ],
  ["a call that begins at 1", unnamed(call(fn(1, "c")), finish, "[DONE]"), ["index-gap"]],
  ["an index that is skipped", unnamed(call(fn(0, "c"), fn(2, "d")), finish, "[DONE]"), [
    "index-gap",
  ]],
  ["a new id at a used index", unnamed(call(fn(0, "c")), call(fn(0, "d")), finish, "[DONE]"), [
    "index-reused",
  ]],
  ["another name", unnamed(call(fn(0, "c")), call(fn(0, "c", "g")), finish, "[DONE]"), [
    "name-changed",
  ]],
  [
    "a fragment without index",
    unnamed(call(fn(0, "c")), call({ function: { arguments: "" } }), finish, "[DONE]"),
    ["index-missing"],
  ],
  ["a tool_calls that is no list", unnamed(chunk({ role: "assistant", tool_calls: {} }), finish), [
    "fragment-form",
  ]],
  ["a call of another type", unnamed(call({ ...fn(0, "c"), type: "custom" }), finish), [
    "fragment-form",
  ]],
  [
    "arguments that are an object",
    unnamed(call({ ...fn(0, "c"), function: { name: "f", arguments: { a: 1 } } }), finish),
    ["arguments-type"],
  ],
];

testFaults("chat", CASES);

Deno.test("chat stream: after a fault the rest is read as a client would read it", () => {
  const parts = (...events: readonly (Data | string)[]) =>
    readStream("chat", unnamed(...events)).parts;
  const c = { id: "c", name: "f", arguments: { kind: "object", json: "{}" } } as const;
  assertEquals(parts(call(fn(0, "c")), call(fn(0, "d"))), [{ call: c }, {
    call: { ...c, id: "d" },
  }]);
  assertEquals(parts(call(fn(1, "c")), call({ index: 1, function: { arguments: " " } })), [
    { call: { ...c, arguments: { kind: "object", json: "{} " } } },
  ]);
  const { index: _, ...unplaced } = fn(0, "d");
  assertEquals(parts(call(fn(0, "c")), call(unplaced)), [{ call: c }, { call: { ...c, id: "d" } }]);
  assertEquals(parts(first, finish, chunk({ content: "b" })), [{ text: "ab" }]);
  assertEquals(parts(first, finish, "[DONE]", chunk({ content: "b" })), [{ text: "a" }]);
  assertEquals(parts(call({ ...fn(0, "c"), type: "custom" })), [{
    other: '{"index":0,"id":"c","type":"custom","function":{"name":"f","arguments":"{}"}}',
  }]);
});

Deno.test("chat stream: [DONE] without a finish is a truncation", () => {
  assertEquals(readStream("chat", unnamed(first, "[DONE]")).ending, "truncated");
  assertEquals(readStream("chat", unnamed(first, "[DONE]", finish)).stop, undefined);
});

Deno.test("chat stream: a success terminal after an error makes no success", () => {
  const answer = readStream("chat", unnamed(first, { error: { message: "m" } }, finish, "[DONE]"));
  assertEquals([answer.ending, answer.stop, answer.error?.message], ["error", undefined, "m"]);
});

Deno.test("chat stream: faults stand where their event begins, in bytes", () => {
  const before = unnamed(chunk({ role: "assistant", content: "é" }));
  const answer = readStream("chat", before + unnamed({ ...finish, id: "y" }, "[DONE]"));
  assertEquals(answer.faults.map(({ code, offset }) => [code, offset]), [
    ["id-changed", utf8(before).length],
  ]);
});

Deno.test("chat stream: bad UTF-8 is a fault of its own, in the order of the bytes", () => {
  const bytes = utf8(unnamed(chunk({ role: "assistant", content: "a@b" }), "oops"));
  bytes[bytes.indexOf(0x40)] = 0xe9;
  const answer = readAs("chat", [bytes]);
  assertEquals(codes(answer), ["bad-utf8", "bad-json"]);
  assertEquals(answer.parts, [{ text: "a\ufffdb" }]);
});
