/**
 * Token counts, each dialect's own into the inclusive form (spec/dialects.md 4.0, row "usage").
 *
 * @module
 */
import type { JsonText, Usage } from "../transcript.ts";
import { given } from "./given.ts";
import { isThere, member, numberOf, type Place } from "./place.ts";
import { holdsObject, type Reading } from "./reading.ts";

type Counter = keyof Usage;
type Table = Readonly<Record<string, Counter | Readonly<Record<string, Counter>>>>;

const CHAT: Table = {
  prompt_tokens: "input",
  prompt_tokens_details: { cached_tokens: "cached", cache_write_tokens: "cache_write" },
  completion_tokens: "output",
  completion_tokens_details: { reasoning_tokens: "reasoning" },
  total_tokens: "total",
};

const RESPONSES: Table = {
  input_tokens: "input",
  input_tokens_details: { cached_tokens: "cached" },
  output_tokens: "output",
  output_tokens_details: { reasoning_tokens: "reasoning" },
  total_tokens: "total",
};

/** Chat's `usage`. Its prompt tokens include the cached ones already. */
export function chatUsage(reading: Reading, usage: Place): Usage {
  return inclusive(reading, usage, CHAT);
}

/** Responses' `usage`, inclusive as well. */
export function responsesUsage(reading: Reading, usage: Place): Usage {
  return inclusive(reading, usage, RESPONSES);
}

function inclusive(reading: Reading, usage: Place, table: Table): Usage {
  const counts: { [counter in Counter]?: JsonText } = {};
  for (const [name, counter] of Object.entries(table)) {
    const one = member(usage, name);
    if (!isThere(one)) continue;
    if (typeof counter === "string") {
      const count = reading.number(usage, name);
      if (count !== undefined) counts[counter] = count;
    } else if (holdsObject(one)) {
      Object.assign(counts, inclusive(reading, one, counter));
    } else reading.others.keep(one);
  }
  reading.others.rest(usage, Object.keys(table));
  return counts;
}

/** Messages' counters that the three inputs are summed from: they are disjoint. */
const INPUTS = ["input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens"] as const;
const KNOWN = [...INPUTS, "output_tokens", "output_tokens_details"];

/**
 * Messages' `usage`. In a stream it comes more than once; the counters are cumulative and overwrite
 * (4.1), and null says nothing.
 */
export class MessagesUsage {
  readonly #counts = new Map<string, Place>();
  #seen = false;

  /** Takes one `usage` object. */
  take(reading: Reading, usage: Place): void {
    this.#seen = true;
    for (const name of [...INPUTS, "output_tokens"]) {
      if (!isThere(member(usage, name))) continue;
      if (reading.number(usage, name) !== undefined) this.#counts.set(name, member(usage, name)!);
    }
    const details = member(usage, "output_tokens_details");
    if (holdsObject(details)) {
      const thinking = member(details, "thinking_tokens");
      if (reading.number(details, "thinking_tokens") !== undefined) {
        this.#counts.set("thinking_tokens", thinking!);
      }
      reading.others.rest(details, ["thinking_tokens"]);
    } else if (isThere(details)) reading.others.keep(details);
    reading.others.rest(usage, KNOWN);
  }

  /** A counter's digits, as they came last. */
  count(name: string): JsonText | undefined {
    return numberOf(this.#counts.get(name));
  }

  /**
   * The counts so far; undefined where no usage came. Input counts that aren't written as plain
   * whole numbers can't be summed exactly: they are kept among the others instead.
   */
  total(reading: Reading): Usage | undefined {
    if (!this.#seen) return undefined;
    const inputs = INPUTS.flatMap((name) => this.#counts.get(name) ?? []);
    const digits = inputs.map((one) => numberOf(one)!);
    const isPlain = digits.every((one) => /^(?:0|[1-9][0-9]*)$/.test(one));
    if (!isPlain) { for (const one of inputs) reading.others.keep(one); }
    return given<Usage>({
      input: isPlain && inputs.length > 0
        ? String(digits.reduce((sum, one) => sum + BigInt(one), 0n))
        : undefined,
      cached: this.count("cache_read_input_tokens"),
      cache_write: this.count("cache_creation_input_tokens"),
      output: this.count("output_tokens"),
      reasoning: this.count("thinking_tokens"),
    });
  }
}
