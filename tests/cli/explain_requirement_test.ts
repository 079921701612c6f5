import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { main } from "../../lib/cli/main.ts";
import { REQUIREMENT_EXPLANATIONS, variantsFor } from "../../lib/corpus/explain.ts";
import { carriedFiles } from "../../lib/corpus/files.ts";
import { HINTS } from "../../lib/corpus/hints.ts";
import { loadCorpus } from "../../lib/corpus/load.ts";
import { REQUIREMENTS } from "../../lib/corpus/requirements.ts";
import { memoryIo } from "./memory_io.ts";

async function explained(id: string): Promise<string> {
  const io = memoryIo();
  assertEquals(await main(["explain", id], io), 0, id);
  assertEquals(io.err(), "");
  return io.out();
}

Deno.test("explain says of each requirement what it asks, why, how to mend it, and who asks", async () => {
  for (const [id, sentence] of Object.entries(REQUIREMENTS)) {
    const text = await explained(id);
    assert(text.startsWith(`${id}: a requirement of the session corpus\n`), id);
    assertStringIncludes(text.replace(/\s+/g, " "), `"${sentence}"`);
    for (
      const heading of ["The requirement\n", "Why it matters\n", "How to mend it\n", "Asked by\n"]
    ) {
      assertStringIncludes(text, `\n\n${heading}`, id);
    }
    for (const line of text.split("\n")) assert([...line].length <= 79, `${id}: ${line}`);
  }
});

Deno.test("explain names the cases and variants of a requirement, and how to mend by code", async () => {
  const text = await explained("R008");
  assertStringIncludes(text, "\n  client-retry-is-explicit: ");
  assertStringIncludes(text.replace(/\s+/g, " "), `hidden-attempt ${HINTS["hidden-attempt"]}`);
  assert(!text.includes("branch-isolation"));
  assertStringIncludes(await explained("R005"), "\n  branch-isolation: ");
});

Deno.test("explain says where a requirement binds that no case stands for", async () => {
  for (const id of ["R001", "R010", "R011", "R012"]) {
    assertStringIncludes(await explained(id), "Asked by\n  no case of its own.\n  It binds ");
  }
});

Deno.test("REQUIREMENT_EXPLANATIONS mend by codes that comparisons give", () => {
  const codes = Object.values(REQUIREMENT_EXPLANATIONS).flatMap((one) => one.codes);
  assertEquals(codes.filter((code) => HINTS[code] === undefined), []);
});

Deno.test("variantsFor() has each variant of the corpus under one requirement", async () => {
  const corpus = await loadCorpus(carriedFiles());
  const found = Object.keys(REQUIREMENTS).flatMap((id) =>
    variantsFor(corpus, id as keyof typeof REQUIREMENTS)
      .flatMap((one) => one.variants.map((variant) => `${one.id}.${variant}`))
  );
  const all = corpus.cases.flatMap(({ about, fixture }) =>
    Object.keys(fixture.variants).map((variant) => `${about.id}.${variant}`)
  );
  assertEquals(found.toSorted(), all.toSorted());
});
