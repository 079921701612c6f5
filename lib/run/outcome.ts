/**
 * From verdicts on scenarios to one outcome and its exit code. Pure.
 *
 * @module
 */
import { EXIT } from "../contract/result.ts";
import { plural } from "../report/words.ts";

/** What a sweep comes to. */
export type RunOutcome =
  | "PASS"
  | "FAIL"
  | "INVALID"
  | "INCOMPLETE"
  | "HARNESS ERROR"
  | "INTERRUPTED";

/** Every verdict, in the order in which reports count them. */
export const SCENARIO_VERDICTS = [
  "PASS",
  "PASS_WITH_VARIANCE",
  "FAIL",
  "INVALID",
  "INCOMPLETE",
] as const;

/** One of {@linkcode SCENARIO_VERDICTS}. */
type Word = (typeof SCENARIO_VERDICTS)[number];

/** The exit code for an outcome. */
export function runExitCode(outcome: RunOutcome): number {
  switch (outcome) {
    case "PASS":
      return EXIT.conforms;
    case "FAIL":
      return EXIT.violation;
    case "INVALID":
    case "INCOMPLETE":
      return EXIT.incomplete;
    case "HARNESS ERROR":
      return EXIT.ourFault;
    case "INTERRUPTED":
      return EXIT.interrupted;
  }
}

/** `2 PASS, 1 FAIL`: every verdict that fell. */
export function verdictCounts(verdicts: readonly Word[]): string {
  const counts = SCENARIO_VERDICTS.flatMap((word) => {
    const count = verdicts.filter((verdict) => verdict === word).length;
    return count === 0 ? [] : [`${count} ${word}`];
  });
  return counts.length === 0 ? "no scenario" : counts.join(", ");
}

/**
 * What verdicts add up to. Ctrl-C outweighs all; then a scenario that failed, a fault of ours, runs
 * that weren't made, and runs that say nothing of the agent.
 *
 * @param stop why not all runs were made, where that is so
 */
export function verdictsOutcome(
  verdicts: readonly Word[],
  stop?: { readonly outcome: RunOutcome; readonly reason: string },
): { readonly outcome: RunOutcome; readonly exit_code: number; readonly reason: string } {
  const count = (word: Word) => verdicts.filter((verdict) => verdict === word).length;
  const of = `of ${plural(verdicts.length, "scenario")}`;
  const as = (outcome: RunOutcome, reason: string) => ({
    outcome,
    exit_code: runExitCode(outcome),
    reason,
  });
  if (stop?.outcome === "INTERRUPTED") return as(stop.outcome, stop.reason);
  if (count("FAIL") > 0) {
    const also = stop === undefined ? "" : ` It ended early, too. ${stop.reason}`;
    return as("FAIL", `${count("FAIL")} ${of} failed.${also}`);
  }
  if (stop !== undefined) return as(stop.outcome, stop.reason);
  if (count("INCOMPLETE") > 0) {
    return as("INCOMPLETE", `${count("INCOMPLETE")} ${of} didn't have all runs.`);
  }
  if (count("INVALID") > 0) {
    return as("INVALID", `${count("INVALID")} ${of} had a run that says nothing of the agent.`);
  }
  if (verdicts.length === 0) return as("PASS", "No scenario fell to this shard.");
  const varied = count("PASS_WITH_VARIANCE");
  if (varied === 0) return as("PASS", "Every run of every scenario passed.");
  return as("PASS", `No scenario failed; ${varied} ${of} missed in some run, which it allows.`);
}
