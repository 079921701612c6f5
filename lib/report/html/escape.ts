/**
 * What others wrote, made safe to stand in a page. Everything that is invisible or that acts on a
 * reader's eye (controls, bidi marks, zero-width characters) is shown as an escape, and marked as one.
 *
 * @module
 */
import { brief, escapeCharacter, head, UNSAFE, visible } from "../visible.ts";

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Where a page goes to a CI system's log, nothing in it may be one of that system's commands. */
function entities(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
    .replace(/##(?=[a-z]*\[)/gi, "#&#35;")
    .replace(/^(\s*):(?=:)/gm, "$1&#58;");
}

/** An attribute's value, to stand in double quotes. */
export function attribute(text: string): string {
  return entities(visible(text));
}

/**
 * Text of an element, on one line, of bounded length.
 *
 * @param most UTF-16 units; what is left out is counted
 */
export function words(text: string, most = 600): string {
  const shown = head(text, most);
  const left = text.length - shown.length;
  const more = left > 0 ? ` <i class="cut">… ${left} more characters</i>` : "";
  return marked(shown, /[^\s\S]/) + more;
}

/** Text of a `pre`: line feeds and tabs stay. */
export function block(text: string): string {
  return marked(text, /[\n\t]/);
}

/** Escapes are marked, so that `\x1b` as sent and ESC as shown can be told apart. */
function marked(text: string, kept: RegExp): string {
  let safe = "";
  let at = 0;
  for (const { 0: character, index } of text.matchAll(UNSAFE)) {
    if (kept.test(character)) continue;
    safe += entities(text.slice(at, index)) + `<i class="esc">${escapeCharacter(character)}</i>`;
    at = index + character.length;
  }
  return safe + entities(text.slice(at));
}

/** A name for `id` and `href`: anything but letters, digits, `.`, `_` and `-` is spelled as its code. */
export function anchor(kind: string, id: string): string {
  return `${kind}-${
    id.replace(/[^A-Za-z0-9._-]/g, (character) => `~${character.charCodeAt(0).toString(16)}`)
  }`;
}

/** One line for a `title`, a label or a document's name. */
export function line(text: string, most = 200): string {
  return entities(brief(text, most));
}
