/**
 * What judges of resets share: nonces that outlived one, and how that is told.
 *
 * @module
 */
import type { Judgement } from "../../contract/result.ts";
import { couldNotRun, finding, fromFindings } from "../check.ts";
import { answered200, type Entry, type Evidence } from "../evidence.ts";
import { sightIn } from "../nonce.ts";
import {
  type Flow,
  flowOf,
  type Leak,
  leaksIn,
  leakWords,
  mutedWords,
  playing,
  powerless,
  said,
  survivorsIn,
} from "./flow.ts";
import { outcomeWords } from "./shared.ts";

/** Probes whose conversations a reset cuts. */
const PROBES = ["memory", "reset-rounds", "canary"];

/** Seeds that the plain reset must have wiped: all that were sent before it. */
export function wiped(flow: Flow): readonly Entry[] {
  return flow.seeds.filter((seed) => flow.before.includes(seed));
}

/** B's nonce in turns after the reset with a scope. */
export function scopedLeaks(flow: Flow): readonly Leak[] {
  const seed = playing(flow, "seed-b");
  const turns = flow.afterScoped.filter(({ route }) => route !== "reset");
  return seed === undefined ? [] : leaksIn(turns, [seed]);
}

/** Turns that are asked a second time where they still knew, and what: the nonce of which seed. */
const ASKED_TWICE: Readonly<Record<string, string>> = {
  "after-a": "seed-a",
  "after-scoped": "seed-b",
};

/**
 * What a second look shows of a leak: `gone`, so that it was late; `there`, or not looked for again; or
 * nothing, where nobody answered.
 */
export function secondLook(flow: Flow, { entry, nonce, seed }: Leak): "gone" | "there" | "unseen" {
  const again = playing(flow, `${entry.role}-again`);
  if (again === undefined) return ASKED_TWICE[entry.role] === seed.role ? "unseen" : "there";
  if (sightIn(nonce, again) !== undefined) return "there";
  return said(again) ? "gone" : "unseen";
}

/**
 * Nonces of before a reset in answers after it, over every conversation of the run. What was only late
 * after a reset with a scope is one: the scope wasn't the reason.
 */
export function survivors(evidence: Evidence): readonly Leak[] {
  const flow = flowOf(evidence);
  return [
    ...survivorsIn(evidence.entries.filter((e) => PROBES.includes(e.probe))),
    ...scopedLeaks(flow).filter((leak) => secondLook(flow, leak) === "gone"),
  ];
}

/** As `powerless`; and without a reset that was answered 200, nothing had to be gone. */
export function unwiped(evidence: Evidence, flow: Flow): Judgement | undefined {
  const none = powerless(evidence, flow);
  const reset = playing(flow, "reset");
  if (none !== undefined || reset === undefined || answered200(reset)) return none;
  return couldNotRun(
    `The reset was answered with ${outcomeWords(reset)}, so nothing says that state had to be gone`,
    [reset],
  );
}

/** As `unwiped`; and silence proves nothing where none of these turns after the reset was answered. */
export function unasked(
  evidence: Evidence,
  flow: Flow,
  ...roles: readonly string[]
): Judgement | undefined {
  const none = unwiped(evidence, flow);
  const asked = flow.entries.filter((e) => roles.includes(e.role));
  if (none !== undefined || asked.some(said)) return none;
  return couldNotRun(
    `Asked after the reset, the agent gave no answer (${
      asked[0] === undefined ? "it was not asked" : mutedWords(asked[0])
    }), so its silence proves nothing`,
    asked,
  );
}

export function leakJudgement(
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

/** Shows the whole conversation beside a verdict that a reader will want to follow. */
export function told(judge: (evidence: Evidence) => Judgement): (evidence: Evidence) => Judgement {
  return (evidence) => {
    const judgement = judge(evidence);
    const entries = evidence.entries.filter((e) => PROBES.includes(e.probe));
    return judgement.verdict === "not_applicable"
      ? judgement
      : { ...judgement, shows: entries.map((e) => e.id) };
  };
}
