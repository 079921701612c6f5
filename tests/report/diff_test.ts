import { assertEquals, assertMatch, assertStringIncludes, assertThrows } from "@std/assert";
import type { Report, ReportResult } from "../../lib/contract/report.ts";
import type { Verdict } from "../../lib/contract/result.ts";
import { UsageError } from "../../lib/contract/usage.ts";
import { diffReports } from "../../lib/report/diff.ts";
import { diffJson, diffText } from "../../lib/report/diff_text.ts";
import { hostileReport } from "./hostile.ts";
import { finding, report, result } from "./sample.ts";

const failed = (id: string, ...codes: string[]): ReportResult =>
  result(id, "failed", { findings: codes.map((code) => finding({ code })) });

const ran = (...results: readonly ReportResult[]): Report =>
  report(results, [], { outcome: "CONFORMS", exit_code: 0 });

const ids = (list: readonly { readonly check: string }[]) => list.map(({ check }) => check);

Deno.test("diffReports() tells new failures from fixed ones and from those that stay", () => {
  const diff = diffReports(
    ran(
      failed("mended", "x"),
      failed("stays", "x"),
      result("broken", "passed"),
      result("ok", "passed"),
    ),
    ran(
      result("mended", "passed"),
      failed("stays", "y"),
      failed("broken", "z"),
      result("ok", "passed"),
    ),
  );
  assertEquals(ids(diff.new_failures), ["broken"]);
  assertEquals(diff.new_failures[0]!.codes, ["z"]);
  assertEquals(ids(diff.fixed), ["mended"]);
  assertEquals(diff.still_failing, [{
    check: "stays",
    required: true,
    old: "failed",
    new: "failed",
    old_codes: ["x"],
    new_codes: ["y"],
    message: "said of stays",
  }]);
  assertEquals([diff.changed, diff.appeared, diff.vanished], [[], [], []]);
  assertEquals([diff.exit_code, diff.reason], [1, "New failures: broken"]);
});

Deno.test("diffReports() puts every pair of verdicts in one list", () => {
  const verdicts: readonly Verdict[] = [
    "passed",
    "failed",
    "warned",
    "not_applicable",
    "could_not_run",
    "harness_error",
  ];
  for (const old of verdicts) {
    for (const now of verdicts) {
      const diff = diffReports(ran(result("a", old)), ran(result("a", now)));
      const lists = ["new_failures", "fixed", "still_failing", "changed"] as const;
      const found = lists.filter((name) => diff[name].length > 0);
      const fixes = now === "passed" || now === "warned" || now === "not_applicable";
      const wanted = old === "failed"
        ? now === "failed" ? ["still_failing"] : [fixes ? "fixed" : "changed"]
        : now === "failed"
        ? ["new_failures"]
        : old === now
        ? []
        : ["changed"];
      assertEquals(found, wanted, `${old}, then ${now}`);
    }
  }
});

Deno.test("diffReports() lists checks that only one run knows, a failing one as new too", () => {
  const diff = diffReports(
    ran(result("gone", "passed"), failed("gone-bad", "x")),
    ran(failed("came-bad", "x"), result("came", "passed")),
  );
  assertEquals(ids(diff.appeared), ["came-bad", "came"]);
  assertEquals(ids(diff.vanished), ["gone", "gone-bad"]);
  assertEquals([ids(diff.new_failures), diff.fixed, diff.exit_code], [["came-bad"], [], 1]);
});

