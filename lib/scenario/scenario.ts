/**
 * A scenario: what is said to the agent, and what its answer and its calls are held against. The
 * fields and what they mean are Wind Tunnel's.
 *
 * @module
 */

/** The layers that an author can make decide. A run's integrity always does. */
export const GATE_LAYERS = ["outcome", "trajectory", "constraint"] as const;

/** One of {@linkcode GATE_LAYERS}. */
export type GateLayer = (typeof GATE_LAYERS)[number];

/** A number that the last answer has to hold, as a whole word. */
export interface TargetNumber {
  /** A safe integer. */
  readonly value: number;
  /** A word that has to stand within 30 characters of the number; null asks for none. */
  readonly unit: string | null;
}

/** One call that has to be made: a tool's bare name, or a list of which any one will do. */
export type RequiredCall = string | readonly string[];

/** A scenario with its defaults filled in. */
export interface Scenario {
  /** Not blank. */
  readonly name: string;
  /** The only user turn where `user_turns` is empty; unused where it isn't. */
  readonly prompt: string;
  /** All user turns of one session, in order. */
  readonly user_turns: readonly string[];
  /** Each group needs one member in the last answer. A group without members never passes. */
  readonly target_facts: readonly (readonly string[])[];
  /** Each has to be in the last answer. */
  readonly target_numbers: readonly TargetNumber[];
  /** None may be asserted in the last answer. None is empty. */
  readonly forbidden_facts: readonly string[];
  /** True: without a single tool call the outcome fails. */
  readonly requires_tool_use: boolean;
  /** Each has to be called. */
  readonly must_call: readonly RequiredCall[];
  /** Bare names of tools that may not be called. */
  readonly forbidden_calls: readonly string[];
  /** True: `must_call` has to happen in its order. */
  readonly order_matters: boolean;
  /** True: runs that miss make PASS_WITH_VARIANCE instead of FAIL. */
  readonly variance_allowed: boolean;
  /** The layers that decide; null leaves it to what the scenario declares. */
  readonly gate_layers: readonly GateLayer[] | null;
  /** True: `gate_layers` can only add to what the scenario declares. */
  readonly strict_gates: boolean;
  /** Words to select by; none changes a score. */
  readonly tags: readonly string[];
}

/** What is said to the agent, turn by turn. */
export function userTurns(scenario: Scenario): readonly string[] {
  return scenario.user_turns.length > 0 ? scenario.user_turns : [scenario.prompt];
}
