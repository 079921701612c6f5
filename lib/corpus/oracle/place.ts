/**
 * A value inside a JSON document, with what is needed to write it out as it came: its document (for
 * the digits of numbers) and its pointer (for the name under which it is kept where nobody knows it).
 *
 * @module
 */
import {
  type JsonDocument,
  JsonSyntaxError,
  type JsonValue,
  parseJson,
} from "../../contract/json.ts";
import { pointerOf, stringifyJson } from "../../contract/json.ts";
import type { JsonText } from "../transcript.ts";

/** Where a value stands. */
export interface Place {
  readonly doc: JsonDocument;
  readonly value: JsonValue;
  /** The array or object around it; undefined at the root. */
  readonly container: object | undefined;
  readonly key: string | number;
  /** JSON pointer. In a stream: the pointer in the answer that the events add up to. */
  readonly pointer: string;
}

/** A text as JSON, or why it isn't. Duplicate keys are named, as the last one wins in silence. */
export type Read =
  | { readonly ok: true; readonly place: Place; readonly duplicates: readonly string[] }
  | { readonly ok: false; readonly reason: string; readonly text: string };

/** Reads a body: UTF-8, one JSON value. */
export function readBytes(bytes: Uint8Array): Read {
  try {
    return readText(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    return { ok: false, reason: "it is not UTF-8", text: new TextDecoder().decode(bytes) };
  }
}

/** Reads one JSON value. */
export function readText(text: string): Read {
  try {
    const doc = parseJson(text);
    const place = { doc, value: doc.value, container: undefined, key: "", pointer: "" };
    return { ok: true, place, duplicates: doc.duplicates };
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    return { ok: false, reason: error.message.replace(/^Cannot parse JSON at /, ""), text };
  }
}

/** The same value under another pointer; its members follow. */
export function moved(place: Place, pointer: string): Place {
  return { ...place, pointer };
}

/** True for an object, false for an array and everything else. */
export function isObject(value: JsonValue): value is { [key: string]: JsonValue } {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

/** A member of an object; undefined where there is none, or no object. */
export function member(place: Place | undefined, name: string): Place | undefined {
  if (place === undefined || !isObject(place.value) || !Object.hasOwn(place.value, name)) {
    return undefined;
  }
  return inside(place, place.value, name, place.value[name]!);
}

/** All members of an object, in order; none where it isn't one. */
export function members(place: Place): readonly Place[] {
  const { value } = place;
  if (!isObject(value)) return [];
  return Object.keys(value).map((name) => inside(place, value, name, value[name]!));
}

/** The entries of an array; undefined where it isn't one. */
export function items(place: Place | undefined): readonly Place[] | undefined {
  const value = place?.value;
  if (place === undefined || !Array.isArray(value)) return undefined;
  return value.map((entry, index) => inside(place, value, index, entry));
}

/** The JSON text of the value, numbers as they came. */
export function textOf({ doc, value, container, key }: Place): JsonText {
  if (typeof value !== "number") return stringifyJson(doc, value);
  return doc.numberSource(container, key) ?? String(value);
}

/** The value where it is a string. */
export function stringOf(place: Place | undefined): string | undefined {
  return typeof place?.value === "string" ? place.value : undefined;
}

/** The digits, as they came, where the value is a number. */
export function numberOf(place: Place | undefined): JsonText | undefined {
  return typeof place?.value === "number" ? textOf(place) : undefined;
}

/** True where something other than null stands there. */
export function isThere(place: Place | undefined): place is Place {
  return place !== undefined && place.value !== null;
}

/** The pointer of a member or entry. */
export function under(pointer: string, ...path: readonly (string | number)[]): string {
  return pointer + pointerOf(path);
}

function inside(
  outer: Place,
  container: object,
  key: string | number,
  value: JsonValue,
): Place {
  return { doc: outer.doc, value, container, key, pointer: under(outer.pointer, key) };
}
