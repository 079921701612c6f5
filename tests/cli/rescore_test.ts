import { assertEquals, assertStringIncludes } from "@std/assert";
import { main } from "../../lib/cli/main.ts";
import { memoryIo } from "./memory_io.ts";
import { inFolder } from "./subprocess.ts";

async function wt(...words: readonly string[]) {
  const io = memoryIo();
  const code = await main(words, io);
  return { code, out: io.out(), err: io.err() };
}

const EXPECT = (fact: string) =>
  `name: stock\nprompt: What is in stock at the hub in Reno?\ntarget_facts: [["${fact}"]]\n`;

/** A runs directory with one trace of a scenario that passed. */
async function withRuns(work: (folder: string, trace: string) => Promise<void>): Promise<void> {
  await inFolder(async (folder) => {
    await Deno.writeTextFile(`${folder}/s.yaml`, EXPECT("212"));
    const { out } = await wt(
      "run",
      `${folder}/s.yaml`,
      "--reference",
      "--out",
      `${folder}/runs`,
      "--format",
      "json",
    );
    const trace = JSON.parse(out).scenarios[0].runs[0].trace;
    await work(folder, trace);
  });
}

Deno.test("rescore gives a trace its old score again, and changes nothing", async () => {
  await withRuns(async (folder, trace) => {
    const sidecar = trace.replace(".json", ".score.json");
    const before = [await Deno.readTextFile(trace), await Deno.readTextFile(sidecar)];
    const { code, out } = await wt("rescore", `${folder}/runs`, "--scenarios", `${folder}/s.yaml`);
    assertEquals([code, out], [
      0,
      `PASS     stock  ${trace}\n\n1 trace: 1 PASS, 0 FAIL, 0 INVALID, 0 changed, nothing written\n`,
    ]);
    assertEquals([await Deno.readTextFile(trace), await Deno.readTextFile(sidecar)], before);
  });
});

Deno.test("rescore --write puts a new score beside its trace, and says where it came from", async () => {
  await withRuns(async (folder, trace) => {
    const text = await Deno.readTextFile(trace);
    await Deno.writeTextFile(`${folder}/s.yaml`, EXPECT("213"));
    const { code, out } = await wt(
      "rescore",
      trace,
      "--scenarios",
      folder + "/s.yaml",
      "--write",
      "--format",
      "json",
    );
    assertEquals(code, 1);
    const [one] = JSON.parse(out).traces;
    assertEquals([one.before, one.verdict, one.written], ["PASS", "FAIL", true]);
    const score = JSON.parse(await Deno.readTextFile(trace.replace(".json", ".score.json")));
    assertEquals([score.verdict, score.origin.kind, score.origin.source_trace], [
      "FAIL",
      "rescore",
      trace,
    ]);
    assertEquals(await Deno.readTextFile(trace), text);
  });
});

Deno.test("rescore lets a scenario that allows variance miss", async () => {
  await withRuns(async (folder) => {
    await Deno.writeTextFile(`${folder}/s.yaml`, `${EXPECT("213")}variance_allowed: true\n`);
    const { code, out } = await wt("rescore", `${folder}/runs`, "--scenarios", `${folder}/s.yaml`);
    assertEquals(code, 0);
    assertStringIncludes(out, "FAIL     stock (was PASS)");
  });
});

Deno.test("rescore keeps a run that failed INVALID: exit 3", async () => {
  await inFolder(async (folder) => {
    const crash = new URL("../../examples/scenarios/crash.yaml", import.meta.url).pathname;
    assertEquals((await wt("run", crash, "--reference", "--out", folder)).code, 3);
    const { code, out } = await wt("rescore", folder, "--scenarios", crash);
    assertEquals(code, 3);
    assertStringIncludes(out, "INVALID  crash  ");
  });
});

Deno.test("rescore exits with 2 for what it can't score, and scores the rest", async () => {
  await withRuns(async (folder) => {
    await Deno.writeTextFile(`${folder}/runs/bad.json`, "{");
    await Deno.writeFile(`${folder}/runs/latin.json`, new Uint8Array([0xff, 0xfe]));
    await Deno.writeTextFile(`${folder}/runs/other.json`, '{"scenario_id":"other"}');
    const { code, out } = await wt("rescore", `${folder}/runs`, "--scenarios", `${folder}/s.yaml`);
    assertEquals(code, 2);
    assertStringIncludes(out, `PROBLEM  ${folder}/runs/bad.json\n  it isn't JSON`);
    assertStringIncludes(out, `PROBLEM  ${folder}/runs/latin.json\n  it isn't UTF-8`);
    assertStringIncludes(out, 'no scenario is named "other"');
    assertStringIncludes(out, "4 traces: 1 PASS, 0 FAIL, 0 INVALID, 0 changed, 3 problems");
  });
});

Deno.test("rescore refuses a line without scenarios, and paths without traces", async () => {
  await withRuns(async (folder) => {
    const none = await wt("rescore", folder);
    assertEquals([none.code, none.err], [
      2,
      "wt-inject: Cannot rescore: no scenario is given to score by.\nAdd --scenarios FILE.\n",
    ]);
    await Deno.mkdir(`${folder}/empty`);
    for (const path of ["empty", "gone"]) {
      const { code, err } = await wt(
        "rescore",
        `${folder}/${path}`,
        "--scenarios",
        `${folder}/s.yaml`,
      );
      assertEquals(code, 2);
      assertStringIncludes(err, `Cannot rescore ${folder}/${path}: there is no `);
    }
  });
});
