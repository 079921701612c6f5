/**
 * Applies checks to evidence. A judge that throws is our own fault, and never the target's.
 *
 * @module
 */
import type { CheckResult, Judgement } from "../contract/result.ts";
import { type Check, harnessError } from "./check.ts";
import type { Evidence } from "./evidence.ts";
import { infoOf } from "./plan.ts";

/** One check's result. A probe that failed by our own fault makes what rests on it void. */
export function judgeOne(check: Check, evidence: Evidence): CheckResult {
  const fault = check.probes.map((id) => evidence.broken(id)).find((r) => r !== undefined);
  let judgement: Judgement;
  if (fault !== undefined) judgement = harnessError(fault);
  else {
    try {
      judgement = check.judge(evidence);
    } catch (error) {
      judgement = harnessError(`The judge of ${check.id} failed by our own fault: ${error}`);
    }
  }
  return { ...infoOf(check), ...judgement };
}

/** Every check's result, in order. */
export function judgeAll(checks: readonly Check[], evidence: Evidence): readonly CheckResult[] {
  return checks.map((check) => judgeOne(check, evidence));
}
