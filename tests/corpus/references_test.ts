import { assertEquals } from "@std/assert";
import type { CorpusFaultKind } from "../../lib/corpus/fault.ts";
import { checkedReferences, referenceFault } from "../../lib/corpus/references.ts";
import { faultOf, loadSmall, small } from "./small.ts";

const refused: readonly (readonly [CorpusFaultKind, readonly string[]])[] = [
  ["reference-empty", [""]],
  ["reference-url", [
    "http://127.0.0.1/a.json",
    "https:a.json",
    "file:///etc/a.json",
    "FILE:a.json",
    "data:application/json,{}",
    "npm:x/a.json",
    "//host/share/a.json",
  ]],
  ["reference-windows", [
    "fixtures\\a.json",
    "..\\a.json",
    "C:\\a.json",
    "C:/a.json",
    "c:a.json",
    "\\\\host\\share\\a.json",
    "\\\\?\\C:\\a.json",
    "NUL",
    "aux.json",
    "fixtures/COM1.json",
    "lpt9.tar.json",
    "fixtures/a.json.",
    "fixtures./a.json",
    "fixtures/a.json ",
  ]],
  ["reference-absolute", ["/a.json", "/etc/passwd"]],
  ["reference-traversal", [
    "../a.json",
    "fixtures/../../a.json",
    "fixtures/../a.json",
    "./a.json",
    "fixtures/./a.json",
    "fixtures//a.json",
    "fixtures/",
    "..",
  ]],
  ["reference-characters", [
    "fixtures/%2e%2e/a.json",
    "fixtures/a?.json",
    "fixtures/a*.json",
    "fixtures/a:b.json",
    "fixtures/a.json:stream",
    "fixtures/a|b.json",
    "fixtures/a b.json",
    "~/a.json",
    ".hidden/a.json",
    "-a.json",
    "fixtures/\u00e9.json",
    "fixtures/a\u0000.json",
    "$HOME/a.json",
  ]],
  ["reference-not-json", ["fixtures/a.sh", "fixtures/a", "fixtures/a.JSON", "a.json.exe"]],
];

for (const [kind, references] of refused) {
  Deno.test(`referenceFault() says ${kind}`, () => {
    for (const one of references) assertEquals([one, referenceFault(one)], [one, kind]);
  });
}

Deno.test("referenceFault() finds nothing wrong with relative POSIX paths", () => {
  for (
    const one of ["a.json", "fixtures/a.json", "a/b/c-d_e.1.json", "Fixtures/A.json", "con1.json"]
  ) {
    assertEquals([one, referenceFault(one)], [one, undefined]);
  }
});

Deno.test("checkedReferences() gives each file once, sorted by code units", () => {
  const paths = ["b.json", "a.json", "B/c.json", "a.json", "a-b.json"];
  const given = paths.map((path, index) => ({ where: String(index), path }));
  assertEquals(checkedReferences(given), ["B/c.json", "a-b.json", "a.json", "b.json"]);
});

Deno.test("loadCorpus() refuses references that differ in letter case alone", async () => {
  const parts = small();
  parts.manifest.cases[0].expected_fixture = "FIXTURES/greeting.json";
  assertEquals(await faultOf(() => loadSmall(parts)), [
    "reference-case",
    "manifest.json/cases/0/expected_fixture",
  ]);
});

Deno.test("loadCorpus() refuses a reference before it reads a file", async () => {
  const parts = small();
  parts.manifest.cases[0].fixture = "../greeting.json";
  assertEquals(await faultOf(() => loadSmall(parts)), [
    "reference-traversal",
    "manifest.json/cases/0/fixture",
  ]);
});
