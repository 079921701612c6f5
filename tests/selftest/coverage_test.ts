import { assert, assertEquals } from "@std/assert";
import { clause } from "../../lib/contract/clauses.ts";
import {
  bareLines,
  coverageOf,
  renderCoverage,
  SOURCES,
  type Sources,
} from "../../tools/coverage.ts";
import { NAMED_TESTS, UNHELD } from "./named_tests.ts";

const ROOT = new URL("../../", import.meta.url);

const bare = (change: Partial<Sources>) => bareLines(coverageOf({ ...SOURCES, ...change }));

Deno.test("docs/contract-coverage.md is what deno task coverage writes", async () => {
  const page = await Deno.readTextFile(new URL("docs/contract-coverage.md", ROOT));
  assert(
    page === renderCoverage(coverageOf(SOURCES)),
    "docs/contract-coverage.md is stale: run `deno task coverage`",
  );
});

Deno.test("bareLines() has none: every clause is judged, or left out with a reason", () => {
  assertEquals(bare({}), []);
});

Deno.test("bareLines() names a clause whose check is gone", () => {
  const without = (...ids: string[]) => SOURCES.checks.filter(({ id }) => !ids.includes(id));
  assertEquals(bare({ checks: without("reset.total") }), [
    "reset.total binds endpoints, and lacks a check with a mutant that it fails",
  ]);
  // One of two checks is left.
  assertEquals(bare({ checks: without("transport.framing") }), []);
  // A driver's case doesn't judge an endpoint.
  assertEquals(bare({ checks: without("version.unknown-fields") }), [
    "version.unknown-fields binds endpoints, and lacks a check with a mutant that it fails",
  ]);
});

Deno.test("bareLines() names a clause whose mutants are gone", () => {
  const mutants = SOURCES.mutants.filter(({ breaks, expect }) =>
    breaks !== "reset.no-scope" &&
    ![...expect.failed, ...expect.warned].includes("reset.no-scope")
  );
  assert(mutants.length < SOURCES.mutants.length);
  assertEquals(bare({ mutants }), [
    "reset.no-scope binds endpoints, and lacks a check with a mutant that it fails",
  ]);
});

Deno.test("bareLines() names a clause whose cases are gone, and that no test holds", () => {
  const without = (id: string) => SOURCES.cases.filter((one) => one.clause !== id);
  assertEquals(bare({ cases: without("error.scoreable") }), [
    "error.scoreable binds drivers, and lacks a case or a named test",
  ]);
  assertEquals(bare({ cases: without("version.unknown-fields") }), [
    "version.unknown-fields binds drivers, and lacks a case or a named test",
  ]);
  const tests = SOURCES.tests.filter(({ clauses }) => !clauses.includes("runtime.config"));
  assertEquals(bare({ cases: without("runtime.config"), tests }), [
    "runtime.config binds the runtime `http_inject`, and lacks a case or a named test",
  ]);
});

Deno.test("bareLines() names a clause of tooling whose tests are gone", () => {
  const tests = SOURCES.tests.filter(({ clauses }) => !clauses.includes("canary.nonce"));
  assertEquals(bare({ tests }), ["canary.nonce binds tooling, and lacks a named test"]);
});

Deno.test("bareLines() leaves a clause be that is excluded with a reason, and no other", () => {
  const { excluded, ...row } = clause("transport.default-port");
  assert(excluded !== undefined);
  const clauses = SOURCES.clauses.map((one) => one.id === row.id ? row : one);
  assertEquals(bare({ clauses }), [
    "transport.default-port binds endpoints, and lacks a check with a mutant that it fails",
  ]);
});

Deno.test("NAMED_TESTS are there, under the names that the table gives them", async () => {
  const missing: string[] = [];
  for (const { file, name, clauses } of NAMED_TESTS) {
    for (const id of clauses) clause(id);
    const text = await Deno.readTextFile(new URL(file, ROOT)).catch(() => "");
    // The formatter may put a long name on a line of its own.
    const calls = text.replace(/Deno\.test\(\s+/g, "Deno.test(");
    if (!calls.includes(`Deno.test(${JSON.stringify(name)}`)) missing.push(`${file}: ${name}`);
  }
  assertEquals(missing, []);
});

Deno.test("UNHELD names clauses that nothing holds, for as long as their tool isn't there", async () => {
  const covered = coverageOf(SOURCES).filter(({ checks, cases, tests }) =>
    checks.length + cases.length + tests.length > 0
  ).map((line) => line.clause.id);
  assertEquals(Object.keys(UNHELD).filter((id) => covered.includes(clause(id).id)), []);
  if (UNHELD["ratification.two-drivers"] === undefined) return;
  for (const folder of ["lib/certify/", "lib/cli/"]) {
    for await (const { name } of Deno.readDir(new URL(folder, ROOT))) {
      assert(!name.startsWith("ratif"), `${folder}${name} is there: name its tests in NAMED_TESTS`);
    }
  }
});

Deno.test("renderCoverage() says of each clause what judges it", () => {
  const lines = renderCoverage(coverageOf({
    clauses: [clause("reset.echo"), clause("version.additive"), clause("version.unknown-fields")],
    checks: [{ id: "reset.echo", clause: "reset.echo" }],
    cases: [
      { id: "fields.unknown-reset", clause: "version.unknown-fields" },
      { id: "fields.unknown-inject", clause: "version.unknown-fields" },
    ],
    mutants: [{
      id: "reset-204",
      breaks: "reset.echo",
      expect: { outcome: "DOES NOT CONFORM", failed: ["reset.echo"], warned: [] },
    }],
    tests: [],
  })).split("\n").map((line) => line.replace(/ +\|/g, " |"));
  for (
    const expected of [
      "| `reset.echo` | endpoints | MUST | `reset.echo`, which accuses 1 broken endpoint: reset-204 |",
      "| `version.additive` | nobody | governance | nothing. It binds those who edit the contract; " +
      "no message on a wire can keep or break it. |",
      "| `version.unknown-fields` | endpoints, drivers | MUST | 2 driver cases: " +
      "fields.unknown-reset, fields.unknown-inject |",
    ]
  ) assert(lines.includes(expected), lines.join("\n"));
});
