import { assertEquals, assertNotEquals, assertThrows } from "@std/assert";
import { CASES } from "../../lib/certify/case_list.ts";
import { caseSetDigest } from "../../lib/certify/digest.ts";
import { caseInfo } from "../../lib/certify/results.ts";
import { availableCases, levelOf, selectCases } from "../../lib/certify/select.ts";
import { UsageError } from "../../lib/contract/usage.ts";
import { casesOf } from "./_driver.ts";

Deno.test("availableCases() has the runtime's cases for the runtime alone", () => {
  const any = availableCases({});
  const runtime = availableCases({ runtime: "http_inject" });
  assertEquals(runtime, CASES);
  assertEquals(
    runtime.filter((one) => !any.includes(one)).every(({ side }) => side === "R"),
    true,
  );
});

Deno.test("selectCases() keeps the order of the cases, whatever the order of the patterns", () => {
  const ids = (...patterns: string[]) => selectCases({ patterns }).map(({ id }) => id);
  assertEquals(ids("turn.plain", "request.json"), ["request.json", "turn.plain"]);
  assertEquals(ids("turn.plain", "turn.*").length, ids("turn.*").length);
});

Deno.test("selectCases() refuses a pattern that matches nothing, with the nearest name", () => {
  const hintOf = (pattern: string) =>
    assertThrows(() => selectCases({ patterns: ["turn.plain", pattern] }), UsageError).hint;
  assertEquals(hintOf("turn.plian"), "Did you mean turn.plain?");
  assertEquals(hintOf("Layerin"), "Did you mean Layering?");
  assertEquals(hintOf("nothing-like-it"), "docs/certify.md lists every case.");
});

Deno.test("levelOf() is the case's own, but for the grace of the runtime", () => {
  const [grace, plain, finish] = casesOf("deadline.grace-five", "turn.plain", "turn.finish-reason");
  assertEquals([levelOf(grace!), levelOf(grace!, "http_inject")], ["SHOULD", "MUST"]);
  assertEquals([levelOf(plain!), levelOf(plain!, "http_inject")], ["MUST", "MUST"]);
  assertEquals(levelOf(finish!, "http_inject"), "SHOULD");
});

Deno.test("caseInfo() asks for every MUST", () => {
  const [plain, finish] = casesOf("turn.plain", "turn.finish-reason");
  assertEquals(caseInfo(plain!, "MUST"), {
    id: "turn.plain",
    clause: "layer.normalization",
    level: "MUST",
    kind: "wire",
    section: "Layering",
    title: "a turn without calls, as a message of the assistant",
    required: true,
  });
  assertEquals(caseInfo(finish!, "SHOULD").required, false);
});

Deno.test("caseSetDigest() is the same for the same cases, and another for any other", async () => {
  const cases = casesOf("turn.plain", "http.gzip", "json.lone-surrogate");
  const digest = await caseSetDigest(cases);
  assertEquals(digest.length, 64);
  assertEquals(await caseSetDigest(structuredClone([...cases])), digest);
  const [first, ...rest] = cases;
  const changed = [{ ...first!, expect: { ...first!.expect, outcome: ["run_failed" as const] } }];
  assertNotEquals(await caseSetDigest([...changed, ...rest]), digest);
  assertNotEquals(await caseSetDigest(rest), digest);
});
