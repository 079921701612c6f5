/**
 * Reset, as far as bytes show it: the echo, and a second reset that is as good as the first.
 *
 * @module
 */
import type { Finding, Judgement } from "../../contract/result.ts";
import {
  type Check,
  couldNotRun,
  defineCheck,
  finding,
  fromFindings,
  harnessError,
  passed,
} from "../check.ts";
import {
  answered200,
  bodyOf,
  type Entry,
  envelopeOf,
  type Evidence,
  statusOf,
  wholeResponse,
} from "../evidence.ts";
import { MAX_LAG_MS } from "./deadline.ts";
import { distinct, nothingToJudge, outcomeWords, routeMissing } from "./shared.ts";

/** A reset of a fresh endpoint should be over in this time, ms. */
const CHEAP_MS = 1000;

function resets(evidence: Evidence): readonly Entry[] {
  return evidence.valid("reset").filter((e) => e.sent === "plain");
}

function judgeEcho(evidence: Evidence): Judgement {
  const entries = resets(evidence);
  const answered = entries.filter((e) => wholeResponse(e) !== undefined);
  if (answered.length === 0) return couldNotRun(nothingToJudge(evidence, "reset"));
  if (answered.every((e) => routeMissing(statusOf(e)!))) {
    return couldNotRun("POST /wt/reset is not served", answered.slice(0, 1));
  }
  const findings: Finding[] = [];
  for (const entry of answered) {
    if (answered200(entry)) {
      for (const v of envelopeOf(entry)) {
        findings.push(finding({ ...v, clause: "reset.echo" }, entry));
      }
    } else {
      findings.push(finding({
        clause: "reset.echo",
        code: "reset-status",
        severity: "failed",
        where: "status",
        pointer: "",
        expected: 'HTTP 200 with {"wt_inject": 1}',
        received: outcomeWords(entry),
        hint: "Wait until all state is gone, then answer 200 with the version echo.",
      }, entry));
    }
  }
  const mute = answered.find((e) => answered200(e) && bodyOf(e)?.ok !== true);
  if (findings.length === 0 && mute !== undefined) {
    return couldNotRun("A reset's 200 could not be read as JSON (see transport.json-utf8)", [mute]);
  }
  return fromFindings(
    distinct(findings),
    `${answered.length} resets were answered 200 with the echo`,
  );
}

function judgeIdempotent(evidence: Evidence): Judgement {
  const entries = evidence.of("reset").filter((e) => e.route === "reset" && e.sent === "plain");
  const [first, ...again] = entries.filter((e) => wholeResponse(e) !== undefined);
  if (first === undefined || again.length === 0) {
    const lost = entries.find((e) => wholeResponse(e) === undefined);
    return couldNotRun(
      evidence.stopped("reset") ??
        (lost === undefined
          ? "Two resets in a row were not sent"
          : `Two resets in a row were not both answered: ${lost.id} had ${outcomeWords(lost)}`),
      entries,
    );
  }
  if (!answered200(first)) {
    return couldNotRun(
      `The first reset was already answered with ${outcomeWords(first)}`,
      [first],
    );
  }
  const findings: Finding[] = again.filter((e) => !answered200(e)).map((e) =>
    finding(
      {
        clause: "reset.idempotent",
        code: "second-reset-status",
        severity: "failed",
        where: "status",
        pointer: "",
        expected: "a reset of an endpoint that was just reset to be a 200",
        received: outcomeWords(e),
        hint: "Treat stores that are already empty or gone as reset.",
      },
      first,
      e,
    )
  );
  if (findings.length > 0) return fromFindings(findings, "");
  const slow = again.filter((e) => e.exchange.times.endMs > CHEAP_MS);
  if (slow.length < again.length || again.length < 2) {
    return passed("A second reset in a row is a 200 as well", [again[0]!]);
  }
  if (slow.some((e) => (e.exchange.lagMs ?? 0) > MAX_LAG_MS)) {
    return harnessError(
      "Our own event loop stalled while slow resets ran, so the verdict on their time is void",
      slow,
    );
  }
  const worst = Math.min(...slow.map((e) => e.exchange.times.endMs));
  return fromFindings([finding({
    clause: "reset.idempotent",
    code: "reset-not-cheap",
    severity: "warned",
    where: "time",
    pointer: "",
    expected: "a reset of a fresh endpoint to be cheap: under a second",
    received: `${(worst / 1000).toFixed(2)} s or more, ${slow.length} times`,
    hint: "Skip stores that hold nothing; a bench resets before every run.",
  }, ...slow)], "");
}

/** The section's checks. */
export const resetChecks: readonly Check[] = [
  defineCheck({
    clause: "reset.echo",
    title: "a reset is answered 200 with the version echo",
    probes: ["reset"],
    judge: judgeEcho,
  }),
  defineCheck({
    clause: "reset.idempotent",
    title: "a reset of a fresh endpoint is a cheap 200",
    probes: ["reset"],
    judge: judgeIdempotent,
  }),
];
