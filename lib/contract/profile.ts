/**
 * What a user tells us of their agent, so that cooperative checks have words to say. Read from
 * `wt-inject.json` and from flags.
 *
 * @module
 */

/** Cooperative checks can be declared away, and nothing else can. The list is closed. */
export const DECLARATIONS = [
  "no-tools",
  "no-recall",
  "no-slow-turn",
  "no-error-on-demand",
] as const;

/** One thing that an agent is declared not to do. */
export type Declaration = (typeof DECLARATIONS)[number];

/** Prompts and declarations for one agent. */
export interface Profile {
  /** An ordinary turn. No check depends on what is answered. */
  readonly prompt?: string;
  /** A turn that makes the agent call tools. */
  readonly tool_prompt?: string;
  /** The bare names of the tools that `tool_prompt` makes it call, in order. */
  readonly expect_tools?: readonly string[];
  /** A turn that makes the agent fail. */
  readonly error_prompt?: string;
  /** The bare names of the tools that `error_prompt` makes it call before it fails, in order. */
  readonly error_tools?: readonly string[];
  /** A turn that takes the agent longer than `slow_timeout_s`. */
  readonly slow_prompt?: string;
  /** The deadline that goes with `slow_prompt`, seconds (default 1). */
  readonly slow_timeout_s?: number;
  /** A turn that tells the agent something to remember; `{nonce}` stands for it. */
  readonly seed_prompt?: string;
  /** A turn that asks for what was told. */
  readonly recall_prompt?: string;
  /** A turn that makes the agent answer with a text word for word; `{text}` stands for it. */
  readonly echo_prompt?: string;
  /** `timeout_s` of ordinary turns, seconds. */
  readonly timeout_s?: number;
  /** What this agent doesn't do. */
  readonly declare?: readonly Declaration[];
}
