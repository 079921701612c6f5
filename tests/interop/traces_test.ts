import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { inFolder } from "../cli/subprocess.ts";
import { ignore, ours, PACK, SCENARIOS, VERSION, withServe, wt } from "./bench.ts";
import { filesLike } from "./runs.ts";

/** Our traces of the example scenarios, in `runs` of a folder. */
async function withTraces(work: (folder: string) => Promise<void>): Promise<void> {
  await inFolder((folder) =>
    withServe(async (url) => {
      const words = ["--url", url, "--out", `${folder}/runs`, "--label", "ours", "--interchange"];
      const { code, stderr } = await ours("run", SCENARIOS, ...words);
      assertEquals(code, 1, stderr);
      await work(folder);
    })
  );
}

/** Nothing listens there: what reads traces needs no endpoint. */
const NOWHERE = "http://127.0.0.1:9";

Deno.test({
  name: `windtunnel-bench ${VERSION}: wt report and wt compare show our traces`,
  ignore,
  async fn() {
    await withTraces(async (folder) => {
      const report = ["report", "--runs", "runs"];
      const json = await wt(folder, NOWHERE, ...report, "--format", "json", "--out", "r.json");
      assertEquals(json.code, 0, json.stderr);
      const { scenarios } = JSON.parse(await Deno.readTextFile(`${folder}/r.json`));
      const verdicts = scenarios.map((
        { scenario_id, cells }: {
          scenario_id: string;
          cells: Record<string, { verdict: string; tool_call_count: number }>;
        },
      ) => [scenario_id, cells.ours?.verdict, cells.ours?.tool_call_count]);
      assertEquals(verdicts, [
        ["agent_error", "FAIL", 1],
        ["crash", "FAIL", 2],
        ["forbidden", "PASS", 1],
        ["memory", "PASS", 1],
        ["numbers", "PASS", 1],
        ["plain_facts", "PASS", 2],
        ["tool_order", "PASS", 2],
        ["variance", "PASS_WITH_VARIANCE", 0],
        ["wrong_answer", "FAIL", 1],
      ]);
      const html = await wt(folder, NOWHERE, ...report, "--out", "r.html");
      assertEquals(html.code, 0, html.stderr);
      assertStringIncludes(await Deno.readTextFile(`${folder}/r.html`), "plain_facts");
      const compared = await wt(
        folder,
        NOWHERE,
        "compare",
        "--labels",
        "ours",
        "ours",
        "--runs",
        "runs",
      );
      assertMatch(compared.stdout, /^tool_order +PASS +PASS/m);
    });
  },
});

Deno.test({
  name: `windtunnel-bench ${VERSION}: wt rescore agrees with every score of ours`,
  ignore,
  async fn() {
    await withTraces(async (folder) => {
      const words = ["rescore", "--runs", "runs", "--pack-source", PACK];
      const { code, stdout, stderr } = await wt(folder, NOWHERE, ...words);
      // 1, since some of them fail.
      assertEquals(code, 1, stderr);
      assertMatch(stdout, /^summary: traces=9 changed=0 .* invalid=0 unresolved=0 errors=0 /m);
      const written = await wt(folder, NOWHERE, ...words, "--write");
      assertMatch(written.stdout, /^summary: traces=9 changed=0 .* errors=0 written=9 /m);
      const again = await ours("rescore", `${folder}/runs`, "--scenarios", SCENARIOS);
      assertEquals(again.code, 1, again.stderr);
    });
  },
});

Deno.test({
  name: `windtunnel-bench ${VERSION}: wt triage sorts our failures, and skips none of our traces`,
  ignore,
  async fn() {
    await withTraces(async (folder) => {
      const { code, stdout, stderr } = await wt(folder, NOWHERE, "triage", "--runs", "runs");
      assertEquals(code, 0, stderr);
      assertMatch(
        stdout,
        /\*\*Passed:\*\* 5 .*\*\*Invalid:\*\* 0 .*\*\*Skipped \(no score\):\*\* 0/,
      );
      for (const name of ["agent_error", "crash", "variance", "wrong_answer"]) {
        assertStringIncludes(stdout, `| \`${name}\` |`);
      }
    });
  },
});

Deno.test({
  name: `windtunnel-bench ${VERSION}: wt validate --strict passes every interchange file of ours`,
  ignore,
  async fn() {
    await withTraces(async (folder) => {
      const files = await filesLike(`${folder}/runs`, /\.wtin\.json$/);
      assertEquals(files.length, 9);
      const { code, stdout } = await wt(folder, NOWHERE, "validate", "--strict", ...files);
      assertEquals([code, stdout], [0, files.map((file) => `OK ${file}\n`).join("")]);
    });
  },
});

Deno.test({
  name: `windtunnel-bench ${VERSION}: wt-inject rescore reads the traces of wt run`,
  ignore,
  async fn() {
    await inFolder((folder) =>
      withServe(async (url) => {
        const words = ["run", "--runtime", "http_inject", "--pack-source", PACK];
        await wt(folder, url, ...words, "--runs-dir", "runs");
        const { code, stdout, stderr } = await ours(
          ...["rescore", `${folder}/runs`, "--scenarios", SCENARIOS, "--format", "json"],
        );
        assertEquals([code, stderr], [1, ""]);
        const { traces } = JSON.parse(stdout);
        const before = traces.map((trace: { before: string }) => trace.before);
        assertEquals(before.length, 9);
        assertEquals(traces.map((trace: { verdict: string }) => trace.verdict), before);
        assertEquals(before.includes("FAIL") && before.includes("PASS"), true);
      })
    );
  },
});
