import { assert, assertEquals } from "@std/assert";
import type { CorpusFaultKind } from "../../lib/corpus/fault.ts";
import { memoryFiles } from "../../lib/corpus/files.ts";
import { loadCorpus } from "../../lib/corpus/load.ts";
import { faultOf, loadSmall, type Loose, type Small, small, smallFiles } from "./small.ts";

Deno.test("loadCorpus() takes a corpus that is right in every way", async () => {
  const corpus = await loadSmall(small());
  assertEquals(corpus.cases.map(({ about }) => about.id), ["greeting"]);
  assertEquals(corpus.digest, corpus.manifest.content_sha256);
  assertEquals([...corpus.files.keys()], [
    "manifest.json",
    "expected/greeting.json",
    "fixtures/greeting.json",
  ]);
});

/** What is changed in the manifest, and the fault that it must be. */
const cases: readonly (readonly [
  kind: CorpusFaultKind,
  where: string,
  change: (manifest: Loose, parts: Small) => void,
])[] = [
  ["unknown-key", "manifest.json", (m) => m.owner = "me"],
  ["unknown-key", "manifest.json/cases/0", (m) => m.cases[0].tags = []],
  [
    "unknown-key",
    "manifest.json/cases/0/not_applicable/0",
    (m) => m.cases[0].not_applicable[0].until = "later",
  ],
  ["missing-key", "manifest.json/version", (m) => delete m.version],
  ["missing-key", "manifest.json/cases/0/kind", (m) => delete m.cases[0].kind],
  [
    "missing-key",
    "manifest.json/cases/0/expected_fixture",
    (m) => delete m.cases[0].expected_fixture,
  ],
  ["wrong-type", "manifest.json/cases", (m) => m.cases = "none"],
  ["wrong-type", "manifest.json/cases/0/fixture", (m) => m.cases[0].fixture = ["a.json"]],
  ["wrong-type", "manifest.json/cases/0/invariant", (m) => m.cases[0].invariant = ""],
  ["wrong-type", "manifest.json/cases/0/adapter_paths", (m) => m.cases[0].adapter_paths = []],
  ["unknown-schema", "manifest.json/schema", (m) => m.schema = "somebody.else/v1"],
  ["hash-format", "manifest.json/content_sha256", (m) => m.content_sha256 = "ABCDEF"],
  ["bad-hash", "manifest.json/content_sha256", (m) => m.content_sha256 = "0".repeat(64)],
  ["bad-string", "manifest.json/version", (m) => m.version = "1\u00e9"],
  ["bad-string", "manifest.json/cases/0/invariant", (m) => m.cases[0].invariant = "a\nb"],
  ["bad-string", "manifest.json/cases/0", (m) => m.cases[0]["k\u007f"] = 1],
  ["no-cases", "manifest.json", (m) => m.cases = []],
  ["too-many-cases", "manifest.json", (m) => m.cases = Array(33).fill(m.cases[0])],
  ["bad-id", "manifest.json/cases/0/id", (m) => m.cases[0].id = "Greeting_1"],
  ["duplicate-id", "manifest.json/cases/1/id", (m) => m.cases.push(structuredClone(m.cases[0]))],
  ["unknown-kind", "manifest.json/cases/0/kind", (m) => m.cases[0].kind = "fuzz"],
  [
    "unknown-path",
    "manifest.json/cases/0/adapter_paths/0",
    (m) => m.cases[0].adapter_paths[0] = "chat-to-gemini",
  ],
  [
    "unknown-path",
    "manifest.json/cases/0/not_applicable/0/path",
    (m) => m.cases[0].not_applicable[0].path = "lib/agent/loop.ts",
  ],
  [
    "duplicate-path",
    "manifest.json/cases/0/adapter_paths",
    (m) => m.cases[0].adapter_paths.push("chat-to-chat"),
  ],
  [
    "duplicate-path",
    "manifest.json/cases/0/not_applicable",
    (m) => m.cases[0].not_applicable.push({ path: "agent", reason: "Again." }),
  ],
  ["unaccounted-path", "manifest.json/cases/0", (m) => m.cases[0].adapter_paths.pop()],
  [
    "contradicted-path",
    "manifest.json/cases/0/not_applicable",
    (m) => m.cases[0].not_applicable.push({ path: "chat-to-chat", reason: "Both." }),
  ],
  [
    "contradicted-path",
    "manifest.json/cases/0/not_applicable",
    (m) => m.cases[0].not_applicable.push({ path: "agent", variant: "plain", reason: "Twice." }),
  ],
  [
    "empty-reason",
    "manifest.json/cases/0/not_applicable/0/reason",
    (m) => m.cases[0].not_applicable[0].reason = "  ",
  ],
];

for (const [index, [kind, where, change]] of cases.entries()) {
  Deno.test(`loadCorpus() refuses a manifest: ${kind} at ${where} (${index})`, async () => {
    const parts = small();
    change(parts.manifest, parts);
    assertEquals(await faultOf(() => loadSmall(parts)), [kind, where]);
  });
}

/** Manifests as text, where no JavaScript value would do. */
const texts:
  readonly (readonly [CorpusFaultKind, string, (text: string) => string | Uint8Array])[] = [
    ["not-json", "manifest.json", (text) => text.slice(0, -1)],
    ["not-json", "manifest.json", (text) => `${text}{}`],
    ["not-an-object", "manifest.json", (text) => `[${text}]`],
    ["not-utf8", "manifest.json", () => new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d])],
    [
      "duplicate-key",
      "manifest.json/version",
      (text) => text.replace('"version"', '"version":"0","version"'),
    ],
    [
      "unsafe-integer",
      "manifest.json/version",
      (text) => text.replace('"version":"1"', '"version":9007199254740993'),
    ],
    [
      "unsafe-integer",
      "manifest.json/version",
      (text) => text.replace('"version":"1"', '"version":1.0'),
    ],
    [
      "unsafe-integer",
      "manifest.json/version",
      (text) => text.replace('"version":"1"', '"version":1e3'),
    ],
    ["file-too-large", "manifest.json", (text) => text + " ".repeat(256 * 1024)],
  ];

for (const [index, [kind, where, change]] of texts.entries()) {
  Deno.test(`loadCorpus() refuses a manifest's text: ${kind} (${index})`, async () => {
    const files: Record<string, string | Uint8Array> = await smallFiles(small());
    files["manifest.json"] = change(String(files["manifest.json"]));
    assertEquals(await faultOf(() => loadCorpus(memoryFiles(files))), [kind, where]);
  });
}

Deno.test("loadCorpus() refuses a corpus without a manifest", async () => {
  const found = await faultOf(() => loadCorpus(memoryFiles({})));
  assertEquals(found, ["manifest-missing", "manifest.json"]);
});

Deno.test("loadCorpus() names the digest that it found, so that an author can write it down", async () => {
  const parts = small();
  const { digest } = await loadSmall(parts);
  parts.manifest.content_sha256 = "0".repeat(64);
  try {
    await loadSmall(parts);
    throw new Error("it loaded");
  } catch (error) {
    assert(error instanceof Error && error.message.includes(digest), String(error));
  }
  assertEquals((await loadSmall(parts, { anyDigest: true })).digest, digest);
});
