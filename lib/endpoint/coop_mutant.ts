/**
 * A mutant whose fault, or whose oddity, shows only where the agent plays along: what its run is told
 * besides what every mutant's is.
 *
 * @module
 */
import type { Profile } from "../contract/profile.ts";
import { clean, type Expectation, type Mutant } from "./mutant.ts";

/** A broken or odd endpoint for cooperative checks. */
export interface CoopMutant extends Mutant {
  /** The whole profile of its run, in the place of the reference's: what an honest user would say of it. */
  readonly ownProfile?: Profile;
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
