import { assert, assertEquals, assertThrows } from "@std/assert";
import { CHECKS } from "../../lib/conform/plan.ts";
import { UsageError } from "../../lib/contract/usage.ts";
import { fails } from "../../lib/endpoint/mutant.ts";
import { ALL_MUTANTS, themeOf, THEMES } from "../../lib/selftest/roster.ts";
import { mutantById, selectMutants } from "../../lib/selftest/select.ts";
import { harmless } from "./support.ts";

const roster = [
  harmless("odd-one"),
  harmless("odd-two"),
  harmless("reply-missing", { breaks: "response.reply", expect: fails("response.reply") }),
  harmless("reply-null", {
    breaks: "response.reply",
    expect: fails("response.reply", "response.error"),
  }),
];

const chosen = (...patterns: string[]) => {
  const { mutants, checks } = selectMutants(patterns, roster);
  return [mutants.map(({ id }) => id), checks];
};

Deno.test("selectMutants() takes all of them, and every check, without a pattern", () => {
  assertEquals(chosen(), [
    ["odd-one", "odd-two", "reply-missing", "reply-null"],
    CHECKS.map(({ id }) => id),
  ]);
});

Deno.test("selectMutants() takes ids and globs, in the roster's order, and asks for no kill", () => {
  assertEquals(chosen("reply-null", "odd-*"), [["odd-one", "odd-two", "reply-null"], []]);
});

Deno.test("selectMutants() takes a check for what is pinned to it, and wants it killed", () => {
  assertEquals(chosen("response.error"), [["reply-null"], ["response.error"]]);
  assertEquals(chosen("response.re*", "odd-two"), [
    ["odd-two", "reply-missing", "reply-null"],
    ["response.reply", "response.reply-empty"],
  ]);
});

Deno.test("selectMutants() takes a theme by its name", () => {
  const { mutants, checks } = selectMutants(["hostile transport"]);
  assertEquals([...new Set(mutants.map(({ id }) => themeOf(id)))], ["hostile transport"]);
  assert(mutants.length >= 20);
  assertEquals(checks, []);
});

Deno.test("selectMutants() refuses a pattern that matches nothing, and knows what was meant", () => {
  const error = assertThrows(() => selectMutants(["odd-one", "reply-mising"], roster), UsageError);
  assertEquals(error.message, "Cannot select reply-mising: no mutant, theme or check matches it");
  assertEquals(error.hint, "Did you mean reply-missing?");
  const far = assertThrows(() => selectMutants(["zebra"], roster), UsageError);
  assertEquals(far.hint, "wt-inject selftest --list shows every mutant.");
});

Deno.test("mutantById() finds a mutant, or the nearest one's name", () => {
  assertEquals(mutantById("tool-calls-missing").breaks, "response.tool-calls-present");
  const error = assertThrows(() => mutantById("tool-calls-mising"), UsageError);
  assertEquals(
    error.message,
    "Cannot find the mutant tool-calls-mising: there is none of that name",
  );
  assertEquals(error.hint, "Did you mean tool-calls-missing?");
});

Deno.test("ALL_MUTANTS have ids of their own, each under one theme", () => {
  const ids = ALL_MUTANTS.map(({ id }) => id);
  assertEquals(ids.filter((id, at) => ids.indexOf(id) !== at), []);
  assertEquals(ids.filter((id) => themeOf(id) === "other"), []);
  assertEquals(new Set(THEMES.map(({ name }) => name)).size, THEMES.length);
  assertEquals(themeOf("nobody"), "other");
});
