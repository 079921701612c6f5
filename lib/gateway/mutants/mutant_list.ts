/**
 * Every gateway mutant.
 *
 * @module
 */
import { ANSWER_MUTANTS } from "./answer_mutants.ts";
import { ATTEMPT_MUTANTS } from "./attempt_mutants.ts";
import { CARRIAGE_MUTANTS } from "./carriage_mutants.ts";
import { EMPTY_MUTANTS } from "./empty_mutants.ts";
import { ENDING_MUTANTS } from "./ending_mutants.ts";
import { ERROR_MUTANTS } from "./error_mutants.ts";
import { FRAMING_MUTANTS } from "./framing_mutants.ts";
import { HISTORY_MUTANTS } from "./history_mutants.ts";
import { CHOICE_MUTANTS } from "./choice_mutants.ts";
import { METER_MUTANTS } from "./meter_mutants.ts";
import type { GatewayMutant, GatewaySurvivor } from "./mutant.ts";
import { REFUSAL_MUTANTS } from "./refusal_mutants.ts";
import { RELAY_HISTORY_MUTANTS } from "./relay_history_mutants.ts";
import { RELAY_MUTANTS } from "./relay_mutants.ts";
import { REQUEST_MUTANTS } from "./request_mutants.ts";
import { STREAM_MUTANTS } from "./stream_mutants.ts";
import { TOOL_BLOCK_MUTANTS } from "./tool_block_mutants.ts";
import { TOOL_END_MUTANTS } from "./tool_end_mutants.ts";
import { TOOL_STREAM_MUTANTS } from "./tool_stream_mutants.ts";

/** All mutants, by what they break. */
export const GATEWAY_MUTANTS: readonly GatewayMutant[] = [
  ...REQUEST_MUTANTS,
  ...RELAY_MUTANTS,
  ...ANSWER_MUTANTS,
  ...STREAM_MUTANTS,
  ...ATTEMPT_MUTANTS,
  ...CARRIAGE_MUTANTS,
  ...REFUSAL_MUTANTS,
  ...ENDING_MUTANTS,
  ...ERROR_MUTANTS,
  ...FRAMING_MUTANTS,
  ...HISTORY_MUTANTS,
  ...RELAY_HISTORY_MUTANTS,
  ...EMPTY_MUTANTS,
  ...CHOICE_MUTANTS,
  ...METER_MUTANTS,
  ...TOOL_STREAM_MUTANTS,
  ...TOOL_BLOCK_MUTANTS,
  ...TOOL_END_MUTANTS,
];

/** Mutants that no case fails yet, and which case is to fail them. */
export const UNKILLED: readonly GatewaySurvivor[] = [];
