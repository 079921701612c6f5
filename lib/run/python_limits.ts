/**
 * What JSON Python's own reader refuses, and so whoever reads our files with it: its stack ends at about a
 * thousand levels, and it makes no integer of more than 4,300 digits.
 *
 * @module
 */

/** Levels that surely fit, with those of the file around them. */
const MAX_LEVELS = 900;
/** Digits of an integer, the sign not counted. */
const MAX_DIGITS = 4_300;

/** Why Python can't read this JSON text; undefined where it can. */
export function pythonRefuses(text: string): string | undefined {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!;
    if (char === '"') {
      for (at++; at < text.length && text[at] !== '"'; at++) if (text[at] === "\\") at++;
    } else if (char === "{" || char === "[") {
      if (++depth > MAX_LEVELS) return `it is nested more than ${MAX_LEVELS} levels deep`;
    } else if (char === "}" || char === "]") {
      depth--;
    } else if (char >= "0" && char <= "9") {
      const begun = at;
      while (at + 1 < text.length && /[0-9.eE+-]/.test(text[at + 1]!)) at++;
      const number = text.slice(begun, at + 1);
      if (number.length > MAX_DIGITS && /^\d+$/.test(number)) {
        return `it holds an integer of more than ${MAX_DIGITS} digits`;
      }
    }
  }
  return undefined;
}
