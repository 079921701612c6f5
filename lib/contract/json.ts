/**
 * Lossless JSON. `JSON.parse` turns 12345678901234567890 into …7000, can't see duplicate keys, and
 * accepts whatever the platform accepts; a judge of wires needs what stood there. Values are plain,
 * property by property as JSON.parse gives them, and side tables keep what they can't hold.
 *
 * @module
 */
import { type JsonValue, parseText } from "./json_parse.ts";
import { tokensOf } from "./json_pointer.ts";

export { type JsonFaultKind, JsonSyntaxError } from "./json_fault.ts";
export type { JsonValue } from "./json_parse.ts";
export { pointerOf } from "./json_pointer.ts";
export { stringifyJson } from "./json_write.ts";

/** A parsed JSON text. */
export interface JsonDocument {
  /** Plain values, as JSON.parse gives them; `__proto__` is an own key like any other. */
  readonly value: JsonValue;
  /**
   * The spelling of the number at `container[key]` where it isn't what `String(number)` gives (1.0,
   * 1e5, -0, 12345678901234567890, 1E400); undefined otherwise. `container` is an array or object
   * inside `value`; undefined for a document that is one number.
   */
  numberSource(container: object | undefined, key: string | number): string | undefined;
  /**
   * The spelling of the number at a JSON pointer (`""` is the whole document), whether JavaScript
   * would spell it so or not; undefined where there is no number.
   */
  numberAt(pointer: string): string | undefined;
  /** The keys of an object inside `value`, in the order in which they stood. */
  keysOf(container: object): readonly string[];
  /**
   * Pointers of keys that came again in one object, in the order of the text, the first 100 of them.
   * The last one's value is the one in `value`. A pointer of 1,000 characters or more stops at the
   * last ancestor that fits.
   */
  readonly duplicates: readonly string[];
  /** How many keys came again, those past the first 100 too. */
  readonly duplicateCount: number;
}

/** How deep arrays and objects may nest, unless `parseJson` is told otherwise. */
export const MAX_DEPTH = 10_000;

/**
 * Parses one JSON text as RFC 8259 has it, nothing more lenient: one value with white space around
 * it. Never recurses, so depth costs no stack.
 *
 * @param options.maxDepth How deep arrays and objects may nest, default {@linkcode MAX_DEPTH}.
 * @throws {JsonSyntaxError} with its kind and offset; of kind `depth` where our bound was hit.
 */
export function parseJson(text: string, options?: { readonly maxDepth?: number }): JsonDocument {
  const parsed = parseText(text, options?.maxDepth ?? MAX_DEPTH);
  const { value, spellings, orders, duplicates, duplicateCount } = parsed;
  return {
    value,
    duplicates,
    duplicateCount,
    numberSource: (container, key) => spellings.get(container, key),
    keysOf: (container) => orders.of(container),
    numberAt(pointer) {
      const found = find(value, pointer);
      if (found === undefined || typeof found.value !== "number") return undefined;
      return spellings.get(found.container, found.key) ?? String(found.value);
    },
  };
}

interface Place {
  readonly container: object | undefined;
  readonly key: string;
  readonly value: JsonValue;
}

function find(root: JsonValue, pointer: string): Place | undefined {
  const tokens = tokensOf(pointer);
  if (tokens === undefined) return undefined;
  let place: Place = { container: undefined, key: "", value: root };
  for (const key of tokens) {
    const container = place.value;
    if (container === null || typeof container !== "object") return undefined;
    if (Array.isArray(container) && !/^(0|[1-9]\d{0,15})$/.test(key)) return undefined;
    const value = Object.hasOwn(container, key)
      ? (container as Readonly<Record<string, JsonValue>>)[key]
      : undefined;
    if (value === undefined) return undefined;
    place = { container, key, value };
  }
  return place;
}
