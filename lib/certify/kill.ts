/**
 * Plays a faulty driver against the cases that can notice it, and says which did.
 *
 * @module
 */
import { patternMatcher } from "../conform/select.ts";
import type { DriverCase } from "./case.ts";
import { CASES } from "./case_list.ts";
import { certify } from "./certify.ts";
import { SELF_TEST_CLOCK } from "./clock.ts";
import { type Fault, faultyDriver } from "./faulty/driver.ts";
import { reachOf } from "./faulty/reach.ts";

/** Which cases noticed a fault, and which must. */
export interface Kills {
  readonly fault: string;
  /** Ids of the cases that were played. */
  readonly played: readonly string[];
  /** Failed, or warned where the case is a SHOULD; in the order of the cases. */
  readonly actual: readonly string[];
  readonly expected: readonly string[];
  /** Cases of ours that went wrong; they say nothing. */
  readonly void: readonly string[];
}

/** The ids of a fault's pinned cases among these. */
export function pinnedKills(
  { kills }: Pick<Fault, "kills">,
  cases: readonly DriverCase[] = CASES,
): readonly string[] {
  const matchers = kills.map(patternMatcher);
  return cases.filter(({ id }) => matchers.some((matches) => matches(id))).map(({ id }) => id);
}

/** Plays one fault, by the self-tests' clock. `cases` narrows the choice. */
export async function playFault(
  fault: Fault,
  options: { readonly cases?: readonly DriverCase[]; readonly signal?: AbortSignal } = {},
): Promise<Kills> {
  const cases = (options.cases ?? CASES).filter(reachOf(fault));
  if (cases.length === 0) {
    return { fault: fault.id, played: [], actual: [], expected: [], void: [] };
  }
  const report = await certify({
    command: faultyDriver(fault),
    label: fault.id,
    runtime: "http_inject",
    clock: SELF_TEST_CLOCK,
    selfTest: true,
    cases,
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  });
  const having = (...verdicts: readonly string[]) =>
    report.results.filter(({ verdict }) => verdicts.includes(verdict)).map(({ id }) => id);
  return {
    fault: fault.id,
    played: cases.map(({ id }) => id),
    actual: having("failed", "warned"),
    expected: pinnedKills(fault, cases),
    void: having("harness_error"),
  };
}
