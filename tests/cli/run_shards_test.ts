import { assertEquals, assertStringIncludes } from "@std/assert";
import { main } from "../../lib/cli/main.ts";
import type { RunReport } from "../../lib/run/run_report.ts";
import { memoryIo } from "./memory_io.ts";
import { inFolder } from "./subprocess.ts";

const EXAMPLES = new URL("../../examples/scenarios", import.meta.url).pathname;

async function wt(...words: readonly string[]) {
  const io = memoryIo();
  const code = await main(words, io);
  return { code, out: io.out(), err: io.err() };
}

/** Runs a shard of the examples, and writes its report. */
async function shard(folder: string, index: number, of: number, ...more: readonly string[]) {
  const path = `${folder}/${index}.json`;
  const words = ["run", EXAMPLES, "--reference", "--shard", `${index}/${of}`, ...more];
  const { code } = await wt(...words, "--report", `json=${path}`);
  return { code, path };
}

Deno.test("shards run every scenario once, and report merge makes one verdict of them", async () => {
  await inFolder(async (folder) => {
    const shards = [];
    for (const index of [1, 2, 3, 4]) shards.push(await shard(folder, index, 4));
    const paths = shards.map(({ path }) => path);
    const merged = await wt(
      "report",
      "merge",
      ...paths.toReversed(),
      "--format",
      "json",
      "--report",
      `junit=${folder}/m.xml`,
    );
    const whole: RunReport = JSON.parse(
      (await wt("run", EXAMPLES, "--reference", "--format", "json")).out,
    );
    const report: RunReport = JSON.parse(merged.out);
    const verdicts = ({ scenarios }: RunReport) =>
      scenarios.map(({ name, verdict }) => [name, verdict]);
    assertEquals(verdicts(report), verdicts(whole));
    assertEquals([merged.code, report.exit_code, report.shard], [1, 1, null]);
    assertStringIncludes(
      await Deno.readTextFile(`${folder}/m.xml`),
      'tests="9" failures="2" errors="1"',
    );

    const some = await wt("report", "merge", ...paths.slice(0, 2));
    assertStringIncludes(some.out, "2 shards of 4 are missing: 3, 4.");
    const shown = await wt("report", "merge", `${folder}/1.json`);
    assertStringIncludes(shown.out, "3 shards of 4 are missing");
  });
});

Deno.test("a shard that nothing falls to passes, and counts", async () => {
  await inFolder(async (folder) => {
    const { code, path } = await shard(folder, 12, 12, "--quiet");
    const report: RunReport = JSON.parse(await Deno.readTextFile(path));
    assertEquals([code, report.scenarios, report.outcome], [0, [], "PASS"]);
    assertEquals(
      report.notes[0],
      "no scenario falls to shard 12/12: there are more shards than scenarios",
    );
  });
});

Deno.test("report merge refuses strangers, twins and what is no report", async () => {
  await inFolder(async (folder) => {
    const { path } = await shard(folder, 1, 2);
    const other = await shard(folder, 2, 2, "--runs", "2");
    await Deno.writeTextFile(`${folder}/no.json`, "{}");
    const cases = [
      [[path, other.path], "they aren't shards of one sweep"],
      [[path, path], "both are shard 1 of 2"],
      [[`${folder}/no.json`], "Cannot use"],
      [[`${folder}/gone.json`], "there is no such file"],
    ] as const;
    for (const [paths, says] of cases) {
      const { code, err, out } = await wt("report", "merge", ...paths);
      assertEquals([code, out], [2, ""]);
      assertStringIncludes(err, says);
    }
  });
});
