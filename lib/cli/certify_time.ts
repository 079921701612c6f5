/**
 * How long cases take, before they are played.
 *
 * @module
 */
import type { DriverCase } from "../certify/case.ts";
import { CLOCK, type Clock, momentMs } from "../certify/clock.ts";
import { givenOf } from "../certify/play_case.ts";
import type { Moment } from "../certify/script.ts";

/** To start a process and end it, seconds; a function of ours takes next to nothing. */
const START_S = 0.15;

/**
 * Seconds that cases take a driver which gives up in time. One that doesn't takes longer by a
 * quarter of a minute for each deadline that it misses.
 */
export function secondsFor(
  cases: readonly DriverCase[],
  options: { readonly inProcess: boolean; readonly clock?: Clock },
): number {
  const { inProcess, clock = CLOCK } = options;
  const start = inProcess ? 0 : START_S;
  return cases.reduce((sum, one) => sum + start + waitOf(one, clock), 0);
}

function waitOf(one: DriverCase, clock: Clock): number {
  const { timeoutS } = givenOf(one, clock);
  if (one.expect.deadline !== undefined) return timeoutS + clock.graceS;
  const waits = Object.values(one.script).flat(2).flatMap((move): readonly Moment[] =>
    "until" in move ? [move.until] : "pause" in move ? [move.pause] : []
  );
  return Math.max(0, ...waits.map((moment) => momentMs(moment, clock, timeoutS) / 1000));
}

/** `under 10 s`, `about 50 s`, `about 3 min`. */
export function aboutTime(seconds: number): string {
  if (seconds < 10) return "under 10 s";
  if (seconds < 100) return `about ${Math.ceil(seconds / 10) * 10} s`;
  return `about ${Math.ceil(seconds / 60)} min`;
}
