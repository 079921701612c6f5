/**
 * Compares single parts of a turn: a text, a call, a result, and the ids that tie the two together.
 *
 * @module
 */
import { parseJson } from "../contract/json.ts";
import {
  argumentsDifference,
  jsonPointerOfDifference,
  matchesText,
  toldArguments,
  toldText,
} from "./compare_values.ts";
import { ABSENT, type Differences, json, text, type Told, word } from "./difference.ts";
import type { ExpectedCall, ExpectedPart, Subject } from "./expectation.ts";
import type { IdFate, Ids } from "./ids.ts";
import type { Call, Dialect, JsonText, Part, Result } from "./transcript.ts";

/** What a comparison is made with. */
export interface Comparison {
  readonly ids: Ids;
  /** What the receiving side speaks. */
  readonly dialect: Dialect;
  readonly differences: Differences;
}

/** Compares two parts of one kind. */
export function comparePart(
  expected: ExpectedPart,
  received: Part,
  pointer: string,
  comparison: Comparison,
): void {
  const { differences } = comparison;
  if ("text" in expected && "text" in received) {
    if (matchesText(expected.text, received.text)) return;
    const sides = { expected: toldText(expected.text), received: text(received.text) };
    differences.add({ subject: "text", code: "text-changed", pointer, ...sides });
  } else if ("call" in expected && "call" in received) {
    compareCall(expected.call, received.call, `${pointer}/call`, comparison);
  } else if ("result" in expected && "result" in received) {
    compareResult(expected, received.result, pointer, comparison);
  } else if ("other" in expected && "other" in received) {
    const inside = jsonPointerOfDifference(expected.other, received.other);
    if (inside === undefined) return;
    const sides = { expected: json(expected.other), received: json(received.other) };
    differences.add({
      subject: "text",
      code: "content-changed",
      pointer: `${pointer}/other${inside}`,
      ...sides,
    });
  } else if ("otherType" in expected && "other" in received) {
    const type = typeOf(received.other);
    if (type === expected.otherType) return;
    const sides = { expected: word(expected.otherType), received: word(type) };
    differences.add({
      subject: "text",
      code: "part-kind",
      pointer: `${pointer}/other`,
      ...sides,
    });
  }
}

/** The type of content that no reader knows, where it has one. */
function typeOf(content: JsonText): string | undefined {
  const { value } = parseJson(content);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const type = Object.hasOwn(value, "type") ? value["type"] : undefined;
  return typeof type === "string" ? type : undefined;
}

function compareCall(
  expected: ExpectedCall,
  received: Call,
  pointer: string,
  comparison: Comparison,
): void {
  const { differences, dialect } = comparison;
  compareId(expected.id, received.id, "calls", `${pointer}/id`, comparison);
  if (expected.name !== received.name) {
    const sides = { expected: text(expected.name), received: text(received.name) };
    differences.add({ subject: "calls", code: "call-name", pointer: `${pointer}/name`, ...sides });
  }
  const difference = argumentsDifference(expected.arguments, received.arguments, dialect);
  if (difference === undefined) return;
  const { code } = difference;
  differences.add({
    subject: "arguments",
    code,
    pointer: `${pointer}/arguments${difference.pointer}`,
    expected: toldArguments(expected.arguments),
    received: toldArguments(received.arguments),
    ...(code === "arguments-repaired" ? { clause: "R009" as const } : {}),
  });
}

/** Compares two results. */
export function compareResult(
  { result: expected }: Extract<ExpectedPart, { result: unknown }>,
  received: Result,
  pointer: string,
  comparison: Comparison,
): void {
  const { differences } = comparison;
  const at = `${pointer}/result`;
  compareId(expected.id, received.id, "results", `${at}/id`, comparison);
  if (!matchesText(expected.text, received.text)) {
    const sides = { expected: toldText(expected.text), received: text(received.text) };
    differences.add({ subject: "results", code: "result-text", pointer: `${at}/text`, ...sides });
  }
  if (expected.error !== received.error) {
    const mark = (error: true | undefined) => error === true ? word("an-error") : ABSENT;
    const sides = { expected: mark(expected.error), received: mark(received.error) };
    differences.add({ subject: "results", code: "result-error", pointer: `${at}/error`, ...sides });
  }
}

const FATES: Readonly<Record<Exclude<IdFate, "same">, string>> = {
  renamed: "id-renamed",
  changed: "id-changed",
  merged: "ids-merged",
  split: "id-split",
};

function compareId(
  expected: string | undefined,
  received: string | undefined,
  subject: "calls" | "results",
  pointer: string,
  { ids, differences }: Comparison,
): void {
  if (expected === undefined && received === undefined) return;
  const sides = { expected: text(expected), received: text(received) };
  if (expected === undefined || received === undefined) {
    const code = expected === undefined ? "id-invented" : "id-missing";
    differences.add({ subject, code, pointer, ...sides });
    return;
  }
  const fate = ids.pair(expected, received);
  if (fate === "same") return;
  const renamed = fate === "renamed" ? { warned: true as const } : {};
  differences.add({ subject, code: FATES[fate], pointer, ...sides, ...renamed });
}

/** A part of either side. */
export type AnyPart = ExpectedPart | Part;

/** The kind of a part, as a word. */
export function kindOf(part: AnyPart): string {
  return "text" in part ? "text" : "call" in part ? "call" : "result" in part ? "result" : "other";
}

/** What a difference about a part is about. */
export function subjectOf(part: AnyPart | undefined): Subject {
  if (part === undefined) return "text";
  if ("text" in part || "other" in part || "otherType" in part) return "text";
  return "call" in part ? "calls" : "results";
}

/** A part as told: its kind. */
export function toldPart(part: AnyPart | undefined): Told {
  return part === undefined ? ABSENT : word(kindOf(part));
}
