/**
 * Text that others wrote, made safe to print. A target chooses its own replies and headers; what a
 * report shows of them must not move a cursor, turn a line around, start a command of the CI system
 * that reads the log, or break a format.
 *
 * @module
 */

/**
 * Controls (C0, DEL, C1), format characters (bidi marks, zero-width, tags), line and paragraph
 * separators, lone surrogates and noncharacters: all that is invisible, or does something.
 */
export const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Noncharacter_Code_Point}]/gu;

/** `##[…`, `##vso[…`: log commands that CI systems obey anywhere in a line. */
export const LOG_COMMAND = /##(?=[a-z]*\[)/gi;

const SHORT: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** One character as an escape that a reader of any C-like language knows. */
export function escapeCharacter(character: string): string {
  const short = SHORT[character];
  if (short !== undefined) return short;
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  if (code < 0x100) return `\\x${hex.padStart(2, "0")}`;
  return code < 0x10000 ? `\\u${hex.padStart(4, "0")}` : `\\u{${hex}}`;
}

/**
 * The text on one line, with nothing in it that a terminal or a log reader acts on. Backslashes stay
 * as they are: the JSON format is the exact one.
 */
export function visible(text: string): string {
  return text.replace(UNSAFE, escapeCharacter).replace(LOG_COMMAND, "#\\x23");
}

/** As {@linkcode visible}, but line feeds and tabs stay: for formats that quote them themselves. */
export function visibleLines(text: string): string {
  return text.replace(UNSAFE, (c) => c === "\n" || c === "\t" ? c : escapeCharacter(c))
    .replace(LOG_COMMAND, "#\\x23");
}

/** Bytes as text: printable ASCII as it is, every other byte as `\xNN`; CR, LF and tab are kept. */
export function latinText(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) {
    const kept = (byte >= 0x20 && byte < 0x7f) || byte === 0x0a || byte === 0x0d || byte === 0x09;
    text += kept ? String.fromCharCode(byte) : escapeCharacter(String.fromCharCode(byte));
  }
  return text;
}

/** The first `max` UTF-16 units, never half of a pair. */
export function head(text: string, max: number): string {
  if (text.length <= max) return text;
  const last = text.charCodeAt(max - 1);
  const splitsPair = last >= 0xd800 && last < 0xdc00;
  return text.slice(0, splitsPair ? max - 1 : max);
}

/** One safe line of bounded length, which says how much was left out. */
export function brief(text: string, max = 600): string {
  const shown = head(text, max);
  const left = text.length - shown.length;
  return visible(shown) + (left > 0 ? ` … (${left} more characters)` : "");
}

/** One safe line cut to a column count, with an ellipsis where something is missing. */
export function fit(text: string, columns: number): string {
  const characters = [...visible(head(text, columns * 2 + 2))];
  if (characters.length <= columns) return characters.join("");
  return characters.slice(0, Math.max(0, columns - 1)).join("").trimEnd() + "…";
}

/**
 * The same line, so that no CI system takes it for a command: GitHub obeys a line that starts with
 * `::` after white space.
 */
export function defuseLine(line: string): string {
  return line.replace(/^(\s*):(?=:)/, "$1\\x3a");
}
