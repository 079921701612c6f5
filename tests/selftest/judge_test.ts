import { assertEquals, assertMatch } from "@std/assert";
import type { CheckInfo } from "../../lib/conform/check.ts";
import { countsOf, killsOf, problemsOf, verdictOf } from "../../lib/selftest/judge.ts";
import type { TrialResult } from "../../lib/selftest/report.ts";
import { said, trial } from "./support.ts";

const check = (id: string, clause: string, level: CheckInfo["level"]): CheckInfo => ({
  id,
  clause,
  level,
  kind: "wire",
  section: "test",
  title: id,
  required: level === "MUST",
});

const CHECKS = [
  check("reply", "clause.reply", "MUST"),
  check("refused", "clause.refused", "SHOULD"),
  check("surface", "clause.surface", "MAY"),
];
const ALL = CHECKS.map(({ id }) => id);

const kills = (...trials: readonly TrialResult[]) => killsOf(CHECKS, trials, ALL);
const killers = (...trials: readonly TrialResult[]) =>
  Object.fromEntries(kills(...trials).map(({ id, killed_by }) => [id, killed_by]));
const problems = (...trials: readonly TrialResult[]) =>
  problemsOf(kills(...trials), trials).map(({ kind, about }) => `${kind} ${about}`);

const noReply = trial("no-reply", {
  breaks: "clause.reply",
  said: said("DOES NOT CONFORM", ["reply"]),
});
const noRefusal = trial("no-refusal", {
  breaks: "clause.refused",
  said: said("CONFORMS", [], ["refused"]),
});
const noSurface = trial("no-surface", {
  breaks: "clause.surface",
  said: said("CONFORMS", [], ["surface"]),
});
const all = [noReply, noRefusal, noSurface, trial("odd-nothing")];

Deno.test("killsOf() takes a failure for a kill, and a warning where the clause is no MUST", () => {
  assertEquals(killers(...all), {
    reply: ["no-reply"],
    refused: ["no-refusal"],
    surface: ["no-surface"],
  });
  const warned = trial("warned", {
    breaks: "clause.reply",
    said: said("CONFORMS", [], ["reply"]),
  });
  assertEquals(killers(warned).reply, []);
  const failed = trial("failed", {
    breaks: "clause.refused",
    said: said("CONFORMS", ["refused"]),
  });
  assertEquals(killers(failed).refused, ["failed"]);
});

Deno.test("killsOf() counts no false accusation, no crash and no mutant twice", () => {
  const odd = trial("odd", { said: said("DOES NOT CONFORM", ["reply"]) });
  const { said: _, ...crash } = trial("crash", { breaks: "clause.reply", state: "crashed" });
  assertEquals(killers(odd, crash).reply, []);
  assertEquals(killers(noReply, { ...noReply, run: "thorough" }).reply, ["no-reply"]);
});

Deno.test("killsOf() names first what breaks the check's clause, then what is accused of little", () => {
  const both = said("DOES NOT CONFORM", ["reply"], ["refused"]);
  const other = trial("other", { ...noReply, id: "other", breaks: "clause.surface" });
  const wide = trial("wide", { breaks: "clause.reply", said: both });
  assertEquals(killers(other, wide, noReply).reply, ["no-reply", "wide", "other"]);
});

Deno.test("problemsOf() finds nothing wrong where all is as pinned", () => {
  assertEquals(problems(...all), []);
});

Deno.test("problemsOf() names a check once its last mutant is gone", () => {
  assertEquals(problems(noReply, noRefusal), ["unkilled surface"]);
  assertEquals(problems(noRefusal, noSurface), ["unkilled reply"]);
  assertEquals(problemsOf(killsOf(CHECKS, [], ["refused"]), []).map(({ about }) => about), [
    "refused",
  ]);
});

Deno.test("problemsOf() names a broken endpoint that no check of its clause accuses", () => {
  const quiet = trial("quiet", { breaks: "clause.reply" });
  const beside = trial("beside", {
    breaks: "clause.reply",
    said: said("CONFORMS", [], ["refused"]),
  });
  assertEquals(problems(...all, quiet, beside), ["survivor quiet", "survivor beside"]);
  // A default run needs not see what a thorough one finds.
  const thorough = { ...noReply, id: "quiet", run: "thorough" } as const;
  assertEquals(problems(...all, thorough, quiet), []);
});

Deno.test("problemsOf() names an innocent endpoint that is accused, whatever its pins say", () => {
  const failed = trial("odd-failed", { said: said("DOES NOT CONFORM", ["reply"]) });
  const warned = trial("odd-warned", {
    pinned: said("CONFORMS"),
    said: said("CONFORMS", [], ["refused"]),
    state: "changed",
    details: ["refused is warned and should not be: too slow"],
  });
  const slow = trial("odd-slow", { said: said("CONFORMS", [], ["refused"]) });
  assertEquals(problems(...all, failed, warned, slow), [
    "accused odd-failed",
    "changed odd-warned",
    "accused odd-warned",
  ]);
});

Deno.test("verdictOf() maps what went wrong to the one exit model", () => {
  const verdict = (...trials: readonly TrialResult[]) => {
    const checks = kills(...trials);
    const { outcome, exit_code, reason } = verdictOf(
      problemsOf(checks, trials),
      countsOf(checks, trials),
      false,
    );
    return [outcome, exit_code, reason];
  };
  const changed = { ...noReply, id: "changed", state: "changed", details: ["x"] } as const;
  const { said: _, ...crashed } = trial("crashed", { state: "crashed", details: ["x"] });
  assertEquals(verdict(...all), [
    "PASSED",
    0,
    "Each of 3 checks is killed; all 4 runs said what is pinned; nothing innocent is accused.",
  ]);
  assertEquals(verdict(...all, changed), [
    "FAILED",
    1,
    "1 set that isn't the pinned one: these verdicts can't be trusted.",
  ]);
  assertEquals(verdict(...all, crashed), [
    "HARNESS ERROR",
    4,
    "1 run that crashed, by our own fault.",
  ]);
  assertEquals(verdict(...all, crashed, changed, { ...changed, id: "more" }), [
    "FAILED",
    1,
    "2 sets that aren't the pinned ones, 1 run that crashed: these verdicts can't be trusted.",
  ]);
  const interrupted = verdictOf([], countsOf([], []), true);
  assertEquals([interrupted.outcome, interrupted.exit_code], ["INTERRUPTED", 130]);
  assertMatch(interrupted.reason, /^It was interrupted/);
});

Deno.test("countsOf() counts endpoints once and runs each", () => {
  const trials = [
    ...all,
    { ...noReply, run: "thorough" } as const,
    trial("skipped", { state: "skipped", breaks: "clause.reply" }),
    trial("twice", { first_look: ["reset.idempotent is warned and should not be: slow"] }),
  ];
  assertEquals(countsOf(kills(...trials), trials), {
    mutants: 4,
    oddities: 2,
    trials: 7,
    as_pinned: 6,
    changed: 0,
    crashed: 0,
    skipped: 1,
    judged_twice: 1,
    checks: 3,
    killed: 3,
    cases: 0,
    cases_killed: 0,
    subjects: 0,
    subjects_as_pinned: 0,
  });
});
