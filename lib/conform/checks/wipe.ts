/**
 * What a reset leaves behind: totality, synchrony, no scope. Every failure is a nonce where it must not
 * be.
 *
 * @module
 */
import type { Judgement } from "../../contract/result.ts";
import { type Check, couldNotRun, defineCheck, passed } from "../check.ts";
import { answered200, type Evidence } from "../evidence.ts";
import { flowOf, playing, recalls, said } from "./flow.ts";
import {
  leakJudgement,
  scopedLeaks,
  secondLook,
  survivors,
  told,
  unasked,
  unwiped,
} from "./leaks.ts";
import { outcomeWords } from "./shared.ts";

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
  return unasked(evidence, flow, "after-a") ??
    passed("Asked at once after a reset, the agent knew nothing of before (no leak observed)");
}

function judgeTotal(evidence: Evidence): Judgement {
  const flow = flowOf(evidence);
  const leaks = survivors(evidence);
  // Late is reset.synchronous's matter.
  const leak = leaks.find((one) => secondLook(flow, one) === "there");
  if (leak !== undefined) {
    return leakJudgement(
      "reset.total",
      "state-survives",
      leak,
      "a reset to destroy the state of all sessions, and all that derives from it",
      "Wipe every session and every store that is derived from conversations, a search index as well as a cache.",
    );
  }
  const unseen = leaks.find((one) => secondLook(flow, one) === "unseen");
  if (unseen !== undefined) {
    return couldNotRun(
      "State was there right after the reset (see reset.synchronous); whether it was gone later could not be seen",
      [unseen.seed, unseen.entry],
    );
  }
  return unasked(evidence, flow, "after-a") ??
    unasked(evidence, flow, "after-told", "after-recall") ??
    passed(
      leaks.length > 0
        ? "State was gone at the second look (see reset.synchronous)"
        : "Neither the older session nor the newer left anything behind (no leak observed)",
    );
}

function judgeNoScope(evidence: Evidence): Judgement {
  const flow = flowOf(evidence);
  const scoped = playing(flow, "reset-scoped");
  if (scoped !== undefined && !answered200(scoped)) {
    return couldNotRun(`The reset with a scope was answered with ${outcomeWords(scoped)}`, [
      scoped,
    ]);
  }
  const plain = survivors(evidence)[0];
  if (plain !== undefined) {
    return couldNotRun(
      "A reset without a scope leaves state behind already (see reset.total), so one with a scope shows nothing",
    );
  }
  const none = unwiped(evidence, flow);
  if (none !== undefined) return none;
  const leak = scopedLeaks(flow)[0];
  const control = playing(flow, "after-control");
  if (leak !== undefined) {
    // Late, left behind by any reset, or by one with a scope alone? Only the last is this clause's.
    if (secondLook(flow, leak) !== "there" || control === undefined || !said(control)) {
      return couldNotRun(
        "State was there after a reset with a scope; whether it was late, or one without a scope does better, could not be seen",
        [leak.seed, leak.entry],
      );
    }
    return leakJudgement(
      "reset.no-scope",
      "scope-honoured",
      leak,
      "a reset with a scope field to be as total as one without",
      "Ignore scope and every other unknown field of a reset: it always wipes everything.",
    );
  }
  const asked = playing(flow, "after-scoped");
  const mute = unasked(evidence, flow, "after-scoped");
  if (mute !== undefined) return mute;
  if (!recalls(flow, playing(flow, "recall-b"), "seed-b") || asked === undefined) {
    return couldNotRun(
      "Session B did not recall its nonce before the reset with a scope, so its silence after it proves nothing",
    );
  }
  return passed("A reset with a scope field wiped as much as one without (no leak observed)", [
    asked,
  ]);
}

/** The cooperative half of reset. */
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
];
