import { assertEquals } from "@std/assert";
import { verdictCounts, verdictsOutcome } from "../../lib/run/outcome.ts";

Deno.test("verdictsOutcome() gives the outcome, its exit code and a reason", () => {
  const cases = [
    [["PASS", "PASS"], "PASS", 0, "Every run of every scenario passed."],
    [
      ["PASS", "PASS_WITH_VARIANCE"],
      "PASS",
      0,
      "No scenario failed; 1 of 2 scenarios missed in some run, which it allows.",
    ],
    [["PASS", "FAIL", "INVALID", "INCOMPLETE"], "FAIL", 1, "1 of 4 scenarios failed."],
    [
      ["PASS", "INVALID"],
      "INVALID",
      3,
      "1 of 2 scenarios had a run that says nothing of the agent.",
    ],
    [["INVALID", "INCOMPLETE"], "INCOMPLETE", 3, "1 of 2 scenarios didn't have all runs."],
    [[], "PASS", 0, "No scenario fell to this shard."],
  ] as const;
  for (const [verdicts, outcome, exit_code, reason] of cases) {
    assertEquals(verdictsOutcome(verdicts), { outcome, exit_code, reason });
  }
});

Deno.test("verdictsOutcome() lets a failure outweigh an early end, and Ctrl-C outweigh both", () => {
  const stop = { outcome: "HARNESS ERROR", reason: "The disk is full." } as const;
  assertEquals(verdictsOutcome(["PASS", "INCOMPLETE"], stop), {
    outcome: "HARNESS ERROR",
    exit_code: 4,
    reason: "The disk is full.",
  });
  assertEquals(verdictsOutcome(["FAIL", "INCOMPLETE"], stop), {
    outcome: "FAIL",
    exit_code: 1,
    reason: "1 of 2 scenarios failed. It ended early, too. The disk is full.",
  });
  const interrupted = { outcome: "INTERRUPTED", reason: "Ctrl-C." } as const;
  assertEquals(verdictsOutcome(["FAIL", "INCOMPLETE"], interrupted).exit_code, 130);
  const reset = { outcome: "INCOMPLETE", reason: "The reset failed." } as const;
  assertEquals(verdictsOutcome(["INCOMPLETE"], reset).exit_code, 3);
});

Deno.test("verdictCounts() names every verdict that fell", () => {
  assertEquals(
    verdictCounts(["FAIL", "PASS", "PASS", "INCOMPLETE"]),
    "2 PASS, 1 FAIL, 1 INCOMPLETE",
  );
  assertEquals(verdictCounts([]), "no scenario");
});
