/**
 * Adds up several runs of one scenario. Pure.
 *
 * @module
 */
import type { GateLayer, Scenario } from "./scenario.ts";
import { gateLayers, type Score } from "./score.ts";

/** The verdict on a scenario. */
export type ScenarioVerdict = "PASS" | "FAIL" | "PASS_WITH_VARIANCE" | "INVALID";

/** What a scenario's runs add up to. Rates are from 0 to 1. */
export interface Aggregate {
  readonly verdict: ScenarioVerdict;
  /** Valid runs in which every gate passed. */
  readonly passed: number;
  readonly total: number;
  readonly passRate: number;
  /** Over all runs, not a sample of them (N below the line). */
  readonly stddev: number;
  readonly layerPassRates: Readonly<Record<GateLayer | "integrity", number>>;
  readonly gateLayers: readonly GateLayer[];
}

/**
 * Adds up runs. INVALID without runs, or where one run's integrity failed; PASS where all pass; else
 * PASS_WITH_VARIANCE where the scenario allows it, even if none passes; else FAIL.
 */
export function aggregate(scenario: Scenario, scores: readonly Score[]): Aggregate {
  const total = scores.length;
  const passed = scores.filter(({ verdict }) => verdict === "PASS").length;
  const passRate = total === 0 ? 0 : passed / total;
  const rate = (layer: GateLayer | "integrity") =>
    total === 0 ? 0 : scores.filter((score) => score[layer].passed).length / total;
  return {
    verdict: verdictOf(scenario, scores, passed),
    passed,
    total,
    passRate,
    stddev: Math.sqrt(passRate * (1 - passRate)),
    layerPassRates: {
      outcome: rate("outcome"),
      trajectory: rate("trajectory"),
      constraint: rate("constraint"),
      integrity: rate("integrity"),
    },
    gateLayers: gateLayers(scenario),
  };
}

function verdictOf(
  scenario: Scenario,
  scores: readonly Score[],
  passed: number,
): ScenarioVerdict {
  if (scores.length === 0 || scores.some(({ integrity }) => !integrity.passed)) return "INVALID";
  if (passed === scores.length) return "PASS";
  return scenario.variance_allowed ? "PASS_WITH_VARIANCE" : "FAIL";
}
