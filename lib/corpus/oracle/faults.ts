/**
 * Faults of grammar, collected. What is wrong with a wire is a finding, never an exception: the
 * transcript is read on as far as it can be.
 *
 * @module
 */
import type { GrammarFault } from "../transcript.ts";

/** How many faults of one code are listed; the rest are counted, so that noise costs no memory. */
export const MAX_FAULTS = 20;

/** A bounded list of faults, in which none hides those of another code. */
export class Faults {
  readonly #listed: GrammarFault[] = [];
  readonly #counts = new Map<string, number>();
  #more = 0;
  #moreOffset = 0;

  /** Adds a fault: a word for machines, a sentence for people, a byte offset in the body. */
  add(code: string, message: string, offset: number): void {
    const count = (this.#counts.get(code) ?? 0) + 1;
    this.#counts.set(code, count);
    if (count <= MAX_FAULTS) this.#listed.push({ code, message, offset });
    else if (this.#more++ === 0) this.#moreOffset = offset;
  }

  /** The faults in the order in which they were found; `more-faults` last where some aren't listed. */
  list(): readonly GrammarFault[] {
    if (this.#more === 0) return [...this.#listed];
    const message = `${this.#more} more faults of codes that are listed ${MAX_FAULTS} times`;
    return [...this.#listed, { code: "more-faults", message, offset: this.#moreOffset }];
  }
}
