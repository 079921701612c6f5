/**
 * What XML 1.0 needs of a text before it may stand in a document. The characters that XML forbids
 * have no escape in it, so they are made visible first.
 *
 * @module
 */
import { visibleLines } from "./visible.ts";

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\n": "&#10;",
  "\t": "&#9;",
};

function entity(character: string): string {
  return ENTITIES[character] ?? character;
}

/** Character data: line feeds stay; every `>` is escaped, so no `]]>` can arise. */
export function xmlText(text: string): string {
  return visibleLines(text).replace(/[&<>]/g, entity);
}

/** The inside of an attribute in double quotes. A raw line feed would be read back as a space. */
export function xmlAttribute(text: string): string {
  return visibleLines(text).replace(/[&<>"\n\t]/g, entity);
}

/** ` name="value"` for each; `undefined` leaves one out. */
export function xmlAttributes(
  values: Readonly<Record<string, string | number | undefined>>,
): string {
  return Object.entries(values)
    .flatMap(([name, value]) =>
      value === undefined ? [] : [` ${name}="${xmlAttribute(String(value))}"`]
    )
    .join("");
}
