/**
 * Attempts that came when their cell was over: a retry that takes its time is a hidden retry as well.
 *
 * @module
 */
import { count } from "./difference.ts";
import type { LateRequests } from "./marks.ts";
import type { CellResult } from "./run_cell.ts";
import { findingOf } from "./tell.ts";

/**
 * A cell's result with what came late. It fails where its request had been sent upstream in time: then
 * what came late is one more attempt (R008). What was late and the first stays a note, for a gateway may
 * be slow; and a cell that has no verdict gets none.
 *
 * @returns undefined where nothing is to be said against the cell
 */
export async function withLate(
  cell: CellResult,
  late: readonly LateRequests[],
): Promise<CellResult | undefined> {
  const { result } = cell;
  const again = late.filter(({ id, before }) => id === result.id && before > 0);
  const judged = ["passed", "warned", "failed"].includes(result.verdict);
  if (again.length === 0 || !judged) return undefined;
  const found = await Promise.all(again.map(({ exchange, before, requests }) =>
    findingOf(
      {
        subject: "attempts",
        code: "hidden-attempt",
        clause: "R008",
        severity: "failed",
        where: "connection",
        pointer: `/exchanges/${exchange}/upstream`,
        expected: count(before, "attempts"),
        received: count(before + requests, "attempts"),
      },
      false,
      [],
    )
  ));
  const total = again.reduce((sum, { requests }) => sum + requests, 0);
  const told = `hidden-attempt: ${total} attempt${
    total === 1 ? "" : "s"
  } more when the cell was over`;
  const message = result.verdict === "passed"
    ? told + result.message.slice("As expected".length)
    : `${result.message}; ${told}`;
  return {
    ...cell,
    result: { ...result, verdict: "failed", message, findings: [...result.findings, ...found] },
  };
}

/** What came late, in words. */
export function lateNotes(late: readonly LateRequests[]): readonly string[] {
  const ids = [...new Set(late.map(({ id }) => id))];
  return ids.map((id) => {
    const own = late.filter((one) => one.id === id);
    const total = own.reduce((sum, { requests }) => sum + requests, 0);
    return `${
      total === 1 ? "A request" : `${total} requests`
    } of ${id} came upstream when that cell ` +
      "was over: " +
      (own.some(({ before }) => before > 0)
        ? "more than its own, and none of another cell's."
        : "none of its verdict, and none of another cell's.");
  });
}
