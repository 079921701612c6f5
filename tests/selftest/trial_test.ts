import { assert, assertEquals } from "@std/assert";
import { fails, warns } from "../../lib/endpoint/mutant.ts";
import { REFERENCE_PROFILE } from "../../lib/endpoint/reference.ts";
import { ALL_MUTANTS } from "../../lib/selftest/roster.ts";
import {
  atPace,
  LONG_TRIALS,
  paceOf,
  settingsOf,
  TIMED_CHECKS,
  trialsOf,
} from "../../lib/selftest/trial.ts";
import { CHECKS } from "../../lib/conform/plan.ts";
import { harmless } from "./support.ts";

const one = (...args: Parameters<typeof harmless>) => trialsOf([harmless(...args)])[0]!;

Deno.test("trialsOf() makes one run of a mutant, and two where only a thorough one sees it", () => {
  const plain = harmless("plain");
  const hidden = harmless("hidden", {
    thorough: true,
    expect: fails("a"),
    unseen: warns("b"),
  });
  assertEquals(
    trialsOf([plain, hidden]).map(({ mutant, thorough, expect, main }) => [
      mutant.id,
      thorough,
      expect.failed,
      expect.warned,
      main,
    ]),
    [
      ["plain", false, [], [], true],
      ["hidden", true, ["a"], [], true],
      ["hidden", false, [], ["b"], false],
    ],
  );
});

Deno.test("settingsOf() tells a run the reference's profile with a short slow turn", () => {
  assertEquals(settingsOf(one("plain")), {
    profile: { ...REFERENCE_PROFILE, slow_timeout_s: 0.1 },
    timeoutS: 10,
    graceS: 0.5,
  });
  const own = { timeoutS: 0.3, graceS: 0.2, profile: { slow_timeout_s: 1, prompt: "Hi" } };
  assertEquals(settingsOf(one("own", own)), {
    profile: { ...REFERENCE_PROFILE, slow_timeout_s: 1, prompt: "Hi" },
    timeoutS: 0.3,
    graceS: 0.2,
  });
});

Deno.test("settingsOf() leaves a whole profile as it is, but for the deadline of a slow turn", () => {
  const declared = { declare: ["no-slow-turn"] } as const;
  assertEquals(settingsOf(one("a", { ownProfile: declared })).profile, declared);
  const slow = { slow_prompt: "Wait.", slow_timeout_s: 1 };
  assertEquals(settingsOf(one("b", { ownProfile: slow })).profile, {
    slow_prompt: "Wait.",
    slow_timeout_s: 0.1,
  });
});

Deno.test("paceOf() keeps apart what a busy event loop could spoil", () => {
  const quiet = [
    one("tight", { timeoutS: 0.3 }),
    one("late", { expect: warns("request.timeout") }),
    one("dear", { expect: warns("reset.idempotent") }),
    one("quick", { expect: { ...fails(), unproven: ["error.own-deadline"] } }),
    one("narrow", { ownProfile: {} }),
  ];
  for (const trial of quiet) assertEquals(paceOf(trial), "quiet", trial.mutant.id);
  assertEquals(paceOf(one("plain")), "busy");
  assertEquals(paceOf(one("expired", { expect: fails("error.own-deadline") })), "busy");
});

Deno.test("atPace() begins with the long ones, and leaves no trial out", () => {
  const trials = trialsOf(ALL_MUTANTS);
  const busy = atPace(trials, "busy");
  const quiet = atPace(trials, "quiet");
  assertEquals(busy.length + quiet.length, trials.length);
  assertEquals(busy.slice(0, 3).map(({ mutant }) => mutant.id).sort(), [
    "coop-odd-slow",
    "coop-odd-slow-reset",
    "odd-one-byte-a-write",
  ]);
  assert(quiet.length < 120, `${quiet.length} trials are run beside few others`);
});

Deno.test("LONG_TRIALS and TIMED_CHECKS name what exists", () => {
  const mutants = ALL_MUTANTS.map(({ id }) => id);
  const checks = CHECKS.map(({ id }) => id);
  assertEquals(LONG_TRIALS.filter((id) => !mutants.includes(id)), []);
  assertEquals(TIMED_CHECKS.filter((id) => !checks.includes(id)), []);
});
