/**
 * A JSON value in one spelling, so that equal values have equal hashes in any language: Python's
 * `json.dumps(value, sort_keys=True, ensure_ascii=False)`, which Wind Tunnel hashes surfaces by.
 *
 * @module
 */
import type { JsonDocument, JsonValue } from "../contract/json.ts";

/** A container that is being written: how far we are, and what comes next. */
interface Frame {
  readonly container: JsonValue[] | { [key: string]: JsonValue };
  /** Undefined for an array. */
  readonly keys: readonly string[] | undefined;
  next: number;
}

/**
 * The canonical text: one line, keys in order of their code points, `", "` and `": "` between, all
 * but `"`, `\` and controls below U+0020 raw. Integers keep their digits; other numbers are spelled
 * as Python spells a double, so that 1 and 1.0 differ and 1.0 and 1.00 don't. Never recurses.
 *
 * @param value An array or object inside the document.
 */
export function canonicalJson(doc: JsonDocument, value: JsonValue): string {
  const frames: Frame[] = [];
  let out = begin(value, undefined, "");
  for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
    const { container, keys } = frame;
    const index = frame.next++;
    if (index === (keys ?? (container as JsonValue[])).length) {
      out += keys === undefined ? "]" : "}";
      frames.pop();
      continue;
    }
    if (index > 0) out += ", ";
    if (keys === undefined) {
      out += begin((container as JsonValue[])[index]!, container, index);
    } else {
      const key = keys[index]!;
      out += `${JSON.stringify(key)}: `;
      out += begin((container as { [key: string]: JsonValue })[key]!, container, key);
    }
  }
  return out;

  /** All of a value without parts; of a container, the opening bracket. */
  function begin(item: JsonValue, container: object | undefined, key: string | number): string {
    if (typeof item === "number") {
      return pythonNumber(doc.numberSource(container, key) ?? String(item));
    }
    if (item === null || typeof item !== "object") return JSON.stringify(item);
    const keys = Array.isArray(item) ? undefined : Object.keys(item).sort(byCodePoint);
    frames.push({ container: item, keys, next: 0 });
    return keys === undefined ? "[" : "{";
  }
}

/** Order by code points; JavaScript's own order puts U+1F600 before U+FFFF. */
export function byCodePoint(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    if (a.charCodeAt(i) !== b.charCodeAt(i)) return a.codePointAt(i)! - b.codePointAt(i)!;
  }
  return a.length - b.length;
}

/** A number as Python reads and writes it, from how it was spelled. */
export function pythonNumber(token: string): string {
  if (!/[.eE]/.test(token)) return token === "-0" ? "0" : token;
  const double = Number(token);
  const sign = double < 0 || Object.is(double, -0) ? "-" : "";
  if (!Number.isFinite(double)) return `${sign}Infinity`;
  const [mantissa, power] = Math.abs(double).toExponential().split("e");
  const digits = mantissa!.replace(".", "");
  const exponent = Number(power);
  if (exponent >= 16 || exponent < -4) {
    const fraction = digits.length > 1 ? `.${digits.slice(1)}` : "";
    const size = String(Math.abs(exponent)).padStart(2, "0");
    return `${sign}${digits[0]}${fraction}e${exponent < 0 ? "-" : "+"}${size}`;
  }
  if (exponent < 0) return `${sign}0.${"0".repeat(-exponent - 1)}${digits}`;
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, "0");
  return `${sign}${whole}.${digits.slice(exponent + 1) || "0"}`;
}
