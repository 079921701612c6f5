/**
 * JSON texts at random, the same for the same seed: every spelling that numbers and strings can have.
 *
 * @module
 */

/** Numbers from 0 up to 1, the same for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A source of JSON texts, each on one line, well-formed Unicode after parsing. */
export function randomJson(seed: number): () => string {
  const random = randomFrom(seed);
  const below = (n: number) => Math.floor(random() * n);
  const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)]!;
  const times = (n: number, one: () => string) => Array.from({ length: n }, one);
  const digits = (n: number) => times(n, () => String(below(10))).join("");
  const whole = (most: number) => random() < 0.2 ? "0" : `${1 + below(9)}${digits(below(most))}`;

  const number = (): string => {
    const sign = random() < 0.3 ? "-" : "";
    switch (below(8)) {
      case 0:
        return sign + whole(400);
      case 1:
      case 2:
        return sign + whole(18);
      case 3:
        return `${sign}${whole(20)}.${digits(1 + below(20))}`;
      case 4:
        return `${sign}0.${"0".repeat(below(8))}${digits(1 + below(18))}`;
      case 5:
        return sign +
          pick(["0.0", "0", "0e0", "1e16", "9999999999999999.0", "1e15", "1E400", "5e-324"]);
      case 6: {
        // Any double at all, as JavaScript spells it.
        const bits = new DataView(new ArrayBuffer(8));
        bits.setUint32(0, below(2 ** 32));
        bits.setUint32(4, below(2 ** 32));
        const double = bits.getFloat64(0);
        return Number.isFinite(double) ? String(double).replace("e", pick(["e", "E"])) : "1.0";
      }
      default: {
        const fraction = random() < 0.5 ? `.${digits(1 + below(18))}` : "";
        const exponent = `${pick(["", "+", "-"])}${pick(["", "0"])}${below(330)}`;
        return `${sign}${whole(4)}${fraction}${pick(["e", "E"])}${exponent}`;
      }
    }
  };

  const character = (): string => {
    const code = pick([
      () => below(0x20),
      () => 0x20 + below(0x5f),
      () => 0x7f + below(0x30),
      () => below(0xd800),
      () => 0xe000 + below(0x2000),
      () => 0x10000 + below(0x100000),
      () => pick([0x22, 0x5c, 0x2f, 0x2028, 0x2029, 0xfeff, 0xffff, 0xfffe, 0x1f600]),
    ])();
    const text = String.fromCodePoint(code);
    const mustEscape = code < 0x20 || code === 0x22 || code === 0x5c;
    if (!mustEscape && random() < 0.7) return text;
    const short = { 8: "b", 9: "t", 10: "n", 12: "f", 13: "r", 34: '"', 92: "\\", 47: "/" }[code];
    if (short !== undefined && random() < 0.5) return `\\${short}`;
    return text.split("").map((unit) => {
      const hex = unit.charCodeAt(0).toString(16).padStart(4, "0");
      return `\\u${random() < 0.5 ? hex : hex.toUpperCase()}`;
    }).join("");
  };

  const string = () => `"${times(below(8), character).join("")}"`;
  const space = () => random() < 0.2 ? pick([" ", "\t", "  "]) : "";
  const key = () =>
    pick([
      string,
      () => `"${below(12)}"`,
      () => `"${pick(["a", "b", "__proto__", "constructor"])}"`,
    ])();

  const value = (depth: number): string => {
    switch (below(depth > 0 ? 7 : 4)) {
      case 0:
        return pick(["null", "true", "false", "{}", "[]"]);
      case 1:
      case 2:
        return number();
      case 3:
        return string();
      case 4:
      case 5: {
        const members = times(
          below(6),
          () => `${space()}${key()}${space()}:${space()}${value(depth - 1)}`,
        );
        return `{${members.join(",")}${space()}}`;
      }
      default:
        return `[${times(below(5), () => space() + value(depth - 1)).join(",")}${space()}]`;
    }
  };
  return () => `[${value(5)}]`;
}
