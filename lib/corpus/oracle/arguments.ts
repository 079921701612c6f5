/**
 * A call's arguments, as text that must hold a JSON object or as an object that stands there.
 *
 * @module
 */
import {
  type JsonDocument,
  JsonSyntaxError,
  type JsonValue,
  parseJson,
} from "../../contract/json.ts";
import { sameNumber } from "../../contract/json_decimal.ts";
import type { Arguments, JsonText } from "../transcript.ts";
import { isObject, type Place, textOf } from "./place.ts";

/** How deep two values are compared; deeper ones are the same only byte for byte. */
const MAX_COMPARED_DEPTH = 500;

/**
 * Arguments that came as text: an object where it is one, else the text as it came, `""` too. What
 * empty text means is for those who compare (spec/dialects.md 4.2, 4.3).
 */
export function argumentsOfText(text: string): Arguments {
  const doc = parsed(text, undefined);
  return doc !== undefined && isObject(doc.value)
    ? { kind: "object", json: text }
    : { kind: "raw", text };
}

/** Arguments that stand as a value (Messages' `input`): an object, or the text of what isn't one. */
export function argumentsOfValue(place: Place): Arguments {
  return isObject(place.value)
    ? { kind: "object", json: textOf(place) }
    : { kind: "raw", text: textOf(place) };
}

/** True where two JSON texts are one text, or one value with exact numbers; key order is nothing. */
export function sameJson(one: JsonText, other: JsonText): boolean {
  if (one === other) return true;
  const a = parsed(one, MAX_COMPARED_DEPTH);
  const b = parsed(other, MAX_COMPARED_DEPTH);
  if (a === undefined || b === undefined) return false;
  return same([a, undefined, "", a.value], [b, undefined, "", b.value]);
}

type Spot = readonly [
  doc: JsonDocument,
  container: object | undefined,
  key: string | number,
  value: JsonValue | undefined,
];

function same(one: Spot, other: Spot): boolean {
  const [aDoc, , , a] = one;
  const [bDoc, , , b] = other;
  if (typeof a === "number" && typeof b === "number") {
    return sameNumber(digits(one), digits(other));
  }
  if (a === null || b === null || typeof a !== "object" || typeof b !== "object") return a === b;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length &&
      a.every((entry, i) => same([aDoc, a, i, entry], [bDoc, b, i, b[i]]));
  }
  if (Array.isArray(a) || Array.isArray(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length &&
    keys.every((key) =>
      Object.hasOwn(b, key) && same([aDoc, a, key, a[key]], [bDoc, b, key, b[key]])
    );
}

function digits([doc, container, key, value]: Spot): string {
  return doc.numberSource(container, key) ?? String(value);
}

function parsed(text: string, maxDepth: number | undefined): JsonDocument | undefined {
  try {
    return parseJson(text, maxDepth === undefined ? {} : { maxDepth });
  } catch (error) {
    if (error instanceof JsonSyntaxError) return undefined;
    throw error;
  }
}
