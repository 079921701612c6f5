/**
 * Versioning: the echo, unknown fields, and a version that the endpoint doesn't speak.
 *
 * @module
 */
import type { Finding, Judgement } from "../../contract/result.ts";
import type { FaultKind } from "../../wire/exchange.ts";
import { type Check, couldNotRun, defineCheck, finding, fromFindings } from "../check.ts";
import {
  answered200,
  type Entry,
  envelopeOf,
  errorOf,
  type Evidence,
  member,
  replyOf,
  type Route,
  statusOf,
  wholeResponse,
} from "../evidence.ts";
import {
  judgeEnvelope,
  ordinaryTurns,
  OTHER_REASONS,
  outcomeWords,
  routeMissing,
} from "./shared.ts";

const HINT_UNKNOWN =
  "Ignore fields that you don't know: version 1 may add some, and an older endpoint must go on working.";

/** Plain requests that are like the one with extra fields in everything else. */
function controlsOf(evidence: Evidence, route: Route): readonly Entry[] {
  switch (route) {
    case "inject":
      return ordinaryTurns(evidence);
    case "reset":
      // A reset right after a reset, and one after a turn: the extra one is both.
      return [...evidence.of("reset"), ...evidence.of("unknown-fields", "control")].filter((e) =>
        e.route === "reset" && e.sent === "plain"
      );
    case "surface":
      return evidence.of("surface").filter((e) => e.route === "surface");
  }
}

function sound(entry: Entry): boolean {
  return answered200(entry) && !envelopeOf(entry).some((v) => v.severity === "failed");
}

/** Faults by which an endpoint can answer to a request that it has read. */
const ITS_OWN: readonly FaultKind[] = [
  "no-response",
  "reset",
  "cut-head",
  "bad-head",
  "cut-body",
  "bad-chunk",
  "trailing-bytes",
];

/** True where what came of a request can be about its fields. */
function heard(entry: Entry): boolean {
  const { fault } = entry.exchange;
  const status = statusOf(entry);
  return (fault === undefined || ITS_OWN.includes(fault.kind) && fault.phase !== "connect") &&
    (status === undefined || !OTHER_REASONS.includes(status));
}

const fails = (entry: Entry) => errorOf(entry) !== undefined;

/** Refused once, or failed once, may be chance; and an endpoint that crashes anyway does so here too. */
function byChance(evidence: Evidence, route: Route, asked: readonly Entry[]): boolean {
  if (asked.length > 1) {
    const crashes = (e: Entry) => (statusOf(e) ?? 0) >= 500;
    return asked.every(crashes) &&
      evidence.valid(route).some((e) => e.sent === "plain" && e.role !== "error" && crashes(e));
  }
  return asked.every((e) => !answered200(e) || route === "inject" && fails(e));
}

/** What the extra fields changed; undefined where nothing, or where nothing can be laid at their door. */
function blame(
  route: Route,
  asked: readonly Entry[],
  controls: readonly Entry[],
): Finding | undefined {
  const extra = asked.find(answered200) ?? asked[0]!;
  const control = controls.at(-1)!;
  const say = (code: string, where: "status" | "body", pointer: string, received: string) =>
    finding(
      {
        clause: "version.unknown-fields",
        code,
        severity: "failed",
        where,
        pointer,
        expected: "a request with unknown fields to be answered as one without",
        received,
        hint: HINT_UNKNOWN,
      },
      control,
      ...asked,
    );
  if (!answered200(extra)) return say("unknown-field-refused", "status", "", outcomeWords(extra));
  const broken = envelopeOf(extra).find((v) => v.severity === "failed");
  if (broken !== undefined && controls.every(sound)) {
    return say(
      "unknown-field-breaks",
      "body",
      broken.pointer,
      `${broken.received}, and only with unknown fields`,
    );
  }
  // An agent may fail by chance: the fields are to blame where it fails with them twice, never without.
  if (route === "inject" && asked.length > 1 && asked.every(fails) && !controls.some(fails)) {
    return say(
      "unknown-field-error",
      "body",
      "/error",
      `an error on each of ${asked.length} turns with them, and on none without`,
    );
  }
  return undefined;
}

function judgeUnknownFields(evidence: Evidence): Judgement {
  const findings: Finding[] = [];
  const judged: Route[] = [];
  for (const route of ["inject", "reset", "surface"] as const) {
    const asked = evidence.of("unknown-fields", route).filter(heard);
    const controls = controlsOf(evidence, route);
    if (asked.length === 0 || controls.length === 0 || !controls.every(answered200)) continue;
    if (byChance(evidence, route, asked)) continue;
    judged.push(route);
    const found = blame(route, asked, controls);
    if (found !== undefined) findings.push(found);
  }
  if (findings.length === 0 && !judged.includes("inject")) {
    return couldNotRun(
      evidence.stopped("unknown-fields") ??
        "Turns without unknown fields were not all answered 200, or one with them ended in a way that isn't about fields or could not be seen twice: nothing can be said",
    );
  }
  return fromFindings(findings, `Unknown fields were ignored on ${judged.join(", ")}`);
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
