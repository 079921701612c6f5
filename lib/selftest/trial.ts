/**
 * A trial: one mutant, one run of the suite against it, and what that run must say.
 *
 * @module
 */
import type { Profile } from "../contract/profile.ts";
import type { CoopMutant } from "../endpoint/coop_mutant.ts";
import type { Expectation } from "../endpoint/mutant.ts";
import { REFERENCE_PROFILE } from "../endpoint/reference.ts";

/** One run to be made. */
export interface Trial {
  readonly mutant: CoopMutant;
  readonly thorough: boolean;
  readonly expect: Expectation;
  /** False for a default run of a mutant that only a thorough one can see. */
  readonly main: boolean;
}

/** The runs that mutants are pinned for, one or two each. */
export function trialsOf(mutants: readonly CoopMutant[]): readonly Trial[] {
  return mutants.flatMap((mutant): readonly Trial[] => {
    const { expect, thorough = false, unseen } = mutant;
    const main = { mutant, thorough, expect, main: true };
    return unseen === undefined
      ? [main]
      : [main, { mutant, thorough: false, expect: unseen, main: false }];
  });
}

/**
 * Deadline of ordinary turns, seconds. All answers that are to come come at once, so it is only long
 * enough that no load of the machine reaches it; mutants that keep a client waiting bring their own.
 */
const TIMEOUT_S = 10;

/** The contract's grace is 5 s; a self-test waits a tenth of it. */
const GRACE_S = 0.5;

/** Deadline of the turn that outlasts it, seconds. */
const SLOW_TIMEOUT_S = 0.1;

/** What the run is told of its target. */
export function settingsOf(
  { mutant: { profile, ownProfile, timeoutS, graceS } }: Trial,
): { readonly profile: Profile; readonly timeoutS: number; readonly graceS: number } {
  return {
    // Whoever brings a whole profile brings its deadline too: a quick answer must look quick.
    profile: ownProfile === undefined
      ? { ...REFERENCE_PROFILE, slow_timeout_s: SLOW_TIMEOUT_S, ...profile }
      : ownProfile.slow_prompt === undefined
      ? ownProfile
      : { ...ownProfile, slow_timeout_s: SLOW_TIMEOUT_S },
    timeoutS: timeoutS ?? TIMEOUT_S,
    graceS: graceS ?? GRACE_S,
  };
}

/**
 * When a trial is run: beside as many others as there may be, or beside few, where a busy event loop
 * could change its verdict.
 */
export type Pace = "busy" | "quiet";

/** Checks whose verdicts rest on a clock. */
export const TIMED_CHECKS: readonly string[] = [
  "error.own-deadline",
  "request.timeout",
  "reset.idempotent",
];

/** Trials that take seconds, most of them waiting: the sooner they begin, the sooner all is done. */
export const LONG_TRIALS: readonly string[] = [
  "coop-odd-slow",
  "coop-odd-slow-first-resets",
  "coop-odd-slow-reset",
  "odd-one-byte-a-write",
  "reset-not-cheap",
];

/**
 * A trial's pace. Quiet are those with a short deadline of their own, those in which slowness is found,
 * and those in which a turn that ends at once must not look like one that expired.
 */
export function paceOf(trial: Trial): Pace {
  const { failed, warned, unproven = [] } = trial.expect;
  const slow = [...failed, ...warned].some((id) =>
    id === "request.timeout" || id === "reset.idempotent"
  );
  const quick = settingsOf(trial).profile.slow_prompt === undefined ||
    unproven.some((id) => TIMED_CHECKS.includes(id));
  return isTight(trial) || slow || quick ? "quiet" : "busy";
}

/** The trials of one pace, in the order in which they begin. */
export function atPace(trials: readonly Trial[], pace: Pace): readonly Trial[] {
  const own = trials.filter((trial) => paceOf(trial) === pace);
  const isLong = ({ mutant }: Trial) => LONG_TRIALS.includes(mutant.id);
  return [...own.filter(isLong), ...own.filter((trial) => !isLong(trial))];
}

/** True where a deadline of the mutant's own is so short that a stall may spoil any verdict. */
export function isTight({ mutant }: Trial): boolean {
  return mutant.timeoutS !== undefined || mutant.graceS !== undefined;
}
