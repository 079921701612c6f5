import { assertEquals } from "@std/assert";
import { aggregate } from "../../lib/scenario/aggregate.ts";
import { parseScenario } from "../../lib/scenario/parse.ts";
import type { Scenario } from "../../lib/scenario/scenario.ts";
import { gateLayers, type ScoredTurn, scoreRun } from "../../lib/scenario/score.ts";

/** A scenario with these fields. */
function scenario(fields: Record<string, unknown> = {}): Scenario {
  return parseScenario({ name: "s", prompt: "p", ...fields }, "test");
}

/** An assistant's turn. */
function says(content: string, ...calls: string[]): ScoredTurn {
  return { role: "assistant", content, toolCalls: calls.map((name) => ({ name })) };
}

/** Which layers pass, and the verdict. */
function verdicts(
  fields: Record<string, unknown>,
  turns: readonly ScoredTurn[],
): readonly unknown[] {
  const { outcome, trajectory, constraint, integrity, verdict } = scoreRun(scenario(fields), {
    turns,
  });
  return [outcome.passed, trajectory.passed, constraint.passed, integrity.passed, verdict];
}

Deno.test("scoreRun() judges the last turn of the assistant alone", () => {
  const fields = { target_facts: [["12"]] };
  assertEquals(verdicts(fields, [says("12")]), [true, true, true, true, "PASS"]);
  // Even if it is empty, and what was said before doesn't count.
  assertEquals(verdicts(fields, [says("12"), says("")]), [false, true, true, true, "FAIL"]);
  // Even if other roles follow; the role is exactly this word.
  const others: ScoredTurn[] = [{ role: "user", content: "no" }, {
    role: "Assistant",
    content: "no",
  }];
  assertEquals(verdicts(fields, [says("12"), ...others]), [true, true, true, true, "PASS"]);
  assertEquals(verdicts({}, others), [false, true, true, true, "FAIL"]);
});

Deno.test("scoreRun() fails an outcome by the first thing that is wrong", () => {
  const fields = {
    requires_tool_use: true,
    target_facts: [["lamps"]],
    target_numbers: [{ value: 12, unit: null }],
    forbidden_facts: ["13"],
  };
  const detail = (...turns: ScoredTurn[]) => scoreRun(scenario(fields), { turns }).outcome.detail;
  assertEquals(detail(), "the assistant never answered");
  assertEquals(detail(says("")), "no tool was called, and the scenario requires one");
  assertEquals(detail(says("13", "a")), 'not in the last answer, no member of: [["lamps"]]');
  assertEquals(
    detail(says("lamps 13", "a")),
    'not in the last answer: [{"value":12,"unit":null}]',
  );
  assertEquals(detail(says("lamps 12 13", "a")), 'asserted in the last answer: ["13"]');
  assertEquals(
    detail(says("12 lamps", "a")),
    "the last answer holds what it has to, and claims nothing forbidden",
  );
});

Deno.test("scoreRun() takes the calls of all turns, in order, and none without a name", () => {
  const fields = {
    must_call: ["count", "reserve"],
    order_matters: true,
    forbidden_calls: ["drop"],
  };
  assertEquals(
    verdicts(fields, [says("a", "count"), says("b", "shop_reserve")]),
    [true, true, true, true, "PASS"],
  );
  assertEquals(
    verdicts(fields, [says("a", "reserve"), says("b", "count")]),
    [true, false, true, true, "FAIL"],
  );
  const { trajectory } = scoreRun(scenario(fields), { turns: [says("a", "drop", "")] });
  assertEquals(
    trajectory.detail,
    'called, though forbidden: ["drop"]; not called: ["count","reserve"]; called: ["drop"] ' +
      "[evidence: transcript]",
  );
});

Deno.test("scoreRun() calls a run that failed INVALID, and no layer of it passes", () => {
  const score = scoreRun(scenario({ gate_layers: [], strict_gates: false }), {
    turns: [],
    runnerError: "connection refused",
  });
  const { outcome, trajectory, constraint, integrity, verdict } = score;
  assertEquals([outcome, trajectory, constraint, integrity].map(({ passed }) => passed), [
    false,
    false,
    false,
    false,
  ]);
  assertEquals(outcome.detail, "the run failed: connection refused");
  assertEquals(verdict, "INVALID");
});

Deno.test("gateLayers() gates what a scenario speaks of", () => {
  const cases: readonly (readonly [Record<string, unknown>, readonly string[]])[] = [
    [{}, ["outcome"]],
    [{ must_call: ["a"] }, ["outcome", "trajectory"]],
    [{ forbidden_calls: ["a"] }, ["outcome", "trajectory"]],
    // With strict gates a list only adds.
    [{ gate_layers: [] }, ["outcome"]],
    [{ gate_layers: ["constraint"], must_call: ["a"] }, ["outcome", "trajectory", "constraint"]],
    // Without, it is all there is.
    [{ gate_layers: ["constraint", "outcome"], strict_gates: false, must_call: ["a"] }, [
      "outcome",
      "constraint",
    ]],
    [{ gate_layers: [], strict_gates: false, must_call: ["a"] }, []],
    [{ strict_gates: false, must_call: ["a"] }, ["outcome", "trajectory"]],
  ];
  for (const [fields, layers] of cases) assertEquals(gateLayers(scenario(fields)), layers);
});

Deno.test("scoreRun() passes anything where no layer gates", () => {
  assertEquals(
    verdicts({ gate_layers: [], strict_gates: false, target_facts: [["12"]] }, [says("no idea")]),
    [false, true, true, true, "PASS"],
  );
});

Deno.test("aggregate() adds up runs", () => {
  const strict = scenario({ target_facts: [["12"]] });
  const lenient = scenario({ target_facts: [["12"]], variance_allowed: true });
  const good = scoreRun(strict, { turns: [says("12")] });
  const bad = scoreRun(strict, { turns: [says("13")] });
  const broken = scoreRun(strict, { turns: [], runnerError: "reset by peer" });

  assertEquals(aggregate(strict, [good, bad, bad, good]), {
    verdict: "FAIL",
    passed: 2,
    total: 4,
    passRate: 0.5,
    stddev: 0.5,
    layerPassRates: { outcome: 0.5, trajectory: 1, constraint: 1, integrity: 1 },
    gateLayers: ["outcome"],
  });
  assertEquals(aggregate(strict, [good, good]).verdict, "PASS");
  assertEquals(aggregate(lenient, [good, good]).verdict, "PASS");
  assertEquals(aggregate(lenient, [good, bad]).verdict, "PASS_WITH_VARIANCE");
  // Even where none passes.
  assertEquals(aggregate(lenient, [bad]).verdict, "PASS_WITH_VARIANCE");
  assertEquals(aggregate(lenient, [good, broken]).verdict, "INVALID");
  assertEquals(aggregate(lenient, [broken]).passed, 0);
  assertEquals(aggregate(strict, []), {
    verdict: "INVALID",
    passed: 0,
    total: 0,
    passRate: 0,
    stddev: 0,
    layerPassRates: { outcome: 0, trajectory: 0, constraint: 0, integrity: 0 },
    gateLayers: ["outcome"],
  });
});
