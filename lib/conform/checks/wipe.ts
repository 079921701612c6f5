/**
 * What a reset leaves behind: totality, synchrony, no scope; the canary; two scenarios back to back.
 * Every failure is a nonce where it must not be.
 *
 * @module
 */
import type { Judgement } from "../../contract/result.ts";
import { type Check, couldNotRun, defineCheck, finding, fromFindings, passed } from "../check.ts";
import { answered200, type Entry, type Evidence } from "../evidence.ts";
import { outcomeWords } from "./shared.ts";
import { judgeStores } from "./stores.ts";
import {
  type Flow,
  flowOf,
  type Leak,
  leaksIn,
  leakWords,
  playing,
  powerless,
  recalls,
  survivorsIn,
} from "./flow.ts";

/** Probes whose conversations a reset cuts. */
const PROBES = ["memory", "reset-rounds", "canary"];

/** Seeds that the plain reset must have wiped: all that were sent before it. */
function wiped(flow: Flow): readonly Entry[] {
  return flow.seeds.filter((seed) => flow.before.includes(seed));
}

/** Nonces of before a reset in answers after it, over every conversation of the run. */
function survivors(evidence: Evidence): readonly Leak[] {
  return survivorsIn(evidence.entries.filter((e) => PROBES.includes(e.probe)));
}

/** As `powerless`; and without a reset that was answered 200, nothing had to be gone. */
function unwiped(evidence: Evidence, flow: Flow): Judgement | undefined {
  const none = powerless(evidence, flow);
  const reset = playing(flow, "reset");
  if (none !== undefined || reset === undefined || answered200(reset)) return none;
  return couldNotRun(
    `The reset was answered with ${outcomeWords(reset)}, so nothing says that state had to be gone`,
    [reset],
  );
}

function leakJudgement(
  clause: string,
  code: string,
  leak: Leak,
  expected: string,
  hint: string,
  more: readonly Entry[] = [],
): Judgement {
  return fromFindings([finding(
    {
      clause,
      code,
      severity: "failed",
      where: "body",
      pointer: leak.entry.route === "surface" ? "/surface" : "",
      expected,
      received: `leak proven: ${leakWords(leak)}`,
      hint,
    },
    leak.seed,
    leak.entry,
    ...more,
  )], "");
}

function judgeSynchronous(evidence: Evidence): Judgement {
  const flow = flowOf(evidence);
  const leak = survivors(evidence)[0];
  if (leak !== undefined) {
    return leakJudgement(
      "reset.synchronous",
      "answered-before-gone",
      leak,
      "the reset's 200 to come only after the state is gone",
      "Await every store before you answer the reset: sessions, caches, queues, indexes, running turns.",
      flow.after.slice(0, 1),
    );
  }
  return unwiped(evidence, flow) ??
    passed("Asked at once after a reset, the agent knew nothing of before (no leak observed)");
}

function judgeTotal(evidence: Evidence): Judgement {
  const flow = flowOf(evidence);
  const leaks = survivors(evidence);
  // Gone at the next look: late, not left behind. That is reset.synchronous's matter.
  const again = playing(flow, "after-a-again");
  const left = leaks.filter(({ entry, nonce }) =>
    entry.role !== "after-a" || again === undefined ||
    leaks.some((other) => other.entry === again && other.nonce === nonce)
  );
  const leak = left[0];
  if (leak !== undefined) {
    return leakJudgement(
      "reset.total",
      "state-survives",
      leak,
      "a reset to destroy the state of all sessions, and all that derives from it",
      "Wipe every session and every store that is derived from conversations, a search index as well as a cache.",
    );
  }
  return unwiped(evidence, flow) ??
    passed(
      leaks.length > 0
        ? "State was gone at the second look (see reset.synchronous)"
        : "Neither the older session nor the newer left anything behind (no leak observed)",
    );
}

function judgeNoScope(evidence: Evidence): Judgement {
  const flow = flowOf(evidence);
  const seed = playing(flow, "seed-b");
  const scoped = playing(flow, "reset-scoped");
  if (scoped !== undefined && !answered200(scoped)) {
    return couldNotRun(`The reset with a scope was answered with ${outcomeWords(scoped)}`, [
      scoped,
    ]);
  }
  const leak = seed === undefined ? undefined : leaksIn(flow.afterScoped, [seed])[0];
  const plain = survivors(evidence)[0];
  const reset = playing(flow, "reset");
  if (leak !== undefined && plain === undefined && reset !== undefined && answered200(reset)) {
    return leakJudgement(
      "reset.no-scope",
      "scope-honoured",
      leak,
      "a reset with a scope field to be as total as one without",
      "Ignore scope and every other unknown field of a reset: it always wipes everything.",
    );
  }
  if (plain !== undefined) {
    return couldNotRun(
      "A reset without a scope leaves state behind already (see reset.total), so one with a scope shows nothing",
    );
  }
  const none = unwiped(evidence, flow);
  if (none !== undefined) return none;
  const asked = playing(flow, "after-scoped");
  if (!recalls(flow, playing(flow, "recall-b"), "seed-b") || asked === undefined) {
    return couldNotRun(
      "Session B did not recall its nonce before the reset with a scope, so its silence after it proves nothing",
    );
  }
  return passed("A reset with a scope field wiped as much as one without (no leak observed)", [
    asked,
  ]);
}

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
  const none = unwiped(evidence, flow);
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
  const leak = leaksIn(second, wiped(flow))[0];
  if (leak !== undefined) {
    return leakJudgement(
      "conformance.back-to-back",
      "scenario-contaminated",
      leak,
      "a scenario to know nothing of the one before it",
      "A new session after a reset must start from nothing: look for state that isn't keyed by session_id.",
    );
  }
  const none = unwiped(evidence, flow);
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

/** Shows the whole conversation beside a verdict that a reader will want to follow. */
function told(judge: (evidence: Evidence) => Judgement): (evidence: Evidence) => Judgement {
  return (evidence) => {
    const judgement = judge(evidence);
    const entries = evidence.entries.filter((e) => PROBES.includes(e.probe));
    return judgement.verdict === "not_applicable"
      ? judgement
      : { ...judgement, shows: entries.map((e) => e.id) };
  };
}

/** The cooperative half of reset, and what conformance asks beyond single clauses. */
export const wipeChecks: readonly Check[] = [
  defineCheck({
    clause: "reset.synchronous",
    title: "the reset's 200 comes only after the state is gone",
    probes: ["memory", "reset-rounds"],
    judge: told(judgeSynchronous),
  }),
  defineCheck({
    clause: "reset.total",
    title: "a reset destroys the state of all sessions, derived state too",
    probes: ["memory", "reset-rounds"],
    judge: told(judgeTotal),
  }),
  defineCheck({
    clause: "reset.no-scope",
    title: "a scope field doesn't narrow a reset",
    probes: ["memory", "reset-rounds"],
    judge: told(judgeNoScope),
  }),
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
