import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { parseAll } from "@std/yaml/parse";
import { main } from "../../lib/cli/main.ts";
import type { RunReport } from "../../lib/run/run_report.ts";
import { memoryIo } from "./memory_io.ts";
import { inFolder, wtInject } from "./subprocess.ts";

const FOLDER = new URL("../../examples/scenarios/", import.meta.url).pathname.replace(/\/$/, "");

/** The verdict that each file's first line promises, by the scenario's name. */
async function promised(): Promise<Readonly<Record<string, string>>> {
  const verdicts: Record<string, string> = {};
  for await (const { name } of Deno.readDir(FOLDER)) {
    if (!name.endsWith(".yaml")) continue;
    const text = await Deno.readTextFile(`${FOLDER}/${name}`);
    const verdict = /^# Verdict: (\w+)\n/.exec(text)?.[1];
    assert(verdict !== undefined, `${name} promises no verdict`);
    verdicts[name.replace(".yaml", "")] = verdict;
  }
  return verdicts;
}

/** All files under a folder. */
async function filesIn(folder: string): Promise<readonly string[]> {
  const files: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    if (isDirectory) files.push(...await filesIn(`${folder}/${name}`));
    else files.push(`${folder}/${name}`);
  }
  return files;
}

Deno.test("every example gets the verdict that it promises, and leaves a trace with its score", async () => {
  await inFolder(async (folder) => {
    const io = memoryIo();
    const words = [
      "run",
      FOLDER,
      "--reference",
      "--format",
      "json",
      "--out",
      folder,
      "--interchange",
    ];
    assertEquals(await main(words, io), 1);
    const report: RunReport = JSON.parse(io.out());
    const got = Object.fromEntries(report.scenarios.map(({ name, verdict }) => [name, verdict]));
    assertEquals(got, await promised());
    assertEquals(
      new Set(Object.values(got)),
      new Set(["PASS", "PASS_WITH_VARIANCE", "FAIL", "INVALID"]),
    );

    const files = await filesIn(folder);
    const traces = files.filter((path) => /\/[^./]+\.json$/.test(path));
    assertEquals(traces.length, report.scenarios.length);
    assertEquals([...traces].sort(), report.scenarios.map(({ runs }) => runs[0]!.trace!).sort());
    for (const trace of traces) {
      const { windtunnel_trace, scenario_id, turns } = JSON.parse(await Deno.readTextFile(trace));
      const score = JSON.parse(await Deno.readTextFile(trace.replace(".json", ".score.json")));
      assertEquals([windtunnel_trace, score.windtunnel_score], [1, 2]);
      assertEquals(score.scenario.name, scenario_id);
      if (Deno.build.os !== "windows") {
        // It holds the system prompt that the endpoint reported.
        assertEquals((await Deno.stat(trace)).mode! & 0o777, 0o600);
      }
      const conversation = files.includes(trace.replace(".json", ".wtin.json"));
      assertEquals(conversation, turns.length > 0, trace);
    }
    const ledger = (await Deno.readTextFile(`${folder}/ledger.ndjsonl`)).trimEnd().split("\n");
    const lines = ledger.map((line) => JSON.parse(line));
    assertEquals(Object.fromEntries(lines.map((l) => [l.scenario_id, l.verdict])), got);
  });
});

Deno.test("the trace of an agent's error has its words, and the crash's has no turn", async () => {
  await inFolder(async (folder) => {
    const io = memoryIo();
    await main([
      "run",
      `${FOLDER}/agent_error.yaml`,
      `${FOLDER}/crash.yaml`,
      "--reference",
      "--out",
      folder,
    ], io);
    const traces = (await filesIn(folder)).filter((path) => /\/[^./]+\.json$/.test(path)).sort();
    const [error, crash] = await Promise.all(
      traces.map(async (path) => JSON.parse(await Deno.readTextFile(path))),
    );
    assertEquals(error.worker_warnings, ["model failure: the model was asked to fail"]);
    assertEquals(error.turns.length, 2);
    assertEquals(error.surface.status, "reported");
    assertEquals([crash.turns, crash.worker_warnings.length], [[], 1]);
    assertStringIncludes(crash.worker_warnings[0], "runner_error: ");
    assertStringIncludes(io.err(), "warning: crash: runner_error: ");
  });
});

Deno.test("the command line runs an example with the permissions of the tasks", async () => {
  const { code, stdout, stderr } = await wtInject(["run", `${FOLDER}/numbers.yaml`, "--reference"]);
  assertEquals([code, stderr.split("\n").length], [0, 2]);
  assertStringIncludes(stdout, "PASS                numbers  (1 of 1 passed)\n");
});

Deno.test("the Kubernetes job has as many shards as pods, and counts them from one", async () => {
  const text = await Deno.readTextFile(
    new URL("../../examples/k8s/indexed-job.yaml", import.meta.url),
  );
  // deno-lint-ignore no-explicit-any -- read as it comes
  const [job] = parseAll(text, { schema: "core" }) as any[];
  assertEquals([job.kind, job.spec.completionMode], ["Job", "Indexed"]);
  const [runner] = job.spec.template.spec.containers;
  const shards = runner.env.find(({ name }: { name: string }) => name === "SHARDS").value;
  assertEquals(shards, String(job.spec.completions));
  const [script] = runner.args;
  assertStringIncludes(script, "shard=$((JOB_COMPLETION_INDEX + 1))");
  assertStringIncludes(script, '--shard "$shard/$SHARDS"');
});
