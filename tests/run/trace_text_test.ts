import { assertEquals, assertStringIncludes } from "@std/assert";
import { interchangeText } from "../../lib/run/interchange_text.ts";
import { ledgerLine, sidecarText } from "../../lib/run/sidecar_text.ts";
import { traceText } from "../../lib/run/trace_text.ts";
import { scoreRun } from "../../lib/scenario/score.ts";
import { call, IDENTITY, reported, runOf, scenario } from "./support.ts";

const RUN_ID = "7d0f6c1e-2b1a-4a57-9a55-0d2f6f6f0b11";

Deno.test("traceText() writes every key of a trace in Wind Tunnel's order and layout", () => {
  const text = traceText(runOf({ warnings: ["é"] }), RUN_ID, { ...IDENTITY, agent: "my-agent" });
  assertEquals(
    text,
    `{
  "windtunnel_trace": 1,
  "run_id": "7d0f6c1e-2b1a-4a57-9a55-0d2f6f6f0b11",
  "scenario_id": "stock",
  "agent_id": "my-agent",
  "variant_id": "cli_run",
  "model": "unknown",
  "quant": "unknown",
  "sampler": {},
  "started_at": "2030-01-02T03:04:05.678000+00:00",
  "finished_at": "2030-01-02T03:04:06.000000+00:00",
  "turns": [
    {
      "role": "user",
      "content": "How many lamps?",
      "tool_calls": [],
      "tool_results": [],
      "latency_ms": 0.0,
      "rendered_prompt": null,
      "rendered_prompt_hash": null
    },
    {
      "role": "assistant",
      "content": "12",
      "tool_calls": [
        {
          "id": "call_0",
          "type": "function",
          "function": {
            "name": "count",
            "arguments": "{}"
          }
        }
      ],
      "tool_results": [],
      "latency_ms": 1.5,
      "rendered_prompt": null,
      "rendered_prompt_hash": null
    }
  ],
  "tool_schema_hash": "sha256:4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945",
  "worker_warnings": [
    "é"
  ],
  "mcp_calls": [],
  "observations": {},
  "surface": {
    "status": "unavailable"
  },
  "usage": null,
  "model_calls": null
}`,
  );
});

Deno.test("traceText() keeps a reported surface with its numbers as they came, and unknown keys", () => {
  const surface = reported(
    '{"system_instructions":[],"tool_definitions":[{"name":"n","x":[1.0,12345678901234567890]}],' +
      '"extra_segments":[{"name":"a","content":"b","more":1e2}],"unknown":1}',
  );
  const text = traceText(runOf({ surface }), RUN_ID, IDENTITY);
  for (const part of ["1.0,", "12345678901234567890", '"more": 1e2', '"status": "reported"']) {
    assertStringIncludes(text, part);
  }
  assertEquals(Object.keys(JSON.parse(text).surface), [
    "status",
    "system_instructions",
    "tool_definitions",
    "extra_segments",
  ]);
});

Deno.test("traceText() keeps why a surface is invalid, and writes half a surrogate pair as its escape", () => {
  const invalid = runOf({
    surface: { status: "invalid", detail: "why" },
    warnings: ["surface_invalid: why", "\ud83d"],
  });
  const text = traceText(invalid, RUN_ID, IDENTITY);
  assertEquals(JSON.parse(text).surface, { status: "invalid", detail: "why" });
  assertStringIncludes(text, '"\\ud83d"');
});

Deno.test("sidecarText() is ASCII, has both forms of the score, and the scenario as triage reads it", () => {
  const rules = scenario({
    user_turns: ["Hello", "Wie viele Lämpchen?"],
    target_facts: [["13"]],
    must_call: ["count", ["a", "b"]],
    tags: ["origin:t-1"],
  });
  const { turns } = runOf();
  const text = sidecarText(rules, scoreRun(rules, { turns }));
  // deno-lint-ignore no-control-regex -- that is the point
  assertEquals(/^[\x00-\x7f]*$/.test(text), true);
  const sidecar = JSON.parse(text);
  assertEquals(Object.keys(sidecar), [
    "windtunnel_score",
    "outcome",
    "trajectory",
    "constraint",
    "integrity",
    "failure_cost",
    "verdict",
    "gate_layers",
    "failure_risk",
    "score",
    "scenario",
  ]);
  assertEquals([sidecar.windtunnel_score, sidecar.verdict], [2, "FAIL"]);
  assertStringIncludes(text, '\n  "failure_risk": 1.0,\n');
  assertEquals(sidecar.outcome.passed, false);
  assertEquals(sidecar.score.outcome, sidecar.outcome);
  assertEquals(sidecar.failure_cost, {
    severity: "low",
    customer_visible: false,
    reversible: true,
    side_effect_performed: false,
    risk_weight: 1,
  });
  assertEquals(sidecar.scenario, {
    name: "stock",
    prompt: "Wie viele Lämpchen?",
    user_turns: ["Hello", "Wie viele Lämpchen?"],
    target_facts: [["13"]],
    requires_tool_use: false,
    tags: ["origin:t-1"],
    must_call: ["count", ["a", "b"]],
    forbidden_calls: [],
    gate_layers: ["outcome", "trajectory"],
    has_perturbations: false,
  });
});

