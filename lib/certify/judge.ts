/**
 * Judges a case from its record. Pure: the same record gives the same verdict.
 *
 * @module
 */
import type { Finding, Judgement, Verdict } from "../contract/result.ts";
import { judgeDeadline, otherTimeout } from "./deadline.ts";
import { finding, quote } from "./finding.ts";
import { type DriverOutcome, readOutcome } from "./outcome.ts";
import { type CaseRecord, driverId, requestId } from "./record.ts";
import { judgeRequests } from "./requests.ts";
import { judgeSequence, sequenceText } from "./sequence.ts";
import { judgeSurface } from "./surface.ts";
import { judgeTurns } from "./turns.ts";

/** A stall of our own event loop past this voids a verdict about time, ms. */
export const MAX_LAG_MS = 250;

/** The verdict on a case. */
export function judgeCase(record: CaseRecord): Judgement {
  const { case: { expect, proof } } = record;
  if (record.fault !== undefined) return plain("harness_error", record.fault, record);
  if (record.blocked !== undefined) return plain("could_not_run", record.blocked, record);
  if (isTimed(record) && record.lagMs > MAX_LAG_MS) {
    return plain(
      "harness_error",
      `Our own event loop stalled for ${record.lagMs} ms, which voids a verdict about time`,
      record,
    );
  }
  if (record.run === undefined) return judgeUnwitnessed(record);
  const reading = readOutcome(record.run);
  if (!reading.ok) {
    if (record.run.ended === "aborted") {
      return plain("could_not_run", "The run was interrupted", record);
    }
    // A deadline that was not kept comes first: what it printed in the end is only a consequence.
    return broken([
      ...judgeDeadline(record),
      noOutcome(record, reading.reason),
      ...judgeSequence(record),
      ...judgeRequests(record),
    ]);
  }
  const { outcome } = reading;
  if (outcome.class === undefined && record.seen.length > 0) {
    return broken([falseDeclaration(record)]);
  }
  if (outcome.class === undefined) {
    return plain(
      "not_applicable",
      `The adapter says that its driver doesn't offer "${record.case.op.op}"${because(outcome)}`,
      record,
    );
  }
  const timeout = expect.deadline === undefined ? undefined : otherTimeout(record);
  if (timeout !== undefined) {
    return plain(
      "could_not_run",
      `The driver sent timeout_s ${timeout}, not the ${record.timeoutS} of WT_INJECT_TIMEOUT_S: ` +
        "its deadline can't be seen in the time that the case takes",
      record,
    );
  }
  const findings = [
    ...judgeOutcome(record, outcome),
    ...judgeServer(record),
    ...judgeTurns(record, outcome),
    ...judgeSurface(record, outcome),
    ...judgeDetail(record, outcome),
  ];
  if (findings.length > 0) return broken(findings);
  const completed = outcome.class !== "run_failed";
  if (completed && proof === "outcome" && onlyAboutShape(record) && outcome.turns.length === 0) {
    return plain(
      "not_applicable",
      "The driver makes no OpenAI-shaped response, so there is none to judge",
      record,
    );
  }
  return plain("passed", `Outcome ${outcome.word}; ${sequenceText(record)}`, record);
}

/** Without an outcome line: what the endpoint saw is all there is. */
function judgeUnwitnessed(record: CaseRecord): Judgement {
  const findings = judgeServer(record);
  if (findings.length > 0) return broken(findings);
  if (record.case.proof === "server") {
    return plain("passed", `${sequenceText(record)}, as it must be`, record);
  }
  return plain(
    "could_not_run",
    "No outcome line came, so nobody can say what the driver made of the answer",
    record,
  );
}

/** What the endpoint's side alone shows. */
function judgeServer(record: CaseRecord): readonly Finding[] {
  return [...judgeSequence(record), ...judgeRequests(record), ...judgeDeadline(record)];
}

/** True where the verdict depends on when something happened. */
export function isTimed({ case: { expect, script } }: Pick<CaseRecord, "case">): boolean {
  return expect.deadline !== undefined || expect.request?.includes("serialized") === true ||
    Object.values(script).flat(2).some((move) => "until" in move || "pause" in move);
}

function onlyAboutShape({ case: { clause, expect } }: CaseRecord): boolean {
  return clause === "layer.normalization" && (expect.turns ?? []).length > 0;
}

const IN_WORDS = {
  ok: "ok",
  agent_error: "agent_error",
  run_failed: "contract_failure or transport_failure",
} as const;

function judgeOutcome(record: CaseRecord, outcome: DriverOutcome): readonly Finding[] {
  const { expect } = record.case;
  if (outcome.class === undefined || expect.outcome.includes(outcome.class)) return [];
  const accepted = !expect.outcome.includes("ok") && outcome.class === "ok";
  const detail = outcome.detail === undefined ? "" : `, detail ${quote(outcome.detail)}`;
  return [finding(record, {
    code: accepted ? "accepted" : outcome.class === "run_failed" ? "refused" : "outcome",
    expected: `the outcome ${expect.outcome.map((one) => IN_WORDS[one]).join(" or ")}`,
    received: `${outcome.word}${detail}`,
    pointer: "/outcome",
  }, { requests: record.seen.map((_, index) => index), driver: true })];
}

function judgeDetail(record: CaseRecord, { detail }: DriverOutcome): readonly Finding[] {
  const missing = (record.case.expect.detail ?? []).filter((part) => !detail?.includes(part));
  if (missing.length === 0) return [];
  return [finding(record, {
    code: "detail",
    expected: `a detail that holds ${missing.map(quote).join(" and ")}`,
    received: quote(detail),
    pointer: "/detail",
  }, { driver: true })];
}

function noOutcome(record: CaseRecord, reason: string): Finding {
  return finding(record, {
    code: "no-outcome",
    expected: "one outcome line on the driver's standard output",
    received: reason,
    hint: "Catch whatever the driver throws, and print one outcome line in every case.",
  }, { requests: record.seen.map((_, index) => index), driver: true });
}

function falseDeclaration(record: CaseRecord): Finding {
  return finding(record, {
    code: "declaration-false",
    expected: "no request where the operation is unsupported",
    received: `unsupported, after ${sequenceText(record)}`,
    pointer: "/outcome",
    hint: "Answer unsupported before anything is sent, or report what came of it.",
  }, { requests: record.seen.map((_, index) => index), driver: true });
}

function because({ detail }: DriverOutcome): string {
  return detail === undefined ? "" : `: ${detail}`;
}

function broken(findings: readonly Finding[]): Judgement {
  const failed = findings.find(({ violation }) => violation.severity === "failed");
  const { violation } = failed ?? findings[0]!;
  const more = findings.length > 1 ? ` (and ${findings.length - 1} more)` : "";
  return {
    verdict: failed === undefined ? "warned" : "failed",
    message: `Expected ${violation.expected}; received ${violation.received}${more}`,
    findings,
  };
}

function plain(verdict: Verdict, message: string, record: CaseRecord): Judgement {
  const shows = verdict === "could_not_run" || verdict === "harness_error"
    ? [
      ...(record.run === undefined ? [] : [driverId(record)]),
      ...record.seen.map((_, index) => requestId(record, index)),
    ]
    : [];
  return { verdict, message, findings: [], shows };
}
