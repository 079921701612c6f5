/**
 * What conformance asks beyond single clauses, as far as resets go: the canary, and two scenarios back to
 * back.
 *
 * @module
 */
import type { Judgement } from "../../contract/result.ts";
import { type Check, couldNotRun, defineCheck, fromFindings, passed } from "../check.ts";
import { answered200, type Evidence } from "../evidence.ts";
import { flowOf, leaksIn, playing, recalls } from "./flow.ts";
import { leakJudgement, survivors, told, unasked, wiped } from "./leaks.ts";
import { judgeStores } from "./stores.ts";

function judgeCanary(evidence: Evidence): Judgement {
  const flow = flowOf(evidence);
  const leak = survivors(evidence)[0];
  if (leak !== undefined) {
    return leakJudgement(
      "conformance.canary",
      "leak-proven",
      leak,
      "no answer after a reset to hold a nonce from before it",
      "Find the store that the answer came from, and destroy it in the reset before its 200.",
      flow.after.slice(0, 1),
    );
  }
  const stores = judgeStores(evidence, "conformance.canary");
  if (stores.state === "leak") return fromFindings([stores.finding], "");
  if (stores.state === "powerless") return couldNotRun(`inconclusive: ${stores.reason}`);
  const none = unasked(evidence, flow, "after-told", "after-recall");
  if (none === undefined) {
    return passed("no leak observed (not proof of isolation)", flow.entries);
  }
  return none.verdict === "could_not_run"
    ? { ...none, message: `inconclusive: ${none.message}` }
    : none;
}

function judgeBackToBack(evidence: Evidence): Judgement {
  const flow = flowOf(evidence);
  const session = playing(flow, "seed-b")?.session ?? playing(flow, "after-told")?.session;
  const second = flow.after.filter((e) => e.session !== undefined && e.session === session);
  const reset = playing(flow, "reset");
  const isWiped = reset !== undefined && answered200(reset);
  const leak = isWiped ? leaksIn(second, wiped(flow))[0] : undefined;
  if (leak !== undefined) {
    return leakJudgement(
      "conformance.back-to-back",
      "scenario-contaminated",
      leak,
      "a scenario to know nothing of the one before it",
      "A new session after a reset must start from nothing: look for state that isn't keyed by session_id.",
    );
  }
  const none = unasked(evidence, flow, "after-told", "after-recall");
  if (none !== undefined) return none;
  const own = playing(flow, "recall-b");
  if (!recalls(flow, own, "seed-b")) {
    return couldNotRun(
      "The second scenario's session did not recall its own nonce, so it was no stateful scenario",
      own === undefined ? [] : [own],
    );
  }
  return passed(
    "Two stateful scenarios in a row each knew their own nonce alone (no leak observed)",
    [
      flow.control!,
      own!,
    ],
  );
}

/** The section's checks on resets. */
export const conformanceChecks: readonly Check[] = [
  defineCheck({
    clause: "conformance.canary",
    title: "the reset canary: no nonce comes back after a reset",
    probes: ["memory", "reset-rounds"],
    judge: told(judgeCanary),
  }),
  defineCheck({
    clause: "conformance.back-to-back",
    title: "two stateful scenarios in a row stay isolated",
    probes: ["memory", "reset-rounds"],
    judge: told(judgeBackToBack),
  }),
];
