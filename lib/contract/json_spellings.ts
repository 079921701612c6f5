/**
 * How the numbers of a document were spelled, where JavaScript would spell them otherwise.
 *
 * @module
 */

/** Past this many in one container, a list is searched too slowly and becomes a map. */
const LIST_LIMIT = 8;

/** Keys and spellings by turns: a third of the memory of a map with one entry. */
type Few = (string | number)[];

/**
 * Spellings by container and key. By container and not by path, so that a hostile body of 16 MiB
 * (a million small arrays, or nesting to the bound) costs a few words for each number.
 */
export class Spellings {
  readonly #containers = new Map<object, Few | Map<string | number, string>>();
  readonly #root = {};
  #last = "";

  /** Keeps a spelling. `container` is undefined for a document that is one number. */
  set(container: object | undefined, key: string | number, spelling: string): void {
    // Runs of one spelling ("1.0", "1.0", …) share one string.
    if (spelling === this.#last) spelling = this.#last;
    else this.#last = spelling;
    const owner = container ?? this.#root;
    const known = this.#containers.get(owner);
    if (known === undefined) {
      this.#containers.set(owner, [key, spelling]);
    } else if (known instanceof Map) {
      known.set(key, spelling);
    } else if (known.length < 2 * LIST_LIMIT) {
      known.push(key, spelling);
    } else {
      const map = new Map<string | number, string>();
      for (let at = 0; at < known.length; at += 2) map.set(known[at]!, String(known[at + 1]));
      this.#containers.set(owner, map.set(key, spelling));
    }
  }

  /** Drops a spelling: a later duplicate of the key has taken its place. */
  forget(container: object, key: string): void {
    const known = this.#containers.get(container);
    if (known instanceof Map) known.delete(key);
    else if (known !== undefined) {
      const at = known.findIndex((item, index) => index % 2 === 0 && item === key);
      if (at >= 0) known.splice(at, 2);
    }
  }

  /** The spelling kept for a key; an array's key may be its index or the index as a string. */
  get(container: object | undefined, key: string | number): string | undefined {
    const known = this.#containers.get(container ?? this.#root);
    if (known === undefined) return undefined;
    const wanted = container === undefined
      ? ""
      : Array.isArray(container)
      ? Number(key)
      : String(key);
    if (known instanceof Map) return known.get(wanted);
    for (let at = 0; at < known.length; at += 2) {
      if (known[at] === wanted) return String(known[at + 1]);
    }
    return undefined;
  }
}
