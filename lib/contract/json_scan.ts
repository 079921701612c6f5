/**
 * Reads the parts of JSON that have no parts: strings with escapes, numbers, literals. Loops over
 * code units, because a greedy regular expression runs out of stack on megabytes of digits.
 *
 * @module
 */
import { characterAt, fault } from "./json_fault.ts";

/** A value and the offset just past it. */
export interface Scanned<T> {
  readonly value: T;
  readonly end: number;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  "\\": "\\",
  "/": "/",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
};

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SPACE = 0x20;

/** Reads a string whose opening quote is at `start`. Lone surrogates pass, as the grammar has it. */
export function scanString(text: string, start: number): Scanned<string> {
  let value = "";
  let from = start + 1;
  let at = from;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return { value: value + text.slice(from, at), end: at + 1 };
    if (code === BACKSLASH) {
      value += text.slice(from, at);
      const letter = text.charAt(at + 1);
      if (letter === "u") {
        value += String.fromCharCode(hexQuad(text, at + 2));
        at += 6;
      } else {
        const escaped = ESCAPES[letter];
        if (escaped === undefined) {
          throw fault(
            "syntax",
            text,
            at + 1,
            `expected an escape after '\\', found ${characterAt(text, at + 1)}`,
          );
        }
        value += escaped;
        at += 2;
      }
      from = at;
    } else if (code >= SPACE) {
      at++;
    } else if (at >= text.length) {
      throw fault("syntax", text, at, "a string isn't closed");
    } else {
      throw fault("syntax", text, at, `a string holds a raw ${characterAt(text, at)}: escape it`);
    }
  }
}

function hexQuad(text: string, start: number): number {
  let value = 0;
  for (let at = start; at < start + 4; at++) {
    const digit = hexDigit(text.charCodeAt(at));
    if (digit < 0) {
      const found = characterAt(text, at);
      throw fault("syntax", text, at, `expected four hex digits after '\\u', found ${found}`);
    }
    value = value * 16 + digit;
  }
  return value;
}

function hexDigit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}

/** True for a code unit that can't follow a number or a literal without being part of a word. */
function isWordy(code: number): boolean {
  return isDigit(code) || (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a) ||
    code === 0x5f || code === 0x24 || code === 0x2e || code === 0x2b || code === 0x2d;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function skipDigits(text: string, start: number, what: string): number {
  let at = start;
  while (isDigit(text.charCodeAt(at))) at++;
  if (at === start) {
    throw fault("syntax", text, at, `expected ${what}, found ${characterAt(text, at)}`);
  }
  return at;
}

/** Reads a number that begins at `start` with a digit or a minus sign. The value is its spelling. */
export function scanNumber(text: string, start: number): Scanned<string> {
  let at = text.charAt(start) === "-" ? start + 1 : start;
  if (text.charAt(at) === "0") at++;
  else if (text.startsWith("Infinity", at)) throw notANumber(text, start, "-Infinity");
  else at = skipDigits(text, at, "a digit");
  if (text.charAt(at) === ".") at = skipDigits(text, at + 1, "a digit after the decimal point");
  if (text.charAt(at) === "e" || text.charAt(at) === "E") {
    const sign = text.charAt(at + 1);
    at = skipDigits(text, at + (sign === "+" || sign === "-" ? 2 : 1), "a digit in the exponent");
  }
  if (isWordy(text.charCodeAt(at))) {
    throw fault("syntax", text, at, `a number is followed by ${characterAt(text, at)}`);
  }
  return { value: text.slice(start, at), end: at };
}

/** Reads true, false or null; anything else at `start` is a fault. */
export function scanLiteral(text: string, start: number): Scanned<boolean | null> {
  if (isWord(text, start, "true")) return { value: true, end: start + 4 };
  if (isWord(text, start, "false")) return { value: false, end: start + 5 };
  if (isWord(text, start, "null")) return { value: null, end: start + 4 };
  for (const name of ["NaN", "Infinity"]) {
    if (isWord(text, start, name)) throw notANumber(text, start, name);
  }
  throw fault("syntax", text, start, `expected a value, found ${characterAt(text, start)}`);
}

function isWord(text: string, start: number, word: string): boolean {
  return text.startsWith(word, start) && !isWordy(text.charCodeAt(start + word.length));
}

function notANumber(text: string, start: number, name: string): Error {
  if (!isWord(text, start, name)) {
    return fault("syntax", text, start, `expected a value, found ${characterAt(text, start)}`);
  }
  return fault("not-a-number", text, start, `${name} is not JSON`);
}