Deno.test("diffReports() exits 0 without a new failure, and 3 where that can't be said", () => {
  const old = ran(result("a", "passed"), failed("b", "x"));
  const exit = (fresh: Report) => diffReports(old, fresh).exit_code;
  assertEquals(exit(ran(result("a", "warned"), failed("b", "x"))), 0);
  assertEquals(exit(ran(result("a", "not_applicable"), result("b", "passed"))), 0);
  assertEquals(exit(ran(result("a", "could_not_run"), failed("b", "x"))), 3);
  assertEquals(exit(ran(result("a", "passed"), result("b", "harness_error"))), 3);
  assertEquals(exit(ran(result("a", "could_not_run", { required: false }), failed("b", "x"))), 0);
  assertEquals(exit(ran(result("a", "could_not_run"), failed("b", "x"), failed("c", "x"))), 1);
  for (const outcome of ["NOT REACHABLE", "INTERRUPTED"] as const) {
    const diff = diffReports(old, report([], [], { outcome, exit_code: 3 }));
    assertEquals(diff.exit_code, 3);
    assertStringIncludes(diff.reason, `no whole run: ${outcome}`);
  }
  const never = ran(result("a", "could_not_run"));
  assertEquals(diffReports(never, never).exit_code, 0);
});

Deno.test("diffReports() refuses reports of different commands", () => {
  const error = assertThrows(
    () => diffReports(ran(), { ...ran(), command: "canary" }),
    UsageError,
  );
  assertEquals(
    error.message,
    "Cannot compare these reports: one is of conform, the other of canary",
  );
});

const OLD = report(
  [
    failed("reset.echo", "version-missing"),
    failed("reset.total", "state-survives"),
    failed("response.reply", "reply-type"),
    result("canary", "failed"),
    result("surface.shape", "passed"),
    result("old.only", "passed"),
  ],
  [],
);
const NEW = report(
  [
    result("reset.echo", "passed"),
    failed("reset.total", "state-survives"),
    failed("response.reply", "reply-missing"),
    result("canary", "could_not_run", { message: "It didn't recall." }),
    failed("surface.shape", "surface-missing", "extra-segments-missing"),
    result("new.one", "passed"),
    result("new.two", "passed"),
  ],
  [],
  {
    target: { url: "http://127.0.0.1:9000", label: "branch" },
    headline: "NOT CONFORMING (1 known)",
  },
);

Deno.test("diffText() shows what got worse first, and counts last", () => {
  assertEquals(
    diffText(diffReports(OLD, NEW)),
    `wt-inject report diff
  old: DOES NOT CONFORM, 6 checks on http://127.0.0.1:8647,
       2026-07-07T12:00:00.000Z, wt-inject 0.1.0
  new: NOT CONFORMING (1 known), 7 checks on http://127.0.0.1:9000 (branch),
       2026-07-07T12:00:00.000Z, wt-inject 0.1.0
  (not the same URL)

New failures (1)
  surface.shape (surface-missing, extra-segments-missing)
    said of surface.shape

Fixed (1)
  reset.echo: FAILED (version-missing), now passed

Still failing (2)
  reset.total (state-survives)
  response.reply: in another way, (reply-type) then, (reply-missing) now

Other verdicts (1)
  canary: FAILED, now could not run
    It didn't recall.

Only in the new run (2)
  passed
    new.one, new.two

Only in the old run (1)
  passed
    old.only

1 new, 1 fixed, 2 still failing; 1 other change, 2 appeared, 1 vanished
New failures: surface.shape
`,
  );
});

Deno.test("diffText() colors where it is told to, and lets no text of others act on a terminal", () => {
  assertStringIncludes(diffText(diffReports(OLD, NEW), { color: true }), "\x1b[31;1mNew failures");
  const text = diffText(diffReports(report([], []), hostileReport()));
  // deno-lint-ignore no-control-regex -- that is what is looked for
  assertEquals(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e\u2028]|^::|##\[/m.test(text), false);
});

Deno.test("diffJson() is the diff as it stands", () => {
  const diff = diffReports(OLD, NEW);
  const text = diffJson(diff);
  assertEquals(JSON.parse(text), JSON.parse(JSON.stringify(diff)));
  assertMatch(text, /^\{\n {2}"wt_inject_diff": 1,\n/);
  assertEquals(JSON.parse(text).exit_code, 1);
});
