/**
 * JSON laid out as Python's `json.dumps(value, indent=2, ensure_ascii=False)` lays it out: keys as
 * they came, numbers as Python spells them.
 *
 * @module
 */
import type { JsonDocument, JsonValue } from "../contract/json.ts";
import { pythonNumber } from "./canonical.ts";

interface Frame {
  readonly container: JsonValue[] | { [key: string]: JsonValue };
  readonly keys: readonly string[] | undefined;
  next: number;
}

/**
 * The text of an array or object inside a document. Never recurses.
 *
 * @param depth How deep the value itself stands in what is written.
 */
export function pythonIndented(
  document: JsonDocument,
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
      out += `${JSON.stringify(key)}: `;
      out += begin((container as { [key: string]: JsonValue })[key]!, container, key);
    }
  }
  return out;

  function begin(item: JsonValue, container: object | undefined, key: string | number): string {
    if (typeof item === "number") {
      return pythonNumber(document.numberSource(container, key) ?? String(item));
    }
    if (item === null || typeof item !== "object") return JSON.stringify(item);
    const keys = Array.isArray(item) ? undefined : document.keysOf(item);
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
