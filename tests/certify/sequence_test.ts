import { assertEquals, assertStringIncludes } from "@std/assert";
import type { Expect } from "../../lib/certify/case.ts";
import { judgeCase } from "../../lib/certify/judge.ts";
import {
  caseOf,
  clausesOf,
  printed,
  recordOf,
  runOf,
  type SeenParts,
  turn,
  verdictOf,
} from "./_record.ts";

const RESET: SeenParts = { route: "reset" };
const SURFACE: SeenParts = { route: "surface" };
const OK = { outcome: "ok" };
const FAILED = { outcome: "transport_failure" };

/** A run of these texts, with the requests that came. */
function ran(
  requests: readonly SeenParts[],
  expect: Partial<Expect> = {},
  said: unknown = OK,
) {
  return recordOf(
    caseOf({
      op: runOf("one", "two"),
      expect: {
        outcome: ["ok"],
        requests: ["reset", "surface?", "inject", "inject"],
        ...expect,
      },
    }),
    requests,
    printed(said),
  );
}

Deno.test("judgeSequence() lets a run have its surface, or none", () => {
  assertEquals(verdictOf(ran([RESET, turn("one"), turn("two")])), ["passed"]);
  assertEquals(verdictOf(ran([RESET, SURFACE, turn("one"), turn("two")])), ["passed"]);
});

Deno.test("judgeSequence() leaves requests to other paths alone, and tells of them in a failure", () => {
  const health: SeenParts = { route: "other", method: "GET" };
  assertEquals(verdictOf(ran([health, RESET, turn("one"), health, turn("two")])), ["passed"]);
  const record = ran([health, RESET]);
  assertEquals(verdictOf(record), ["failed", "request-missing"]);
  assertStringIncludes(judgeCase(record).message, "GET /health");
});

Deno.test("judgeSequence() finds a run without a reset, or with a late one", () => {
  assertEquals(verdictOf(ran([turn("one"), turn("two")])), ["failed", "no-reset"]);
  assertEquals(clausesOf(ran([turn("one"), turn("two")])), ["reset.before-every-run"]);
  assertEquals(verdictOf(ran([turn("one"), turn("two"), RESET])), ["failed", "no-reset"]);
});

Deno.test("judgeSequence() finds a surface at the wrong time, and one asked twice", () => {
  const misplaced = [
    [SURFACE, RESET, turn("one"), turn("two")],
    [RESET, turn("one"), SURFACE, turn("two")],
    [RESET, turn("one"), turn("two"), SURFACE],
  ];
  for (const requests of misplaced) {
    assertEquals(clausesOf(ran(requests)).includes("surface.once-per-run"), true);
  }
  const twice = ran([RESET, SURFACE, turn("one"), SURFACE, turn("two")]);
  assertEquals(verdictOf(twice), ["failed", "surface-repeated"]);
});

Deno.test("judgeSequence() tells a turn that is sent again from one that should not have been sent", () => {
  const expect: Partial<Expect> = { outcome: ["run_failed"], requests: ["reset", "inject"] };
  const again = ran([RESET, turn("one"), turn("one")], expect, FAILED);
  assertEquals(verdictOf(again), ["failed", "sent-again"]);
  assertEquals(clausesOf(again), ["error.no-retry"]);
  const on = ran([RESET, turn("one"), turn("two")], expect, FAILED);
  assertEquals(verdictOf(on), ["failed", "went-on"]);
  assertEquals(clausesOf(on), ["error.contract-level"]);
});

Deno.test("judgeSequence() finds whatever follows a failed reset", () => {
  const expect: Partial<Expect> = { outcome: ["run_failed"], requests: ["reset"] };
  assertEquals(verdictOf(ran([RESET], expect, FAILED)), ["passed"]);
  const on = ran([RESET, turn("one")], expect, FAILED);
  assertEquals(verdictOf(on), ["failed", "went-on"]);
  assertEquals(clausesOf(on), ["reset.failure-fatal"]);
  assertEquals(verdictOf(ran([RESET, RESET], expect, FAILED)), ["failed", "sent-again"]);
});

Deno.test("judgeSequence() finds a redirect that was followed", () => {
  const one = caseOf({ expect: { outcome: ["run_failed"], requests: ["inject"] } });
  const astray: SeenParts = { route: "elsewhere", method: "GET", target: "/elsewhere/inject" };
  const record = recordOf(one, [turn(), astray], printed({ outcome: "contract_failure" }));
  assertEquals(verdictOf(record), ["failed", "redirect-followed"]);
  assertEquals(judgeCase(record).findings[0]?.exchanges, ["test.case/driver", "test.case/2"]);
});

Deno.test("judgeSequence() tells of bytes that were no request", () => {
  const record = recordOf(caseOf(), [], printed(OK), {
    unreadable: [{ connection: 0, reason: "a bad request line: PRI *", raw: new Uint8Array() }],
  });
  assertEquals(verdictOf(record), ["failed", "request-missing"]);
  assertStringIncludes(judgeCase(record).message, "a bad request line");
});
