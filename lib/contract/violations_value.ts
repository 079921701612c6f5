/**
 * Values in an envelope: finding them by path, and saying what they are in few words.
 *
 * @module
 */
import type { JsonDocument, JsonValue } from "./json.ts";

/** A path into a document, as zod gives it. */
export type Path = readonly (string | number)[];

/** What stands at a path. */
export interface Place {
  /** False where the key is missing. */
  readonly present: boolean;
  readonly value: JsonValue;
  /** A number as it came; undefined where there is no number. */
  readonly spelling: string | undefined;
}

const MISSING: Place = { present: false, value: null, spelling: undefined };
/** How many characters of a string's JSON text are shown. */
const SHOWN_CHARACTERS = 120;

/** The types that JSON has. */
export type JsonType = "null" | "boolean" | "number" | "string" | "array" | "object";

/** The type of a JSON value. */
export function typeOf(value: JsonValue): JsonType {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  switch (typeof value) {
    case "boolean":
      return "boolean";
    case "number":
      return "number";
    case "string":
      return "string";
    default:
      return "object";
  }
}

/** True for a JSON object: neither null nor an array. */
export function isObject(value: JsonValue | undefined): value is { [key: string]: JsonValue } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What stands at a path; own keys alone, so that `constructor` is missing unless it came. */
export function placeAt(doc: JsonDocument, path: Path): Place {
  let value = doc.value;
  let spelling = typeof value === "number" ? numberAt(doc, undefined, "", value) : undefined;
  for (const key of path) {
    if (value === null || typeof value !== "object" || !Object.hasOwn(value, key)) return MISSING;
    const container: object = value;
    value = (value as Readonly<Record<string | number, JsonValue>>)[key]!;
    spelling = typeof value === "number" ? numberAt(doc, container, key, value) : undefined;
  }
  return { present: true, value, spelling };
}

function numberAt(
  doc: JsonDocument,
  container: object | undefined,
  key: string | number,
  value: number,
): string {
  return doc.numberSource(container, key) ?? String(value);
}

/**
 * A value in words, under 200 characters: its JSON where that is short, else its type and size.
 *
 * @param withheld Type and size only: the value is private (a surface is the system prompt).
 */
export function describe(place: Place, withheld: boolean): string {
  const { present, value, spelling } = place;
  if (!present) return "no such key";
  if (value === null || typeof value === "boolean") return String(value);
  if (Array.isArray(value)) return `an array of ${count(value.length, "entry", "entries")}`;
  if (typeof value === "object") {
    return `an object of ${count(Object.keys(value).length, "key", "keys")}`;
  }
  if (withheld) {
    return typeof value === "string" ? `a string of ${value.length} characters` : "a number";
  }
  if (typeof value === "string") return `the string ${shownString(value)}`;
  return `the number ${cut(spelling ?? String(value))}`;
}

function shownString(value: string): string {
  const text = JSON.stringify(value.slice(0, SHOWN_CHARACTERS));
  if (value.length <= SHOWN_CHARACTERS && text.length <= SHOWN_CHARACTERS + 2) return text;
  return `${cut(text)} (${value.length} characters)`;
}

/** Cuts a text to what is shown, never inside a surrogate pair. */
function cut(text: string): string {
  if (text.length <= SHOWN_CHARACTERS) return text;
  return `${text.slice(0, SHOWN_CHARACTERS).replace(/[\ud800-\udbff]$/, "")}…`;
}

function count(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`;
}
