/**
 * Tool calls that the profile says this agent makes: listed, complete, in order, and kept when the turn
 * fails.
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
import { answered200, type Entry, errorOf, type Evidence, readable } from "../evidence.ts";
import { mustCall } from "../../scenario/trajectory.ts";
import { calledNames, inOrder } from "../probes/prompted.ts";
import { nothingToJudge, outcomeWords } from "./shared.ts";

/** Sessions that are asked before an absence is a verdict. */
const SESSIONS = 3;

/** True where every expected name is listed, each as often as it is expected; in any order. */
function complete(expected: readonly string[], called: readonly string[]): boolean {
  const left = [...called];
  return expected.every((name) => {
    const at = left.indexOf(name);
    if (at === -1) return false;
    left.splice(at, 1);
    return true;
  });
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, 8).map((name) => name.slice(0, 60)).join(", ");
  return names.length === 0 ? "no call" : names.length > 8 ? `${shown}, …` : shown;
}

interface Asked {
  readonly expected: readonly string[];
  readonly turns: readonly Entry[];
}

/** The tool turns, or why there are none to judge. */
function toolTurns(evidence: Evidence): Asked | Judgement {
  const { profile, declarations } = evidence.settings;
  if (declarations.includes("no-tools")) return notApplicable("Declared: no-tools");
  const { tool_prompt: prompt, expect_tools: expected = [] } = profile;
  if (prompt === undefined || expected.length === 0) {
    return couldNotRun(
      "Nothing says what makes this agent call tools. Give --tool-prompt with --expect-tools a,b (bare names, in order), or declare no-tools",
    );
  }
  const turns = evidence.of("tools").filter((e) => readable(e) && errorOf(e) === undefined);
  if (turns.length > 0) return { expected, turns };
  const first = evidence.of("tools")[0];
  if (first === undefined) {
    return couldNotRun(evidence.stopped("tools") ?? nothingToJudge(evidence, "inject"));
  }
  const error = errorOf(first);
  return couldNotRun(
    `The turn that should call tools ended with ${
      error !== undefined
        ? "an agent-level error"
        : answered200(first)
        ? "a body that is no JSON object"
        : outcomeWords(first)
    }`,
    [first],
  );
}

function isJudgement(value: Asked | Judgement): value is Judgement {
  return "verdict" in value;
}

/** An absence counts only after three sessions that were answered. */
function tooFew(turns: readonly Entry[]): Judgement | undefined {
  return turns.length >= SESSIONS ? undefined : couldNotRun(
    `The expected calls were not listed in ${turns.length} answered session${
      turns.length === 1 ? "" : "s"
    }; ${SESSIONS} are needed for a verdict`,
    turns,
  );
}

function judgeMustCall(evidence: Evidence): Judgement {
  const calling = evidence.entries.find((e) => e.sent !== "invalid" && calledNames(e).length > 0);
  if (evidence.settings.declarations.includes("no-tools") && calling !== undefined) {
    return fromFindings([finding({
      clause: "conformance.must-call",
      code: "declaration-false",
      severity: "failed",
      where: "body",
      pointer: "/tool_calls",
      expected: "no tool call, as no-tools declares",
      received: `calls: ${listed(calledNames(calling))}`,
      hint: "Take the declaration no-tools back: this agent calls tools.",
    }, calling)], "");
  }
  const asked = toolTurns(evidence);
  if (isJudgement(asked)) return asked;
  const { expected, turns } = asked;
  const good = turns.find((e) => mustCall(calledNames(e), expected, false).passed);
  if (good !== undefined) return passed(`Called and listed: ${listed(expected)}`, [good]);
  return tooFew(turns) ?? fromFindings([finding({
    clause: "conformance.must-call",
    code: "must-call-missed",
    severity: "failed",
    where: "body",
    pointer: "/tool_calls",
    expected: `calls of ${listed(expected)} on the profile's tool_prompt`,
    received:
      `the agent did not call it, or the endpoint did not list it, in ${turns.length} sessions; listed last: ${
        listed(calledNames(turns.at(-1)!))
      }`,
    hint:
      "List every tool call of the turn by its bare name; if the agent is to blame, give a tool_prompt that always makes it call.",
  }, ...turns.slice(0, SESSIONS))], "");
}

function judgeComplete(evidence: Evidence): Judgement {
  const asked = toolTurns(evidence);
  if (isJudgement(asked)) return asked;
  const { expected, turns } = asked;
  const good = turns.find((e) => complete(expected, calledNames(e)));
  if (good !== undefined) {
    return passed(`Every expected call is listed: ${listed(expected)}`, [good]);
  }
  const partial = turns.filter((e) => calledNames(e).some((name) => expected.includes(name)));
  if (partial.length < turns.length) {
    return couldNotRun(
      "In some sessions none of the expected calls was listed, so nothing says that the list is cut (see conformance.must-call)",
      turns,
    );
  }
  return tooFew(turns) ?? fromFindings([finding({
    clause: "response.tool-calls-complete",
    code: "calls-incomplete",
    severity: "failed",
    where: "body",
    pointer: "/tool_calls",
    expected: `every intermediate call: ${listed(expected)}`,
    received: `${listed(calledNames(turns.at(-1)!))}, in each of ${turns.length} sessions`,
    hint: "Collect calls over all steps of the turn's loop, not only from its last step.",
  }, ...turns.slice(0, SESSIONS))], "");
}

function judgeOrder(evidence: Evidence): Judgement {
  const asked = toolTurns(evidence);
  if (isJudgement(asked)) return asked;
  const { expected, turns } = asked;
  if (new Set(expected).size < 2) {
    return notApplicable(
      `The profile names one tool only (${
        listed(expected)
      }): with one, no order can be wrong. --expect-tools a,b judges it`,
    );
  }
  const good = turns.find((e) => inOrder(expected, calledNames(e)));
  if (good !== undefined) return passed(`Listed in invocation order: ${listed(expected)}`, [good]);
  const wrong = turns.filter((e) => complete(expected, calledNames(e)));
  if (wrong.length === 0) {
    return couldNotRun("No session listed all expected calls (see conformance.must-call)", turns);
  }
  return tooFew(wrong) ?? fromFindings([finding({
    clause: "response.tool-calls-order",
    code: "calls-out-of-order",
    severity: "failed",
    where: "body",
    pointer: "/tool_calls",
    expected: `calls in invocation order: ${listed(expected)}`,
    received: `${listed(calledNames(wrong.at(-1)!))}, in each of ${wrong.length} sessions`,
    hint: "Append each call as it is made, and send the list as it grew.",
  }, ...wrong.slice(0, SESSIONS))], "");
}

/** Checks on what the profile's tool prompt provokes. */
export const toolChecks: readonly Check[] = [
  defineCheck({
    clause: "response.tool-calls-order",
    title: "entries stand in invocation order",
    probes: ["tools"],
    judge: judgeOrder,
  }),
  defineCheck({
    clause: "response.tool-calls-complete",
    title: "every intermediate call is listed, not only the last",
    probes: ["tools"],
    judge: judgeComplete,
  }),
  defineCheck({
    clause: "conformance.must-call",
    title: "a must_call scenario passes",
    probes: ["first-turn", "memory", "tools"],
    judge: judgeMustCall,
  }),
];
