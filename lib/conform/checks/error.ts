/**
 * Errors: an agent's failure is an answer, not a status code.
 *
 * @module
 */
import type { Judgement } from "../../contract/result.ts";
import { type Check, couldNotRun, defineCheck, finding, fromFindings } from "../check.ts";
import { answered200, type Entry, type Evidence, statusOf, wholeResponse } from "../evidence.ts";
import { judgeExpiry } from "./deadline.ts";
import { distinct, nothingToJudge, outcomeWords, routeMissing } from "./shared.ts";

/** A status that comes long before `timeout_s` is no expiry: it is the endpoint's answer to a valid turn. */
function failsAtOnce(entry: Entry): boolean {
  const status = statusOf(entry);
  return status !== undefined && status >= 500 && status !== 504 &&
    entry.exchange.times.endMs < (entry.timeoutS ?? 0) * 500;
}

/** Valid turns whose status is the endpoint's answer to the turn itself. */
function ordinary(evidence: Evidence): readonly Entry[] {
  // Where a turn was ever answered 200, the route is there, and a 404 is the answer to the turn.
  const served = evidence.valid("inject").some(answered200);
  return evidence.valid("inject").filter((e) =>
    (e.sent === "plain" || e.sent === "deadline" && failsAtOnce(e)) &&
    wholeResponse(e) !== undefined && (served || !routeMissing(statusOf(e)!))
  );
}

function judgeStatus(evidence: Evidence): Judgement {
  const entries = ordinary(evidence);
  if (entries.length === 0) return couldNotRun(nothingToJudge(evidence, "inject"));
  const findings = entries.filter((e) => !answered200(e)).map((entry) =>
    finding({
      clause: "error.agent-level",
      code: "turn-status",
      severity: "failed",
      where: "status",
      pointer: "",
      expected: "a valid turn to be answered with HTTP 200, also where the agent fails",
      received: `${outcomeWords(entry)} (${entry.purpose})`,
      hint:
        "Answer 200 with wt_inject, the tool_calls seen so far and a non-empty error; keep other statuses for requests that break the contract.",
    }, entry)
  );
  return fromFindings(
    distinct(findings),
    `${entries.length} valid turns were answered with HTTP 200`,
  );
}

/** The section's checks. */
export const errorChecks: readonly Check[] = [
  defineCheck({
    clause: "error.agent-level",
    id: "error.turn-status",
    kind: "wire",
    title: "a valid turn is answered with HTTP 200",
    probes: ["first-turn", "memory", "tools", "agent-error", "deadline"],
    judge: judgeStatus,
  }),
  defineCheck({
    clause: "error.own-deadline",
    title: "an expiry is answered with HTTP 200, the envelope and an error",
    // What ordinary turns get says what comes of a deadline.
    probes: ["first-turn", "deadline"],
    judge: (evidence) => judgeExpiry(evidence, "error.own-deadline"),
  }),
];
