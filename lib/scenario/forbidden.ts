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
const DIGITS = new RegExp(
  "^[\\p{Nd}\\u{b2}\\u{b3}\\u{b9}\\u{1369}-\\u{1371}\\u{19da}\\u{2070}\\u{2074}-\\u{2079}" +
    "\\u{2080}-\\u{2089}\\u{2460}-\\u{2468}\\u{2474}-\\u{247c}\\u{2488}-\\u{2490}\\u{24ea}" +
    "\\u{24f5}-\\u{24fd}\\u{24ff}\\u{2776}-\\u{277e}\\u{2780}-\\u{2788}\\u{278a}-\\u{2792}" +
    "\\u{10a40}-\\u{10a43}\\u{10e60}-\\u{10e68}\\u{11052}-\\u{1105a}\\u{1f100}-\\u{1f10a}]+$",
  "u",
);

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
