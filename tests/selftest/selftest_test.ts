import { assert, assertEquals, assertRejects } from "@std/assert";
import { UsageError } from "../../lib/contract/usage.ts";
import { fails } from "../../lib/endpoint/mutant.ts";
import type { CoopMutant } from "../../lib/endpoint/coop_mutant.ts";
import { bare, isSlow, json } from "../../lib/endpoint/mutant_seams.ts";
import { ALL_MUTANTS } from "../../lib/selftest/roster.ts";
import { selftest, type SelftestEvent } from "../../lib/selftest/selftest.ts";
import { canReset } from "../../lib/wire/raw_server.ts";
import { broken, harmless } from "./support.ts";

const PRESENT = "response.tool-calls-present";

/** What leaving out tool_calls does to the reference under its own profile. */
const pins = fails(
  "conformance.must-call",
  "error.agent-level",
  "error.own-deadline",
  "error.witnessed-calls",
  PRESENT,
);

const problems = (report: Awaited<ReturnType<typeof selftest>>) =>
  report.problems.map(({ kind, about }) => `${kind} ${about}`);

Deno.test("selftest() passes where pins hold and the checks that were asked for are killed", async () => {
  const mutants = ["tool-calls-missing", "tool-calls-null", "odd-nothing"].map((id) =>
    ALL_MUTANTS.find((mutant) => mutant.id === id)!
  );
  const report = await selftest({ mutants, patterns: [PRESENT, "odd-nothing"] });
  assertEquals(problems(report), []);
  assertEquals([report.outcome, report.exit_code], ["PASSED", 0]);
  assertEquals(
    report.reason,
    "The check is killed; all 3 runs said what is pinned; nothing innocent is accused.",
  );
  assertEquals(report.selection, {
    patterns: [PRESENT, "odd-nothing"],
    selected: 3,
    available: 3,
  });
  assertEquals(report.checks.find(({ id }) => id === PRESENT)!.killed_by, [
    "tool-calls-missing",
    "tool-calls-null",
  ]);
  assertEquals(report.repeat, `wt-inject selftest '${PRESENT}' 'odd-nothing'`);
});

Deno.test("selftest() fails where a check's last mutant is gone", async () => {
  const check = "response.tool-calls-order";
  const killer = ALL_MUTANTS.find(({ id }) => id === "coop-calls-reversed")!;
  const mutants = [killer, ALL_MUTANTS.find(({ id }) => id === "odd-nothing")!];
  const whole = await selftest({ mutants, patterns: [check, "odd-nothing"] });
  assertEquals([whole.outcome, whole.exit_code], ["PASSED", 0]);
  const rest = await selftest({
    mutants: mutants.filter((mutant) => mutant !== killer),
    patterns: [check, "odd-nothing"],
  });
  assertEquals(problems(rest), [`unkilled ${check}`]);
  assertEquals([rest.outcome, rest.exit_code], ["FAILED", 1]);
});

Deno.test("selftest() fails where a set isn't the pinned one, and says how", async () => {
  const report = await selftest({
    mutants: [broken("less", { expect: fails(PRESENT, "response.reply") })],
    patterns: ["less"],
  });
  assertEquals(problems(report), ["changed less"]);
  assertEquals([report.outcome, report.exit_code], ["FAILED", 1]);
  const details = report.problems[0]!.details;
  assert(details.some((line) => line.startsWith("response.reply is not failed but passed: ")));
  assert(details.some((line) => line.startsWith("conformance.must-call is failed and should not")));
});

Deno.test("selftest() fails where an innocent endpoint is accused, even if that is pinned", async () => {
  const { failed } = (await selftest({ mutants: [broken("b")], patterns: ["b"] })).trials[0]!.said!;
  const innocent = broken("innocent", { breaks: undefined, expect: fails(...failed) });
  const report = await selftest({ mutants: [innocent], patterns: ["innocent"] });
  assertEquals(report.trials[0]!.state, "as_pinned");
  assertEquals(problems(report), ["accused innocent"]);
  assertEquals([report.outcome, report.exit_code], ["FAILED", 1]);
});

Deno.test("selftest() fails where a broken endpoint survives, even if that is pinned", async () => {
  const report = await selftest({
    mutants: [harmless("survivor", { breaks: "reset.total" })],
    patterns: ["survivor"],
  });
  assertEquals(problems(report), ["survivor survivor"]);
  assertEquals([report.outcome, report.exit_code], ["FAILED", 1]);
});

