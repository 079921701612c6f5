/**
 * What has to be in an answer: facts, and numbers.
 *
 * @module
 */
import { findWord, hasWordInAnyCase, stepBack, stepForward } from "./python_text.ts";
import type { TargetNumber } from "./scenario.ts";

/** How far from a number its unit may stand, in characters, on either side. */
const UNIT_REACH = 30;

/**
 * The groups of which no member is in the text. Both sides are lower-cased and nothing else: no
 * folding, no normal form. A group without members is always missing; an empty member never is.
 */
export function missingFacts(
  text: string,
  groups: readonly (readonly string[])[],
): readonly (readonly string[])[] {
  const lower = text.toLowerCase();
  return groups.filter((group) => !group.some((fact) => lower.includes(fact.toLowerCase())));
}

/** True where each group has a member in the text. See {@linkcode missingFacts}. */
export function factsPresent(text: string, groups: readonly (readonly string[])[]): boolean {
  return missingFacts(text, groups).length === 0;
}

/**
 * True where a number is in the text as a whole word: 3 is in `3.5`, `3,000` and `x-3`, and not in
 * `B003`, `3kg` or `13`. Before a minus sign a word has to end, so -3 is in `x-3` and not in ` -3`.
 *
 * With a unit, that has to stand within 30 characters of the *first* such place, as a whole word in
 * any letter case; what the reach cuts through counts as a word's end. `%` is a whole word only
 * between two word characters.
 */
export function numberPresent(text: string, { value, unit }: TargetNumber): boolean {
  const digits = String(value);
  const at = findWord(text, digits);
  if (at === -1) return false;
  if (unit === null) return true;
  const from = stepBack(text, at, UNIT_REACH);
  const to = stepForward(text, at + digits.length, UNIT_REACH);
  return hasWordInAnyCase(text.slice(from, to), unit);
}
