import { assert, assertEquals } from "@std/assert";
import { CHECKS, infoOf } from "../../lib/conform/plan.ts";
import { countsOf, killsOf, problemsOf, verdictOf } from "../../lib/selftest/judge.ts";
import type { TrialResult } from "../../lib/selftest/report.ts";
import { ALL_MUTANTS, themeOf } from "../../lib/selftest/roster.ts";
import { trialsOf } from "../../lib/selftest/trial.ts";

const INFOS = CHECKS.map(infoOf);
const IDS = INFOS.map(({ id }) => id);

/** What a self-test says if each run says what is pinned. */
const AS_PINNED: readonly TrialResult[] = trialsOf(ALL_MUTANTS).map((
  { mutant: { id, breaks, what }, thorough, expect: { outcome, failed, warned } },
) => ({
  id,
  theme: themeOf(id),
  run: thorough ? "thorough" : "default",
  breaks: breaks ?? null,
  what,
  state: "as_pinned",
  pinned: { outcome, failed, warned },
  said: { outcome, failed, warned },
  details: [],
  duration_ms: 0,
}));

/** The verdict on these trials, and what went wrong in them. */
function verdictOn(trials: readonly TrialResult[]) {
  const checks = killsOf(INFOS, trials, IDS);
  const problems = problemsOf(checks, trials);
  const { exit_code } = verdictOf(problems, countsOf(checks, trials), false);
  return { exit_code, problems: problems.map(({ kind, about }) => `${kind} ${about}`), checks };
}

Deno.test("ALL_MUTANTS are pinned so that every check is killed and nothing innocent is accused", () => {
  const { exit_code, problems } = verdictOn(AS_PINNED);
  assertEquals(problems, []);
  assertEquals(exit_code, 0);
});

for (const { id } of INFOS) {
  Deno.test(`problemsOf() misses the mutants of ${id} once they are gone`, () => {
    const { killed_by } = verdictOn(AS_PINNED).checks.find((check) => check.id === id)!;
    assert(killed_by.length > 0);
    const rest = AS_PINNED.filter((trial) => !killed_by.includes(trial.id));
    const { exit_code, problems } = verdictOn(rest);
    assert(problems.includes(`unkilled ${id}`), problems.join("; "));
    assertEquals(exit_code, 1);
  });
}

Deno.test("ALL_MUTANTS are more than 500, and break all but one of the clauses that are judged", () => {
  assert(ALL_MUTANTS.length >= 500, `${ALL_MUTANTS.length}`);
  const broken = new Set(ALL_MUTANTS.flatMap(({ breaks }) => breaks ?? []));
  const judged = new Set(INFOS.map(({ clause }) => clause));
  // What contaminates the next scenario is a reset that leaves something behind: it goes by that name.
  assertEquals([...judged].filter((clause) => !broken.has(clause)), ["conformance.back-to-back"]);
});
