import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { mergeRuns } from "../../lib/cli/repeat.ts";
import type { Report, ReportResult } from "../../lib/contract/report.ts";
import { exitCode, type Outcome, outcomeOf, type Verdict } from "../../lib/contract/result.ts";
import { exchange, finding, report, result } from "../report/sample.ts";
import { deadUrl, smallEndpoint } from "./endpoint.ts";
import { inFolder, start, wtInject } from "./subprocess.ts";

const flat = (text: string) => text.replace(/\s+/g, " ");

/** A run in which the check `a` came out so, with an exchange of its own. */
function run(verdict: Verdict, more: Partial<Report> = {}): Report {
  const results: readonly ReportResult[] = [
    result("a", verdict, {
      message: `a ${verdict}`,
      exchanges: ["reset/1"],
      findings: verdict === "failed" ? [finding({ exchanges: ["reset/1"] })] : [],
    }),
    result("b", "passed"),
  ];
  const outcome = more.outcome ?? outcomeOf(results);
  const about = { outcome, exit_code: exitCode(outcome), reason: `own: ${outcome}` };
  return report(results, [exchange("reset/1", { purpose: `${verdict} run` })], {
    ...about,
    nonces: [verdict],
    notes: ["a note"],
    duration_ms: 100,
    ...more,
  });
}

Deno.test("mergeRuns() names a flaky check, keeps each outcome, and counts the worst", () => {
  const merged = mergeRuns([run("passed"), run("failed"), run("passed")]);
  const [a, b] = merged.results;
  assertEquals([a!.verdict, a!.runs], ["failed", ["passed", "failed", "passed"]]);
  assertEquals(a!.message, "flaky (passed in run 1 and 3, FAILED in run 2): a failed");
  assertEquals([b!.verdict, b!.runs, b!.message], [
    "passed",
    ["passed", "passed", "passed"],
    "said of b",
  ]);
  assertEquals([merged.outcome, merged.exit_code, merged.runs], ["DOES NOT CONFORM", 1, 3]);
  assertEquals(merged.reason, "Required checks failed in 3 runs: a (flaky)");
  assertEquals(merged.notes, [
    "a note",
    "Each check ran in 3 whole runs; its worst verdict counts.",
    "flaky: a: passed, FAILED, passed",
  ]);
  assertEquals([merged.counts.failed, merged.counts.passed], [1, 1]);
  assertEquals([merged.duration_ms, merged.turns], [300, { planned: 75, sent: 36 }]);
});

Deno.test("mergeRuns() shows the evidence of the worst run, under ids of its own", () => {
  const merged = mergeRuns([run("warned"), run("failed")]);
  assertEquals(merged.results[0]!.exchanges, ["run 2: reset/1"]);
  assertEquals(merged.results[0]!.findings[0]!.exchanges, ["run 2: reset/1"]);
  assertEquals(merged.exchanges.map(({ id, purpose }) => [id, purpose]), [
    ["run 2: reset/1", "failed run"],
  ]);
  assertEquals(merged.nonces, ["warned", "failed"]);
});

Deno.test("mergeRuns() ranks verdicts by what they do to a run", () => {
  const order = ["passed", "not_applicable", "warned", "could_not_run", "harness_error", "failed"];
  for (const [rank, worse] of order.entries()) {
    for (const better of order.slice(0, rank + 1)) {
      for (const pair of [[better, worse], [worse, better]]) {
        const merged = mergeRuns(pair.map((verdict) => run(verdict as Verdict)));
        assertEquals(merged.results[0]!.verdict, worse, pair.join());
      }
    }
  }
});

