/**
 * JSON objects written anew from their members' own texts, so that every number keeps its spelling.
 *
 * @module
 */
import { members, type Place, textOf } from "../oracle/place.ts";
import type { JsonText } from "../transcript.ts";

/** An object of these members, in this order; those without a text are left out. */
export function objectOf(all: readonly (readonly [string, JsonText | undefined])[]): JsonText {
  const written = all.flatMap(([name, text]) =>
    text === undefined ? [] : [`${JSON.stringify(name)}:${text}`]
  );
  return `{${written.join(",")}}`;
}

/** A list of these texts. */
export function listOf(all: readonly JsonText[]): JsonText {
  return `[${all.join(",")}]`;
}

/** The members of an object with their texts. */
export function textsOf(place: Place): readonly (readonly [string, JsonText])[] {
  return members(place).map((one) => [String(one.key), textOf(one)] as const);
}

/** An object with some of its members changed, taken out (undefined) or, at its end, added. */
export function rewritten(
  place: Place,
  changes: Readonly<Record<string, JsonText | undefined>>,
): JsonText {
  const own = textsOf(place);
  const kept = own.map(([name, text]) =>
    [name, Object.hasOwn(changes, name) ? changes[name] : text] as const
  );
  const added = Object.entries(changes).filter(([name]) => own.every(([known]) => known !== name));
  return objectOf([...kept, ...added]);
}
