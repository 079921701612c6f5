/**
 * JSON on standard output, with what others wrote in it.
 *
 * @module
 */

/**
 * Characters that may stand in a JSON string, and that a terminal acts on or a reader can't see: DEL,
 * C1 controls, format characters (bidi marks), line separators.
 */
const UNSEEN = /[\x7f-\x9f\p{Cf}\p{Zl}\p{Zp}]/gu;

/** The same JSON, such characters as escapes. Outside strings JSON has none of them. */
export function escapeUnseen(json: string): string {
  return json.replace(
    UNSEEN,
    (character) =>
      character.split("").map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
        .join(""),
  );
}

/** A value as indented JSON that is safe to print, line feed at the end. */
export function prettyJson(value: unknown): string {
  return `${escapeUnseen(JSON.stringify(value, null, 2))}\n`;
}
