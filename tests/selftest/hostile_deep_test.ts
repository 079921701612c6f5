import { assert, assertEquals } from "@std/assert";
import { hostileMutants } from "../../lib/endpoint/mutants/hostile.ts";
import { play } from "../../lib/selftest/play.ts";
import { selftest } from "../../lib/selftest/selftest.ts";
import { trialsOf } from "../../lib/selftest/trial.ts";

const MIB = 1024 * 1024;

Deno.test("conform() judges hostile transport as pinned", async () => {
  const report = await selftest({ patterns: ["hostile transport"] });
  assertEquals(report.problems, []);
  assertEquals(report.outcome, "PASSED");
});

Deno.test("conform() holds no more than 200 MiB of answers without an end", async () => {
  const endless = hostileMutants.filter(({ id }) => /-endless$|-exabyte$/.test(id));
  assertEquals(endless.length, 11);
  for (const trial of trialsOf(endless)) {
    const before = Deno.memoryUsage().rss;
    let peak = before;
    const watch = setInterval(() => peak = Math.max(peak, Deno.memoryUsage().rss), 2);
    try {
      const played = await play(trial);
      assert("report" in played, JSON.stringify(played));
    } finally {
      clearInterval(watch);
    }
    const grown = Math.round((peak - before) / MIB);
    assert(grown < 200, `${trial.mutant.id}: memory grew by ${grown} MiB`);
  }
});

Deno.test("conform() is done with an endless answer long before its deadline", async () => {
  const [first] = trialsOf(hostileMutants.filter(({ id }) => id === "hostile-header-endless"));
  const played = await play(first!);
  assert("report" in played);
  assert(played.ms < 5000, `${played.ms} ms, with a deadline of 10 s`);
});

Deno.test("hostileMutants end when their server closes, whether or not a client is still there", async () => {
  const stop = new AbortController();
  const [dripping] = trialsOf(hostileMutants.filter(({ id }) => id === "hostile-body-dripped"));
  const playing = play(dripping!, stop.signal);
  stop.abort();
  const played = await playing;
  assert("report" in played, JSON.stringify(played));
  assertEquals(played.report.outcome, "INTERRUPTED");
});
