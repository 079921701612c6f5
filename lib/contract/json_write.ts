/**
 * Writes JSON with its numbers as they came.
 *
 * @module
 */
import type { JsonDocument } from "./json.ts";
import type { JsonValue } from "./json_parse.ts";

/** A container that is being written: how far we are, and what closes it. */
interface Frame {
  readonly container: JsonValue[] | { [key: string]: JsonValue };
  /** Undefined for an array. */
  readonly keys: readonly string[] | undefined;
  next: number;
}

/**
 * The JSON text of a value, numbers spelled as they came (12345678901234567890, 1.10, 1E400 digit
 * for digit). Never recurses. A number whose place in the document was changed since is written as
 * JavaScript spells it.
 *
 * Keys stand as they came, those that look like array indices too, which JavaScript would put first.
 *
 * @param value The whole document when left out. Arrays and objects of the document may sit inside
 * new ones: they take their spellings along. A bare number that isn't the document has left its
 * spelling behind.
 * @param options.spacing `"python"` writes `", "` and `": "`, as json.dumps does; default compact.
 * @throws {RangeError} for a number that JSON has no spelling for (a bare Infinity).
 * @throws {TypeError} for what is no JSON value (undefined, say).
 */
export function stringifyJson(
  doc: JsonDocument,
  value: JsonValue = doc.value,
  options?: { readonly spacing?: "compact" | "python" },
): string {
  const comma = options?.spacing === "python" ? ", " : ",";
  const colon = options?.spacing === "python" ? ": " : ":";
  const frames: Frame[] = [];
  const isDocument = Object.is(value, doc.value);
  let out = typeof value === "number" && !isDocument
    ? spell(value, undefined)
    : begin(value, undefined, "");

  for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
    const { container, keys } = frame;
    const index = frame.next++;
    if (index === (keys ?? (container as JsonValue[])).length) {
      out += keys === undefined ? "]" : "}";
      frames.pop();
      continue;
    }
    if (index > 0) out += comma;
    if (keys === undefined) {
      out += begin((container as JsonValue[])[index]!, container, index);
    } else {
      const key = keys[index]!;
      out += JSON.stringify(key) + colon;
      out += begin((container as { [key: string]: JsonValue })[key]!, container, key);
    }
  }
  return out;

  /** All of a value without parts; of a container, the opening bracket. */
  function begin(
    item: JsonValue,
    container: object | undefined,
    key: string | number,
  ): string {
    if (typeof item === "number") return spell(item, doc.numberSource(container, key));
    if (item === null || typeof item !== "object") return plain(item);
    const keys = Array.isArray(item) ? undefined : doc.keysOf(item);
    frames.push({ container: item, keys, next: 0 });
    return keys === undefined ? "[" : "{";
  }
}

function spell(number: number, source: string | undefined): string {
  if (source !== undefined && Object.is(Number(source), number)) return source;
  if (!Number.isFinite(number)) {
    throw new RangeError(
      `Cannot write the number ${number}: JSON has no spelling for it; pass the array or object ` +
        `that holds it, so that the spelling it came with is known`,
    );
  }
  return JSON.stringify(number);
}

function plain(item: string | boolean | null): string {
  // What a caller's types let slip (undefined, a function) has no JSON text, whatever the type says.
  const text: string | undefined = JSON.stringify(item);
  if (text === undefined) {
    throw new TypeError(`Cannot write ${typeof item} as JSON: it is no JSON value; leave it out`);
  }
  return text;
}
