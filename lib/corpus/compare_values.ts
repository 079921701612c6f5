/**
 * Compares single values: texts, JSON with exact numbers, arguments, words.
 *
 * @module
 */
import { jsonDifference } from "../certify/same_json.ts";
import { JsonSyntaxError, parseJson } from "../contract/json.ts";
import { sameNumber } from "../contract/json_decimal.ts";
import { anyOf, json, text, type Told, word } from "./difference.ts";
import type { Match, TextMatch } from "./expectation.ts";
import type { Arguments, Dialect, JsonText } from "./transcript.ts";

/** True where a value is one of those that are right. */
export function matches<T>(
  match: Match<T>,
  value: T | undefined,
  same: (expected: T, received: T) => boolean = Object.is,
): boolean {
  if ("any" in match) return true;
  return value !== undefined && match.values.some((one) => same(one, value));
}

/** The values that are right. */
export function told<T>(match: Match<T>, tell: (value: T) => Told): Told {
  return "any" in match ? word("any") : anyOf(match.values.map(tell));
}

/** True where a text is right. */
export function matchesText(match: TextMatch, value: string): boolean {
  if ("prefixOf" in match) return match.prefixOf.startsWith(value);
  if (!("contains" in match)) return matches(match, value);
  const { contains, andMore } = match;
  return value.includes(contains) &&
    (andMore !== true || value.replace(contains, () => "").trim() !== "");
}

/** A text that is right. */
export function toldText(match: TextMatch): Told {
  if ("prefixOf" in match) return text(match.prefixOf);
  if (!("contains" in match)) return told(match, text);
  return text(match.andMore === true ? `${match.contains} (and a mark beside it)` : match.contains);
}

/** True where two JSON numbers are one number. */
export function sameDigits(one: JsonText, other: JsonText): boolean {
  return one === other || (isNumber(one) && isNumber(other) && sameNumber(one, other));
}

function isNumber(spelling: string): boolean {
  return /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(spelling);
}

/**
 * Where two JSON texts first differ as values, numbers by their digits: a pointer; undefined where they
 * don't. What is no JSON differs as a whole, unless it is the same text.
 */
export function jsonPointerOfDifference(one: JsonText, other: JsonText): string | undefined {
  if (one === other) return undefined;
  try {
    return jsonDifference(parseJson(one), parseJson(other))?.pointer;
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    return "";
  }
}

/** How arguments differ. */
export interface ArgumentsDifference {
  readonly code: "arguments-changed" | "arguments-not-an-object" | "arguments-repaired";
  /** Into the arguments. */
  readonly pointer: string;
}

/**
 * How arguments differ, if they do. Messages streams a call without arguments as one empty piece, which
 * means `{}` (spec/dialects.md 4.1); nowhere else are no arguments an object.
 */
export function argumentsDifference(
  expected: Arguments,
  received: Arguments,
  dialect: Dialect,
): ArgumentsDifference | undefined {
  if (expected.kind === "object" && received.kind === "object") {
    const pointer = jsonPointerOfDifference(expected.json, received.json);
    return pointer === undefined ? undefined : { code: "arguments-changed", pointer };
  }
  if (expected.kind === "object") {
    const empty = received.kind === "raw" && received.text.trim() === "";
    const none = jsonPointerOfDifference(expected.json, "{}") === undefined;
    if (empty && none && dialect === "messages") return undefined;
    return { code: "arguments-not-an-object", pointer: "" };
  }
  if (received.kind === "object") return { code: "arguments-repaired", pointer: "" };
  return expected.text === received.text ? undefined : { code: "arguments-changed", pointer: "" };
}

/** Arguments as told. */
export function toldArguments(one: Arguments): Told {
  return one.kind === "object" ? json(one.json) : text(one.text);
}
