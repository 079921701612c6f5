import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { settingsOf } from "../../lib/conform/settings.ts";
import type { Declaration, Profile } from "../../lib/contract/profile.ts";
import { UsageError } from "../../lib/contract/usage.ts";

Deno.test("settingsOf() takes the run's time-out before the profile's, and 120 s without either", () => {
  assertEquals(settingsOf({ timeoutS: 7, profile: { timeout_s: 9 } }).timeoutS, 7);
  assertEquals(settingsOf({ profile: { timeout_s: 9 } }).timeoutS, 9);
  assertEquals(settingsOf({}).timeoutS, 120);
  assertEquals(settingsOf({}).graceS, 5);
});

Deno.test("settingsOf() counts a declaration once", () => {
  const declare: Declaration[] = ["no-tools", "no-recall", "no-tools"];
  assertEquals(settingsOf({ profile: { declare } }).declarations, ["no-tools", "no-recall"]);
});

const SECONDS: readonly (readonly [what: string, options: Parameters<typeof settingsOf>[0]])[] = [
  ["a time-out", { timeoutS: 0 }],
  ["a time-out", { timeoutS: -1 }],
  ["a time-out", { timeoutS: NaN }],
  ["a time-out", { timeoutS: Infinity }],
  ["a time-out", { profile: { timeout_s: 0 } }],
  ["a slow turn's time-out", { profile: { slow_prompt: "s", slow_timeout_s: 0 } }],
  ["a slow turn's time-out", { profile: { slow_timeout_s: -0.5 } }],
  ["a slow turn's time-out", { profile: { slow_timeout_s: NaN } }],
];

for (const [what, options] of SECONDS) {
  Deno.test(`settingsOf() refuses ${what} in ${JSON.stringify(options)}`, () => {
    assertThrows(() => settingsOf(options), UsageError, "must be a positive number of seconds");
  });
}

Deno.test("settingsOf() refuses a declaration that isn't one, and lists those that are", () => {
  const profile = { declare: ["no-memory"] } as unknown as Profile;
  const error = assertThrows(() => settingsOf({ profile }), UsageError, "Cannot declare no-memory");
  assertStringIncludes(error.hint ?? "", "no-tools, no-recall, no-slow-turn, no-error-on-demand");
});
