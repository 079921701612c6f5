import { assert, assertEquals, assertMatch } from "@std/assert";
import { numbers, printable, someOf } from "../../lib/selftest/layout.ts";
import { renderSelftest, SELFTEST_FORMATS } from "../../lib/selftest/render.ts";
import { renderSelftestMarkdown } from "../../lib/selftest/render_markdown.ts";
import { renderSelftestText } from "../../lib/selftest/render_text.ts";
import type { SelftestReport } from "../../lib/selftest/report.ts";
import { said, trial } from "./support.ts";

const REPORT: SelftestReport = {
  wt_inject_selftest: 1,
  tool: { name: "wt-inject", version: "0.1.0", runtime: "deno 2.9.6" },
  contract: 1,
  started_at: "2026-11-30T20:00:00.000Z",
  duration_ms: 1234,
  selection: { patterns: [], selected: 3, available: 3 },
  outcome: "FAILED",
  exit_code: 1,
  reason: "1 check that nothing kills, 1 set that isn't the pinned one.",
  counts: {
    mutants: 2,
    oddities: 1,
    trials: 3,
    as_pinned: 2,
    changed: 1,
    crashed: 0,
    skipped: 0,
    judged_twice: 0,
    checks: 2,
    killed: 1,
    cases: 0,
    cases_killed: 0,
    subjects: 0,
    subjects_as_pinned: 0,
  },
  checks: [
    {
      id: "response.reply",
      clause: "response.reply",
      level: "MUST",
      kind: "wire",
      required: true,
      killed_by: ["a", "b", "c", "d", "e"],
    },
    {
      id: "reset.total",
      clause: "reset.total",
      level: "MUST",
      kind: "cooperative",
      required: true,
      killed_by: [],
    },
  ],
  trials: [
    trial("a", {
      theme: "reply and error",
      breaks: "response.reply",
      said: said("DOES NOT CONFORM", ["response.reply"]),
    }),
    trial("b", { theme: "reply and error", breaks: "response.reply", state: "changed" }),
    trial("odd", { theme: "odd on the wire" }),
  ],
  problems: [
    { kind: "unkilled", about: "reset.total", details: ["No broken endpoint makes it fail"] },
    { kind: "changed", about: "b", details: ["received \u0007 | `x` *y*"] },
  ],
  notes: ["1 run was skipped"],
  repeat: "wt-inject selftest",
};

Deno.test("renderSelftestText() shows the kill matrix, the themes, what went wrong, the verdict", () => {
  assertEquals(
    renderSelftestText(REPORT),
    `wt-inject selftest: contract version 1; wt-inject 0.1.0, deno 2.9.6; 2026-11-30T20:00:00.000Z

Each check, and the broken endpoints that it fails
  response.reply    5  a, b, c, … (2 more)
  reset.total       0  NOTHING KILLS IT

Endpoints by theme
  reply and error  2 broken    1 of 2 as pinned
  odd on the wire  1 innocent  1 of 1 as pinned

Checks and cases that nothing kills (1)
  reset.total
    No broken endpoint makes it fail

Verdicts that aren't the pinned ones (1)
  b
    received \\u0007 | \`x\` *y*

note: 1 run was skipped
FAILED: 1 of 2 checks killed; 2 broken endpoints, 1 innocent; 2 of 3 runs as pinned; 1.2 s
1 check that nothing kills, 1 set that isn't the pinned one.
repeat: wt-inject selftest
`,
  );
});

Deno.test("renderSelftestText() names every mutant where it is asked to, and colours the verdict", () => {
  const text = renderSelftestText(REPORT, { verbose: true, color: true });
  assert(text.includes("a, b, c, d, e\n"));
  assert(text.includes("\x1b[31;1mFAILED\x1b[0m: "));
  const passed = renderSelftestText({ ...REPORT, outcome: "PASSED" }, { color: true });
  assert(passed.includes("\x1b[32mPASSED\x1b[0m: "));
});

