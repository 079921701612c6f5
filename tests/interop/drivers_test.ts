import { assertEquals, assertStringIncludes } from "@std/assert";
import { smallEndpoint } from "../cli/endpoint.ts";
import { inFolder } from "../cli/subprocess.ts";
import { ignore, ours, PACK, SCENARIOS, VERSION, withServe, wt } from "./bench.ts";
import { conversationOf, keptRuns, layersOf, ledgerOf } from "./runs.ts";

const THEIRS = ["run", "--runtime", "http_inject", "--pack-source", PACK] as const;

/** What each scenario is worth on the reference endpoint, whoever asks. */
const VERDICTS = {
  agent_error: "FAIL",
  crash: "FAIL", // only `run --reference` has an endpoint that crashes
  forbidden: "PASS",
  memory: "PASS",
  numbers: "PASS",
  plain_facts: "PASS",
  tool_order: "PASS",
  variance: "PASS_WITH_VARIANCE",
  wrong_answer: "FAIL",
};

Deno.test({
  name: `windtunnel-bench ${VERSION}: wt doctor finds no leak in wt-inject serve`,
  ignore,
  async fn() {
    await inFolder((folder) =>
      withServe(async (url) => {
        const { code, stdout } = await wt(folder, url, "doctor", "--runtime", "http_inject");
        assertEquals(code, 0, stdout);
        assertStringIncludes(stdout, "no leak observed");
      })
    );
  },
});

Deno.test({
  name: `windtunnel-bench ${VERSION}: both drivers make the same traces, scores and verdicts`,
  ignore,
  async fn() {
    await inFolder((folder) =>
      withServe(async (url) => {
        const theirs = await wt(folder, url, ...THEIRS, "--runs-dir", "theirs", "--label", "same");
        assertEquals(theirs.code, 1, theirs.stdout + theirs.stderr);
        const mine = await ours(
          ...["run", SCENARIOS, "--url", url, "--out", `${folder}/ours`],
          ...["--label", "same", "--agent", "wt-cli"],
        );
        assertEquals(mine.code, 1, mine.stdout + mine.stderr);

        const [a, b] = [await keptRuns(`${folder}/theirs`), await keptRuns(`${folder}/ours`)];
        assertEquals([...a.keys()].sort(), Object.keys(VERDICTS));
        assertEquals([...b.keys()].sort(), Object.keys(VERDICTS));
        for (const [name, their] of a) {
          const our = b.get(name)!;
          assertEquals(Object.keys(our.trace), Object.keys(their.trace), name);
          assertEquals(conversationOf(our), conversationOf(their), name);
          for (const key of ["worker_warnings", "surface", "tool_schema_hash", "variant_id"]) {
            assertEquals(our.trace[key], their.trace[key], `${name} ${key}`);
          }
          assertEquals(layersOf(our), layersOf(their), name);
          for (const key of ["verdict", "gate_layers", "failure_risk", "failure_cost"]) {
            assertEquals(our.score[key], their.score[key], `${name} ${key}`);
          }
          const placeless = (path: string) => path.replace(/[^/]*$/, "").replace(/\d/g, "0");
          assertEquals(placeless(our.path), placeless(their.path));
        }

        const [one, other] = [await ledgerOf(`${folder}/theirs`), await ledgerOf(`${folder}/ours`)];
        for (const [name, verdict] of Object.entries(VERDICTS)) {
          assertEquals(
            [one.get(name)?.verdict, other.get(name)?.verdict],
            [verdict, verdict],
            name,
          );
          for (const key of ["pass_rate", "layer_pass_rates", "failure_risk", "runs", "label"]) {
            assertEquals(other.get(name)?.[key], one.get(name)?.[key], `${name} ${key}`);
          }
        }
      })
    );
  },
});

Deno.test({
  name: `windtunnel-bench ${VERSION}: both drivers call a run that breaks the contract INVALID`,
  ignore,
  async fn() {
    await using endpoint = smallEndpoint({
      "/wt/inject": () => Response.json({ wt_inject: 1, reply: "no list of calls" }),
    });
    await inFolder(async (folder) => {
      const { url } = endpoint;
      const only = ["--scenario", "plain_facts", "--runs-dir", "theirs"];
      const theirs = await wt(folder, url, ...THEIRS, ...only);
      assertEquals(theirs.code, 1);
      const file = `${SCENARIOS}/plain_facts.yaml`;
      const mine = await ours("run", file, "--url", url, "--out", `${folder}/ours`);
      assertEquals(mine.code, 3);
      for (const runs of ["theirs", "ours"]) {
        const { trace, score } = (await keptRuns(`${folder}/${runs}`)).get("plain_facts")!;
        // Theirs forgets the surface of such a run, too; ours records what was found (surface.recorded).
        assertEquals([trace.turns, score.verdict], [[], "INVALID"], runs);
        const [warning, ...others] = trace.worker_warnings as readonly string[];
        assertEquals([warning?.split(" ")[0], others], ["runner_error:", []], runs);
      }
    });
  },
});

Deno.test({
  name: `windtunnel-bench ${VERSION}: both drivers stop at a reset that fails, and keep no trace`,
  ignore,
  async fn() {
    await using endpoint = smallEndpoint({ "/wt/reset": () => new Response("", { status: 500 }) });
    await inFolder(async (folder) => {
      const { url } = endpoint;
      const only = ["--scenario", "plain_facts", "--runs-dir", "theirs"];
      assertEquals((await wt(folder, url, ...THEIRS, ...only)).code, 1);
      const file = `${SCENARIOS}/plain_facts.yaml`;
      const mine = await ours("run", file, "--url", url, "--out", `${folder}/ours`);
      assertEquals(mine.code, 3);
      assertEquals((await keptRuns(`${folder}/theirs`)).size, 0);
      assertEquals((await keptRuns(`${folder}/ours`)).size, 0);
      assertEquals(new Set(endpoint.paths), new Set(["/wt/reset"]));
    });
  },
});
