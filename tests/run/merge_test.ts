import { assertEquals, assertThrows } from "@std/assert";
import { UsageError } from "../../lib/contract/usage.ts";
import { mergeReports } from "../../lib/run/merge.ts";
import type { RunReport } from "../../lib/run/run_report.ts";
import { parseRunReport } from "../../lib/run/saved_run_report.ts";
import { failedRun, line, report } from "./reports.ts";

const shard = (
  index: number,
  scenarios: RunReport["scenarios"],
  parts: Partial<RunReport> = {},
) => ({
  name: `s${index}.json`,
  report: report(scenarios, {
    shard: { index, of: 2 },
    selection: { scenarios: 3, digest: "sha256:1" },
    ...parts,
  }),
});
const a = line({ name: "a", position: 0 });
const b = line({ name: "b", position: 1 });
const c = line({ name: "c", position: 2 });

Deno.test("mergeReports() puts scenarios in their order again, and times around them", () => {
  const merged = mergeReports([
    shard(2, [b], { started_at: "2030-01-02T03:04:06.000Z", endpoints: ["http://b"] }),
    shard(1, [a, c], { duration_ms: 500, notes: ["n"] }),
  ], "again");
  assertEquals(merged.scenarios.map(({ name }) => name), ["a", "b", "c"]);
  assertEquals(
    [merged.shard, merged.outcome, merged.exit_code, merged.repeat, merged.notes],
    [null, "PASS", 0, "again", ["n"]],
  );
  assertEquals([merged.started_at, merged.duration_ms], ["2030-01-02T03:04:05.000Z", 2_500]);
  assertEquals(merged.endpoints, ["http://b", "http://127.0.0.1:8647"]);
});

Deno.test("mergeReports() is INCOMPLETE where a shard is missing or ended early", () => {
  const missing = mergeReports([shard(1, [a, c])], "");
  assertEquals([missing.outcome, missing.exit_code, missing.reason], [
    "INCOMPLETE",
    3,
    "1 shard of 2 is missing: 2.",
  ]);
  const early = mergeReports([
    shard(1, [a, c]),
    shard(2, [line({ name: "b", verdict: "INCOMPLETE", runs: [] })], {
      outcome: "INTERRUPTED",
      exit_code: 130,
      reason: "It was interrupted.",
    }),
  ], "");
  assertEquals([early.exit_code, early.reason], [3, "Shard 2: It was interrupted."]);
  const failed = mergeReports([
    shard(1, [line({ name: "a", verdict: "FAIL", runs: [failedRun()] }), c]),
  ], "");
  assertEquals([failed.outcome, failed.exit_code], ["FAIL", 1]);
});

Deno.test("mergeReports() leaves a single whole report as it is", () => {
  const whole = report([a], { outcome: "INTERRUPTED", exit_code: 130 });
  assertEquals(mergeReports([{ name: "w", report: whole }], "x"), whole);
});

Deno.test("mergeReports() refuses reports that aren't shards of one sweep, or come twice", () => {
  const refused: readonly (readonly [Parameters<typeof mergeReports>[0], string])[] = [
    [[shard(1, [a]), { name: "w", report: report([b]) }], "it is a whole sweep, no shard of one"],
    [[shard(1, [a]), shard(1, [a])], "both are shard 1 of 2"],
    [
      [shard(1, [a]), shard(2, [b], { selection: { scenarios: 3, digest: "sha256:2" } })],
      "they aren't shards of one sweep",
    ],
    [
      [shard(1, [a]), shard(2, [b], { shard: { index: 2, of: 3 } })],
      "they aren't shards of one sweep",
    ],
  ];
  for (const [reports, reason] of refused) {
    assertThrows(() => mergeReports(reports, ""), UsageError, reason);
  }
});

Deno.test("mergeReports() refuses a shard that lost a scenario, holds one twice or is none of N", () => {
  const cases: readonly (readonly [Parameters<typeof mergeReports>[0], string])[] = [
    [[shard(1, [a]), shard(2, [b])], "shard 1 of 2 has 2 scenarios, and it has 1"],
    [[shard(1, [a, c]), shard(2, [])], "shard 2 of 2 has 1 scenario, and it has 0"],
    [[shard(1, [a, a]), shard(2, [b])], "shard 1 of 2 has 2 scenarios, and it has 1"],
    [[shard(1, [a, c]), shard(2, [b, b])], "Cannot merge s2.json"],
    [[shard(0, [a, c]), shard(1, [a, c]), shard(2, [b])], "Cannot merge s0.json"],
    [[shard(1, [a, c]), shard(2, [b]), shard(3, [])], "Cannot merge s3.json"],
  ];
  for (const [reports, reason] of cases) {
    assertThrows(() => mergeReports(reports, ""), UsageError, reason);
  }
});

Deno.test("parseRunReport() takes what was written, and says what is wrong with the rest", () => {
  const whole = report([a, line({ verdict: "FAIL", runs: [failedRun({ trace: "t" })] })]);
  assertEquals(parseRunReport(JSON.stringify(whole), "r.json"), whole);
  const cases: readonly (readonly [text: string, reason: string])[] = [
    ["{", "it isn't JSON (line 1, column 2: "],
    ["[]", "it is not what it has to be"],
    [JSON.stringify({ ...whole, wt_inject_run_report: 2 }), "wt_inject_run_report is not"],
    [
      JSON.stringify(report([line({ verdict: "GOOD" as never })])),
      "scenarios.0.verdict is not what it has to be",
    ],
    [JSON.stringify({ wt_inject_report: 1 }), "wt_inject_run_report is not"],
    [JSON.stringify({ ...whole, started_at: "yesterday" }), "started_at is not"],
  ];
  for (const [text, reason] of cases) {
    assertThrows(
      () => parseRunReport(text, "r.json"),
      UsageError,
      `Cannot use r.json as the report of a sweep: ${reason}`,
    );
  }
});
