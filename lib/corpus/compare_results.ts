/**
 * Compares the results of a turn: which result belongs to which call is for ids to say, never for places
 * in a list.
 *
 * @module
 */
import { comparePart, compareResult, type Comparison, kindOf, toldPart } from "./compare_parts.ts";
import { matchesText, toldText } from "./compare_values.ts";
import { ABSENT, count, text, word } from "./difference.ts";
import type { ExpectedPart } from "./expectation.ts";
import type { Ids } from "./ids.ts";
import type { Part } from "./transcript.ts";

/** Results are found by their ids; a place in the list says nothing. */
export function compareResults(
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
