/**
 * A case's line in a report.
 *
 * @module
 */
import { clause } from "../contract/clauses.ts";
import type { CheckResult, Judgement, Level } from "../contract/result.ts";
import { canReset } from "../wire/raw_server.ts";
import type { DriverCase } from "./case.ts";
import type { CaseRecord } from "./record.ts";
import { resets } from "./script.ts";

/** What is known of a case before it is played. */
export type CaseInfo = Pick<
  CheckResult,
  "id" | "clause" | "level" | "kind" | "section" | "title" | "required"
>;

/** What a case is, at the level at which a driver is held to it. */
export function caseInfo(one: DriverCase, level: Level): CaseInfo {
  return {
    id: one.id,
    clause: one.clause,
    level,
    kind: "wire",
    section: clause(one.clause).section,
    title: one.title,
    // Where the platform can't play it, nobody can be asked to have passed it.
    required: level === "MUST" && (canReset || !resets(one.script)),
  };
}

/** A case's result. */
export function resultOf(record: CaseRecord, judgement: Judgement): CheckResult {
  return { ...caseInfo(record.case, record.level), ...judgement };
}

/** The result of a case that was not played. */
export function unplayed(one: DriverCase, level: Level, reason: string): CheckResult {
  return { ...caseInfo(one, level), verdict: "could_not_run", message: reason, findings: [] };
}

/** At most how many user turns cases have a driver send. */
export function turnsOf(cases: readonly DriverCase[]): number {
  return cases.reduce(
    (sum, { expect }) => sum + expect.requests.filter((one) => one.startsWith("inject")).length,
    0,
  );
}
