/**
 * Sessions: an id never seen before is a fresh session.
 *
 * @module
 */
import type { Judgement } from "../../contract/result.ts";
import { type Check, couldNotRun, defineCheck, finding, fromFindings, passed } from "../check.ts";
import {
  answered200,
  type Entry,
  type Evidence,
  readable,
  statusOf,
  wholeResponse,
} from "../evidence.ts";
import {
  nothingToJudge,
  ordinaryTurns,
  OTHER_REASONS,
  outcomeWords,
  routeMissing,
} from "./shared.ts";

/** Words that say that a session is what is missing; "expired" or "log in" are another matter. */
const UNKNOWN =
  /\b(?:unknown|unrecogni[sz]ed|no such|unregistered|missing|invalid)\b[^"'{}[\],:;.!?]{0,30}\b(?:session|conversation)|\b(?:session|conversation)(?:_?id)?\b[^"{}[\],:;.!?]{0,40}\b(?:unknown|not found|not registered|unregistered|does ?n[o']t exist|must be (?:created|registered|opened))/i;

/** The first valid turn of each session, in the order in which they were sent. */
function firstTurns(evidence: Evidence): readonly Entry[] {
  const seen = new Set<string>();
  return evidence.valid("inject").filter((entry) => {
    const { session } = entry;
    if (session === undefined || seen.has(session)) return false;
    seen.add(session);
    return entry.sent === "plain" && statusOf(entry) !== undefined &&
      entry.probe !== "odd-sessions";
  });
}

/** True where a refusal says that it is about the session. */
function refusesSession(evidence: Evidence, entry: Entry): boolean {
  const response = wholeResponse(entry);
  if (response === undefined || OTHER_REASONS.includes(response.status)) return false;
  if (routeMissing(response.status)) {
    const control = evidence.of("first-turn", "route-control")[0];
    const controlStatus = control === undefined ? undefined : statusOf(control);
    return controlStatus !== undefined && !routeMissing(controlStatus);
  }
  if (response.status < 400 || response.status >= 500) return false;
  return UNKNOWN.test(new TextDecoder().decode(response.body.subarray(0, 4096)));
}

/** A known session goes on being served, and every session after the first is refused alike. */
function servesFirstAlone(evidence: Evidence, firsts: readonly Entry[]): boolean {
  const [first, ...later] = firsts;
  const status = later[0] === undefined ? undefined : statusOf(later[0]);
  const known = ordinaryTurns(evidence);
  return first !== undefined && later.length >= 2 && status !== undefined &&
    status >= 400 && status < 500 && !OTHER_REASONS.includes(status) &&
    later.every((e) => statusOf(e) === status) &&
    known.length >= 2 && known.every(answered200);
}

/** Refused, and nothing but the id can be why: others are served, and none of them crashes. */
function refusesOddId(entry: Entry, others: readonly Entry[]): boolean {
  const status = wholeResponse(entry)?.status;
  const crashes = others.some((e) => statusOf(e)! >= 500);
  return status !== undefined && status !== 200 && !OTHER_REASONS.includes(status) &&
    !(status >= 500 && crashes);
}

function judgeFresh(evidence: Evidence): Judgement {
  const firsts = firstTurns(evidence);
  const first = firsts[0];
  if (first === undefined) return couldNotRun(nothingToJudge(evidence, "inject"));
  const refused = servesFirstAlone(evidence, firsts)
    ? firsts.slice(1)
    : firsts.filter((e) => refusesSession(evidence, e));
  const worst = refused[0];
  if (worst !== undefined) {
    return fromFindings([finding({
      clause: "session.unknown-is-fresh",
      code: "unknown-session-refused",
      severity: "failed",
      where: "status",
      pointer: "",
      expected: "a session_id that was never seen to be treated as a fresh session",
      received: outcomeWords(worst),
      hint: "Create the session on its first inject; there is no registration in this contract.",
    }, ...refused.slice(0, 3))], "");
  }
  const odd = evidence.of("odd-sessions", "odd-first");
  const oddRefused = odd.filter((e) => refusesOddId(e, firsts));
  const control = firsts.find(answered200);
  if (control !== undefined && oddRefused.length > 0) {
    return fromFindings(
      oddRefused.slice(0, 3).map((entry) =>
        finding(
          {
            clause: "session.unknown-is-fresh",
            code: "odd-session-refused",
            severity: "failed",
            where: "status",
            pointer: "",
            expected: "any string to do as a session_id: it is opaque",
            received: `${outcomeWords(entry)} to ${entry.purpose}`,
            hint:
              "Key sessions by the string as it came: don't parse it, don't bound it, don't use it as a path.",
          },
          control,
          entry,
        )
      ),
      "",
    );
  }
  const good = [...firsts, ...odd].filter(readable);
  if (good.length === 0) {
    return couldNotRun(
      `No first turn was answered with a 200 that can be read (${
        outcomeWords(first)
      }), and nothing says that the session was the reason`,
      [first],
    );
  }
  return passed(`${good.length} sessions never seen before were served without registration`);
}

/** The section's checks. */
export const sessionChecks: readonly Check[] = [
  defineCheck({
    clause: "session.unknown-is-fresh",
    title: "an unknown session_id is a fresh session",
    probes: ["first-turn", "odd-sessions"],
    judge: judgeFresh,
  }),
];
