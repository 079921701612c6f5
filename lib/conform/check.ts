/**
 * A check: a pure question about evidence. It is data with one function; it never sends, waits or prints.
 *
 * @module
 */
import { clause } from "../contract/clauses.ts";
import type { Finding, Judgement, Level, Violation } from "../contract/result.ts";
import type { Entry, Evidence } from "./evidence.ts";

/** What can be said of a check without running it. */
export interface CheckInfo {
  /** Words, never a position. */
  readonly id: string;
  /** The clause that it judges. */
  readonly clause: string;
  /** The clause's level. */
  readonly level: Level;
  /** `wire` judges bytes; `cooperative` needs the agent to play along. */
  readonly kind: "wire" | "cooperative";
  /** The first word of the clause. */
  readonly section: string;
  /** What the check asks, one line. */
  readonly title: string;
  /** True where a run can't conform unless this check ran: every MUST. */
  readonly required: boolean;
}

/** A check as its section's table has it. */
export interface Check extends CheckInfo {
  /** Ids of the probes whose exchanges it needs; the plan runs no others. */
  readonly probes: readonly string[];
  readonly judge: (evidence: Evidence) => Judgement;
}

/** What an author writes; level, kind and section come from the clause table. */
export interface CheckSpec {
  readonly clause: string;
  /** Only where one clause has several checks. */
  readonly id?: string;
  readonly title: string;
  readonly probes: readonly string[];
  /** A check of bytes on a clause that is otherwise cooperative. */
  readonly kind?: "wire";
  readonly judge: (evidence: Evidence) => Judgement;
}

/**
 * Makes a check of its spec.
 *
 * @throws {RangeError} on a clause that the table doesn't have, or that no endpoint can break.
 */
export function defineCheck(spec: CheckSpec): Check {
  const row = clause(spec.clause);
  if (row.level === "non-goal" || row.level === "governance") {
    throw new RangeError(`Cannot define a check on ${row.id}: it is a ${row.level}`);
  }
  return {
    id: spec.id ?? spec.clause,
    clause: spec.clause,
    level: row.level,
    kind: spec.kind ?? (row.cooperative ? "cooperative" : "wire"),
    section: spec.clause.slice(0, spec.clause.indexOf(".")),
    title: spec.title,
    required: row.level === "MUST",
    probes: spec.probes,
    judge: spec.judge,
  };
}

/** Passed, with the reason. */
export function passed(message: string, shows: readonly Entry[] = []): Judgement {
  return { verdict: "passed", message, findings: [], shows: shows.map((e) => e.id) };
}

/** Could not run, with the reason and, where it helps, what to do about it. */
export function couldNotRun(message: string, shows: readonly Entry[] = []): Judgement {
  return { verdict: "could_not_run", message, findings: [], shows: shows.map((e) => e.id) };
}

/** Not applicable, with who declared it. */
export function notApplicable(message: string, shows: readonly Entry[] = []): Judgement {
  return { verdict: "not_applicable", message, findings: [], shows: shows.map((e) => e.id) };
}

/** Our own fault. */
export function harnessError(message: string, shows: readonly Entry[] = []): Judgement {
  return { verdict: "harness_error", message, findings: [], shows: shows.map((e) => e.id) };
}

/** Ties a violation to the entries that show it. */
export function finding(violation: Violation, ...entries: readonly Entry[]): Finding {
  return { violation, exchanges: entries.map((e) => e.id) };
}

/** The verdict that findings amount to: `failed` where one of them is, else `warned`; else passed. */
export function fromFindings(findings: readonly Finding[], clean: string): Judgement {
  const first = findings[0];
  if (first === undefined) return passed(clean);
  const failed = findings.filter((f) => f.violation.severity === "failed");
  const worst = failed[0] ?? first;
  const more = findings.length - 1;
  const { expected, received } = worst.violation;
  return {
    verdict: failed.length > 0 ? "failed" : "warned",
    message: `expected ${expected}; received ${received}` +
      (more > 0 ? ` (and ${more} more finding${more === 1 ? "" : "s"})` : ""),
    findings,
  };
}
