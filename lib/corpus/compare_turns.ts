/**
 * Compares turns: roles, order, and the parts of each.
 *
 * @module
 */
import { comparePart, type Comparison, kindOf, subjectOf, toldPart } from "./compare_parts.ts";
import { compareResults } from "./compare_results.ts";
import { ABSENT, type Told, word } from "./difference.ts";
import type { ExpectedPart, ExpectedTurn } from "./expectation.ts";
import { mergedParts, mergedTurns } from "./merge.ts";
import type { Part, Turn } from "./transcript.ts";

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
