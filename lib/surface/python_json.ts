/**
 * JSON laid out as Python's `json.dumps(value, indent=2, ensure_ascii=False)` lays it out: keys as
 * they came, numbers as Python spells them.
 *
 * @module
 */
import { type JsonDocument, type JsonValue, parseJson } from "../contract/json.ts";
import { pythonNumber } from "./canonical.ts";

/**
 * Stands before every key of an {@linkcode OrderedDocument}: JavaScript puts keys that look like
 * array indices first, and these don't.
 */
const MARK = "k";

/** A parsed JSON text whose keys are in the order of the text. */
export interface OrderedDocument {
  readonly document: JsonDocument;
}

/** Parses a JSON text that is known to be good. A key that comes again stays where it was first. */
export function orderedDocument(json: string): OrderedDocument {
  let marked = "";
  let copied = 0;
  for (let open = json.indexOf('"'); open >= 0;) {
    const close = endOfString(json, open);
    if (isColon(json, close + 1)) {
      marked += json.slice(copied, open + 1) + MARK;
      copied = open + 1;
    }
    open = json.indexOf('"', close + 1);
  }
  return { document: parseJson(marked + json.slice(copied)) };
}

/** Loops, no expression: one with a repeated group runs out of stack on megabytes of escapes. */
function endOfString(json: string, open: number): number {
  for (let at = open + 1; at < json.length; at++) {
    const character = json[at];
    if (character === '"') return at;
    if (character === "\\") at++;
  }
  return json.length;
}

function isColon(json: string, from: number): boolean {
  let at = from;
  while (at < json.length && " \t\n\r".includes(json[at]!)) at++;
  return json[at] === ":";
}

/** What stands at a path of keys, or undefined. */
export function orderedMember(
  { document }: OrderedDocument,
  ...path: readonly string[]
): JsonValue | undefined {
  let here: JsonValue | undefined = document.value;
  for (const key of path) {
    if (here === null || typeof here !== "object" || Array.isArray(here)) return undefined;
    here = here[MARK + key];
  }
  return here;
}

interface Frame {
  readonly container: JsonValue[] | { [key: string]: JsonValue };
  readonly keys: readonly string[] | undefined;
  next: number;
}

/**
 * The text of an array or object inside an ordered document. Never recurses.
 *
 * @param depth How deep the value itself stands in what is written.
 */
export function pythonIndented(
  { document }: OrderedDocument,
  value: JsonValue,
  depth: number,
): string {
  const frames: Frame[] = [];
  let out = begin(value, undefined, "");
  for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
    const { container, keys } = frame;
    const index = frame.next++;
    if (index === (keys ?? (container as JsonValue[])).length) {
      frames.pop();
      if (index > 0) out += indent(depth + frames.length);
      out += keys === undefined ? "]" : "}";
      continue;
    }
    out += (index > 0 ? "," : "") + indent(depth + frames.length);
    if (keys === undefined) {
      out += begin((container as JsonValue[])[index]!, container, index);
    } else {
      const key = keys[index]!;
      out += `${JSON.stringify(key.slice(MARK.length))}: `;
      out += begin((container as { [key: string]: JsonValue })[key]!, container, key);
    }
  }
  return out;

  function begin(item: JsonValue, container: object | undefined, key: string | number): string {
    if (typeof item === "number") {
      return pythonNumber(document.numberSource(container, key) ?? String(item));
    }
    if (item === null || typeof item !== "object") return JSON.stringify(item);
    const keys = Array.isArray(item) ? undefined : Object.keys(item);
    frames.push({ container: item, keys, next: 0 });
    return keys === undefined ? "[" : "{";
  }
}

/** An array of texts that are JSON already. */
export function indentedArray(items: readonly string[], depth: number): string {
  if (items.length === 0) return "[]";
  const inner = items.map((item) => indent(depth + 1) + item).join(",");
  return `[${inner}${indent(depth)}]`;
}

/** An object from keys to texts that are JSON already, in this order. */
export function indentedObject(
  members: readonly (readonly [key: string, json: string])[],
  depth: number,
): string {
  if (members.length === 0) return "{}";
  const inner = members.map(([key, json]) => `${indent(depth + 1)}${JSON.stringify(key)}: ${json}`);
  return `{${inner.join(",")}${indent(depth)}}`;
}

function indent(depth: number): string {
  return `\n${"  ".repeat(depth)}`;
}
