import { assert, assertEquals } from "@std/assert";
import type { Report, ReportResult } from "../../lib/contract/report.ts";
import { clean, fails } from "../../lib/endpoint/mutant.ts";
import { differencesOf, harnessFault, mayBeTime } from "../../lib/selftest/compare.ts";
import { type Trial, trialsOf } from "../../lib/selftest/trial.ts";
import { harmless } from "./support.ts";

/** The parts of a report that are compared. */
function report(
  outcome: Report["outcome"],
  verdicts: Readonly<Record<string, ReportResult["verdict"]>>,
): Report {
  const results = Object.entries(verdicts).map(([id, verdict]) => ({
    id,
    verdict,
    message: `about ${id}`,
  }));
  return { outcome, reason: "for a reason", results } as unknown as Report;
}

const texts = (...args: Parameters<typeof differencesOf>) =>
  differencesOf(...args).map(({ text }) => text);

Deno.test("differencesOf() finds none where outcome and both whole sets are as pinned", () => {
  const said = report("DOES NOT CONFORM", { a: "failed", b: "warned", c: "passed" });
  assertEquals(texts(said, { ...fails("a"), warned: ["b"] }), []);
});

Deno.test("differencesOf() names what is accused, what isn't, and the outcome", () => {
  const said = report("CONFORMS", { a: "failed", b: "could_not_run", c: "warned" });
  assertEquals(texts(said, { outcome: "INCOMPLETE", failed: ["b"], warned: ["d"] }), [
    "the outcome is CONFORMS, not INCOMPLETE: for a reason",
    "a is failed and should not be: about a",
    "b is not failed but could not run: about b",
    "c is warned and should not be: about c",
    "d is not warned: it was not run",
  ]);
});

Deno.test("differencesOf() wants no pass of a check that has nothing to stand on", () => {
  const said = report("CONFORMS", { a: "passed", b: "could_not_run" });
  assertEquals(texts(said, { ...clean, unproven: ["a", "b", "c"] }), [
    "a passed with nothing to stand on: about a",
    "c was not run",
  ]);
});

Deno.test("harnessFault() is the first fault of our own, with its message", () => {
  assertEquals(harnessFault(report("CONFORMS", { a: "failed" })), undefined);
  const said = report("HARNESS ERROR", { a: "passed", b: "harness_error" });
  assertEquals(harnessFault(said), "b: about b");
});

Deno.test("mayBeTime() lets a clock excuse the verdicts that rest on one, and no other", () => {
  const [plain] = trialsOf([harmless("plain")]);
  const [tight] = trialsOf([harmless("tight", { timeoutS: 0.3 })]);
  const may = (trial: Trial | undefined, ...checks: readonly (string | undefined)[]) =>
    mayBeTime(trial!, checks.map((check) => ({ check, text: "" })));
  assert(may(plain, "request.timeout"));
  assert(may(plain, undefined, "error.own-deadline", "reset.idempotent"));
  assert(!may(plain, "request.timeout", "response.reply"));
  assert(!may(plain, "response.reply"));
  assert(!may(plain, undefined));
  assert(may(tight, "reset.echo"));
});
