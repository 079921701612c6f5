/**
 * Requests: broken ones are refused, and `timeout_s` is kept.
 *
 * @module
 */
import type { Finding, Judgement } from "../../contract/result.ts";
import { type Check, couldNotRun, defineCheck, finding, fromFindings } from "../check.ts";
import {
  answered200,
  type Entry,
  errorOf,
  type Evidence,
  replyOf,
  statusOf,
  wholeResponse,
} from "../evidence.ts";
import { judgeExpiry } from "./deadline.ts";
import { nothingToJudge, outcomeWords, routeMissing } from "./shared.ts";

/** True where an answer is what the clause lets pass: anything but 200, or an `error`. */
function refused(entry: Entry): boolean {
  const response = wholeResponse(entry);
  return response !== undefined && (response.status !== 200 || errorOf(entry) !== undefined);
}

function judgeRefused(evidence: Evidence): Judgement {
  const entries = evidence.of("broken-requests").filter((e) => e.sent === "invalid");
  const answered = entries.filter((e) => wholeResponse(e) !== undefined);
  if (entries.length === 0 || answered.length === 0 && entries.every((e) => !dropped(e))) {
    return couldNotRun(evidence.stopped("broken-requests") ?? nothingToJudge(evidence, "inject"));
  }
  if (answered.length > 0 && answered.every((e) => routeMissing(statusOf(e)!))) {
    return couldNotRun("POST /wt/inject is not served", answered.slice(0, 1));
  }
  const findings: Finding[] = [];
  for (const entry of entries) {
    if (dropped(entry)) {
      findings.push(finding({
        clause: "request.refused",
        code: "broken-request-dropped",
        severity: "warned",
        where: "connection",
        pointer: "",
        expected:
          `${entry.purpose} to get an answer: a status other than 200, or an error envelope`,
        received: outcomeWords(entry),
        hint: "Answer 400 with the envelope and an error that names the field; don't let it crash.",
      }, entry));
    } else if (answered200(entry) && !refused(entry)) {
      const reply = replyOf(entry);
      findings.push(finding({
        clause: "request.refused",
        code: "broken-request-answered",
        severity: "warned",
        where: "body",
        pointer: reply === undefined ? "" : "/reply",
        expected: `${entry.purpose} to get a status other than 200, or an error envelope`,
        received: reply === undefined ? "HTTP 200 without an error" : "HTTP 200 with a reply",
        hint: "Validate the request before the agent sees it, and answer 400 naming the field.",
      }, entry));
    }
  }
  const stopped = evidence.stopped("broken-requests");
  if (findings.length === 0 && stopped !== undefined) {
    return couldNotRun(stopped, entries.slice(-1));
  }
  return fromFindings(findings, `${entries.length} broken requests were refused`);
}

function dropped(entry: Entry): boolean {
  const kind = entry.exchange.fault?.kind;
  return kind === "no-response" || kind === "reset" || kind === "cut-head" || kind === "bad-head" ||
    kind === "cut-body";
}

/** The section's checks. */
export const requestChecks: readonly Check[] = [
  defineCheck({
    clause: "request.refused",
    title: "a request that isn't JSON, or lacks a field, gets no reply",
    probes: ["broken-requests"],
    judge: judgeRefused,
  }),
  defineCheck({
    clause: "request.timeout",
    title: "an answer has come by timeout_s and the grace",
    probes: ["first-turn", "deadline"],
    judge: (evidence) => judgeExpiry(evidence, "request.timeout"),
  }),
];