Deno.test("mergeRuns() says no more than runs that were cut short allow", () => {
  const none = (outcome: Outcome): Report => ({ ...run("passed", { outcome }), results: [] });
  const cases: readonly (readonly [runs: readonly Report[], outcome: Outcome, says: string])[] = [
    [[run("passed"), none("NOT REACHABLE")], "INCOMPLETE", "Run 2 could not reach the target"],
    [[run("failed"), none("NOT REACHABLE")], "DOES NOT CONFORM", "failed in 2 runs: a"],
    [[none("NOT REACHABLE")], "NOT REACHABLE", "own: NOT REACHABLE"],
    [[run("passed"), run("could_not_run", { outcome: "INTERRUPTED" })], "INTERRUPTED", "own: "],
    [[run("could_not_run"), run("passed")], "INCOMPLETE", "could not run in 2 runs: a (flaky)"],
    [[run("passed"), run("passed")], "CONFORMS", "none failed in any"],
  ];
  for (const [runs, outcome, says] of cases) {
    const merged = mergeRuns(runs);
    assertEquals([merged.outcome, merged.exit_code], [outcome, exitCode(outcome)], says);
    assertStringIncludes(merged.reason, says);
  }
  const cut = mergeRuns([run("passed"), run("could_not_run", { outcome: "INTERRUPTED" })]);
  assertEquals(cut.results[0]!.runs, ["passed"]);
});

Deno.test("conform --repeat finds a check that comes out differently, and retries nothing", async () => {
  let resets = 0;
  await using endpoint = smallEndpoint({
    // Its fourth answer alone is wrong: the second run's first.
    "/wt/reset": () => Response.json({ wt_inject: ++resets === RESETS_OF_A_RUN + 1 ? 2 : 1 }),
  });
  const words = ["conform", endpoint.url, "--select=reset.echo"];
  assertEquals((await wtInject(words)).code, 0);
  assertEquals(endpoint.paths.filter((path) => path === "/wt/reset").length, RESETS_OF_A_RUN);
  resets = 0;
  const { code, stdout, stderr } = await wtInject([...words, "--repeat=3"]);
  assertEquals(code, 1);
  assertMatch(stdout, /^DOES NOT CONFORM: 1 failed; /m);
  assertStringIncludes(flat(stdout), "flaky (passed in run 1 and 3, FAILED in run 2): expected");
  assertStringIncludes(stdout, "flaky: reset.echo: passed, FAILED, passed");
  assertStringIncludes(stdout, "exchange run 2: reset/1");
  assertEquals(stderr.match(/^run \d of 3$/gm), ["run 1 of 3", "run 2 of 3", "run 3 of 3"]);
  assertEquals(endpoint.paths.filter((path) => path === "/wt/reset").length, 4 * RESETS_OF_A_RUN);
});

/** How many resets a run of reset.echo alone sends; the test above makes sure of it. */
const RESETS_OF_A_RUN = 2;

Deno.test("conform --repeat ends where the target is gone", async () => {
  const words = ["conform", deadUrl(), "--repeat=5", "--format=json"];
  const { code, stdout, stderr } = await wtInject(words);
  assertEquals([code, JSON.parse(stdout).outcome], [3, "NOT REACHABLE"]);
  assertEquals(stderr, "run 1 of 5\n" + stderr.split("\n").slice(1).join("\n"));
  assertEquals(stderr.includes("run 2"), false);
});

Deno.test({
  name: "conform --repeat that is interrupted reports the runs that there were",
  ignore: Deno.build.os === "windows",
  async fn() {
    const second = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<Response>();
    let resets = 0;
    await using endpoint = smallEndpoint({
      "/wt/reset"() {
        if (++resets <= RESETS_OF_A_RUN) return Response.json({ wt_inject: 2 });
        second.resolve();
        return gate.promise;
      },
    });
    const words = ["conform", endpoint.url, "--select=reset.echo", "--repeat=9", "--format=json"];
    const child = start(words);
    const output = child.output();
    await second.promise;
    child.kill("SIGINT");
    const { code, stdout } = await output;
    gate.resolve(new Response());
    const { outcome, results, runs } = JSON.parse(new TextDecoder().decode(stdout));
    assertEquals([code, outcome, runs], [130, "INTERRUPTED", 2]);
    assertEquals([results[0].verdict, results[0].runs], ["failed", ["failed"]]);
  },
});

Deno.test("conform --repeat refuses what it can't do several times", async () => {
  await inFolder(async (cwd) => {
    for (const flag of ["--record=x", "--from=x", "--list", "--dry-run"]) {
      const { code, stderr } = await wtInject(["conform", "--repeat=2", flag], { cwd });
      assertEquals(code, 2, flag);
      assertMatch(stderr, /^wt-inject: Cannot use --/);
    }
    const { stderr } = await wtInject(["conform", "--repeat=0"], { cwd });
    assertStringIncludes(stderr, "Cannot use --repeat 0: it must be 1 or more");
  });
});
