/**
 * Faults of grammar, collected. What is wrong with a wire is a finding, never an exception: the
 * transcript is read on as far as it can be.
 *
 * @module
 */
import type { GrammarFault } from "../transcript.ts";

/** How many faults are listed; the rest are counted, so that a hostile stream costs no memory. */
export const MAX_FAULTS = 100;

/** A bounded list of faults. */
export class Faults {
  readonly #listed: GrammarFault[] = [];
  #more = 0;
  #moreOffset = 0;

  /** Adds a fault: a word for machines, a sentence for people, a byte offset in the body. */
  add(code: string, message: string, offset: number): void {
    if (this.#listed.length < MAX_FAULTS) this.#listed.push({ code, message, offset });
    else if (this.#more++ === 0) this.#moreOffset = offset;
  }

  /** The faults in the order in which they were found; `more-faults` last where some aren't listed. */
  list(): readonly GrammarFault[] {
    if (this.#more === 0) return [...this.#listed];
    const message = `${this.#more} more faults that aren't listed`;
    return [...this.#listed, { code: "more-faults", message, offset: this.#moreOffset }];
  }
}
