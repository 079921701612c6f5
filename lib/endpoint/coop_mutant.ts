/**
 * A mutant whose fault, or whose oddity, shows only where the agent plays along: which run can see it,
 * and the sets that many of them share.
 *
 * @module
 */
import { clean, type Expectation, fails, type Mutant } from "./mutant.ts";

/** A broken or odd endpoint for cooperative checks. */
export interface CoopMutant extends Mutant {
  /** True where only the probes of a thorough run reach it. */
  readonly thorough?: boolean;
  /** What a default run must say, where only a thorough one sees it. */
  readonly unseen?: Expectation;
}

/** Something required could not run, and nobody is accused. */
export function incomplete(...unproven: readonly string[]): Expectation {
  return { ...clean, outcome: "INCOMPLETE", unproven: [...unproven].sort() };
}

/** An endpoint that no check may fail or warn of. */
export function odd(id: string, what: string, more: Partial<CoopMutant> = {}): CoopMutant {
  return { id: `coop-odd-${id}`, breaks: undefined, what, expect: clean, ...more };
}

/** What a plain reset leaves behind shows that a reset with a scope does no better, and no worse. */
const RESTS_ON_RESET = ["reset.no-scope"] as const;

/**
 * A nonce from before a reset in any answer after it: leakage is proven, the reset was not total, and its
 * 200 came before the state was gone.
 */
export const survives: Expectation = {
  ...fails("conformance.canary", "reset.synchronous", "reset.total"),
  unproven: RESTS_ON_RESET,
};

/** The same, shown in a new session: the next scenario is contaminated too. */
export const survivesAnywhere: Expectation = {
  ...fails(
    "conformance.back-to-back",
    "conformance.canary",
    "reset.synchronous",
    "reset.total",
  ),
  unproven: RESTS_ON_RESET,
};

/** Gone at the second look: late, not left behind. */
export const late: Expectation = {
  ...fails("conformance.canary", "reset.synchronous"),
  unproven: RESTS_ON_RESET,
};
