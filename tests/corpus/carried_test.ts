import { assertEquals } from "@std/assert";
import { lostCells } from "../../lib/corpus/cells.ts";
import { applicabilityOf } from "../../lib/corpus/cells.ts";
import { carried, carriedFiles, folderFiles } from "../../lib/corpus/files.ts";
import { loadCorpus } from "../../lib/corpus/load.ts";
import {
  CORPUS,
  FROZEN,
  frozenDigest,
  frozenFault,
  keptTable,
  tableText,
  withDigest,
} from "../../tools/corpus_module.ts";

Deno.test("carried() is the corpus folder, byte for byte", async () => {
  const folder = await loadCorpus(folderFiles(CORPUS));
  const module = await carried();
  assertEquals(Object.keys(module), [...folder.files.keys()]);
  for (const [path, bytes] of folder.files) assertEquals(module[path], bytes, path);
});

Deno.test("carriedFiles() loads as the same corpus, with the same digest", async () => {
  const [one, other] = [
    await loadCorpus(carriedFiles()),
    await loadCorpus(folderFiles(CORPUS)),
  ];
  assertEquals(one.digest, other.digest);
  assertEquals(one.identity, other.identity);
});

Deno.test("the corpus folder holds its manifest, its tables, and what the manifest references", async () => {
  const { files } = await loadCorpus(folderFiles(CORPUS));
  const found: string[] = [];
  const folders = [""];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for await (const { name, isDirectory } of Deno.readDir(new URL(folder, CORPUS))) {
      if (isDirectory) folders.push(`${folder}${name}/`);
      else found.push(`${folder}${name}`);
    }
  }
  assertEquals(found.sort(), [...files.keys(), "applicability.json", "frozen.json"].sort());
});

Deno.test("the manifest's version is frozen, with its digest", async () => {
  const { manifest, digest } = await loadCorpus(folderFiles(CORPUS));
  // A changed corpus is another version: docs/corpus.md, What a version promises.
  assertEquals(await frozenDigest(manifest.version), digest);
  assertEquals(manifest.content_sha256, digest);
});

Deno.test("every version that is out keeps the digest that it came with", async () => {
  assertEquals(JSON.parse(await Deno.readTextFile(FROZEN)), {
    "2026.1": "1428cd9a7b003042aede0c2057c20306ca3b7b11d23b582eb4393646e6b6e50d",
  });
  assertEquals(await frozenDigest("2025.9"), undefined);
  assertEquals(await frozenDigest("toString"), undefined);
});

Deno.test("frozenFault() lets nobody change a version that is out", async () => {
  const fault = await frozenFault("2026.1", "00");
  assertEquals(
    fault?.startsWith("Cannot change corpus 2026.1: it is out, with sha256 1428cd9a"),
    true,
  );
  assertEquals(await frozenFault("2026.1", (await frozenDigest("2026.1"))!), undefined);
  assertEquals(await frozenFault("2027.1", "00"), undefined);
});

Deno.test("no cell became not_applicable unreviewed, and the table is up to date", async () => {
  const table = applicabilityOf(await loadCorpus(folderFiles(CORPUS)));
  const kept = await keptTable();
  // A cell that is here and not in the manifest any more needs a review: tools/corpus_module.ts.
  assertEquals(lostCells(kept, table), []);
  assertEquals(
    await Deno.readTextFile(new URL("applicability.json", CORPUS)),
    tableText(table),
    "run tools/corpus_module.ts",
  );
});

Deno.test("lostCells() finds a cell that turned inapplicable, a variant and a case that went", () => {
  const kept = {
    "a.x": { applies: ["chat-to-chat", "agent"] as const, not: [] },
    "b.y": { applies: ["chat-to-chat"] as const, not: ["agent"] as const },
  };
  const same = structuredClone(kept);
  assertEquals(lostCells(kept, same), []);
  assertEquals(
    lostCells(kept, { "a.x": { applies: ["chat-to-chat"], not: ["agent"] } }),
    ["a.x.agent", "b.y.chat-to-chat"],
  );
  // A new cell is nothing lost.
  assertEquals(lostCells({}, kept), []);
});

Deno.test("withDigest() changes the digest alone", () => {
  const text = '{\n  "content_sha256" : "old",\n  "cases": ["content_sha256"]\n}\n';
  assertEquals(withDigest(text, "new"), text.replace("old", "new"));
});
