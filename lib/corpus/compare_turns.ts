/**
 * Compares turns: roles, order, texts, calls, and which result belongs to which call.
 *
 * @module
 */
import {
  argumentsDifference,
  jsonPointerOfDifference,
  matchesText,
  toldArguments,
  toldText,
} from "./compare_values.ts";
import { ABSENT, count, type Differences, json, text, type Told, word } from "./difference.ts";
import type { ExpectedCall, ExpectedPart, ExpectedTurn, Subject } from "./expectation.ts";
import type { IdFate, Ids } from "./ids.ts";
import { mergedParts, mergedTurns } from "./merge.ts";
import type { Call, Dialect, Part, Result, Turn } from "./transcript.ts";

/** What a comparison is made with. */
export interface Comparison {
  readonly ids: Ids;
  /** What the receiving side speaks. */
  readonly dialect: Dialect;
  readonly differences: Differences;
}

/** Compares a conversation. Stops at the first turn whose role is wrong: what follows is out of step. */
export function compareTurns(
  expected: readonly ExpectedTurn[],
  received: readonly Turn[],
  pointer: string,
  comparison: Comparison,
): void {
  const wanted = mergedTurns(expected);
  const came = mergedTurns(received);
  const { differences } = comparison;
  for (const [index, turn] of wanted.entries()) {
    const at = `${pointer}/turns/${index}`;
    const other = came[index];
    if (other === undefined) {
      add("turn-missing", at, word(turn.role), ABSENT);
      return;
    }
    if (other.role !== turn.role) {
      add("role-changed", `${at}/role`, word(turn.role), word(other.role));
      return;
    }
    if (turn.role === "tool") compareResults(turn.parts, other.parts, at, comparison);
    else compareParts(turn.parts, other.parts, at, comparison);
  }
  for (const [index, { role }] of came.slice(wanted.length).entries()) {
    add("turn-added", `${pointer}/turns/${wanted.length + index}`, ABSENT, word(role));
  }

  function add(code: string, at: string, one: Told, other: Told): void {
    differences.add({ subject: "turns", code, pointer: at, expected: one, received: other });
  }
}

/** Compares the parts of one turn or answer, one by one. */
export function compareParts(
  expected: readonly ExpectedPart[],
  received: readonly Part[],
  pointer: string,
  comparison: Comparison,
): void {
  const wanted = mergedParts(expected);
  const came = mergedParts(received);
  for (let index = 0; index < Math.max(wanted.length, came.length); index++) {
    const at = `${pointer}/parts/${index}`;
    const [one, other] = [wanted[index], came[index]];
    if (one !== undefined && other !== undefined && kindOf(one) === kindOf(other)) {
      comparePart(one, other, at, comparison);
      continue;
    }
    const code = other === undefined
      ? "part-missing"
      : one === undefined
      ? "part-added"
      : "part-kind";
    const subject = subjectOf(one ?? other);
    const sides = { expected: toldPart(one), received: toldPart(other) };
    comparison.differences.add({ subject, code, pointer: at, ...sides });
    // What follows is out of step.
    if (code === "part-kind") return;
  }
}

function comparePart(
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
  }
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

/** Results are found by their ids; a place in the list says nothing. */
function compareResults(
  expected: readonly ExpectedPart[],
  received: readonly Part[],
  pointer: string,
  comparison: Comparison,
): void {
  const { differences, ids } = comparison;
  const left = received.map((part, index) => ({ part, index }));
  const take = (index: number) => index < 0 ? undefined : left.splice(index, 1)[0];
  let reordered = false;
  for (const [index, one] of expected.entries()) {
    const at = `${pointer}/parts/${index}`;
    const known = "result" in one && one.result.id !== undefined
      ? ids.of(one.result.id)
      : undefined;
    const byId = known === undefined ? -1 : left.findIndex(({ part }) => idOf(part) === known);
    const found = take(byId >= 0 ? byId : left.findIndex(({ part }) => alike(one, part, ids)));
    if (found === undefined) {
      const parted = "result" in one && left.length > 0;
      differences.add({
        subject: "results",
        code: parted ? "result-parted" : "part-missing",
        pointer: at,
        expected: toldPart(one),
        received: parted ? text(idOf(left[0]?.part)) : ABSENT,
      });
      if (parted) left.shift();
      continue;
    }
    reordered ||= found.index !== index;
    if (!("result" in one) || !("result" in found.part)) {
      comparePart(one, found.part, at, comparison);
      continue;
    }
    const received = found.part.result;
    const swapped = !matchesText(one.result.text, received.text) &&
      expected.some((two) =>
        two !== one && "result" in two && matchesText(two.result.text, received.text)
      );
    if (swapped) {
      const sides = { expected: toldText(one.result.text), received: text(received.text) };
      differences.add({ subject: "results", code: "result-swapped", pointer: at, ...sides });
    } else compareResult(one, received, at, comparison);
  }
  for (const { part, index } of left) {
    const at = `${pointer}/parts/${index}`;
    const sides = { expected: ABSENT, received: toldPart(part) };
    differences.add({ subject: "results", code: "part-added", pointer: at, ...sides });
  }
  if (reordered && left.length === 0) {
    const order = count(expected.length, "results in the order of the client");
    const sides = { expected: order, received: word("another-order") };
    differences.add({
      subject: "results",
      code: "results-reordered",
      pointer,
      ...sides,
      warned: true,
    });
  }
}

function compareResult(
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

type AnyPart = ExpectedPart | Part;

function kindOf(part: AnyPart): string {
  return "text" in part ? "text" : "call" in part ? "call" : "result" in part ? "result" : "other";
}

function subjectOf(part: AnyPart | undefined): Subject {
  if (part === undefined || "text" in part || "other" in part) return "text";
  return "call" in part ? "calls" : "results";
}

function toldPart(part: AnyPart | undefined): Told {
  return part === undefined ? ABSENT : word(kindOf(part));
}

function idOf(part: Part | undefined): string | undefined {
  return part !== undefined && "result" in part ? part.result.id : undefined;
}

/** A result whose id nobody has heard of yet, on both sides; or two parts of another one kind. */
function alike(expected: ExpectedPart, received: Part, ids: Ids): boolean {
  if (!("result" in expected) || !("result" in received)) {
    return kindOf(expected) === kindOf(received);
  }
  const { id } = expected.result;
  if (id === undefined) return received.result.id === undefined;
  return ids.of(id) === undefined;
}
