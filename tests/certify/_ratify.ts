/**
 * Drivers and options for tests of ratification.
 *
 * @module
 */
import { SELF_TEST_CLOCK } from "../../lib/certify/clock.ts";
import { faultyDriver } from "../../lib/certify/faulty/driver.ts";
import type { InProcessDriver } from "../../lib/certify/in_process.ts";
import type { AdapterAnswer } from "../../lib/certify/protocol.ts";
import type { RatifyDriver, RatifyOptions } from "../../lib/certify/ratify.ts";
import { selfDriver } from "../../lib/certify/self.ts";
import { casesOf, printing } from "./_driver.ts";

/** Our own driver. */
export const OURS: RatifyDriver = { label: "ours", command: selfDriver, version: "0.1" };
/** Another good one. */
export const GOOD: RatifyDriver = { label: "good", command: faultyDriver({}) };

/** What our own driver answers, as members. */
export async function answered(
  ...call: Parameters<InProcessDriver>
): Promise<AdapterAnswer> {
  const answer = await selfDriver(...call);
  return typeof answer === "string" ? JSON.parse(answer) : answer;
}

/** Takes whatever comes for a good turn, in the one case in which nothing good comes. */
export const accepting = printing((line) =>
  line.includes('"contract_failure"') ? '{"outcome":"ok"}' : line
);

/** Three quick cases by the self-tests' clock. */
export function ratifyOptions(drivers: readonly RatifyDriver[]): RatifyOptions {
  return {
    drivers,
    cases: casesOf("turn.plain", "reset.good", "version.true"),
    clock: SELF_TEST_CLOCK,
    once: true,
  };
}
