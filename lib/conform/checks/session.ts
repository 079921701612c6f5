/**
 * Sessions: an id never seen before is a fresh session.
 *
 * @module
 */
import type { Judgement } from "../../contract/result.ts";
import { type Check, couldNotRun, defineCheck, finding, fromFindings, passed } from "../check.ts";
import { answered200, type Entry, type Evidence, statusOf, wholeResponse } from "../evidence.ts";
import { nothingToJudge, outcomeWords, routeMissing } from "./shared.ts";

/** True where a refusal is about the session: it says so, or a broken body is refused otherwise. */
function refusesSession(evidence: Evidence, entry: Entry): boolean {
  const response = wholeResponse(entry);
  if (response === undefined) return false;
  const control = evidence.of("first-turn", "route-control")[0];
  const controlStatus = control === undefined ? undefined : statusOf(control);
  if (routeMissing(response.status)) {
    return controlStatus !== undefined && !routeMissing(controlStatus);
  }
  const text = new TextDecoder().decode(response.body.subarray(0, 4096));
  return /session|conversation|thread|register/i.test(text);
}

function judgeFresh(evidence: Evidence): Judgement {
  const firsts = evidence.valid("inject").filter((e) =>
    e.role === "first" && statusOf(e) !== undefined
  );
  const first = firsts[0];
  if (first === undefined) return couldNotRun(nothingToJudge(evidence, "inject"));
  const refused = firsts.filter((e) => {
    const status = statusOf(e)!;
    return (status >= 400 && status < 500 || routeMissing(status)) && refusesSession(evidence, e);
  });
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
    }, worst)], "");
  }
  const odd = evidence.of("odd-sessions", "odd-first");
  const oddRefused = odd.filter((e) => statusOf(e) !== undefined && !answered200(e));
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
  const good = [...firsts, ...odd].filter(answered200);
  if (good.length === 0) {
    return couldNotRun(
      `No first turn was answered 200 (${
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
