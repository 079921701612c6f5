/**
 * The whole corpus on the embedded target: nine paths and the agent, with loopback net and no more.
 */
import { assert, assertEquals } from "@std/assert";
import { embeddedTarget } from "../../lib/corpus/embedded.ts";
import { folderFiles } from "../../lib/corpus/files.ts";
import { loadCorpus } from "../../lib/corpus/load.ts";
import { runCorpus } from "../../lib/corpus/run.ts";
import { CORPUS } from "../../tools/corpus_module.ts";

Deno.test("the embedded gateway and agent pass every applicable cell, and claim the corpus", async () => {
  const corpus = await loadCorpus(folderFiles(CORPUS));
  const report = await runCorpus({ target: embeddedTarget(), corpus });
  const others = report.results
    .filter(({ verdict }) => verdict !== "passed" && verdict !== "not_applicable")
    .map(({ id, verdict, message }) => [id, verdict, message]);
  assertEquals(others, []);
  assertEquals([report.outcome, report.exit_code], ["CONFORMS", 0]);
  for (const { path, claims, counts } of report.corpus.paths) {
    const applicable = report.results.some((one) => one.section === path && one.required);
    assertEquals([path, claims], [path, applicable]);
    assert(counts.failed === 0);
  }
});