Deno.test("ledgerLine() has sorted keys, Python's spacing and floats", () => {
  const line = ledgerLine({
    scenario: scenario({ tags: ["x", "origin:t-1"] }),
    variant: "candidate",
    model: "toy",
    quant: "unknown",
    verdict: "FAIL",
    gateLayers: ["outcome"],
    runIds: ["a", "b"],
    passed: 1,
    passRate: 0.5,
    stddev: 0.5,
    layerPassRates: { outcome: 0.5, trajectory: 1, constraint: 1, integrity: 1 },
    at: "2030-01-02T03:05:00.123Z",
    writer: "w",
  });
  assertEquals(
    line,
    '{"failure_cost": {"customer_visible": false, "reversible": true, "risk_weight": 1, ' +
      '"severity": "low", "side_effect_performed": false}, "failure_risk": 0.5, ' +
      '"gate_layers": ["outcome"], "git_sha": null, "label": "candidate", "layer_pass_rates": ' +
      '{"constraint": 1.0, "integrity": 1.0, "outcome": 0.5, "trajectory": 1.0}, "model": "toy", ' +
      '"origin": "t-1", "owner": null, "pack": null, "pass_rate": 0.5, "passed": 1, ' +
      '"quant": "unknown", "robustness_pass_rate": null, "run_ids": ["a", "b"], "runs": 2, ' +
      '"scenario_id": "stock", "stddev": 0.5, "ts": "2030-01-02T03:05:00Z", "verdict": "FAIL", ' +
      '"windtunnel_ledger": 1, "wt_version": "w"}\n',
  );
});

Deno.test("interchangeText() writes the conversation, ids of one kind, and the reported manifest", () => {
  const surface = reported(
    '{"system_instructions":[],"tool_definitions":[{"name":"n","description":7,' +
      '"input_schema":{"minimum":1.0},"result_schema":[]}],"extra_segments":[]}',
  );
  const turns = [
    ...runOf().turns,
    { role: "user", content: "More?" },
    {
      role: "assistant",
      content: "",
      toolCalls: [call("a", '{"n":1}'), call("a", '{"n":2}')],
      error: "gave up",
      latencyMs: 1,
    },
  ] as const;
  const rules = scenario({ tags: ["origin:ticket-7"] });
  const text = interchangeText(rules, runOf({ turns, surface }), { ...IDENTITY, model: "toy" });
  assertStringIncludes(text!, '"minimum": 1.0');
  assertEquals(JSON.parse(text!), {
    windtunnel_interchange: 1,
    source: { ref: "ticket-7" },
    session: {
      model: "toy",
      started_at: "2030-01-02T03:04:05.678000+00:00",
      finished_at: "2030-01-02T03:04:06.000000+00:00",
    },
    messages: [
      { role: "user", parts: [{ type: "text", content: "How many lamps?" }] },
      {
        role: "assistant",
        parts: [
          { type: "tool_call", id: "turn_0_call_0", name: "count", arguments: {} },
          { type: "text", content: "12" },
        ],
      },
      { role: "user", parts: [{ type: "text", content: "More?" }] },
      {
        role: "assistant",
        parts: [
          { type: "tool_call", id: "turn_1_call_0", name: "a", arguments: { n: 1 } },
          { type: "tool_call", id: "turn_1_call_1", name: "a", arguments: { n: 2 } },
        ],
      },
    ],
    tool_definitions: [{ name: "n", input_schema: { minimum: 1 } }],
  });
});

Deno.test("interchangeText() has nothing to write for a run that left no turn", () => {
  assertEquals(interchangeText(scenario(), runOf({ turns: [] }), IDENTITY), undefined);
});
