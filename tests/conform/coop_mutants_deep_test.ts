import { assert, assertEquals } from "@std/assert";
import { CLAUSES } from "../../lib/contract/clauses.ts";
import { listChecks } from "../../lib/conform/run.ts";
import type { CoopMutant } from "../../lib/endpoint/coop_mutant.ts";
import { COOP_MUTANTS, COOP_MUTANTS_BY_THEME } from "../../lib/endpoint/mutants/coop_all.ts";
import { conformTo, pinned, said, together } from "./coop_support.ts";

/** The runs that a mutant is pinned for: where a default run can't see it, that one too. */
function runsOf(mutant: CoopMutant) {
  const { id, expect, thorough = false, unseen } = mutant;
  const main = { name: thorough ? `${id} (thorough)` : id, mutant, thorough, expect };
  return unseen === undefined
    ? [main]
    : [{ name: id, mutant, thorough: false, expect: unseen }, main];
}

for (const [theme, mutants] of Object.entries(COOP_MUTANTS_BY_THEME)) {
  Deno.test(`conform() says of each mutant just what is pinned: ${theme}`, async () => {
    const runs = mutants.flatMap(runsOf);
    const all = await together(runs, async ({ mutant, thorough, expect }) => {
      return said(await conformTo(mutant, { thorough }), expect);
    });
    const lines = runs.map(({ name, expect }, at) => ({ name, is: all[at]!, pin: pinned(expect) }));
    // Those that say something else than their pins; the rest would drown them.
    const wrong = lines.filter(({ is, pin }) => is !== pin);
    assertEquals(
      wrong.map(({ name, is }) => `${name}: ${is}`),
      wrong.map(({ name, pin }) => `${name}: ${pin}`),
    );
  });
}

Deno.test("COOP_MUTANTS has ids of one kind, and names only what exists", () => {
  const ids = COOP_MUTANTS.map(({ id }) => id);
  assertEquals(ids.filter((id, at) => ids.indexOf(id) !== at), []);
  assertEquals(ids.filter((id) => !/^coop(?:-[a-z0-9]+)+$/.test(id)), []);
  const checks = listChecks().map(({ id }) => id);
  const clauses = CLAUSES.map(({ id }) => id);
  for (const { id, breaks, what, expect, unseen } of COOP_MUTANTS) {
    assert(breaks === undefined || clauses.includes(breaks), `${id} breaks ${breaks}`);
    assert(what.length > 0 && what.length <= 100 && !what.endsWith("."), `${id}: ${what}`);
    for (const pin of [expect, ...(unseen === undefined ? [] : [unseen])]) {
      const named = [...pin.failed, ...pin.warned, ...(pin.unproven ?? [])];
      assertEquals(named.filter((check) => !checks.includes(check)), [], id);
      assertEquals([...pin.failed].sort(), [...pin.failed], id);
    }
  }
});

Deno.test("COOP_MUTANTS accuses a mutant under its own clause, and an oddity under none", () => {
  for (const { id, breaks, expect } of COOP_MUTANTS) {
    const accused = [...expect.failed, ...expect.warned];
    if (breaks !== undefined) assert(accused.includes(breaks), `${id} isn't found under ${breaks}`);
    else assertEquals(expect.failed, [], id);
  }
});

Deno.test("COOP_MUTANTS fails every cooperative check of a MUST, and warns by every other", () => {
  const cooperative = listChecks().filter(({ kind }) => kind === "cooperative");
  const failed = new Set(COOP_MUTANTS.flatMap(({ expect }) => expect.failed));
  const warned = new Set(COOP_MUTANTS.flatMap(({ expect }) => expect.warned));
  const survived = cooperative.filter(({ id, level }) =>
    level === "MUST" ? !failed.has(id) : !warned.has(id)
  );
  assertEquals(survived.map(({ id }) => id), []);
});
