/**
 * Holds what a run said of a mutant against its pins.
 *
 * @module
 */
import type { Report } from "../contract/report.ts";
import type { Verdict } from "../contract/result.ts";
import type { Expectation } from "../endpoint/mutant.ts";
import { isTight, TIMED_CHECKS, type Trial } from "./trial.ts";

/** One way in which a run isn't what was pinned. */
export interface Difference {
  /** The check; undefined where it is the outcome. */
  readonly check: string | undefined;
  /** One line that stands alone. */
  readonly text: string;
}

/** Every difference between a report and the pins; none where all is as pinned. */
export function differencesOf(report: Report, expect: Expectation): readonly Difference[] {
  const { outcome, failed, warned, unproven = [] } = expect;
  return [
    ...(report.outcome === outcome ? [] : [{
      check: undefined,
      text: `the outcome is ${report.outcome}, not ${outcome}: ${report.reason}`,
    }]),
    ...setDifferences(report, "failed", failed),
    ...setDifferences(report, "warned", warned),
    ...unproven.flatMap((id) => unprovenDifference(report, id)),
  ];
}

function setDifferences(
  { results }: Report,
  verdict: Verdict,
  expected: readonly string[],
): readonly Difference[] {
  const accused = results.filter((r) => r.verdict === verdict && !expected.includes(r.id));
  const missing = expected.filter((id) =>
    !results.some((r) => r.id === id && r.verdict === verdict)
  );
  return [
    ...accused.map(({ id, message }) => ({
      check: id,
      text: `${id} is ${verdict} and should not be: ${message}`,
    })),
    ...missing.map((id) => {
      const is = results.find((r) => r.id === id);
      return {
        check: id,
        text: is === undefined
          ? `${id} is not ${verdict}: it was not run`
          : `${id} is not ${verdict} but ${words(is.verdict)}: ${is.message}`,
      };
    }),
  ];
}

function unprovenDifference({ results }: Report, id: string): readonly Difference[] {
  const is = results.find((r) => r.id === id);
  if (is === undefined) return [{ check: id, text: `${id} was not run` }];
  if (is.verdict !== "passed") return [];
  return [{ check: id, text: `${id} passed with nothing to stand on: ${is.message}` }];
}

function words(verdict: Verdict): string {
  return verdict.replaceAll("_", " ");
}

/**
 * True where a stall of our own may explain all the differences: then the trial is judged alone, once
 * more, before they count. A verdict that no clock takes part in gets no second look.
 */
export function mayBeTime(trial: Trial, differences: readonly Difference[]): boolean {
  if (isTight(trial)) return true;
  const checks = differences.flatMap(({ check }) => check ?? []);
  return checks.length > 0 && checks.every((id) => TIMED_CHECKS.includes(id));
}

/** The first check that our own fault spoiled, with its message. */
export function harnessFault({ results }: Report): string | undefined {
  const fault = results.find((r) => r.verdict === "harness_error");
  return fault === undefined ? undefined : `${fault.id}: ${fault.message}`;
}
