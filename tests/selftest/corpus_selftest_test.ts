import { assertEquals } from "@std/assert";
import { runTurn } from "../../lib/agent/loop.ts";
import { gatewayParts } from "../../lib/gateway/parts.ts";
import { carriedCorpus } from "../../lib/selftest/corpus_play.ts";
import { CORPUS_SUBJECTS, type CorpusSubject } from "../../lib/selftest/corpus_roster.ts";
import { caseIds, proveCorpus, selectSubjects } from "../../lib/selftest/corpus_selftest.ts";
import { selftest } from "../../lib/selftest/selftest.ts";

const corpus = await carriedCorpus();
const known = (id: string) => CORPUS_SUBJECTS.find((one) => one.id === id)!;

/** A gateway that is said to be wrong and isn't. */
const harmless: CorpusSubject = {
  ...known("result-ids-swapped"),
  id: "harmless",
  paths: ["chat-to-chat", "chat-to-messages"],
  parts: () => gatewayParts,
};
const prove = (subjects: readonly CorpusSubject[], cases: readonly string[] = []) =>
  proveCorpus({ subjects, cases }, corpus);

Deno.test("proveCorpus() finds a wrong gateway and a wrong loop by their own cases", async () => {
  const wrong = {
    ...known("result-ids-swapped"),
    paths: ["chat-to-messages"] as const,
    kinds: ["across"] as const,
  };
  const { trials, cases, sha256 } = await prove(
    [wrong, known("loop-swaps-results")],
    ["results-out-of-order", "history-append-only"],
  );
  assertEquals(trials.map(({ id, state, details }) => [id, state, details]), [
    ["result-ids-swapped", "as_pinned", []],
    ["loop-swaps-results", "as_pinned", []],
  ]);
  assertEquals(
    cases.filter(({ required }) => required).map(({ id, killed_by }) => [id, killed_by]),
    [["results-out-of-order", ["result-ids-swapped"]], ["history-append-only", [
      "loop-swaps-results",
    ]]]
      .sort((a, b) =>
        caseIds(corpus).indexOf(a[0] as string) - caseIds(corpus).indexOf(b[0] as string)
      ),
  );
  assertEquals(sha256, corpus.digest);
});

Deno.test("proveCorpus() tells of a gateway that no case accuses, after a second look", async () => {
  const looks: string[] = [];
  const { trials } = await proveCorpus({ subjects: [harmless], cases: [] }, corpus, {
    onSecondLook: ({ id }) => looks.push(id),
  });
  assertEquals(looks, ["harmless"]);
  assertEquals(trials[0]!.state, "changed");
  assertEquals(trials[0]!.first_look, trials[0]!.details);
  assertEquals(trials[0]!.details.length > 0, true);
});

Deno.test("proveCorpus() calls an odd gateway accused where a cell of it fails", async () => {
  const swapping: CorpusSubject = {
    ...known("result-ids-swapped"),
    breaks: null,
    kills: [{ case: "results-out-of-order", code: "result-swapped" }],
    paths: ["chat-to-messages"],
  };
  const { trials } = await prove([swapping]);
  assertEquals(trials[0]!.state, "changed");
});

Deno.test("proveCorpus() tells a throwing part of ours as a crash, and loops made anew a case", async () => {
  let made = 0;
  const throwing: CorpusSubject = {
    ...known("loop-swaps-results"),
    id: "throwing",
    loop: () => {
      throw new Error("no loop today");
    },
  };
  const counting: CorpusSubject = {
    ...known("loop-limit-as-answer"),
    id: "counting",
    loop: () => (made++, runTurn),
  };
  const { trials } = await prove([throwing, counting]);
  assertEquals([trials[0]!.state, trials[0]!.details], ["crashed", ["Error: no loop today"]]);
  // Two cases, and a second look: the loop is a right one, so nothing is accused.
  assertEquals([trials[1]!.state, made], ["changed", 4]);
});

Deno.test("proveCorpus() begins nothing once it is interrupted", async () => {
  const { trials } = await proveCorpus({ subjects: [harmless], cases: [] }, corpus, {
    signal: AbortSignal.abort(),
  });
  assertEquals(trials, []);
});

Deno.test("selectSubjects() takes an id, a glob, a theme, and a case with what is pinned to it", () => {
  const cases = caseIds(corpus);
  const ids = (...patterns: string[]) =>
    selectSubjects(patterns, cases).subjects.map(({ id }) => id);
  assertEquals(ids("loop-swaps-results"), ["loop-swaps-results"]);
  assertEquals(ids("loop-swaps-*"), ["loop-swaps-results"]);
  assertEquals(ids("broken agent loops").every((id) => id.startsWith("loop-")), true);
  const one = selectSubjects(["branch-isolation"], cases);
  assertEquals(one.cases, ["branch-isolation"]);
  assertEquals(one.subjects.map(({ id }) => id).includes("loop-shares-history"), true);
  assertEquals(ids("no-such-thing"), []);
});

Deno.test("selftest() plays the corpus alone where a pattern means it, and passes", async () => {
  const events: string[] = [];
  const report = await selftest({
    patterns: ["branch-isolation"],
    onEvent: ({ type }) => events.push(type),
  });
  assertEquals([report.outcome, report.exit_code], ["PASSED", 0]);
  assertEquals([report.counts.trials, report.counts.cases, report.counts.cases_killed], [0, 1, 1]);
  assertEquals(report.counts.subjects, report.counts.subjects_as_pinned);
  assertEquals(events[0], "plan");
  assertEquals(
    report.corpus?.trials.length,
    events.filter((type) => type === "corpus-trial").length,
  );
});
