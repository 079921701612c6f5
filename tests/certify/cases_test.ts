import { assert, assertEquals, assertThrows } from "@std/assert";
import type { DriverCase } from "../../lib/certify/case.ts";
import { CASES, checkCases } from "../../lib/certify/case_list.ts";
import { FAULTS } from "../../lib/certify/faulty/list.ts";
import { pinnedKills } from "../../lib/certify/kill.ts";
import { patternMatcher } from "../../lib/conform/select.ts";
import { clause, CLAUSES, isJudgedFor } from "../../lib/contract/clauses.ts";

Deno.test("checkCases() finds nothing wrong with the cases there are", () => {
  checkCases(CASES);
  assert(CASES.length >= 65, `${CASES.length} cases`);
});

Deno.test("checkCases() refuses each case whose expect is taken away", () => {
  for (const one of CASES) {
    const { expect: _, ...rest } = one;
    assertThrows(() => checkCases([rest as DriverCase]), Error, `${one.id}: it expects nothing`);
  }
});

Deno.test("checkCases() refuses a case that expects no outcome or no request, and a second one", () => {
  const [one] = CASES;
  if (one === undefined) throw new Error("there is no case");
  const { expect } = one;
  const wrong: readonly (readonly [DriverCase, string])[] = [
    [{ ...one, expect: { ...expect, outcome: [] } }, "it expects no outcome"],
    [{ ...one, expect: { ...expect, requests: [] } }, "it expects no request"],
    [{ ...one, id: "Positional 4" }, "its id isn't words with a dot"],
    [{ ...one, expect: { outcome: ["ok"], requests: ["inject"] }, op: { op: "reset" } }, "proves"],
  ];
  for (const [bad, why] of wrong) assertThrows(() => checkCases([bad]), Error, why);
  assertThrows(() => checkCases([one, one]), Error, "twice");
  assertThrows(() => checkCases([{ ...one, clause: "no.such" }]), RangeError, "no.such");
});

Deno.test("CASES has all three families, and each is more than a handful", () => {
  const count = (family: string) => CASES.filter((one) => one.family === family).length;
  for (const family of ["good", "odd", "hostile"]) assert(count(family) >= 20, family);
});

Deno.test("CASES covers every clause that binds a driver", () => {
  const covered = new Set(CASES.map((one) => one.clause));
  const bare = CLAUSES.filter((row) =>
    (isJudgedFor(row, "D") || isJudgedFor(row, "R")) && !covered.has(row.id)
  ).map(({ id }) => id);
  assertEquals(bare, []);
});

Deno.test("CASES cites for each side only clauses that bind it", () => {
  for (const { id, side, clause: cited } of CASES) {
    const { who } = clause(cited);
    assert(who.includes(side) || (side === "R" && who.includes("D")), `${id} cites ${cited}`);
  }
});

Deno.test("CASES holds no case at a higher level than its clause", () => {
  for (const one of CASES) {
    const row = clause(one.clause);
    if (row.level === "SHOULD") assertEquals(one.level, "SHOULD", one.id);
    assert(one.level === "MUST" || one.level === "SHOULD", one.id);
  }
});

Deno.test("FAULTS kills every case", () => {
  const killed = new Set(FAULTS.flatMap((fault) => pinnedKills(fault)));
  // One fault breaks whatever there is; a case must be noticed for a reason of its own where it can.
  assertEquals(CASES.map(({ id }) => id).filter((id) => !killed.has(id)), []);
});

Deno.test("FAULTS pins patterns that match, ids that are unique, and clauses that exist", () => {
  assertEquals(new Set(FAULTS.map(({ id }) => id)).size, FAULTS.length);
  for (const { id, kills, breaks } of FAULTS) {
    clause(breaks);
    assert(kills.length > 0, `${id} pins nothing`);
    for (const pattern of kills) {
      const matches = patternMatcher(pattern);
      assert(CASES.some((one) => matches(one.id)), `${id} pins ${pattern}, which matches no case`);
    }
  }
});

/** Accepted or refused, a driver has settled it: only what breaks everything breaks these. */
const SETTLED = [
  "http.version-1.0",
  "json.version-1.0",
  "json.byte-order-mark",
];

Deno.test("FAULTS kills every case but a few by a fault that does not break them all", () => {
  const killed = new Set(
    FAULTS.filter(({ id }) => id !== "sends-twice").flatMap((fault) => pinnedKills(fault)),
  );
  const alone = CASES.map(({ id }) => id).filter((id) => !killed.has(id));
  assertEquals(alone.sort(), [...SETTLED].sort());
});
