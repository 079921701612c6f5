/**
 * Reports of sweeps, made by hand.
 *
 * @module
 */
import type { RunLine, RunReport, ScenarioLine } from "../../lib/run/run_report.ts";

/** A run that passed, with other parts. */
export function runLine(parts: Partial<RunLine> = {}): RunLine {
  const passed = { passed: true, detail: "fine" };
  return {
    number: 1,
    run_id: "7d0f6c1e-2b1a-4a57-9a55-0d2f6f6f0b11",
    verdict: "PASS",
    endpoint: "http://127.0.0.1:8647",
    started_at: "2030-01-02T03:04:05.678Z",
    layers: { outcome: passed, trajectory: passed, constraint: passed, integrity: passed },
    warnings: [],
    surface: "unavailable",
    latency_ms: [1.5, 2.5],
    calls: [],
    last_reply: "12",
    ...parts,
  };
}

/** A run that failed. */
export function failedRun(parts: Partial<RunLine> = {}): RunLine {
  const run = runLine();
  const outcome = { passed: false, detail: 'not in the last answer, no member of: [["13"]]' };
  return { ...run, verdict: "FAIL", layers: { ...run.layers, outcome }, ...parts };
}

/** A scenario that passed, with other parts. */
export function line(parts: Partial<ScenarioLine> = {}): ScenarioLine {
  return {
    name: "stock",
    file: "s.yaml",
    line: 1,
    position: 0,
    tags: [],
    verdict: "PASS",
    planned: 1,
    passed: 1,
    pass_rate: 1,
    stddev: 0,
    layer_pass_rates: { outcome: 1, trajectory: 1, constraint: 1, integrity: 1 },
    gate_layers: ["outcome"],
    runs: [runLine()],
    ...parts,
  };
}

/** A report on these scenarios. */
export function report(
  scenarios: readonly ScenarioLine[],
  parts: Partial<RunReport> = {},
): RunReport {
  return {
    wt_inject_run_report: 1,
    command: "run",
    tool: { name: "wt-inject", version: "0.0.0" },
    contract: 1,
    endpoints: ["http://127.0.0.1:8647"],
    identity: { agent: "a", variant: "v", model: "m" },
    runs_per_scenario: 1,
    started_at: "2030-01-02T03:04:05.000Z",
    duration_ms: 1_500,
    selection: { scenarios: scenarios.length, digest: "sha256:0" },
    shard: null,
    outcome: "PASS",
    exit_code: 0,
    reason: "Every run of every scenario passed.",
    scenarios,
    notes: [],
    repeat: "wt-inject run s.yaml",
    ...parts,
  };
}
