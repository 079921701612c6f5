import { assert, assertEquals, assertInstanceOf, assertThrows } from "@std/assert";
import { CHECKS, select } from "../../lib/conform/plan.ts";
import { conform, dryRun, listChecks } from "../../lib/conform/run.ts";
import { patternMatcher } from "../../lib/conform/select.ts";
import { CLAUSES, isJudgedFor } from "../../lib/contract/clauses.ts";
import { UsageError } from "../../lib/contract/usage.ts";

const MATCHES: readonly (readonly [pattern: string, id: string, matches: boolean])[] = [
  ["reset.echo", "reset.echo", true],
  ["reset.echo", "reset.echoes", false],
  ["reset.echo", "a.reset.echo", false],
  ["reset.*", "reset.echo", true],
  ["reset.*", "reset.echo.late", false],
  ["reset.**", "reset.echo.late", true],
  ["*", "reset", true],
  ["*", "reset.echo", false],
  ["**", "reset.echo", true],
  ["***", "reset.echo", true],
  ["*.echo", "version.echo", true],
  ["re*.*o", "reset.echo", true],
  ["response.tool-call*", "response.tool-calls-order", true],
  ["*.e*", "reset.idempotent", false],
  // Nothing but the asterisk means more than itself.
  ["reset.ech?", "reset.echo", false],
  ["reset.ech.", "reset.echo", false],
  ["reset.(echo|total)", "reset.echo", false],
  ["[r]eset.echo", "reset.echo", false],
  ["^reset.echo$", "reset.echo", false],
  ["", "reset.echo", false],
];

for (const [pattern, id, matches] of MATCHES) {
  const verb = matches ? "matches" : "doesn't match";
  Deno.test(`patternMatcher() of "${pattern}" ${verb} ${id}`, () => {
    assertEquals(patternMatcher(pattern)(id), matches);
  });
}

const ids = (patterns: readonly string[], level?: "MUST" | "SHOULD" | "MAY") =>
  select({ patterns, ...(level === undefined ? {} : { level }) }).map(({ id }) => id);

Deno.test("select() takes ids, globs and sections, in the order of the contract", () => {
  assertEquals(ids(["reset.total", "reset.echo"]), ["reset.echo", "reset.total"]);
  assertEquals(ids(["version"]), ["version.echo", "version.unknown-fields", "version.unspoken"]);
  assertEquals(ids(["version.un*", "version.echo"]), ids(["version"]));
  assertEquals(ids([]), CHECKS.map(({ id }) => id));
  assertEquals(ids(["**"]), ids([]));
});

Deno.test("select() leaves out what is below the level", () => {
  assertEquals(ids(["version"], "MUST"), ["version.echo", "version.unknown-fields"]);
  assertEquals(ids(["version"], "SHOULD"), ids(["version"]));
  assertEquals(ids([], "MAY"), ids([]));
  assert(select({ level: "MUST" }).every(({ required }) => required));
});

const MISTAKES: readonly (readonly [pattern: string, near: string])[] = [
  ["reset.ecko", "reset.echo"],
  ["resett", "reset"],
  ["response.tool-calls-ordre", "response.tool-calls-order"],
  ["verzion", "version"],
];

for (const [pattern, near] of MISTAKES) {
  Deno.test(`select() asks whether ${pattern} meant ${near}`, () => {
    const error = assertThrows(() => select({ patterns: [pattern] }), UsageError);
    assertEquals(error.message, `Cannot select ${pattern}: no check matches it`);
    assertEquals(error.hint, `Did you mean ${near}?`);
  });
}

Deno.test("select() refuses a pattern that matches nothing beside one that does", () => {
  assertThrows(() => select({ patterns: ["reset.echo", "nothing.*"] }), UsageError, "nothing.*");
});

Deno.test("select() refuses a selection that a level leaves nothing of", () => {
  const error = assertThrows(
    () => select({ patterns: ["request.refused"], level: "MUST" }),
    UsageError,
    "no check is left at level MUST",
  );
  assertEquals(error.hint, "Widen --select, or leave --level out.");
});

Deno.test("conform() refuses a selection before it sends anything", async () => {
  // Nobody listens there: a request would make it NOT REACHABLE.
  const options = { baseUrl: "http://127.0.0.1:1", patterns: ["nonsense"] };
  const error = await conform(options).then(() => undefined, (thrown: unknown) => thrown);
  assertInstanceOf(error, UsageError);
  assertThrows(() => dryRun({ patterns: ["nonsense"] }), UsageError);
  assertThrows(() => listChecks({ patterns: ["nonsense"] }), UsageError);
});

Deno.test("CHECKS cover each clause that binds an endpoint, and their ids are their own", () => {
  const covered = new Set(CHECKS.map(({ clause }) => clause));
  const open = CLAUSES.filter((row) => isJudgedFor(row, "E") && !covered.has(row.id));
  assertEquals(open.map(({ id }) => id), []);
  assertEquals(new Set(CHECKS.map(({ id }) => id)).size, CHECKS.length);
});

Deno.test("CHECKS are required where their clause is a MUST, and no other", () => {
  for (const check of CHECKS) {
    const row = CLAUSES.find(({ id }) => id === check.clause)!;
    assertEquals(check.level, row.level, check.id);
    assertEquals(check.required, row.level === "MUST", check.id);
  }
});
