/**
 * The words of cooperative turns: the profile's where it has them, else ours, which most agents
 * understand and none has to.
 *
 * @module
 */
import type { Profile } from "../contract/profile.ts";

const SEED = "Please remember this reference code, I will ask for it later: {nonce}";
const TOLD = "What did I just tell you?";
const RECALL =
  "Which reference code did I ask you to remember? Please answer with the code itself, or say that you don't know one.";
const ECHO = "Repeat the following text word for word and add nothing to it: {text}";

/** Puts a value where the template has its placeholder, or after it where it has none. */
function fill(template: string, placeholder: string, value: string): string {
  return template.includes(placeholder)
    ? template.replaceAll(placeholder, () => value)
    : `${template} ${value}`;
}

/** A turn that tells the agent a nonce. */
export function seedText(profile: Profile, nonce: string): string {
  return fill(profile.seed_prompt ?? SEED, "{nonce}", nonce);
}

/** The canary's first probe: what was told. */
export function toldText(_profile: Profile): string {
  return TOLD;
}

/** The canary's direct ask; the user's own words where there are any. */
export function recallText(profile: Profile): string {
  return profile.recall_prompt ?? RECALL;
}

/** A turn that asks for a text word for word. */
export function echoText(profile: Profile, text: string): string {
  return fill(profile.echo_prompt ?? ECHO, "{text}", text);
}

/**
 * A long seed: an index that keeps only what is long enough to be worth it keeps this. The nonce stands
 * in its middle. About 2 KiB.
 */
export function longSeedText(profile: Profile, nonce: string): string {
  const filler =
    "The warehouse log of the quiet week lists pallets, docks, drivers and weather, one line a day. ";
  return `${filler.repeat(10)}\n${seedText(profile, nonce)}\n${filler.repeat(10)}`.trim();
}
