/**
 * Text as Python's `re` and `str` see it, since that is what scores were defined by: words are
 * letters, numbers and the underscore of all of Unicode, and lengths count characters.
 *
 * @module
 */

const WORD = /[\p{L}\p{N}_]/u;

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000;
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}

/** Where the character before an index begins; never before `origin`. */
function before(text: string, index: number, origin: number): number {
  const paired = index - 2 >= origin && isLow(text.charCodeAt(index - 1)) &&
    isHigh(text.charCodeAt(index - 2));
  return index - (paired ? 2 : 1);
}

/** Where the character at an index ends. */
function after(text: string, index: number): number {
  return index + (text.codePointAt(index)! > 0xffff ? 2 : 1);
}

/** The index so many characters further left, at the text's beginning at most. */
export function stepBack(text: string, index: number, characters: number): number {
  for (; characters > 0 && index > 0; characters--) index = before(text, index, 0);
  return index;
}

/** The index so many characters further right, at the text's end at most. */
export function stepForward(text: string, index: number, characters: number): number {
  for (; characters > 0 && index < text.length; characters--) index = after(text, index);
  return index;
}

/**
 * `\b`: a word character on one side and not on the other. What stands before `origin` doesn't count,
 * as where Python searches a slice.
 */
function isBoundary(text: string, index: number, origin: number): boolean {
  const left = index > origin &&
    WORD.test(String.fromCodePoint(text.codePointAt(before(text, index, origin))!));
  const right = index < text.length && WORD.test(String.fromCodePoint(text.codePointAt(index)!));
  return left !== right;
}

/** The index of `\bneedle\b` in `text` from `origin` on, or -1. The needle is not empty. */
export function findWord(text: string, needle: string, origin = 0): number {
  for (let at = text.indexOf(needle, origin); at !== -1; at = text.indexOf(needle, at + 1)) {
    if (isBoundary(text, at, origin) && isBoundary(text, at + needle.length, origin)) return at;
  }
  return -1;
}

/** True where `\bneedle\b` is in the text in any letter case. */
export function hasWordInAnyCase(text: string, needle: string): boolean {
  const literal = needle.replace(/[\^$\\.*+?()[\]{}|/]/g, "\\$&")
    // Python takes the Turkish pair for the same letter, JavaScript doesn't.
    .replace(/[iIıİ]/g, "[iIıİ]");
  const pattern = new RegExp(literal, "giu");
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const end = match.index + match[0].length;
    if (isBoundary(text, match.index, 0) && isBoundary(text, end, 0)) return true;
    pattern.lastIndex = after(text, match.index);
  }
  return false;
}

// deno-lint-ignore no-control-regex -- Python counts the four separators before the space, too
const SPACE = /[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/;

/** `str.strip()`: what Python takes for white space isn't quite what JavaScript does. */
export function strip(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && SPACE.test(text[from]!)) from++;
  while (to > from && SPACE.test(text[to - 1]!)) to--;
  return text.slice(from, to);
}
