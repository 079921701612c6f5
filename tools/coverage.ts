/**
 * Writes docs/contract-coverage.md, every clause of the contract and what judges it, and
 * docs/corpus-coverage.md, every requirement of the session corpus and what proves it. With --check it
 * writes nothing, and fails where a page is stale or a clause is bare.
 *
 * @module
 */
import type { DriverCase } from "../lib/certify/case.ts";
import { CASES } from "../lib/certify/case_list.ts";
import type { CheckInfo } from "../lib/conform/check.ts";
import { CHECKS } from "../lib/conform/plan.ts";
import {
  type Clause,
  CLAUSES,
  isJudgedFor,
  levelFor,
  type Party,
} from "../lib/contract/clauses.ts";
import type { Mutant } from "../lib/endpoint/mutant.ts";
import { someOf } from "../lib/selftest/layout.ts";
import { table } from "../lib/selftest/render_markdown.ts";
import { ALL_MUTANTS } from "../lib/selftest/roster.ts";
import { NAMED_TESTS, type NamedTest, UNHELD } from "../tests/selftest/named_tests.ts";
import { proofSources, renderProofs, unprovenLines } from "./corpus_coverage.ts";

/** What there is to judge clauses by. */
export interface Sources {
  readonly clauses: readonly Clause[];
  readonly checks: readonly Pick<CheckInfo, "id" | "clause">[];
  readonly cases: readonly Pick<DriverCase, "id" | "clause">[];
  readonly mutants: readonly Pick<Mutant, "id" | "breaks" | "expect">[];
  readonly tests: readonly NamedTest[];
}

/** All that there is. */
export const SOURCES: Sources = {
  clauses: CLAUSES,
  checks: CHECKS,
  cases: CASES,
  mutants: ALL_MUTANTS,
  tests: NAMED_TESTS,
};

/** One clause with all that judges it. */
export interface Coverage {
  readonly clause: Clause;
  /** Ids of the checks that judge endpoints by it. */
  readonly checks: readonly string[];
  /** Ids of the mutants that break it, or that one of its checks accuses. */
  readonly mutants: readonly string[];
  /** Ids of the cases that judge drivers by it. */
  readonly cases: readonly string[];
  readonly tests: readonly NamedTest[];
}

/** A line for each clause, in the contract's order. */
export function coverageOf(sources: Sources): readonly Coverage[] {
  const { clauses, checks, cases, mutants, tests } = sources;
  return clauses.map((clause) => {
    const own = checks.filter((check) => check.clause === clause.id).map(({ id }) => id);
    const accuses = ({ expect }: Pick<Mutant, "expect">) =>
      [...expect.failed, ...expect.warned].some((id) => own.includes(id));
    const breaking = mutants.filter(({ breaks }) => breaks === clause.id);
    const others = mutants.filter((mutant) =>
      mutant.breaks !== undefined && mutant.breaks !== clause.id && accuses(mutant)
    );
    return {
      clause,
      checks: own,
      mutants: [...breaking, ...others].map(({ id }) => id),
      cases: cases.filter((one) => one.clause === clause.id).map(({ id }) => id),
      tests: tests.filter((test) => test.clauses.includes(clause.id)),
    };
  });
}

/** The parties that a clause binds and nothing judges, though nothing says why. */
export function bareParties({ clause, checks, mutants, cases, tests }: Coverage): readonly Party[] {
  return clause.who.filter((party) => {
    if (!isJudgedFor(clause, party) || UNHELD[clause.id] !== undefined) return false;
    if (party === "E") return checks.length === 0 || mutants.length === 0;
    return tests.length === 0 && (party === "T" || cases.length === 0);
  });
}

/** One line for each clause that is bare; none where all is well. */
export function bareLines(coverage: readonly Coverage[]): readonly string[] {
  const lacks: Readonly<Record<Party, string>> = {
    E: "a check with a mutant that it fails",
    D: "a case or a named test",
    R: "a case or a named test",
    T: "a named test",
  };
  return coverage.flatMap((line) =>
    bareParties(line).map((party) =>
      `${line.clause.id} binds ${PARTIES[party]}, and lacks ${lacks[party]}`
    )
  );
}

const PARTIES: Readonly<Record<Party, string>> = {
  E: "endpoints",
  D: "drivers",
  R: "the runtime `http_inject`",
  T: "tooling",
};

