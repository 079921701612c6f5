/**
 * Sums and differences of JSON numbers, exact to the last digit.
 *
 * @module
 */

interface Decimal {
  readonly digits: bigint;
  /** How many of the digits stand after the point. */
  readonly scale: number;
}

/** Past this exponent a number is no count of anything, and its digits would fill memory. */
const MAX_EXPONENT = 400;

function decimal(text: string): Decimal | undefined {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text);
  if (match === null) return undefined;
  const [, sign = "", whole = "", fraction = "", power = "0"] = match;
  const exponent = Number(power);
  if (Math.abs(exponent) > MAX_EXPONENT) return undefined;
  const digits = BigInt(sign + whole + fraction);
  const scale = fraction.length - exponent;
  return scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 };
}

function spelled({ digits, scale }: Decimal): string {
  const sign = digits < 0n ? "-" : "";
  const text = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, "0");
  const point = text.length - scale;
  const fraction = text.slice(point).replace(/0+$/, "");
  return sign + text.slice(0, point) + (fraction === "" ? "" : `.${fraction}`);
}

/** The sum of numbers, the absent ones left out; undefined where one is no plain number. */
export function sum(...texts: readonly (string | undefined)[]): string | undefined {
  let total: Decimal = { digits: 0n, scale: 0 };
  for (const text of texts) {
    if (text === undefined) continue;
    const next = decimal(text);
    if (next === undefined) return undefined;
    const scale = Math.max(total.scale, next.scale);
    total = { digits: at(total, scale) + at(next, scale), scale };
  }
  return spelled(total);
}

/** `text` less the others; undefined where it is below zero or one is no plain number. */
export function remainder(
  text: string,
  ...others: readonly (string | undefined)[]
): string | undefined {
  const less = others.map((other) => other === undefined ? undefined : negative(other));
  const rest = sum(text, ...less);
  return rest === undefined || rest.startsWith("-") ? undefined : rest;
}

function at({ digits, scale }: Decimal, wanted: number): bigint {
  return digits * 10n ** BigInt(wanted - scale);
}

function negative(text: string): string {
  return text.startsWith("-") ? text.slice(1) : `-${text}`;
}
