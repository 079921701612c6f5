import { assert, assertEquals } from "@std/assert";
import {
  proofsOf,
  type ProofSources,
  proofSources,
  renderProofs,
  unprovenLines,
} from "../../tools/corpus_coverage.ts";

const ROOT = new URL("../../", import.meta.url);
const sources = await proofSources();

const unproven = (change: Partial<ProofSources>) => unprovenLines({ ...sources, ...change });

Deno.test("docs/corpus-coverage.md is what deno task coverage writes", async () => {
  const page = await Deno.readTextFile(new URL("docs/corpus-coverage.md", ROOT));
  assert(
    page === renderProofs(sources),
    "docs/corpus-coverage.md is stale: run `deno task coverage`",
  );
});

Deno.test("unprovenLines() has none: all is proven, or left out with a reason", () => {
  assertEquals(unproven({}), []);
});

Deno.test("unprovenLines() names a requirement that nothing proves", () => {
  const proofs = { ...sources.proofs, R001: { tests: [] } };
  assertEquals(unproven({ proofs }), ["R001 lacks a case or a named test"]);
  const reason = { ...sources.proofs, R001: { tests: [], excluded: "It doesn't apply." } };
  assertEquals(unproven({ proofs: reason }), []);
});

Deno.test("unprovenLines() names a requirement whose cases no gateway fails", () => {
  const mutants = sources.mutants.filter(({ breaks }) => breaks !== "R005");
  assert(mutants.length < sources.mutants.length);
  const lines = unproven({ mutants, acceptance: [] });
  assertEquals(lines, ["R005 lacks a gateway that breaks it and that a case fails"]);
  // One that survives proves nothing.
  const survivors = sources.mutants.map((one) =>
    one.breaks === "R005" ? { ...one, kills: [] } : one
  );
  assertEquals(unproven({ mutants: survivors, acceptance: [] }), lines);
});

Deno.test("unprovenLines() names a line of acceptance without a proof, or with one that is gone", () => {
  const line = { task: "T001", sentence: "It holds.", cases: [], mutants: [], tests: [] };
  assertEquals(unproven({ acceptance: [line] }), ['T001, "It holds." lacks a proof']);
  assertEquals(
    unproven({ acceptance: [{ ...line, cases: ["no-such-case"], mutants: ["no-such-gateway"] }] }),
    ['T001, "It holds.": no case no-such-case', 'T001, "It holds.": no gateway no-such-gateway'],
  );
  assertEquals(unproven({ acceptance: [{ ...line, excluded: "It isn't ours." }] }), []);
});

Deno.test("proofsOf() finds a case by the requirement of its expectations", () => {
  const { cases } = proofsOf(sources).find(({ id }) => id === "R005")!;
  assert(cases.some(({ id, variants }) => id === "branch-isolation" && variants.length > 0));
  const other = sources.corpus.cases.map(({ about, expected, ...one }) => ({
    ...one,
    about,
    expected: {
      ...expected,
      variants: Object.fromEntries(
        Object.entries(expected.variants).map((
          [name, variant],
        ) => [name, { ...variant, requirement: "R008" as const }]),
      ),
    },
  }));
  const found = proofsOf({ ...sources, corpus: { cases: other } });
  assertEquals(found.find(({ id }) => id === "R005")!.cases, []);
  assertEquals(found.find(({ id }) => id === "R008")!.cases.length, other.length);
});

Deno.test("every test that proves something is there, under the name that it is given", async () => {
  const { proofs, acceptance } = sources;
  const named = [...Object.values(proofs), ...acceptance].flatMap(({ tests }) => tests);
  const missing: string[] = [];
  for (const { file, name } of new Set(named)) {
    const text = await Deno.readTextFile(new URL(file, ROOT)).catch(() => "");
    // The formatter may put a long name on a line of its own.
    const calls = text.replace(/Deno\.test\(\s+/g, "Deno.test(");
    const found = [JSON.stringify(name), `\`${name}\``].some((one) =>
      calls.includes(`Deno.test(${one}`)
    );
    if (!found) missing.push(`${file}: ${name}`);
  }
  assertEquals(missing, []);
});
