import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import {
  applyBaseline,
  type BaselinedReport,
  type BaselineOptions,
  isBaselined,
} from "../../lib/report/baseline.ts";
import type { BaselineEntry } from "../../lib/report/baseline_file.ts";
import { renderBaselinedJunit } from "../../lib/report/baseline_junit.ts";
import { updatedBaseline } from "../../lib/report/baseline_update.ts";
import { renderText } from "../../lib/report/text.ts";
import type { Report, ReportResult } from "../../lib/contract/report.ts";
import { exitCode, outcomeOf } from "../../lib/contract/result.ts";
import { finding, report, result } from "./sample.ts";

const TODAY = "2026-07-07";

/** A check that failed with these codes. */
function failed(id: string, ...codes: string[]): ReportResult {
  return result(id, "failed", { findings: codes.map((code) => finding({ code })) });
}

/** A report of these results, with the outcome that they have. */
function ran(...results: readonly ReportResult[]): Report {
  const outcome = outcomeOf(results);
  return report(results, [], { outcome, exit_code: exitCode(outcome), reason: "its own" });
}

const known = (check: string, more: Partial<BaselineEntry> = {}): BaselineEntry => ({
  check,
  reason: `why ${check}`,
  ...more,
});

/** Holds a report against entries. */
function held(
  found: Report,
  entries: readonly BaselineEntry[],
  options: Partial<BaselineOptions> = {},
): BaselinedReport {
  const after = applyBaseline(found, { entries }, { today: TODAY, ...options });
  if (!isBaselined(after)) throw new Error("nothing was held against it");
  return after;
}

Deno.test("applyBaseline() exits 0 where every failure is known, and never says that it conforms", () => {
  const found = ran(result("a", "passed"), failed("b", "x", "y"), failed("c", "z"));
  const after = held(found, [
    known("b", { code: "x" }),
    known("b", { code: "y", ticket: "WT-7", expires: TODAY }),
    known("c"),
  ]);
  assertEquals([after.exit_code, after.outcome], [0, "DOES NOT CONFORM"]);
  assertEquals(after.headline, "NOT CONFORMING (2 known)");
  assertEquals(after.reason, "Every failure is in the baseline: b, c");
  assertEquals(after.notes, [
    "known failure: b (x): why b",
    "known failure: b (y): why b (WT-7, to 2026-07-07)",
    "known failure: c: why c",
  ]);
  assertEquals(after.baseline.known.map(({ check }) => check), ["b", "c"]);
  assertEquals(after.results, found.results);
  assertEquals(after.counts, found.counts);
  assertMatch(renderText(after), /^NOT CONFORMING \(2 known\): 1 passed, 2 failed; /m);
});

Deno.test("applyBaseline() changes nothing but its summary where nothing fails and nothing is known", () => {
  const found = ran(result("a", "passed"));
  const { baseline, ...rest } = held(found, []);
  assertEquals(rest, found);
  assertEquals(baseline, { known: [], new: [], stale: [], expired: [], unjudged: [] });
});

Deno.test("applyBaseline() exits 1 on a failure that no entry knows, a new code too", () => {
  const after = held(ran(failed("a", "x", "y"), failed("b", "x")), [
    known("a", { code: "x" }),
    known("b"),
  ]);
  assertEquals(after.exit_code, 1);
  assertEquals(after.headline, "DOES NOT CONFORM (1 new, 1 known)");
  assertEquals(after.baseline.new, [{ check: "a", codes: ["y"] }]);
  assertStringIncludes(after.reason, "doesn't know: a (y)");
  const alone = held(ran(failed("a")), [known("a", { code: "x" })]);
  assertEquals([alone.exit_code, alone.headline], [
    1,
    "DOES NOT CONFORM, AND THE BASELINE IS OUT OF DATE",
  ]);
  assertEquals(alone.baseline.new, [{ check: "a", codes: [] }]);
});

Deno.test("applyBaseline() exits 1 on a stale entry: its check ran and didn't fail so", () => {
  for (const verdict of ["passed", "warned", "not_applicable"] as const) {
    const after = held(ran(result("a", verdict), result("b", "passed")), [known("a")]);
    assertEquals(after.exit_code, 1, verdict);
    assertEquals(after.headline, "CONFORMS, BUT THE BASELINE IS OUT OF DATE");
    assertEquals(after.baseline.stale, [known("a")]);
    assertStringIncludes(after.reason, "stale");
    assertStringIncludes(after.notes[0]!, "stale baseline entry: a doesn't fail any more");
  }
  const other = held(ran(failed("a", "y")), [known("a", { code: "x" }), known("a", { code: "y" })]);
  assertEquals(other.exit_code, 1);
  assertEquals(other.headline, "NOT CONFORMING (1 known), AND THE BASELINE IS OUT OF DATE");
});

