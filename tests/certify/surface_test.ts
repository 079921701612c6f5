import { assertEquals } from "@std/assert";
import type { Expect } from "../../lib/certify/case.ts";
import { caseOf, clausesOf, printed, recordOf, runOf, turn, verdictOf } from "./_record.ts";

/** A surface probe whose state must be this. */
function probed(expected: NonNullable<Expect["surface"]>, surface: unknown, outcome = "ok") {
  const one = caseOf({
    clause: "surface.malformed-is-invalid",
    op: { op: "surface" },
    expect: { outcome: ["ok", "run_failed"], requests: ["surface"], surface: expected },
  });
  return recordOf(one, [{ route: "surface" }], printed({ outcome, surface }));
}

Deno.test("judgeSurface() takes the three states by their names", () => {
  for (const state of ["reported", "unavailable", "invalid"] as const) {
    assertEquals(verdictOf(probed(state, { status: state })), ["passed"]);
  }
  assertEquals(verdictOf(probed("invalid", { status: "invalid" }, "contract_failure")), ["passed"]);
  assertEquals(verdictOf(probed("invalid", { status: "unavailable" })), [
    "failed",
    "surface-status",
  ]);
  assertEquals(verdictOf(probed("unavailable", { status: "invalid" })), [
    "failed",
    "surface-status",
  ]);
});

Deno.test("judgeSurface() finds a reported surface under another name", () => {
  assertEquals(clausesOf(probed("reported", { status: "rendered" })), ["surface.reported-label"]);
  assertEquals(clausesOf(probed("reported", { status: "invalid" })), [
    "surface.malformed-is-invalid",
  ]);
});

Deno.test("judgeSurface() finds a state that was not recorded", () => {
  assertEquals(verdictOf(probed("reported", undefined)), ["failed", "surface-not-recorded"]);
  assertEquals(clausesOf(probed("invalid", undefined)), ["surface.recorded"]);
});

Deno.test("judgeSurface() finds a payload beside a state that has none", () => {
  for (const key of ["surface", "system_instructions", "tool_definitions", "extra_segments"]) {
    assertEquals(verdictOf(probed("invalid", { status: "invalid", [key]: [] })), [
      "failed",
      "surface-stored",
    ]);
  }
  const quiet = { status: "invalid", detail: "no extra_segments", surface: null };
  assertEquals(verdictOf(probed("invalid", quiet)), ["passed"]);
  const kept = { status: "reported", system_instructions: [] };
  assertEquals(verdictOf(probed("reported", kept)), ["passed"]);
});

Deno.test("judgeSurface() asks nothing of a run that doesn't probe, but that it claims nothing", () => {
  const run = (surface: unknown) =>
    verdictOf(recordOf(
      caseOf({
        op: runOf("one"),
        expect: { outcome: ["ok"], requests: ["reset", "surface?", "inject"], surface: "reported" },
      }),
      [{ route: "reset" }, turn("one")],
      printed({ outcome: "ok", surface }),
    ));
  assertEquals(run(undefined), ["passed"]);
  assertEquals(run({ status: "unavailable" }), ["passed"]);
  assertEquals(run({ status: "reported" }), ["failed", "surface-made-up"]);
});
