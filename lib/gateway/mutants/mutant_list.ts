/**
 * Every gateway mutant.
 *
 * @module
 */
import { ANSWER_MUTANTS } from "./answer_mutants.ts";
import { CARRIAGE_MUTANTS } from "./carriage_mutants.ts";
import type { GatewayMutant, GatewaySurvivor } from "./mutant.ts";
import { RELAY_MUTANTS } from "./relay_mutants.ts";
import { REQUEST_MUTANTS } from "./request_mutants.ts";
import { STREAM_MUTANTS } from "./stream_mutants.ts";

/** All mutants, by what they break. */
export const GATEWAY_MUTANTS: readonly GatewayMutant[] = [
  ...REQUEST_MUTANTS,
  ...RELAY_MUTANTS,
  ...ANSWER_MUTANTS,
  ...STREAM_MUTANTS,
  ...CARRIAGE_MUTANTS,
];

/** Mutants that no case sees yet, and which case is to see them. */
export const UNKILLED: readonly GatewaySurvivor[] = [];
