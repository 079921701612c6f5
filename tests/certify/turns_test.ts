import { assertEquals, assertStringIncludes } from "@std/assert";
import type { ExpectedTurn } from "../../lib/certify/case.ts";
import { judgeCase } from "../../lib/certify/judge.ts";
import { caseOf, judged, openAi, printed, recordOf, runOf, turn, verdictOf } from "./_record.ts";

/** The verdict on one turn that is handed on. */
function handed(expected: ExpectedTurn, response: unknown, more: Record<string, unknown> = {}) {
  return judged(
    { outcome: ["ok", "agent_error"], turns: [expected] },
    { outcome: "ok", response, ...more },
  );
}

Deno.test("judgeTurns() takes the content word for word", () => {
  assertEquals(handed({ content: " a\n" }, openAi(" a\n")), ["passed"]);
  assertEquals(handed({ content: " a\n" }, openAi("a")), ["failed", "reply-changed"]);
  assertEquals(handed({ content: "a" }, openAi(null)), ["failed", "reply-changed"]);
  assertEquals(handed({ content: ["a", "b"] }, openAi("b")), ["passed"]);
  assertEquals(handed({ content: "a" }, openAi(["a"])), ["failed", "reply-changed"]);
});

Deno.test("judgeTurns() takes null and nothing for an empty reply, and a made-up one for a fault", () => {
  const expected = { content: "", error: "closed" };
  const detail = { detail: "closed" };
  assertEquals(handed(expected, openAi(""), detail), ["passed"]);
  assertEquals(handed(expected, openAi(null), detail), ["passed"]);
  assertEquals(handed(expected, openAi(undefined), detail), ["passed"]);
  assertEquals(handed(expected, openAi("Sorry."), detail), ["failed", "reply-made-up"]);
});

Deno.test("judgeTurns() wants an error word for word, in the detail or among the warnings", () => {
  const expected = { content: "a", error: " closed\n" };
  assertEquals(handed(expected, openAi("a"), { detail: " closed\n" }), ["passed"]);
  const warned = openAi("a", [], { worker_warnings: ["slow", " closed\n"] });
  assertEquals(handed(expected, warned, { detail: "the agent failed" }), ["passed"]);
  assertEquals(handed(expected, openAi("a"), { detail: "closed" }), ["failed", "error-changed"]);
  assertEquals(handed(expected, openAi("a")), ["failed", "error-dropped"]);
});

Deno.test("judgeTurns() wants the calls, their order and their number", () => {
  const expected = {
    content: "a",
    calls: [{ name: "x", arguments: "{}" }, { name: "y", arguments: "{}" }],
  };
  assertEquals(handed(expected, openAi("a", [["x", "{}"], ["y", "{}"]])), ["passed"]);
  const wrong: readonly (readonly [string, string])[][] = [
    [],
    [["x", "{}"]],
    [["y", "{}"], ["x", "{}"]],
    [["x", "{}"], ["y", "{}"], ["y", "{}"]],
  ];
  for (const calls of wrong) {
    assertEquals(handed(expected, openAi("a", calls)), ["failed", "calls-changed"]);
  }
  assertEquals(handed({ content: "a" }, openAi("a", [["x", "{}"]])), ["failed", "calls-changed"]);
});

Deno.test("judgeTurns() takes missing, null and empty tool_calls for none", () => {
  for (const tool_calls of [undefined, null, []]) {
    const message = { role: "assistant", content: "a", tool_calls };
    assertEquals(handed({ content: "a" }, { choices: [{ message }] }), ["passed"]);
  }
});

Deno.test("judgeTurns() compares arguments as exact decimals, whatever the order and spacing", () => {
  const sent = '{"n":12345678901234567890,"p":1.10,"o":{"a":[1,null]}}';
  const args = (given: unknown) =>
    handed({ content: "a", calls: [{ name: "x", arguments: sent }] }, openAi("a", [["x", given]]));
  assertEquals(args(sent), ["passed"]);
  assertEquals(args('{ "o": {"a": [1.0, null]}, "p": 1.1, "n": 12345678901234567890 }'), [
    "passed",
  ]);
  assertEquals(args(sent.replace("67890", "68000")), ["failed", "arguments-changed"]);
  assertEquals(args(sent.replace(",null", "")), ["failed", "arguments-changed"]);
  assertEquals(args({ n: 1 }), ["failed", "arguments-not-a-string"]);
  assertEquals(args("{'n': 1}"), ["failed", "arguments-not-json"]);
  assertEquals(args('{"n": NaN}'), ["failed", "arguments-not-json"]);
});

