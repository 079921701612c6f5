import { assertEquals, assertThrows } from "@std/assert";
import { isTraceName, parseTrace, TraceError } from "../../lib/run/trace_read.ts";
import { traceText } from "../../lib/run/trace_text.ts";
import { scoreRun } from "../../lib/scenario/score.ts";
import { IDENTITY, runOf, scenario } from "./support.ts";

const trace = (parts: Record<string, unknown>) =>
  JSON.stringify({ windtunnel_trace: 1, scenario_id: "stock", turns: [], ...parts });

Deno.test("parseTrace() reads back what traceText() wrote, to the same score", () => {
  const rules = scenario({ must_call: ["count"], target_facts: [["12"]], requires_tool_use: true });
  const run = runOf({ score: scoreRun(rules, { turns: runOf().turns }) });
  const kept = parseTrace(traceText(run, "id", IDENTITY));
  assertEquals(kept.scenario, "stock");
  assertEquals(scoreRun(rules, kept.transcript), run.score);
  assertEquals(run.score.verdict, "PASS");
});

Deno.test("parseTrace() knows both forms of a call, and trusts only the name in `function`", () => {
  const { transcript } = parseTrace(trace({
    turns: [{
      role: "assistant",
      content: "x",
      tool_calls: [
        { function: { name: "a" }, name: "b" },
        { name: "c" },
        { function: {}, name: "d" },
        { function: "e", name: "f" },
      ],
    }, { role: "user", content: "" }],
  }));
  assertEquals(transcript.turns[0]!.toolCalls!.map(({ name }) => name), ["a", "c", "", "f"]);
  assertEquals(transcript.turns[1]!.toolCalls, []);
});

Deno.test("parseTrace() keeps a failed run failed, and lets no agent pretend to be one", () => {
  const failed = parseTrace(trace({ worker_warnings: ["runner_error: HTTP 500"] }));
  assertEquals(scoreRun(scenario(), failed.transcript).verdict, "INVALID");
  const pretended = parseTrace(trace({
    turns: [{ role: "assistant", content: "12" }],
    worker_warnings: ["runner_error: no"],
  }));
  assertEquals(scoreRun(scenario(), pretended.transcript).verdict, "PASS");
});

Deno.test("a tool server's own log outweighs the transcript, in the order of its clock", () => {
  const { transcript } = parseTrace(trace({
    turns: [{ role: "assistant", content: "12", tool_calls: [{ name: "claimed" }] }],
    mcp_calls: [
      { tool_name: "second", timestamp_ms: 2 },
      { tool_name: "first", timestamp_ms: 1.5 },
    ],
  }));
  const rules = { must_call: ["first", "second"], order_matters: true, requires_tool_use: true };
  assertEquals(scoreRun(scenario(rules), transcript).verdict, "PASS");
  const claimed = scoreRun(scenario({ must_call: ["claimed"] }), transcript);
  assertEquals([claimed.verdict, claimed.trajectory.detail], [
    "FAIL",
    'not called: ["claimed"]; called: ["first","second"] [evidence: server-witnessed]',
  ]);
});

Deno.test("parseTrace() takes the oldest form, and says what is no trace", () => {
  assertEquals(parseTrace('{"scenario_id":"s"}').transcript.turns, []);
  const cases: readonly (readonly [text: string, reason: string])[] = [
    ["", "it isn't JSON at line 1, column 1: the text is empty"],
    ["[]", "it is no object"],
    [trace({ windtunnel_trace: 2 }), "windtunnel_trace is neither 0 nor 1"],
    [trace({ windtunnel_trace: true }), "windtunnel_trace is neither 0 nor 1"],
    ['{"windtunnel_trace":1}', "scenario_id is no string"],
    [trace({ turns: {} }), "turns is no array"],
    [trace({ turns: [{ role: "user", content: null }] }), "turns[0].content is no string"],
    [
      trace({ turns: [{ role: "user", content: "", tool_calls: [1] }] }),
      "turns[0].tool_calls[0] is no object",
    ],
  ];
  for (const [text, reason] of cases) {
    assertEquals(assertThrows(() => parseTrace(text), TraceError).message, reason);
  }
});

Deno.test("isTraceName() takes a name with one dot", () => {
  const names = ["x.json", "x.score.json", "x.wtin.json", "ledger.ndjsonl", ".json", "x.json.tmp"];
  assertEquals(names.filter(isTraceName), ["x.json"]);
});
