import { assertEquals } from "@std/assert";
import type { Verdict } from "../../lib/contract/result.ts";
import { lateNotes, withLate } from "../../lib/corpus/late.ts";
import type { CellResult } from "../../lib/corpus/run_cell.ts";

const cell = (verdict: Verdict, message: string): CellResult => ({
  result: {
    id: "one.a.chat-to-chat",
    clause: "R003",
    level: "MUST",
    kind: "wire",
    section: "chat-to-chat",
    title: "one",
    required: true,
    verdict,
    message,
    findings: [],
  },
  exchanges: [],
  timed: false,
});

const late = { id: "one.a.chat-to-chat", exchange: 1, before: 1, requests: 2 };

Deno.test("withLate() fails a cell of which an attempt more came when it was over", async () => {
  const message = "As expected (input sha256 0123456789ab)";
  const passed = await withLate(cell("passed", message), [late]);
  assertEquals(passed!.result.verdict, "failed");
  assertEquals(
    passed!.result.message,
    "hidden-attempt: 2 attempts more when the cell was over (input sha256 0123456789ab)",
  );
  const [{ violation } = {}] = passed!.result.findings;
  assertEquals(
    [violation?.clause, violation?.severity, violation?.code, violation?.pointer],
    ["R008", "failed", "hidden-attempt", "/exchanges/1/upstream"],
  );
  assertEquals([violation?.expected, violation?.received], ["1 attempt", "3 attempts"]);
});

Deno.test("withLate() says it beside what else is wrong", async () => {
  for (const verdict of ["warned", "failed"] as const) {
    const other = await withLate(cell(verdict, "1 difference: stop-reason (input)"), [late]);
    assertEquals([other!.result.verdict, other!.result.message], [
      "failed",
      "1 difference: stop-reason (input); hidden-attempt: 2 attempts more when the cell was over",
    ]);
  }
});

Deno.test("withLate() says nothing against a slow gateway, another cell, or one without a verdict", async () => {
  assertEquals(await withLate(cell("passed", "As expected"), [{ ...late, before: 0 }]), undefined);
  assertEquals(await withLate(cell("passed", "As expected"), [{ ...late, id: "b" }]), undefined);
  assertEquals(await withLate(cell("passed", "As expected"), []), undefined);
  for (const verdict of ["could_not_run", "harness_error", "not_applicable"] as const) {
    assertEquals(await withLate(cell(verdict, "why"), [late]), undefined);
  }
});

Deno.test("lateNotes() has one note a cell, and says whether it is held against it", () => {
  const slow = { id: "b", exchange: 0, before: 0, requests: 1 };
  assertEquals(lateNotes([late, { ...late, exchange: 2 }, slow]), [
    "4 requests of one.a.chat-to-chat came upstream when that cell was over: more than " +
    "its own, and none of another cell's.",
    "A request of b came upstream when that cell was over: none of its verdict, and none of another " +
    "cell's.",
  ]);
});
