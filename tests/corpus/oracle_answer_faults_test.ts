import { assertEquals } from "@std/assert";
import { oracles } from "../../lib/corpus/oracle/oracles.ts";
import type { Dialect } from "../../lib/corpus/transcript.ts";
import type { HeaderList } from "../../lib/wire/exchange.ts";
import { codes, type Data, json, utf8 } from "./oracle_support.ts";

// spec/dialects.md 4.0: errors, and what is wrong in an answer.

const read = (dialect: Dialect, status: number, body: unknown, headers: HeaderList = []) =>
  oracles[dialect].answer(status, headers, typeof body === "string" ? utf8(body) : json(body));

const RETRY: HeaderList = [["Content-Type", "application/json"], ["Retry-After", "7"]];

Deno.test("an error by status is read in its dialect's own form", () => {
  const openAi = { error: { message: "slow", type: "rate", param: null, code: "rate_limit" } };
  for (const dialect of ["chat", "responses"] as const) {
    assertEquals(read(dialect, 429, openAi, RETRY), {
      ending: "error",
      parts: [],
      error: { status: 429, type: "rate", code: "rate_limit", message: "slow", retry_after: "7" },
      faults: [],
      other: {},
    });
  }
  const messages = {
    type: "error",
    error: { type: "overloaded_error", message: "busy" },
    request_id: "req_1",
  };
  assertEquals(read("messages", 529, messages), {
    ending: "error",
    parts: [],
    error: { status: 529, type: "overloaded_error", message: "busy" },
    faults: [],
    other: {},
  });
});

Deno.test("an error that isn't in the dialect's form is one all the same, with a fault", () => {
  const cases: readonly (readonly [dialect: Dialect, body: unknown])[] = [
    ["chat", { detail: "no" }],
    ["chat", { error: null }],
    ["chat", "<html>"],
    ["chat", ""],
    ["chat", "[]"],
    ["responses", { message: "no" }],
    ["messages", { error: { type: "t" } }],
    ["messages", { type: "message" }],
  ];
  for (const [dialect, body] of cases) {
    const answer = read(dialect, 502, body, RETRY);
    assertEquals([answer.ending, answer.error], ["error", { status: 502, retry_after: "7" }]);
    assertEquals(codes(answer), ["error-form"], JSON.stringify(body));
    assertEquals(Object.keys(answer.other).length, 1);
  }
  const words = read("chat", 500, { error: "boom" });
  assertEquals([words.error, codes(words)], [{ status: 500, message: "boom" }, ["error-form"]]);
  const numbered = read("chat", 500, { error: { message: "m", code: 1.0, param: "p" } });
  assertEquals(numbered.error, { status: 500, code: "1", message: "m" });
  assertEquals(numbered.other, { "/error/param": '"p"' });
  assertEquals(codes(read("messages", 500, { type: "error" })), ["error-form"]);
});

Deno.test("an error of Messages without its envelope is a fault of form, and its type is told", () => {
  const body = { error: { type: "rate_limit_error", message: "no", code: null }, provider: "a" };
  const answer = read("messages", 429, body, RETRY);
  const error = { status: 429, type: "rate_limit_error", message: "no", retry_after: "7" };
  assertEquals([answer.ending, answer.error, codes(answer)], ["error", error, ["error-form"]]);
  assertEquals(answer.other, { provider: '"a"' });
});

Deno.test("an error with status 200 is an error", () => {
  const error = { message: "boom", type: "server_error" };
  const known = { status: 200, type: "server_error", message: "boom" };
  for (const dialect of ["chat", "responses"] as const) {
    const answer = read(dialect, 200, { error });
    assertEquals([answer.ending, answer.error, codes(answer)], ["error", known, []]);
  }
  const answer = read("messages", 200, { type: "error", error });
  assertEquals([answer.ending, answer.error, codes(answer)], ["error", known, []]);
});

Deno.test("a redirect is no answer of any dialect", () => {
  assertEquals(read("chat", 302, "").ending, "error");
  assertEquals(read("chat", 199, "{}").ending, "error");
});

const chat = (message: Data = {}, choice: Data = {}, more: Data = {}) => ({
  id: "x",
  object: "chat.completion",
  choices: [{
    index: 0,
    message: { role: "assistant", content: "a", ...message },
    finish_reason: "stop",
    ...choice,
  }],
  ...more,
});
const calls = (call: Data) => chat({ tool_calls: [call] });
const fn = { name: "f", arguments: "{}" };
const message = (more: Data = {}) => ({
  id: "m",
  type: "message",
  role: "assistant",
  content: [{ type: "text", text: "a" }],
  stop_reason: "end_turn",
  usage: {},
  ...more,
});
const item = { type: "message", role: "assistant", content: [{ type: "output_text", text: "a" }] };
const response = (more: Data = {}) => ({
  id: "r",
  object: "response",
  status: "completed",
  output: [item],
  ...more,
});

