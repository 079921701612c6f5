import { assertEquals } from "@std/assert";
import { caseDetails, caseLines, copyOf, PROVENANCE } from "../../lib/corpus/catalog.ts";
import { memoryFiles } from "../../lib/corpus/files.ts";
import { loadCorpus } from "../../lib/corpus/load.ts";
import { GATEWAY_PATHS } from "../../lib/corpus/paths.ts";
import { loadSmall, small } from "./small.ts";

const corpus = await loadSmall(small());

Deno.test("caseLines() lists each case with its variants and paths", () => {
  assertEquals(caseLines(corpus), [{
    id: "greeting",
    kind: "roundtrip",
    invariant: "A greeting is a greeting.",
    variants: ["plain"],
    paths: GATEWAY_PATHS,
  }]);
});

Deno.test("caseDetails() says of every path what is expected, or why nothing is", () => {
  const [variant] = caseDetails(corpus.cases[0]!);
  assertEquals([variant?.id, variant?.about, variant?.requirement], [
    "plain",
    "a greeting",
    "R003",
  ]);
  assertEquals(variant?.cells.length, 10);
  assertEquals(variant?.cells.at(-1), { path: "agent", reason: "It has no wire." });
  const [first] = variant?.cells ?? [];
  assertEquals(
    first !== undefined && "expectation" in first && first.expectation.oracle,
    "transcript",
  );
});

Deno.test("copyOf() is a corpus that loads with the same digest, and a note", async () => {
  const copy = copyOf(corpus);
  const { [PROVENANCE]: note, ...files } = Object.fromEntries(copy);
  assertEquals((await loadCorpus(memoryFiles(files))).digest, corpus.digest);
  const { sha256, version, files: listed } = JSON.parse(new TextDecoder().decode(note));
  assertEquals([sha256, version], [corpus.digest, "1"]);
  assertEquals(listed.map(({ path }: { path: string }) => path), [
    "manifest.json",
    "expected/greeting.json",
    "fixtures/greeting.json",
  ]);
});