Deno.test("judgeTurns() says where arguments differ", () => {
  const one = caseOf({
    expect: {
      outcome: ["ok"],
      requests: ["inject"],
      turns: [{ content: "a", calls: [{ name: "x", arguments: '{"a":{"b":[1,2.50]}}' }] }],
    },
  });
  const response = openAi("a", [["x", '{"a":{"b":[1,2.51]}}']]);
  const record = recordOf(one, [turn()], printed({ outcome: "ok", response }));
  assertStringIncludes(judgeCase(record).message, "at /a/b/1: 2.51 in place of 2.50");
});

Deno.test("judgeTurns() looks at role, ids and finish_reason only where a case asks", () => {
  const calls = [["x", "{}"], ["x", "{}"]] as const;
  const turns = [{
    content: "a",
    calls: [{ name: "x", arguments: "{}" }, { name: "x", arguments: "{}" }],
  }];
  const odd = openAi("a", calls) as {
    choices: { message: { role: string; tool_calls: { id?: string }[] }; finish_reason: string }[];
  };
  odd.choices[0]!.message.role = "agent";
  odd.choices[0]!.finish_reason = "stop";
  for (const call of odd.choices[0]!.message.tool_calls) call.id = "call_0";
  const said = { outcome: "ok", response: odd };
  assertEquals(judged({ turns }, said), ["passed"]);
  assertEquals(judged({ turns, shape: ["role"] }, said), ["failed", "role"]);
  assertEquals(judged({ turns, shape: ["ids"] }, said), ["failed", "call-ids"]);
  assertEquals(judged({ turns, shape: ["finish"] }, said), ["failed", "finish-reason"]);
  const good = { outcome: "ok", response: openAi("a", calls) };
  assertEquals(judged({ turns, shape: ["role", "ids", "finish"] }, good), ["passed"]);
});

Deno.test("judgeTurns() judges the shape only where the driver makes one", () => {
  const turns = [{ content: "a" }];
  assertEquals(judged({ turns }, { outcome: "ok" }), ["passed"]);
  const normalization = { clause: "layer.normalization" };
  assertEquals(judged({ turns }, { outcome: "ok" }, normalization), ["not_applicable"]);
  const either = { turns, outcome: ["ok" as const, "run_failed" as const] };
  assertEquals(judged(either, { outcome: "contract_failure" }, normalization), ["passed"]);
  assertEquals(judged({ turns }, { outcome: "ok", response: { reply: "a" } }), [
    "failed",
    "not-openai-shape",
  ]);
});

Deno.test("judgeTurns() wants each turn of a run in its place, but lets an agent's error end it", () => {
  const run = (turns: readonly ExpectedTurn[], ...responses: readonly unknown[]) =>
    verdictOf(recordOf(
      caseOf({
        op: runOf("one", "two"),
        expect: { outcome: ["ok", "agent_error"], requests: ["reset", "inject", "inject"], turns },
      }),
      [{ route: "reset" }, turn("one"), turn("two")],
      printed({ outcome: "ok", responses, detail: "closed" }),
    ));
  const two = [{ content: "a" }, { content: "b" }];
  assertEquals(run(two, openAi("a"), openAi("b")), ["passed"]);
  assertEquals(run(two, openAi("b"), openAi("a")), ["failed", "reply-changed", "reply-changed"]);
  assertEquals(run(two, openAi("a")), ["failed", "turn-missing"]);
  assertEquals(run(two, openAi("a"), openAi("b"), openAi("c")), ["failed", "turn-added"]);
  const ended = [{ content: "", error: "closed" }, { content: "b" }];
  assertEquals(run(ended, openAi("")), ["passed"]);
});
