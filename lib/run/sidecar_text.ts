/**
 * A score beside its trace, `windtunnel_score: 2`: what Wind Tunnel's report, compare and triage read.
 *
 * @module
 */
import { type Scenario, userTurns } from "../scenario/scenario.ts";
import type { Score } from "../scenario/score.ts";
import { arrayText, asciiJson, floatText, indented, objectText, spaced } from "./json_text.ts";

/** What a failure costs where the scenario can't say: Wind Tunnel's default. */
export const FAILURE_COST = {
  severity: "low",
  customer_visible: false,
  reversible: true,
  side_effect_performed: false,
  risk_weight: 1,
} as const;

/** Where a score comes from that was made after the run. */
export interface Origin {
  readonly kind: "rescore";
  /** UTC, ISO 8601. */
  readonly rescored_at: string;
  readonly source_trace: string;
  readonly trace_unchanged: boolean;
}

const json = (value: unknown): string => JSON.stringify(value);

/** The sidecar's text: ASCII, no line feed at its end. */
export function sidecarText(scenario: Scenario, score: Score, origin?: Origin): string {
  const flat = {
    windtunnel_score: "2",
    outcome: json(score.outcome),
    trajectory: json(score.trajectory),
    constraint: json(score.constraint),
    integrity: json(score.integrity),
    failure_cost: json(FAILURE_COST),
  };
  const text = objectText({
    ...flat,
    verdict: json(score.verdict),
    gate_layers: json(score.gateLayers),
    failure_risk: floatText(score.verdict === "FAIL" ? FAILURE_COST.risk_weight : 0),
    score: objectText(flat),
    scenario: json({
      name: scenario.name,
      prompt: userTurns(scenario).at(-1),
      user_turns: scenario.user_turns,
      target_facts: scenario.target_facts,
      requires_tool_use: scenario.requires_tool_use,
      tags: scenario.tags,
      must_call: scenario.must_call,
      forbidden_calls: scenario.forbidden_calls,
      gate_layers: score.gateLayers,
      has_perturbations: false,
    }),
    ...(origin === undefined ? {} : { origin: json(origin) }),
  });
  return asciiJson(indented(text));
}

/** A scenario's line in Wind Tunnel's ledger, its line feed included. */
export interface LedgerEntry {
  readonly scenario: Scenario;
  readonly variant: string;
  readonly model: string;
  readonly quant: string;
  readonly verdict: string;
  readonly gateLayers: readonly string[];
  readonly runIds: readonly string[];
  readonly passed: number;
  readonly passRate: number;
  readonly stddev: number;
  readonly layerPassRates: Readonly<Record<string, number>>;
  /** UTC, ISO 8601. */
  readonly at: string;
  /** What wrote it, with its version. */
  readonly writer: string;
}

/** The entry's line: keys sorted, non-ASCII raw. */
export function ledgerLine(entry: LedgerEntry): string {
  const { scenario, passRate, verdict } = entry;
  const origin = scenario.tags.find((tag) => /^origin:./s.test(tag))?.slice("origin:".length);
  const { risk_weight, ...cost } = FAILURE_COST;
  const rates = Object.entries(entry.layerPassRates).map(([k, v]) => [k, floatText(v)] as const);
  const risk = verdict === "INVALID" ? 0 : risk_weight * (1 - passRate);
  const fields: Readonly<Record<string, string>> = {
    windtunnel_ledger: "1",
    ts: json(entry.at.replace(/\.\d+Z$/, "Z")),
    scenario_id: json(scenario.name),
    pack: "null",
    owner: "null",
    label: json(entry.variant),
    model: json(entry.model),
    quant: json(entry.quant),
    verdict: json(verdict),
    gate_layers: arrayText(entry.gateLayers.map(json)),
    runs: String(entry.runIds.length),
    passed: String(entry.passed),
    pass_rate: floatText(passRate),
    stddev: floatText(entry.stddev),
    layer_pass_rates: objectText(Object.fromEntries(rates.toSorted(byKey))),
    robustness_pass_rate: "null",
    failure_cost: json(
      Object.fromEntries(Object.entries({ ...cost, risk_weight }).toSorted(byKey)),
    ),
    failure_risk: floatText(risk),
    run_ids: json(entry.runIds),
    origin: json(origin ?? null),
    git_sha: "null",
    wt_version: json(entry.writer),
  };
  return `${spaced(objectText(Object.fromEntries(Object.entries(fields).toSorted(byKey))))}\n`;
}

function byKey(one: readonly [string, unknown], other: readonly [string, unknown]): number {
  return one[0] < other[0] ? -1 : 1;
}
