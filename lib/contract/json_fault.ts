/**
 * What is wrong with a text that isn't JSON, told apart by kind.
 *
 * @module
 */

/**
 * - `empty`: no value at all, only white space
 * - `bom`: the text begins with U+FEFF
 * - `not-a-number`: NaN, Infinity or -Infinity stands where a value must
 * - `trailing`: one whole value, then something that isn't white space
 * - `depth`: nested deeper than our own bound; says nothing about the sender
 * - `syntax`: anything else
 */
export type JsonFaultKind = "empty" | "bom" | "not-a-number" | "trailing" | "depth" | "syntax";

/** Thrown by `parseJson`. The message holds one character of the text at most, never more. */
export class JsonSyntaxError extends SyntaxError {
  /** For those who have lost the class: a fault that crossed a worker, say. */
  override readonly name = "JsonSyntaxError";
  /** What is wrong. */
  readonly kind: JsonFaultKind;
  /** Where it went wrong, in UTF-16 code units from the start of the text. */
  readonly offset: number;

  /** A fault with its message whole. */
  constructor(kind: JsonFaultKind, offset: number, message: string) {
    super(message);
    this.kind = kind;
    this.offset = offset;
  }
}

/** A fault at an offset, its place given as line and column (both from 1). */
export function fault(
  kind: JsonFaultKind,
  text: string,
  offset: number,
  reason: string,
): JsonSyntaxError {
  let line = 1;
  let lineStart = 0;
  for (let at = text.indexOf("\n"); at >= 0 && at < offset; at = text.indexOf("\n", at + 1)) {
    line++;
    lineStart = at + 1;
  }
  const place = `line ${line}, column ${offset - lineStart + 1}`;
  return new JsonSyntaxError(kind, offset, `Cannot parse JSON at ${place}: ${reason}`);
}

/** The character at an offset in words: visible ASCII as itself too, all others by number alone. */
export function characterAt(text: string, offset: number): string {
  const code = text.codePointAt(offset);
  if (code === undefined) return "the end of the text";
  const number = `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
  return code > 0x20 && code < 0x7f ? `'${String.fromCodePoint(code)}' (${number})` : number;
}
