/**
 * What an answer may not claim. A claim that is taken back in the same breath is none.
 *
 * @module
 */
import { findWord, stepBack, stepForward, strip } from "./python_text.ts";

/** How far before and behind a fact words may stand that take it back, in characters. */
const REACH_BEFORE = 30;
const REACH_AFTER = 40;

/**
 * What takes a claim back. Found anywhere, also inside words: `piano X` and `knot X` excuse X, a
 * curly `can’t X` and a final `X no` don't.
 */
const CUES: readonly string[] = [
  "no ",
  "not ",
  "n't",
  "without",
  "invalid",
  "unknown",
  "no such",
  "non-existent",
  "nonexistent",
];

/** `str.isdigit()`: decimal digits of every script, and those in circles, brackets or above the line. */
const DIGITS = /^[\p{Nd}²³¹፩-፱᧚⁰⁴-⁹₀-₉①-⑨⑴-⑼⒈-⒐⓪⓵-⓽⓿❶-❾➀-➈➊-➒𐩀-𐩃𐹠-𐹨𑁒-𑁚🄀-🄊]+$/u;

/**
 * The first of the facts that the text asserts, or undefined.
 *
 * Letter case doesn't count. Facts of digits alone, and those that are one ASCII identifier, match
 * whole words; others match anywhere. A place where a fact stands is excused if a cue is in the 30
 * characters before it, from the last of `. ! ? ;` or the line's beginning on, or in the 40 after it,
 * up to the first of `. ! ?` or the line's end (not `;`).
 */
export function assertedFact(text: string, facts: readonly string[]): string | undefined {
  const lower = text.toLowerCase();
  return facts.find((fact) => isAsserted(lower, fact.toLowerCase()));
}

function isAsserted(lower: string, fact: string): boolean {
  const core = strip(fact);
  const whole = DIGITS.test(core) || /^[a-z_][a-z0-9_]*$/.test(core);
  // An empty fact would never move on by itself, and indexOf never says that it is past the end.
  for (let from = 0; from <= lower.length;) {
    const at = whole ? findWord(lower, fact, from) : lower.indexOf(fact, from);
    if (at === -1) return false;
    const end = at + fact.length;
    if (!isExcused(lower, at, end)) return true;
    from = Math.max(end, at + 1);
  }
  return false;
}

function isExcused(lower: string, at: number, end: number): boolean {
  const before = lower.slice(stepBack(lower, at, REACH_BEFORE), at).split(/[.!?;\n]/).at(-1)!;
  const after = lower.slice(end, stepForward(lower, end, REACH_AFTER)).split(/[.!?\n]/)[0]!;
  const clause = `${before} ${after}`;
  return CUES.some((cue) => clause.includes(cue));
}
