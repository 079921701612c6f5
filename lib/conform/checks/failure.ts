/**
 * The agent's own failures, provoked by the profile's error prompt.
 *
 * @module
 */
import type { Judgement } from "../../contract/result.ts";
import {
  type Check,
  couldNotRun,
  defineCheck,
  finding,
  fromFindings,
  notApplicable,
  passed,
} from "../check.ts";
import {
  answered200,
  type Entry,
  errorOf,
  type Evidence,
  statusOf,
  wholeResponse,
} from "../evidence.ts";
import { calledNames, inOrder } from "../probes/prompted.ts";
import { brokenError, distinct, nothingToJudge, ordinaryTurns, outcomeWords } from "./shared.ts";

/** As must-call: an absence counts only after so many sessions. */
const SESSIONS = 3;

/** Statuses that are about who asks, and how often: no agent was asked, so none failed. */
const UNASKED: readonly (number | undefined)[] = [401, 403, 407, 429];

function failing(evidence: Evidence): readonly Entry[] {
  return evidence.entries.filter((e) => e.role === "error");
}

/** Why no failure can be judged; undefined where one was provoked. */
function unprovoked(evidence: Evidence): Judgement | undefined {
  const { profile, declarations } = evidence.settings;
  const entries = failing(evidence);
  if (declarations.includes("no-error-on-demand")) {
    return notApplicable("Declared: no-error-on-demand");
  }
  if (profile.error_prompt === undefined) {
    return couldNotRun(
      "Nothing says what makes this agent fail. Give --error-prompt, or declare no-error-on-demand",
    );
  }
  if (entries.some((e) => wholeResponse(e) !== undefined)) return undefined;
  const reason = evidence.stopped("agent-error") ?? evidence.stopped("memory");
  return couldNotRun(
    reason ??
      (entries[0] === undefined ? nothingToJudge(evidence, "inject") : outcomeWords(entries[0])),
  );
}

function judgeAgentLevel(evidence: Evidence): Judgement {
  const entries = failing(evidence);
  const failed = entries.find((e) => answered200(e) && errorOf(e) !== undefined);
  if (evidence.settings.declarations.includes("no-error-on-demand") && failed !== undefined) {
    return fromFindings([finding({
      clause: "error.agent-level",
      code: "declaration-false",
      severity: "failed",
      where: "body",
      pointer: "/error",
      expected: "no error on demand, as no-error-on-demand declares",
      received: "an error on the profile's error_prompt",
      hint: "Take the declaration no-error-on-demand back, or error_prompt out of the profile.",
    }, failed)], "");
  }
  const none = unprovoked(evidence);
  if (none !== undefined) return none;
  const whole = entries.filter((e) => wholeResponse(e) !== undefined);
  const unasked = whole.filter((e) => UNASKED.includes(statusOf(e)));
  const refused = whole.filter((e) => !answered200(e) && !unasked.includes(e));
  const worst = refused[0];
  if (worst !== undefined) {
    // Where every turn gets such a status, the prompt provoked nothing: error.turn-status has that.
    if (!ordinaryTurns(evidence).every(answered200)) {
      return couldNotRun(
        `The error_prompt got ${outcomeWords(worst)}, as ordinary turns do: it provoked nothing`,
        [worst],
      );
    }
    return fromFindings([finding({
      clause: "error.agent-level",
      code: "failure-status",
      severity: "failed",
      where: "status",
      pointer: "",
      expected: "an agent's failure to be HTTP 200 with the full envelope and error",
      received: `${outcomeWords(worst)} on the profile's error_prompt`,
      hint:
        "Catch what the agent throws, and answer 200 with wt_inject, the tool_calls seen so far and a non-empty error.",
    }, ...refused)], "");
  }
  const partial = entries.filter(answered200).flatMap((entry) =>
    brokenError(entry).map((violation) =>
      finding({ ...violation, clause: "error.agent-level" }, entry)
    )
  );
  if (partial.length > 0) return fromFindings(distinct(partial), "");
  if (failed !== undefined) {
    return passed("The agent's failure was HTTP 200 with the full envelope and an error", [failed]);
  }
  if (unasked.length === whole.length) {
    return couldNotRun(`The error_prompt had ${outcomeWords(unasked[0]!)}`, unasked);
  }
  return couldNotRun(
    `The error_prompt provoked no failure in ${entries.length} turn${
      entries.length === 1 ? "" : "s"
    }: the answer has no error`,
    entries,
  );
}

function judgeWitnessed(evidence: Evidence): Judgement {
  const none = unprovoked(evidence);
  if (none !== undefined) return none;
  if (evidence.settings.declarations.includes("no-tools")) {
    return notApplicable("Declared: no-tools, so a failure has no calls to list");
  }
  const { error_tools: expected = [] } = evidence.settings.profile;
  if (expected.length === 0) {
    return couldNotRun(
      "Nothing says which tools the agent calls before it fails. Give --error-tools a,b with an --error-prompt that calls them first",
    );
  }
  const failed = failing(evidence).filter((e) => answered200(e) && errorOf(e) !== undefined);
  const good = failed.find((e) => inOrder(expected, calledNames(e)));
  if (good !== undefined) {
    return passed(`A failed turn lists the calls made before it: ${expected.join(", ")}`, [good]);
  }
  if (failed.length < SESSIONS) {
    return couldNotRun(
      "The failed turn doesn't list the expected calls; whether that is always so could not be asked three times",
      failed,
    );
  }
  return fromFindings([finding({
    clause: "error.witnessed-calls",
    code: "witnessed-calls-lost",
    severity: "failed",
    where: "body",
    pointer: "/tool_calls",
    expected: `the calls made before the failure: ${expected.join(", ")}`,
    received: `${
      calledNames(failed.at(-1)!).join(", ").slice(0, 200) || "no call"
    }, in each of ${failed.length} failed turns`,
    hint:
      "Keep the calls of a turn outside of what the failure unwinds, and send them with the error.",
  }, ...failed)], "");
}

/** Checks on what the profile's error prompt provokes. */
export const failureChecks: readonly Check[] = [
  defineCheck({
    clause: "error.agent-level",
    title: "an agent's failure is HTTP 200 with the envelope and an error",
    probes: ["first-turn", "memory", "agent-error"],
    judge: judgeAgentLevel,
  }),
  defineCheck({
    clause: "error.witnessed-calls",
    title: "a failed turn lists the calls made before it failed",
    probes: ["first-turn", "memory", "agent-error"],
    judge: judgeWitnessed,
  }),
];
