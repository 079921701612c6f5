/**
 * In which order keys stood where JavaScript moves them: an object lists keys that look like array
 * indices first, in ascending order.
 *
 * @module
 */

const ZERO = 0x30, NINE = 0x39;

/** Orders of objects that have such a key; of all others, JavaScript's own is the text's. */
export class KeyOrders {
  #orders: Map<object, string[]> | undefined;

  /** Takes note of a key that is about to be set. */
  note(owner: object, key: string): void {
    const first = key.charCodeAt(0);
    const known = this.#orders?.get(owner);
    if (known !== undefined) {
      if (!Object.hasOwn(owner, key)) known.push(key);
    } else if (first >= ZERO && first <= NINE && isIndex(key)) {
      this.#orders ??= new Map();
      const before = Object.keys(owner);
      this.#orders.set(owner, Object.hasOwn(owner, key) ? before : [...before, key]);
    }
  }

  /** The keys of an object as its text had them; JavaScript's order where it was changed since. */
  of(owner: object): readonly string[] {
    const keys = Object.keys(owner);
    const known = this.#orders?.get(owner);
    return known !== undefined && known.length === keys.length &&
        known.every((key) => Object.hasOwn(owner, key))
      ? known
      : keys;
  }
}

/** True of what JavaScript takes for an array index: 0 to 2^32 - 2, in its plain spelling. */
function isIndex(key: string): boolean {
  return /^(?:0|[1-9]\d{0,9})$/.test(key) && Number(key) < 2 ** 32 - 1;
}
