/**
 * Every gateway mutant.
 *
 * @module
 */
import { ANSWER_MUTANTS } from "./answer_mutants.ts";
import { ATTEMPT_MUTANTS } from "./attempt_mutants.ts";
import { CARRIAGE_MUTANTS } from "./carriage_mutants.ts";
import type { GatewayMutant, GatewaySurvivor } from "./mutant.ts";
import { REFUSAL_MUTANTS } from "./refusal_mutants.ts";
import { RELAY_MUTANTS } from "./relay_mutants.ts";
import { REQUEST_MUTANTS } from "./request_mutants.ts";
import { STREAM_MUTANTS } from "./stream_mutants.ts";

/** All mutants, by what they break. */
export const GATEWAY_MUTANTS: readonly GatewayMutant[] = [
  ...REQUEST_MUTANTS,
  ...RELAY_MUTANTS,
  ...ANSWER_MUTANTS,
  ...STREAM_MUTANTS,
  ...ATTEMPT_MUTANTS,
  ...CARRIAGE_MUTANTS,
  ...REFUSAL_MUTANTS,
];

/** Mutants that no case fails yet, and which case is to fail them. */
export const UNKILLED: readonly GatewaySurvivor[] = [
  { id: "system-hoisted", wanted: "system-positions: a system text in the middle of a history" },
  {
    id: "usage-added-twice",
    wanted: "usage-cache-arithmetic: today another count is warned of, not failed",
  },
  {
    id: "streamed-usage-added-twice",
    wanted: "usage-cache-arithmetic, usage-placement: no streamed case tells its usage",
  },
];