const CASES:
  readonly (readonly [Dialect, name: string, body: unknown, codes: readonly string[]])[] = [
    ["chat", "nothing wrong", chat(), []],
    ["chat", "no choice", chat({}, {}, { choices: [] }), ["choices-missing"]],
    ["chat", "no message", chat({}, { message: null }), ["message-missing"]],
    ["chat", "another role", chat({ role: "user" }), ["role"]],
    ["chat", "content in parts", chat({ content: [{ type: "text", text: "a" }] }), [
      "content-type",
    ]],
    ["chat", "no finish", chat({}, { finish_reason: null }), ["finish-missing"]],
    ["chat", "a call without function", calls({ id: "c", type: "function" }), ["call-form"]],
    ["chat", "a call of another type", calls({ id: "c", type: "x", function: fn }), ["call-form"]],
    ["chat", "a call without type", calls({ id: "c", function: fn }), ["call-type-missing"]],
    [
      "chat",
      "a call without arguments",
      calls({ id: "c", type: "function", function: { name: "f" } }),
      ["arguments-type"],
    ],
    [
      "chat",
      "arguments that are an object",
      calls({ id: "c", type: "function", function: { name: "f", arguments: {} } }),
      ["arguments-type"],
    ],
    ["chat", "no JSON", "data: {}", ["not-json"]],
    ["chat", "a cut object", ' {"choices":[', ["bad-json"]],
    ["chat", "no object", "[]", ["not-an-object"]],
    ["chat", "a key twice", JSON.stringify(chat()).replace('"id"', '"id":"y","id"'), [
      "duplicate-key",
    ]],
    ["messages", "nothing wrong", message(), []],
    ["messages", "no id", message({ id: 1 }), ["id-missing"]],
    ["messages", "another type", message({ type: "x" }), ["object-type"]],
    ["messages", "another role", message({ role: "user" }), ["role"]],
    ["messages", "no content", message({ content: null }), ["content-missing"]],
    ["messages", "no usage", message({ usage: null }), ["usage-missing"]],
    ["messages", "no stop_reason", message({ stop_reason: null }), ["finish-missing"]],
    ["messages", "a call without input", message({ content: [{ type: "tool_use", id: "t" }] }), [
      "input-missing",
    ]],
    ["responses", "nothing wrong", response(), []],
    ["responses", "no output", response({ output: null }), ["output-missing"]],
    ["responses", "another role", response({ output: [{ ...item, role: "user" }] }), ["role"]],
    ["responses", "no status", response({ status: null }), ["status-not-final"]],
    ["responses", "failed without error", response({ status: "failed" }), ["error-form"]],
    [
      "responses",
      "a call without arguments",
      response({ output: [{ type: "function_call", call_id: "c", name: "f" }] }),
      ["arguments-type"],
    ],
  ];

for (const [dialect, name, body, expected] of CASES) {
  Deno.test(`${dialect} answer: ${name} is ${expected.join(", ") || "no fault"}`, () => {
    const answer = read(dialect, 200, body);
    assertEquals(codes(answer), expected);
    assertEquals(answer.faults.every(({ offset }) => offset === 0), true);
  });
}

Deno.test("an answer that can't be read is a truncation, kept whole", () => {
  const cut = read("chat", 200, '{"id":"x","choices":[{"mess');
  assertEquals([cut.ending, cut.parts, cut.other], ["truncated", [], {
    "": '"{\\"id\\":\\"x\\",\\"choices\\":[{\\"mess"',
  }]);
  const bad = oracles.messages.answer(200, [], new Uint8Array([0x7b, 0xff]));
  assertEquals([bad.ending, codes(bad), bad.other], ["truncated", ["bad-json"], {
    "": '"{\ufffd"',
  }]);
});

Deno.test("an answer may lack an id; that its object is another shows", () => {
  const chatAnswer = read("chat", 200, chat({}, {}, { id: null, object: "x" }));
  assertEquals([codes(chatAnswer), chatAnswer.other], [[], { object: '"x"' }]);
  const answer = read("responses", 200, response({ id: null, object: "x" }));
  assertEquals([codes(answer), answer.other], [[], { object: '"x"' }]);
});
