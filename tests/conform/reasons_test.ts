import { assertEquals, assertStringIncludes } from "@std/assert";
import { judgeOne } from "../../lib/conform/judge.ts";
import { CHECKS } from "../../lib/conform/plan.ts";
import type { Settings } from "../../lib/conform/evidence.ts";
import type { CheckResult } from "../../lib/contract/result.ts";
import type { Fault } from "../../lib/wire/exchange.ts";
import { error, evidenceOf, TIMEOUT, type Told } from "./_entries.ts";

function judged(
  id: string,
  entries: readonly Told[],
  settings: Partial<Settings> = {},
): CheckResult {
  return judgeOne(CHECKS.find((c) => c.id === id)!, evidenceOf(entries, settings));
}

const first: Told = { probe: "first-turn", role: "first", session: "s" };
const second: Told = { ...first, role: "second" };
const odd: Told = { probe: "odd-sessions", role: "odd-first", session: "../a" };

Deno.test("session.unknown-is-fresh fails where an awkward id alone is refused", () => {
  const result = judged("session.unknown-is-fresh", [first, second, { ...odd, status: 400 }]);
  assertEquals(result.verdict, "failed");
  assertEquals(result.findings[0]?.exchanges, ["first-turn/1", "odd-sessions/1"]);
});

for (const status of [401, 403, 407, 408, 429, 502, 503, 504]) {
  Deno.test(`session.unknown-is-fresh lays no HTTP ${status} at an awkward id's door`, () => {
    const refused = { ...odd, status };
    assertEquals(judged("session.unknown-is-fresh", [first, second, refused]).verdict, "passed");
  });
}

for (const status of [401, 403, 407, 429]) {
  Deno.test(`error.agent-level lays no HTTP ${status} at the agent's door`, () => {
    const profile = { error_prompt: "fail" };
    const failing: Told = { probe: "agent-error", role: "error", status, answer: "no" };
    const result = judged("error.agent-level", [first, second, failing], { profile });
    assertEquals(result.verdict, "could_not_run");
    assertStringIncludes(result.message, `HTTP ${status}`);
    const after = { ...failing, status: 200, answer: error("as asked") };
    assertEquals(
      judged("error.agent-level", [first, second, failing, after], { profile }).verdict,
      "passed",
    );
  });
}

Deno.test("session.unknown-is-fresh says nothing of an awkward id whose answer we cut", () => {
  const cut = { ...odd, status: 200, fault: TIMEOUT };
  assertEquals(judged("session.unknown-is-fresh", [first, second, cut]).verdict, "passed");
});

Deno.test("session.unknown-is-fresh blames no awkward id where plain ones crash as well", () => {
  const crashed: Told = { probe: "memory", role: "seed-a", session: "a", status: 500 };
  const entries = [first, second, crashed, { ...odd, status: 500 }];
  assertEquals(judged("session.unknown-is-fresh", entries).verdict, "passed");
});

const TOO_LARGE: Fault = { kind: "body-too-large", phase: "body", message: "over 16777216 bytes" };
const BIG_HEAD: Fault = { kind: "head-too-large", phase: "head", message: "over 65536 bytes" };

Deno.test("transport.framing calls no answer whole that goes past our own bounds", () => {
  const reset: Told = { probe: "reset", role: "first", route: "reset" };
  const big: Told = { ...first, status: 200, fault: TOO_LARGE };
  const head: Told = { ...second, fault: BIG_HEAD };
  const some = judged("transport.framing", [reset, big, head]);
  assertEquals(some.message, "1 answer is a whole HTTP/1.1 response");
  const none = judged("transport.framing", [big, head]);
  assertEquals(none.verdict, "could_not_run");
  assertStringIncludes(none.message, "over 16777216 bytes");
});

Deno.test("judgeEnvelope() counts all findings, keeps five, and never drops a failure", () => {
  const wrong = { content: 7 };
  const surface = {
    system_instructions: [{ type: 1 }, { content: "a" }, "text", { type: "text", content: 2 }],
    tool_definitions: [],
    extra_segments: [wrong],
  };
  const entries: Told[] = [{
    probe: "surface",
    role: "fresh",
    route: "surface",
    answer: { wt_inject: 1, surface },
  }];
  const result = judged("surface.system-instructions", entries);
  assertEquals(result.verdict, "failed");
  const codes = result.findings.map(({ violation }) => violation.severity);
  assertEquals(codes.length <= 5, true);
  assertEquals(codes[0], "failed");
});

Deno.test("CHECKS say of no-recall what the contract's canary can't do then", () => {
  const settings = { declarations: ["no-recall"] } as const;
  const { verdict, message } = judged("conformance.canary", [first, second], settings);
  assertEquals(verdict, "not_applicable");
  assertStringIncludes(message, "stricter than the contract's canary is not possible here");
});
