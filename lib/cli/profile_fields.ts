/**
 * The keys of a profile, as data: the reader of `wt-inject.json`, its JSON Schema and the flags of
 * `conform` all go by this table.
 *
 * @module
 */
import type { Profile } from "../contract/profile.ts";

/** One key of a profile. */
export interface ProfileField {
  readonly type: "text" | "names" | "seconds" | "declarations";
  /** What a text must hold: it is replaced before the turn is sent. */
  readonly placeholder?: string;
  /** The flag of `conform` that sets it; the key with dashes, where none is given. */
  readonly flag?: string;
  readonly description: string;
}

/** Every key there is. */
export const PROFILE_FIELDS: Readonly<Record<keyof Profile, ProfileField>> = {
  prompt: { type: "text", description: "An ordinary turn. What is answered doesn't matter." },
  tool_prompt: { type: "text", description: "A turn that makes the agent call tools." },
  expect_tools: {
    type: "names",
    description: "The bare names of the tools that tool_prompt makes it call, in order.",
  },
  error_prompt: { type: "text", description: "A turn on which the agent fails." },
  error_tools: {
    type: "names",
    description: "The tools that it calls before it fails on error_prompt, in order.",
  },
  slow_prompt: {
    type: "text",
    description: "A turn that takes the agent longer than slow_timeout_s.",
  },
  slow_timeout_s: {
    type: "seconds",
    flag: "slow-timeout",
    description: "The deadline that goes with slow_prompt, in seconds (default 1).",
  },
  seed_prompt: {
    type: "text",
    placeholder: "{nonce}",
    description: "A turn that tells the agent something to remember; {nonce} stands for it.",
  },
  recall_prompt: {
    type: "text",
    description: "A turn that asks for what seed_prompt told it.",
  },
  echo_prompt: {
    type: "text",
    placeholder: "{text}",
    description: "A turn that the agent answers with a text word for word; {text} stands for it.",
  },
  timeout_s: {
    type: "seconds",
    flag: "timeout",
    description: "The deadline of ordinary turns, in seconds.",
  },
  declare: { type: "declarations", description: "What this agent doesn't do." },
};

/** The keys, in the order of help. */
export const PROFILE_KEYS = Object.keys(PROFILE_FIELDS) as readonly (keyof Profile)[];

/** The flag that sets a key. */
export function flagOf(key: keyof Profile): string {
  return PROFILE_FIELDS[key].flag ?? key.replaceAll("_", "-");
}