Deno.test("renderSelftestText() sets a selection's other checks apart", () => {
  const checks = REPORT.checks.map((check) => ({ ...check, required: false }));
  const text = renderSelftestText({ ...REPORT, checks });
  assert(!text.includes("Each check, and"));
  assertMatch(text, /\nChecks beside the selection\n {2}response\.reply {4}5 {2}a, b, c/);
  assert(!text.includes("reset.total  "));
});

Deno.test("renderSelftestMarkdown() gives the same as tables that a formatter leaves alone", () => {
  assertEquals(
    renderSelftestMarkdown(REPORT),
    `## wt-inject selftest: FAILED

1 check that nothing kills, 1 set that isn't the pinned one. (1 of 2 checks killed; 2 broken endpoints, 1 innocent; 2 of 3 runs as pinned; 1.2 s)

Contract version 1; wt-inject 0.1.0, deno 2.9.6; 2026-11-30T20:00:00.000Z.

### What kills each check

| check            | level | kind        | mutants | among them          |
| ---------------- | ----- | ----------- | ------- | ------------------- |
| \`response.reply\` | MUST  | wire        | 5       | a, b, c, … (2 more) |
| \`reset.total\`    | MUST  | cooperative | 0       | **nothing**         |

### Endpoints by theme

| theme           | broken | innocent | runs | as pinned |
| --------------- | ------ | -------- | ---- | --------- |
| reply and error | 2      | 0        | 2    | 1         |
| odd on the wire | 0      | 1        | 1    | 1         |

### Checks and cases that nothing kills

- \`reset.total\`
  - No broken endpoint makes it fail

### Verdicts that aren't the pinned ones

- \`b\`
  - received \\\\u0007 \\| \\\`x\\\` \\*y\\*

1 run was skipped

Repeat: \`wt-inject selftest\`
`,
  );
});

Deno.test("renderSelftest() in JSON is the report as it stands, with no raw control in it", () => {
  const text = renderSelftest(
    { ...REPORT, reason: "\u007f\u202e\u2028" },
    "json",
  );
  assertEquals(JSON.parse(text), { ...REPORT, reason: "\u007f\u202e\u2028" });
  assertMatch(text, /"reason": "\\u007f\\u202e\\u2028"/);
  assert(text.endsWith("}\n"));
});

Deno.test("renderSelftest() renders in the format that is named, one line feed at the end", () => {
  for (const format of SELFTEST_FORMATS) {
    assertMatch(renderSelftest(REPORT, format), /[^\n]\n$/);
  }
  assertEquals(renderSelftest(REPORT, "markdown"), renderSelftestMarkdown(REPORT));
  assertEquals(renderSelftest(REPORT, "text", { color: true }).includes("\x1b["), true);
});

Deno.test("someOf() names the first three, and how many more there are", () => {
  assertEquals(someOf([]), "");
  assertEquals(someOf(["a", "b", "c"]), "a, b, c");
  assertEquals(someOf(["a", "b", "c", "d"]), "a, b, c, … (1 more)");
});

Deno.test("numbers() tells what was skipped, judged twice and selected", () => {
  const counts = { ...REPORT.counts, skipped: 2, judged_twice: 1 };
  assertEquals(
    numbers({ ...REPORT, counts, selection: { patterns: ["x"], selected: 3, available: 500 } }),
    "1 of 2 checks killed; 2 broken endpoints, 1 innocent; 2 of 3 runs as pinned; 2 skipped; " +
      "1 judged twice; 3 of 500 mutants selected; 1.2 s",
  );
});

Deno.test("printable() escapes what a terminal acts on, and cuts what is long", () => {
  assertEquals(printable("a\u001b[31m\u202eb\n"), "a\\u001b[31m\\u202eb\\u000a");
  assertEquals(printable("x".repeat(500)), `${"x".repeat(400)}…`);
});
