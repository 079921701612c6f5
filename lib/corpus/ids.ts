/**
 * Ids of calls on their way through a gateway: unchanged where both ends speak one dialect, renamed one
 * to one where they don't.
 *
 * @module
 */

/** What became of an id. */
export type IdFate =
  | "same"
  /** Another id, but always the same other one. */
  | "renamed"
  /** Another id where none may be. */
  | "changed"
  /** An id that stands for two. */
  | "merged"
  /** Two ids for one. */
  | "split";

/** How an expected id begins that may be any, as long as it is the same wherever it stands. */
export const FREE = "\u0000";

/** The ids of one direction of one play. */
export class Ids {
  readonly #verbatim: boolean;
  readonly #forward: Map<string, string>;
  readonly #back: Map<string, string>;

  /** @param verbatim ids may not be renamed */
  constructor(verbatim: boolean, known: readonly (readonly [string, string])[] = []) {
    this.#verbatim = verbatim;
    this.#forward = new Map(known);
    this.#back = new Map(known.map(([a, b]) => [b, a]));
  }

  /** What an id became, if it was met before. */
  of(id: string): string | undefined {
    return this.#verbatim && !id.startsWith(FREE) ? id : this.#forward.get(id);
  }

  /** Notes that an id arrived as another. */
  pair(sent: string, arrived: string): IdFate {
    // Nothing can be tied to an empty id, so it is none: a missing id was made up, not generated.
    if (arrived === "" && sent !== "") return "changed";
    if (this.#verbatim && !sent.startsWith(FREE)) return sent === arrived ? "same" : "changed";
    const before = this.#forward.get(sent);
    if (before !== undefined) return before !== arrived ? "split" : named(sent, arrived);
    const other = this.#back.get(arrived);
    if (other !== undefined) return "merged";
    this.#forward.set(sent, arrived);
    this.#back.set(arrived, sent);
    return named(sent, arrived);
  }

  /** The renamings met so far, those to itself included. */
  get pairs(): readonly (readonly [sent: string, arrived: string])[] {
    return [...this.#forward];
  }

  /** A copy, to try an alternative with. */
  copy(): Ids {
    return new Ids(this.#verbatim, this.pairs);
  }
}

function named(sent: string, arrived: string): IdFate {
  return sent === arrived || sent.startsWith(FREE) ? "same" : "renamed";
}