Deno.test("applyBaseline() exits 1 on an entry whose day has passed, and calls its failure not new", () => {
  const entry = known("a", { expires: "2026-07-06" });
  for (const found of [ran(failed("a", "x")), ran(result("a", "could_not_run"))]) {
    const after = held(found, [entry]);
    assertEquals(after.exit_code, 1);
    assertEquals([after.baseline.expired, after.baseline.new], [[entry], []]);
    assertStringIncludes(after.reason, "Entries of the baseline have expired: a");
    assertStringIncludes(after.notes[0]!, "was excused to 2026-07-06");
  }
  const beside = held(ran(failed("a", "x"), failed("b", "x")), [entry, known("b")]);
  assertEquals(beside.headline, "NOT CONFORMING (1 known), AND THE BASELINE IS OUT OF DATE");
  const alone = held(ran(failed("a", "x")), [entry]);
  assertEquals(alone.headline, "DOES NOT CONFORM, AND THE BASELINE IS OUT OF DATE");
  assertEquals(held(ran(failed("a", "x")), [known("a", { expires: TODAY })]).exit_code, 0);
});

Deno.test("applyBaseline() lets no entry be satisfied by a check that was not judged", () => {
  const cases = [["could_not_run", "INCOMPLETE", 3], [
    "harness_error",
    "HARNESS ERROR",
    4,
  ]] as const;
  for (const [verdict, outcome, code] of cases) {
    const alone = held(ran(result("a", verdict), result("b", "passed")), [known("a")]);
    assertEquals([alone.exit_code, alone.headline], [code, undefined]);
    assertEquals([alone.reason, alone.baseline.stale], ["its own", []]);
    assertEquals(alone.baseline.unjudged, [known("a")]);
    assertStringIncludes(alone.notes[0]!, "baseline entry not confirmed: a");
    const beside = held(ran(failed("b", "x"), result("a", verdict)), [known("b")]);
    assertEquals(beside.exit_code, code);
    assertEquals(beside.headline, `NOT CONFORMING (1 known), ${outcome}`);
  }
});

Deno.test("applyBaseline() passes over checks that weren't selected, and reasons that nobody wrote", () => {
  const found = ran(failed("a", "x"));
  const after = held(found, [known("z"), known("a", { reason: "FILL IN: why is this known?" })]);
  assertEquals([after.exit_code, after.baseline.stale.length], [1, 0]);
  assertEquals(after.baseline.new, [{ check: "a", codes: ["x"] }]);
});

Deno.test("applyBaseline() holds nothing against a run that was cut short", () => {
  for (const outcome of ["NOT REACHABLE", "INTERRUPTED"] as const) {
    const found = report([], [], { outcome, exit_code: exitCode(outcome), notes: ["n"] });
    const after = applyBaseline(found, { entries: [known("a")] }, { today: TODAY });
    assertEquals(after, {
      ...found,
      notes: ["n", "The baseline was not looked at: the run was cut short."],
    });
  }
});

Deno.test("applyBaseline() fails nothing for stale entries that are being pruned, expired or not", () => {
  const entries = [known("a"), known("b", { expires: "2020-01-01" })];
  const after = held(ran(result("a", "passed"), result("b", "passed")), entries, { prune: true });
  assertEquals([after.exit_code, after.headline, after.reason], [0, undefined, "its own"]);
  assertEquals(after.baseline.stale, entries);
  assertEquals(after.notes[0], "baseline entry removed: a doesn't fail any more");
});

Deno.test("updatedBaseline() adds what is new, one entry a code, and asks for each reason", () => {
  const old = [known("z"), known("a", { code: "x" }), known("c", { expires: "2020-01-01" })];
  const found = ran(failed("a", "x", "y"), failed("b"), failed("c", "w"), result("z", "passed"));
  const { baseline } = held(found, old);
  const fill = "FILL IN: why is this known?";
  const added = [{ check: "a", code: "y", reason: fill }, { check: "b", reason: fill }];
  const schema = "baseline.schema.json";
  const update = (changes: { update: boolean; prune: boolean }) =>
    updatedBaseline({ schema, entries: old }, baseline, changes);
  assertEquals(update({ update: true, prune: false }), { schema, entries: [...old, ...added] });
  assertEquals(update({ update: true, prune: true }).entries, [...old.slice(1), ...added]);
  assertEquals(update({ update: false, prune: true }).entries, old.slice(1));
  const again = updatedBaseline({ entries: added }, baseline, { update: true, prune: false });
  assertEquals(again.entries.filter(({ check }) => check !== "c"), added);
});

Deno.test("renderBaselinedJunit() skips a known failure with its reason, and fails a new one", () => {
  const found = ran(failed("a", "x"), failed("b", "y"), result("c", "not_applicable"));
  const xml = renderBaselinedJunit(held(found, [known("a", { reason: 'a "bug" & more' })]));
  assertStringIncludes(xml, '<skipped message="known failure: a &quot;bug&quot; &amp; more"/>');
  assertStringIncludes(xml, '<skipped message="not_applicable: said of c"/>');
  assertMatch(xml, /<testsuites [^>]*tests="3" failures="1" errors="0" skipped="2"/);
  assertStringIncludes(xml, '<property name="outcome" value="DOES NOT CONFORM (1 new, 1 known)"/>');
});

Deno.test("renderBaselinedJunit() is not green where the baseline alone fails the run", () => {
  const xml = renderBaselinedJunit(held(ran(failed("a", "x"), result("b", "passed")), [
    known("a"),
    known("b"),
  ]));
  assertMatch(xml, /<testsuites [^>]*failures="0" errors="1" skipped="1"/);
  assertMatch(xml, /<testcase name="outcome"[^>]*><error [^>]*stale/);
});
