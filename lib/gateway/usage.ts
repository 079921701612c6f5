/**
 * Token counts between the dialects: Chat and Responses count cached tokens into the input, Messages
 * counts them apart (dialects 4.0). Nothing is rounded, guessed, or added twice.
 *
 * @module
 */
import { remainder, sum } from "./decimal.ts";
import type { Fields } from "./fields.ts";
import { type Out, raw } from "./json_out.ts";
import type { JsonText, NeutralUsage } from "./neutral.ts";

type Writable = { -readonly [K in keyof NeutralUsage]: NeutralUsage[K] };

/** The counts that are there; undefined where none is. */
function known(counts: { readonly [K in keyof NeutralUsage]: JsonText | undefined }) {
  const usage: Writable = {};
  for (const key of ["input", "cached", "cacheWrite", "output", "reasoning", "total"] as const) {
    const count = counts[key];
    if (count !== undefined) usage[key] = count;
  }
  return Object.keys(usage).length === 0 ? undefined : usage;
}

/** Chat's `usage`. */
export function readChatUsage(usage: Fields | undefined): NeutralUsage | undefined {
  const prompt = usage?.child("prompt_tokens_details");
  return known({
    input: usage?.count("prompt_tokens"),
    cached: prompt?.count("cached_tokens"),
    cacheWrite: prompt?.count("cache_write_tokens"),
    output: usage?.count("completion_tokens"),
    reasoning: usage?.child("completion_tokens_details")?.count("reasoning_tokens"),
    total: usage?.count("total_tokens"),
  });
}

/** Responses' `usage`. */
export function readResponsesUsage(usage: Fields | undefined): NeutralUsage | undefined {
  const input = usage?.child("input_tokens_details");
  return known({
    input: usage?.count("input_tokens"),
    cached: input?.count("cached_tokens"),
    cacheWrite: input?.count("cache_write_tokens"),
    output: usage?.count("output_tokens"),
    reasoning: usage?.child("output_tokens_details")?.count("reasoning_tokens"),
    total: usage?.count("total_tokens"),
  });
}

/** Messages' own counts, which are disjoint. */
export interface MessagesCounts {
  readonly input?: JsonText;
  readonly cached?: JsonText;
  readonly cacheWrite?: JsonText;
  readonly output?: JsonText;
  readonly reasoning?: JsonText;
}

/** Messages' `usage`, over what an earlier event of the same stream told: 4.1, counters overwrite. */
export function readMessagesCounts(
  usage: Fields | undefined,
  earlier: MessagesCounts = {},
): MessagesCounts {
  const told = known({
    input: usage?.count("input_tokens"),
    cached: usage?.count("cache_read_input_tokens"),
    cacheWrite: usage?.count("cache_creation_input_tokens"),
    output: usage?.count("output_tokens"),
    reasoning: usage?.child("output_tokens_details")?.count("thinking_tokens"),
  });
  return { ...earlier, ...told };
}

/** 4.2: "prompt = in + cache_creation + cache_read; cached = cache_read". */
export function inclusive(counts: MessagesCounts): NeutralUsage | undefined {
  const { input, cached, cacheWrite, output, reasoning } = counts;
  const whole = input === undefined ? undefined : sum(input, cacheWrite, cached);
  return known({ input: whole, cached, cacheWrite, output, reasoning });
}

/** The usage of a Chat answer; undefined where nothing was told. */
export function chatUsage(usage: NeutralUsage | undefined): Out | undefined {
  if (usage === undefined) return undefined;
  const { input, cached, cacheWrite, output, reasoning } = usage;
  const prompt = { cached_tokens: raw(cached), cache_write_tokens: raw(cacheWrite) };
  return {
    prompt_tokens: raw(input),
    completion_tokens: raw(output),
    total_tokens: raw(totalOf(usage)),
    prompt_tokens_details: cached === undefined && cacheWrite === undefined ? undefined : prompt,
    completion_tokens_details: reasoning === undefined
      ? undefined
      : { reasoning_tokens: raw(reasoning) },
  };
}

/** The usage of a Responses answer; null where nothing was told. */
export function responsesUsage(usage: NeutralUsage | undefined): Out {
  if (usage === undefined) return null;
  const { input, cached, output, reasoning } = usage;
  return {
    input_tokens: raw(input),
    input_tokens_details: cached === undefined ? undefined : { cached_tokens: raw(cached) },
    output_tokens: raw(output),
    output_tokens_details: reasoning === undefined
      ? undefined
      : { reasoning_tokens: raw(reasoning) },
    total_tokens: raw(totalOf(usage)),
  };
}

/**
 * The usage of a Messages answer. 4.3: input = prompt − cached (− cache_write if reported), and "usage
 * object still present" where nobody told: its two required counters stay at zero. Parts that are
 * larger than their whole contradict it; then only the whole is told.
 */
export function messagesUsage(usage: NeutralUsage = {}): Out {
  const { input, cached, cacheWrite, output, reasoning } = usage;
  const rest = input === undefined ? undefined : remainder(input, cached, cacheWrite);
  const parts = rest === undefined ? {} : {
    cache_creation_input_tokens: raw(cacheWrite),
    cache_read_input_tokens: raw(cached),
  };
  return {
    input_tokens: raw(rest ?? input ?? "0"),
    ...parts,
    output_tokens: raw(output ?? "0"),
    output_tokens_details: reasoning === undefined
      ? undefined
      : { thinking_tokens: raw(reasoning) },
  };
}

function totalOf({ input, output, total }: NeutralUsage): string | undefined {
  if (total !== undefined || input === undefined || output === undefined) return total;
  return sum(input, output);
}
