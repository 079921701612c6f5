/**
 * The strings of a JSON value.
 *
 * @module
 */
import { type JsonValue, pointerOf } from "../contract/json.ts";

/** A string in a value, and where. */
export interface PlacedString {
  /** RFC 6901. */
  readonly pointer: string;
  readonly value: string;
}

/** Every string inside a value, keys left out. Never recurses. */
export function stringsIn(root: JsonValue): readonly PlacedString[] {
  const found: PlacedString[] = [];
  const open: { readonly path: readonly (string | number)[]; readonly value: JsonValue }[] = [
    { path: [], value: root },
  ];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { path, value } = next;
    if (typeof value === "string") found.push({ pointer: pointerOf(path), value });
    if (value === null || typeof value !== "object") continue;
    for (const [key, inner] of Object.entries(value)) {
      open.push({ path: [...path, key], value: inner });
    }
  }
  return found;
}