Deno.test("selftest() calls a crash its own fault, and goes on", async () => {
  const crashing = harmless("crashing", {
    value: () => {
      throw new RangeError("a slip in the mutant");
    },
  });
  const report = await selftest({
    mutants: [crashing, harmless("fine")],
    patterns: ["crashing", "fine"],
  });
  assertEquals(problems(report), ["crashed crashing"]);
  assert(report.problems[0]!.details[0]!.includes("a slip in the mutant"));
  assertEquals(report.trials.map(({ state }) => state), ["crashed", "as_pinned"]);
  assertEquals([report.outcome, report.exit_code], ["HARNESS ERROR", 4]);
});

/** The reference, but for the first `times` that it is served: then an expired turn is HTTP 504. */
function moody(id: string, times: number): CoopMutant {
  let served = 0;
  return harmless(id, {
    agent: (agent) => {
      served++;
      return agent;
    },
    head: (answer, asked) => served <= times && isSlow(asked) ? bare(504) : answer,
  });
}

Deno.test("selftest() judges what a clock may have spoiled alone, once more, and tells", async () => {
  const events: SelftestEvent[] = [];
  const report = await selftest({
    mutants: [moody("moody", 1), harmless("fine")],
    patterns: ["moody", "fine"],
    onEvent: (event) => events.push(event),
  });
  assertEquals(events.map(({ type }) => type), ["plan", "trial", "second-look", "trial"]);
  assertEquals([report.outcome, report.counts.judged_twice], ["PASSED", 1]);
  const [first] = report.trials;
  assertEquals(first!.state, "as_pinned");
  assertEquals(first!.first_look!.length, 2);
  assert(first!.first_look![1]!.startsWith("error.own-deadline is failed and should not be: "));
  assert(report.notes.some((note) => note.endsWith("the first look: moody.")));
});

Deno.test("selftest() believes a second look that says the same", async () => {
  const report = await selftest({ mutants: [moody("broken", 2)], patterns: ["broken"] });
  assertEquals(problems(report), ["changed broken", "accused broken"]);
  assertEquals([report.outcome, report.counts.judged_twice], ["FAILED", 1]);
});

Deno.test("selftest() keeps results in the mutants' order, and counts as it goes", async () => {
  const events: SelftestEvent[] = [];
  const report = await selftest({
    mutants: [broken("one", { expect: pins }), harmless("two"), harmless("three")],
    patterns: ["one", "two", "three"],
    concurrency: 2,
    onEvent: (event) => events.push(event),
  });
  assertEquals(report.trials.map(({ id }) => id), ["one", "two", "three"]);
  assertEquals(events[0], { type: "plan", mutants: 3, trials: 3, subjects: 0 });
  const counted = events.flatMap((event) => event.type === "trial" ? [[event.done, event.of]] : []);
  assertEquals(counted, [[1, 3], [2, 3], [3, 3]]);
});

Deno.test("selftest() ends when it is interrupted, and shows what ran", async () => {
  const stop = new AbortController();
  const report = await selftest({
    mutants: [harmless("one"), harmless("two"), harmless("three")],
    patterns: ["one", "two", "three"],
    concurrency: 1,
    signal: stop.signal,
    onEvent: (event) => event.type === "trial" && stop.abort(),
  });
  assertEquals(report.trials.map(({ id }) => id), ["one"]);
  assertEquals([report.outcome, report.exit_code], ["INTERRUPTED", 130]);
});

Deno.test("selftest() skips what the platform can't play, and says so", async () => {
  const report = await selftest({
    mutants: [harmless("resets", { resets: true })],
    patterns: ["resets"],
  });
  assertEquals(report.trials[0]!.state, canReset ? "as_pinned" : "skipped");
  assertEquals(report.outcome, "PASSED");
});

Deno.test("selftest() refuses a pattern that matches nothing, before anything is run", async () => {
  const events: string[] = [];
  await assertRejects(
    () => selftest({ patterns: ["tool-calls-mising"], onEvent: ({ type }) => events.push(type) }),
    UsageError,
    "Cannot select tool-calls-mising",
  );
  assertEquals(events, []);
});

Deno.test("selftest() finds a mutant that answers with another status than the pinned one", async () => {
  const report = await selftest({
    mutants: [
      harmless("no-resets", {
        breaks: "reset.echo",
        answer: ({ route }) => route === "reset" ? json({ error: "no" }, 500) : undefined,
        expect: fails("reset.echo"),
      }),
    ],
    patterns: ["reset.echo"],
  });
  assertEquals([report.outcome, report.counts.killed], ["PASSED", 1]);
});