/** The page. */
export function renderCoverage(coverage: readonly Coverage[]): string {
  const sections = [...new Set(coverage.map(({ clause }) => clause.section))];
  const count = (has: (line: Coverage) => boolean) => coverage.filter(has).length;
  const ids = (pick: (line: Coverage) => readonly string[]) => new Set(coverage.flatMap(pick)).size;
  return [
    "# What judges each clause",
    "",
    "<!-- Written by `deno task coverage`; a test fails when it is stale. Don't edit it. -->",
    "",
    `Contract C has ${coverage.length} clauses. ${
      count((c) => c.checks.length > 0)
    } are judged of ` +
    `endpoints by ${ids((c) => c.checks)} checks, ${
      count((c) => c.cases.length > 0)
    } of drivers by ` +
    `${ids((c) => c.cases)} cases, ${count((c) => c.tests.length > 0)} are held by tests of this ` +
    `project, and ${count(({ clause }) => clause.excluded !== undefined)} are left out, with a ` +
    `reason. ${ids((c) => c.mutants)} broken endpoints show that the checks can fail: ` +
    "`wt-inject selftest` plays them all.",
    "",
    "`wt-inject explain ID` quotes a clause's sentence and says how to keep it.",
    ...sections.flatMap((section) => [
      "",
      `## ${section}`,
      "",
      ...sectionLines(coverage.filter(({ clause }) => clause.section === section)),
    ]),
    "",
  ].join("\n");
}

function sectionLines(lines: readonly Coverage[]): readonly string[] {
  const notes = lines.flatMap(({ clause }) =>
    clause.partly_excluded === undefined ? [] : [`- \`${clause.id}\`: ${clause.partly_excluded}`]
  );
  return [
    ...table(
      ["clause", "binds", "level", "what judges it"],
      lines.map((line) => [
        `\`${line.clause.id}\``,
        line.clause.who.map((party) => PARTIES[party]).join(", ") || "nobody",
        levels(line.clause),
        judges(line).join("; "),
      ]),
    ),
    ...(notes.length === 0 ? [] : ["", ...notes]),
  ];
}

function judges({ clause, checks, mutants, cases, tests }: Coverage): readonly string[] {
  if (clause.excluded !== undefined) return [`nothing. ${clause.excluded}`];
  const files = [...new Set(tests.map(({ file }) => file))];
  const later = UNHELD[clause.id];
  return [
    ...(checks.length === 0 ? [] : [
      `${checks.map((id) => `\`${id}\``).join(" and ")}, which ` +
      `${checks.length === 1 ? "accuses" : "accuse"} ${
        plural(mutants.length, "broken endpoint")
      }: ` +
      someOf(mutants),
    ]),
    ...(cases.length === 0 ? [] : [`${plural(cases.length, "driver case")}: ${someOf(cases)}`]),
    ...(files.length === 0 ? [] : [
      `tests: ${files.map((file) => `[${file.slice("tests/".length)}](../${file})`).join(", ")}`,
    ]),
    ...(later === undefined ? [] : [`nothing yet. ${later}`]),
  ];
}

function levels(clause: Clause): string {
  const all = clause.who.map((party) => levelFor(clause, party));
  const words = [...new Set(all.length === 0 ? [clause.level] : all)].join(" / ");
  const more = [clause.derived && "derived", clause.cooperative && "cooperative"];
  return [words, ...more.filter((word) => word !== false)].join(", ");
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

const ROOT = new URL("../", import.meta.url);

if (import.meta.main) {
  const coverage = coverageOf(SOURCES);
  const proofs = await proofSources();
  const wrong = [...bareLines(coverage), ...unprovenLines(proofs)];
  const pages = {
    "docs/contract-coverage.md": renderCoverage(coverage),
    "docs/corpus-coverage.md": renderProofs(proofs),
  };
  for (const [name, page] of Object.entries(pages)) {
    const url = new URL(name, ROOT);
    if (!Deno.args.includes("--check")) await Deno.writeTextFile(url, page);
    else if (await Deno.readTextFile(url).catch(() => "") !== page) {
      wrong.push(`${name} is stale: run \`deno task coverage\``);
    }
  }
  for (const line of wrong) console.error(line);
  if (wrong.length > 0) Deno.exit(1);
}
