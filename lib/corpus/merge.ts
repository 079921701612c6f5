/**
 * What all dialects take for one: adjacent turns of a role, adjacent texts, texts without a character.
 *
 * @module
 */
import type { ExpectedPart, TextMatch } from "./expectation.ts";
import type { Part } from "./transcript.ts";

type AnyPart = Part | ExpectedPart;

interface AnyTurn<P> {
  readonly role: string;
  readonly parts: readonly P[];
}

/** Turns without empty ones, adjacent ones of a role as one. */
export function mergedTurns<P extends AnyPart, T extends AnyTurn<P>>(
  turns: readonly T[],
): readonly T[] {
  const merged: T[] = [];
  for (const turn of turns) {
    const last = merged.at(-1);
    if (mergedParts(turn.parts).length === 0) continue;
    if (last?.role === turn.role) {
      merged[merged.length - 1] = { ...last, parts: [...last.parts, ...turn.parts] };
    } else merged.push(turn);
  }
  return merged;
}

/** Parts without empty texts, adjacent ones as one. A text that may be one of several stays alone. */
export function mergedParts<P extends AnyPart>(parts: readonly P[]): readonly P[] {
  const merged: P[] = [];
  for (const part of parts) {
    const own = plainText(part);
    if (own === "") continue;
    const last = merged.at(-1);
    const before = last === undefined ? undefined : plainText(last);
    if (own === undefined || before === undefined) merged.push(part);
    else merged[merged.length - 1] = withText(part, before + own);
  }
  return merged;
}

/** A part's text where it is one text and nothing else. */
function plainText(part: AnyPart): string | undefined {
  if (!("text" in part)) return undefined;
  const match: string | TextMatch = part.text;
  if (typeof match === "string") return match;
  if (!("values" in match) || match.values.length !== 1) return undefined;
  return match.values[0];
}

function withText<P extends AnyPart>(part: P, value: string): P {
  const text = "text" in part && typeof part.text === "string" ? value : { values: [value] };
  return { ...part, text };
}
