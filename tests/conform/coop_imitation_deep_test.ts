import { assert, assertEquals } from "@std/assert";
import { imitation, IMITATION_PROFILE } from "../../lib/endpoint/coop_imitation.ts";
import { canaryOf, conformTo, idsOf, together } from "./coop_support.ts";

const RUNS = 50;
const SEEDS = Array.from({ length: RUNS }, (_, at) => at + 1);

/** Accusations in a run, with the seed that repeats it. */
function accusations(seed: number, report: Awaited<ReturnType<typeof conformTo>>) {
  return [...idsOf(report, "failed"), ...idsOf(report, "warned"), ...idsOf(report, "harness_error")]
    .map((id) => `seed ${seed}: ${id}`);
}

Deno.test("conform() accuses an imitated model of nothing in 50 seeded runs", async () => {
  const reports = await together(SEEDS, (seed) => {
    const agent = imitation({ seed, latencyMs: 5 });
    return conformTo({ ...agent, ownProfile: IMITATION_PROFILE });
  });
  assertEquals(reports.flatMap((report, at) => accusations(SEEDS[at]!, report)), []);
  // Else the imitation would be no imitation: it must do well at times, and badly at times.
  const outcomes = new Set(reports.map(({ outcome }) => outcome));
  assertEquals([...outcomes].sort(), ["CONFORMS", "INCOMPLETE"]);
  const unproven = new Set(reports.flatMap((report) => idsOf(report, "could_not_run")));
  assert(unproven.has("conformance.canary"), "no imitation ever failed to recall");
});

Deno.test("conform() accuses an imitated model that takes 1 s a turn of nothing", async () => {
  const report = await conformTo(
    { ...imitation({ seed: 7, latencyMs: 1000 }), ownProfile: IMITATION_PROFILE },
    {
      // Tools, text and deadlines: the memory probe alone would take a quarter of a minute.
      patterns: [
        "response.tool-calls-order",
        "response.tool-calls-complete",
        "request.text-received",
        "request.timeout",
        "error.own-deadline",
      ],
      timeoutS: 5,
    },
  );
  assertEquals(accusations(7, report), []);
  assert(report.turns.sent > 0);
});

Deno.test("canary() proves no leak against an imitated model in 20 seeded runs", async () => {
  const reports = await together(SEEDS.slice(0, 20), (seed) => {
    const agent = imitation({ seed, latencyMs: 2 });
    return canaryOf({ ...agent, ownProfile: IMITATION_PROFILE }, { rounds: 2 });
  });
  assertEquals(reports.flatMap((report, at) => accusations(SEEDS[at]!, report)), []);
  const headlines = new Set(reports.map(({ headline }) => headline));
  assert(headlines.has("NO LEAK OBSERVED (not proof of isolation)"));
});
