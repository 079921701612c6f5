/**
 * The times by which certification judges. There is one true clock; self-tests have a faster one.
 *
 * @module
 */
import type { Moment } from "./script.ts";

/** Times, seconds. The first four are counted from timeout_s. */
export interface Clock {
  /** A body that is complete by then must be accepted. */
  readonly acceptS: number;
  /** The grace that the contract recommends. */
  readonly graceS: number;
  /** By then a driver must have given up. */
  readonly refuseS: number;
  /** When an answer that is too late becomes complete. */
  readonly lateS: number;
  /** How far from the recommended grace still counts as it. */
  readonly toleranceS: number;
  /** WT_INJECT_TIMEOUT_S where a case has none of its own. */
  readonly timeoutS: number;
  /** The same in cases that wait for a deadline. */
  readonly shortTimeoutS: number;
  /** What a driver may take besides waiting: to start, to run, to end. */
  readonly workS: number;
}

/**
 * The clock of every certification. A body complete at timeout_s + 1 s must be accepted, one complete
 * only after timeout_s + 15 s refused. A second of tolerance is what a loaded machine needs.
 */
export const CLOCK: Clock = {
  acceptS: 1,
  graceS: 5,
  refuseS: 15,
  lateS: 16,
  toleranceS: 1,
  timeoutS: 4,
  shortTimeoutS: 1,
  workS: 20,
};

/** The clock of self-tests, in which drivers inside this process take half a second of grace. */
export const SELF_TEST_CLOCK: Clock = {
  acceptS: 0.1,
  graceS: 0.5,
  refuseS: 1.5,
  lateS: 1.7,
  toleranceS: 0.25,
  timeoutS: 2,
  shortTimeoutS: 0.3,
  workS: 2,
};

/** When a moment comes, ms after the request was read. */
export function momentMs(moment: Moment, clock: Clock, timeoutS: number): number {
  if (typeof moment === "number") return moment;
  return (timeoutS + (moment === "in-grace" ? clock.acceptS : clock.lateS)) * 1000;
}

/** How long a call may take, ms: the latest moment at which a driver may give up, and its own work. */
export function boundMs(clock: Clock, timeoutS: number): number {
  return (timeoutS + Math.max(clock.refuseS, clock.lateS) + clock.workS) * 1000;
}
