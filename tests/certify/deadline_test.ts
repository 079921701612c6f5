import { assertEquals, assertStringIncludes } from "@std/assert";
import type { Expect } from "../../lib/certify/case.ts";
import { judgeCase } from "../../lib/certify/judge.ts";
import type { CaseRecord } from "../../lib/certify/record.ts";
import { caseOf, clausesOf, printed, recordOf, turn, verdictOf } from "./_record.ts";

const FAILED = { outcome: "transport_failure" };

/**
 * A driver with WT_INJECT_TIMEOUT_S 1 that ended so many seconds after its request, and whose close was
 * seen so many seconds after it.
 */
function gaveUp(
  deadline: NonNullable<Expect["deadline"]>,
  endedS: number,
  leftS?: number,
  changes: Partial<CaseRecord> = {},
) {
  const clause = deadline === "five" ? "error.grace-five" : "error.deadline";
  const one = caseOf({
    clause,
    expect: { outcome: ["run_failed"], requests: ["inject"], deadline },
  });
  const request = {
    ...turn("x", { timeout_s: 1 }),
    atMs: 1000,
    leftAtMs: leftS === undefined ? undefined : 1000 + leftS * 1000,
  };
  const run = printed(FAILED, { endedAtMs: 1000 + endedS * 1000 });
  return recordOf(one, [request], run, { timeoutS: 1, ...changes });
}

Deno.test("judgeDeadline() wants a driver to have given up by timeout_s and 15 s", () => {
  for (const seconds of [1.0, 2.1, 6.0, 15.9]) {
    assertEquals(verdictOf(gaveUp("refuse", seconds)), ["passed"], `${seconds}`);
  }
  assertEquals(verdictOf(gaveUp("refuse", 16.0)), ["failed", "no-deadline"]);
  assertEquals(verdictOf(gaveUp("refuse", 17.0)), ["failed", "no-deadline"]);
});

Deno.test("judgeDeadline() counts from the close of the connection where it comes first", () => {
  assertEquals(verdictOf(gaveUp("refuse", 30, 6)), ["passed"]);
  assertEquals(verdictOf(gaveUp("refuse", 6, 30)), ["passed"]);
  assertEquals(verdictOf(gaveUp("refuse", 30, 30)), ["failed", "no-deadline"]);
});

Deno.test("judgeDeadline() wants a grace of five seconds where a case asks for it", () => {
  for (const seconds of [5.0, 6.0, 7.0]) {
    assertEquals(verdictOf(gaveUp("five", seconds)), ["passed"], `${seconds}`);
  }
  for (const seconds of [1.0, 4.9, 7.1, 11.0]) {
    assertEquals(verdictOf(gaveUp("five", seconds)), ["failed", "grace"], `${seconds}`);
    assertEquals(clausesOf(gaveUp("five", seconds)), ["error.grace-five"]);
  }
});

Deno.test("judgeDeadline() warns a driver that is held to the grace as a SHOULD", () => {
  assertEquals(verdictOf(gaveUp("five", 11, undefined, { level: "SHOULD" })), ["warned", "grace"]);
});

Deno.test("judgeDeadline() puts a missed deadline before what the driver printed of it", () => {
  const one = caseOf({
    clause: "error.deadline",
    expect: { outcome: ["run_failed"], requests: ["inject"], deadline: "refuse" },
  });
  const run = printed("", { ended: "bound", endedAtMs: 40_000 });
  const record = recordOf(one, [{ ...turn("x", { timeout_s: 1 }), atMs: 1000 }], run, {
    timeoutS: 1,
  });
  assertEquals(verdictOf(record), ["failed", "no-deadline", "no-outcome"]);
  assertStringIncludes(judgeCase(record).message, "still waiting 16.0 s after its request");
});

Deno.test("judgeCase() can't see the deadline of a driver that takes another timeout_s", () => {
  const record = gaveUp("refuse", 6, undefined, { timeoutS: 0.5 });
  assertEquals(verdictOf(record), ["could_not_run"]);
});

Deno.test("judgeCase() voids a verdict about time where our own event loop stalled", () => {
  assertEquals(verdictOf(gaveUp("refuse", 17, undefined, { lagMs: 251 })), ["harness_error"]);
  assertEquals(verdictOf(gaveUp("refuse", 17, undefined, { lagMs: 250 })), [
    "failed",
    "no-deadline",
  ]);
  const ordinary = recordOf(caseOf(), [turn()], printed({ outcome: "ok" }), { lagMs: 4000 });
  assertEquals(verdictOf(ordinary), ["passed"]);
});
