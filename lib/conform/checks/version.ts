/**
 * Versioning: the echo, unknown fields, and a version that the endpoint doesn't speak.
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
  member,
  replyOf,
  statusOf,
  wholeResponse,
} from "../evidence.ts";
import { judgeEnvelope, outcomeWords, routeMissing } from "./shared.ts";

const HINT_UNKNOWN =
  "Ignore fields that you don't know: version 1 may add some, and an older endpoint must go on working.";

function judgeUnknownFields(evidence: Evidence): Judgement {
  const findings: Finding[] = [];
  let judged = 0;
  for (const route of ["inject", "reset", "surface"] as const) {
    const asked = evidence.of("unknown-fields", route);
    const extra = asked[0];
    const plain = evidence.valid(route).filter((e) => e.sent === "plain");
    // Without a plain request that was answered 200 nothing can be laid at the extra fields' door.
    const control = plain.find(answered200);
    if (control === undefined || extra === undefined || isOurs(extra)) continue;
    judged++;
    if (!answered200(extra)) {
      findings.push(finding(
        {
          clause: "version.unknown-fields",
          code: "unknown-field-refused",
          severity: "failed",
          where: "status",
          pointer: "",
          expected: "a request with unknown fields to be answered as one without: HTTP 200",
          received: outcomeWords(extra),
          hint: HINT_UNKNOWN,
        },
        control,
        extra,
      ));
    } else if (route === "inject" && blamesFields(asked, plain)) {
      findings.push(finding(
        {
          clause: "version.unknown-fields",
          code: "unknown-field-error",
          severity: "failed",
          where: "body",
          pointer: "/error",
          expected: "unknown fields to be ignored",
          received: `an error on each of ${asked.length} turns with them, and on none without`,
          hint: HINT_UNKNOWN,
        },
        control,
        ...asked,
      ));
    }
  }
  if (judged === 0) {
    return couldNotRun(
      evidence.stopped("unknown-fields") ??
        "No request without unknown fields was answered 200, so those with them say nothing",
    );
  }
  return fromFindings(findings, `Unknown fields were ignored on ${judged} routes`);
}

/** A fault that came of our own deadline or an interrupt says nothing about the fields. */
function isOurs(entry: Entry): boolean {
  const kind = entry.exchange.fault?.kind;
  return kind === "timeout" || kind === "aborted";
}

/** An agent may fail by chance; the fields are to blame when it fails with them twice and never without. */
function blamesFields(asked: readonly Entry[], plain: readonly Entry[]): boolean {
  const ordinary = plain.filter((e) => e.role === "first" || e.role === "second");
  return asked.length > 1 && asked.every((e) => errorOf(e) !== undefined) &&
    ordinary.length > 1 && ordinary.every((e) => answered200(e) && errorOf(e) === undefined);
}

function judgeUnspoken(evidence: Evidence): Judgement {
  const entries = evidence.of("unspoken-version");
  const answered = entries.filter((e) => wholeResponse(e) !== undefined);
  if (answered.length === 0) {
    return couldNotRun(
      evidence.stopped("unspoken-version") ??
        (entries[0] === undefined ? "The request was not sent" : outcomeWords(entries[0])),
    );
  }
  if (answered.every((e) => routeMissing(statusOf(e)!))) {
    return couldNotRun("The routes are not served");
  }
  const findings: Finding[] = [];
  for (const entry of answered) {
    const asked = entry.role === "reset" ? "reset" : "turn";
    const agrees = answered200(entry) && member(entry, "wt_inject") === 2 &&
      errorOf(entry) === undefined &&
      (asked === "reset" || (replyOf(entry) ?? "") !== "");
    if (!agrees) continue;
    findings.push(finding({
      clause: "version.unspoken",
      code: "unspoken-version-echoed",
      severity: "warned",
      where: "body",
      pointer: "/wt_inject",
      expected:
        "a version that the endpoint doesn't speak to be refused, or answered with its own version",
      received: `wt_inject: 2, echoed beside ${asked === "reset" ? "a reset's 200" : "a reply"}`,
      hint:
        "Answer with the version that you speak, not with the one that was sent: the echo is how a driver catches a stale server.",
    }, entry));
  }
  return fromFindings(findings, "A version that doesn't exist isn't agreed to");
}

/** The section's checks. */
export const versionChecks: readonly Check[] = [
  defineCheck({
    clause: "version.echo",
    title: "every 200 carries wt_inject, an integer equal to the request's",
    probes: ["reset", "first-turn", "surface"],
    judge: (evidence) =>
      judgeEnvelope(
        evidence,
        "version.echo",
        ["inject", "reset", "surface"],
        (n) => `${n} answers carry wt_inject: 1`,
      ),
  }),
  defineCheck({
    clause: "version.unknown-fields",
    title: "fields that version 1 doesn't know are ignored",
    probes: ["reset", "first-turn", "surface", "unknown-fields"],
    judge: judgeUnknownFields,
  }),
  defineCheck({
    clause: "version.unspoken",
    title: "a version that the endpoint doesn't speak is not agreed to",
    probes: ["unspoken-version"],
    judge: judgeUnspoken,
  }),
];
