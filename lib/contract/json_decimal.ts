/**
 * Numbers compared by what their digits say, with no rounding to a double.
 *
 * @module
 */

/** A decimal number: `sign` times `digits` times ten to the `exponent`; no zeros at either end. */
interface Decimal {
  readonly sign: "-" | "";
  /** Empty for zero. */
  readonly digits: string;
  /** A whole number; as text, because it may have any number of digits. */
  readonly exponent: string;
  readonly isInteger: boolean;
}

/** Exponents of up to this many digits can be added to exactly. */
const EXACT_DIGITS = 15;

/**
 * True where two JSON numbers are one number: 1.10 and 1.1, 100 and 1e2, 0 and -0. Exact for any
 * number of digits; with an exponent of over fifteen digits, numbers are the same only where they
 * have the same digits on either side of the point.
 */
export function sameNumber(one: string, other: string): boolean {
  const a = decimal(one);
  const b = decimal(other);
  return a.digits === b.digits && a.sign === b.sign && a.exponent === b.exponent;
}

/** True where a JSON number is a whole number, however it is spelled: 2, 2.0, 20e-1, 1E400. */
export function isWholeNumber(spelling: string): boolean {
  return decimal(spelling).isInteger;
}

function decimal(spelling: string): Decimal {
  const sign = spelling.startsWith("-") ? "-" : "";
  const lower = spelling.slice(sign.length).toLowerCase();
  const e = lower.indexOf("e");
  const mantissa = e < 0 ? lower : lower.slice(0, e);
  const point = mantissa.indexOf(".");
  const fraction = point < 0 ? "" : mantissa.slice(point + 1);
  const all = (point < 0 ? mantissa : mantissa.slice(0, point)) + fraction;

  // Loops, not expressions: a greedy expression runs out of stack on megabytes of zeros.
  let start = 0;
  while (all.charAt(start) === "0") start++;
  let end = all.length;
  while (end > start && all.charAt(end - 1) === "0") end--;
  const digits = all.slice(start, end);
  if (digits === "") return { sign: "", digits, exponent: "0", isInteger: true };

  const written = wholePart(e < 0 ? "0" : lower.slice(e + 1));
  const shift = all.length - end - fraction.length;
  if (written.length <= EXACT_DIGITS) {
    const exponent = Number(written) + shift;
    return { sign, digits, exponent: String(exponent), isInteger: exponent >= 0 };
  }
  const isInteger = !written.startsWith("-");
  return { sign, digits, exponent: `${written}+${shift}`, isInteger };
}

/** An exponent without its plus sign and leading zeros. */
function wholePart(text: string): string {
  const sign = text.startsWith("-") ? "-" : "";
  let start = text.startsWith("-") || text.startsWith("+") ? 1 : 0;
  while (start < text.length - 1 && text.charAt(start) === "0") start++;
  return sign + text.slice(start);
}
