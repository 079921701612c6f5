import { assertEquals } from "@std/assert";
import { CORPUS_FAULTS, type CorpusFaultKind } from "../../lib/corpus/fault.ts";
import { MAX_FILE_BYTES, memoryFiles } from "../../lib/corpus/files.ts";
import { loadCorpus } from "../../lib/corpus/load.ts";
import { faultOf, loadSmall, type Loose, type Small, small, smallFiles } from "./small.ts";

const FIXTURE = "fixtures/greeting.json";
const EXPECTED = "expected/greeting.json";
const PLAIN = `${EXPECTED}/variants/plain`;

const plain = (parts: Small): Loose => parts.fixture.variants.plain;
const exchange = (parts: Small): Loose => plain(parts).exchanges[0];
const expected = (parts: Small): Loose => parts.expected.variants.plain;
const stream = (more: Loose): Loose => ({ stream: [{ text: "data: aé\n\n" }], ...more });

/** What is changed, and the fault that it must be. */
const cases: readonly (readonly [CorpusFaultKind, string, (parts: Small) => void])[] = [
  ["no-variants", FIXTURE, (p) => p.fixture.variants = {}],
  ["unknown-key", FIXTURE, (p) => p.fixture.command = "rm"],
  ["unknown-key", `${FIXTURE}/variants/plain`, (p) => plain(p).url = "http://example.com"],
  [
    "unknown-key",
    `${FIXTURE}/variants/plain/exchanges/0/request`,
    (p) => exchange(p).request.gemini = {},
  ],
  [
    "unknown-key",
    `${FIXTURE}/variants/plain/exchanges/0/answer/chat`,
    (p) => exchange(p).answer.chat.delay = 5,
  ],
  [
    "unknown-key",
    `${FIXTURE}/variants/plain/exchanges/0/answer/chat/stream/0`,
    (p) => exchange(p).answer.chat = { stream: [{ event: {}, after: 1 }] },
  ],
  ["missing-key", `${FIXTURE}/variants/plain/about`, (p) => delete plain(p).about],
  ["missing-key", `${FIXTURE}/variants/plain/exchanges/0/answer`, (p) => delete exchange(p).answer],
  [
    "wrong-type",
    `${FIXTURE}/variants/plain/exchanges/0/answer/chat/status`,
    (p) => exchange(p).answer.chat.status = 42,
  ],
  ["wrong-type", `${FIXTURE}/variants/plain/exchanges/0/leave`, (p) => exchange(p).leave = "soon"],
  [
    "wrong-type",
    `${FIXTURE}/variants/plain/exchanges/0/answer/chat/usage`,
    (p) => exchange(p).answer.chat.usage = "asked",
  ],
  [
    "unknown-key",
    `${FIXTURE}/variants/plain/exchanges/0/answer/messages`,
    (p) => exchange(p).answer.messages.usage = "as-written",
  ],
  ["bad-id", `${FIXTURE}/variants/Plain One`, (p) => p.fixture.variants["Plain One"] = plain(p)],
  [
    "missing-stimulus",
    `${FIXTURE}/variants/plain/exchanges/0/request/messages`,
    (p) => delete exchange(p).request.messages,
  ],
  [
    "missing-stimulus",
    `${FIXTURE}/variants/plain/exchanges/0/answer/responses`,
    (p) => delete exchange(p).answer.responses,
  ],
  ["missing-stimulus", `${FIXTURE}/variants/plain/exchanges`, (p) => delete plain(p).exchanges],
  [
    "missing-stimulus",
    `${FIXTURE}/variants/plain/exchanges/0/marker`,
    (p) => plain(p).together = true,
  ],
  ["missing-stimulus", `${FIXTURE}/variants/plain/agent`, (p) => {
    p.manifest.cases[0].adapter_paths.push("agent");
    p.manifest.cases[0].not_applicable = [];
    expected(p).agent = {
      basis: "policy",
      source: "s",
      turns: [{ requests: [{ turns: [] }], outcome: "completed" }],
    };
  }],
  [
    "bad-base64",
    `${FIXTURE}/variants/plain/exchanges/0/answer/chat/stream/0`,
    (p) => exchange(p).answer.chat = { stream: [{ base64: "*" }] },
  ],
  [
    "bad-cut",
    `${FIXTURE}/variants/plain/exchanges/0/answer/chat/writes`,
    (p) => exchange(p).answer.chat = stream({ writes: { cut: [{ in: "z", byte: 1 }] } }),
  ],
  [
    "bad-cut",
    `${FIXTURE}/variants/plain/exchanges/0/answer/chat/writes`,
    (p) => exchange(p).answer.chat = stream({ writes: { cut: [{ in: "é", byte: 2 }] } }),
  ],
  [
    "bad-cut",
    `${FIXTURE}/variants/plain/exchanges/0/answer/chat/writes`,
    (p) => exchange(p).answer.chat = stream({ writes: { cut: [{ in: "é", byte: 1, nth: 2 }] } }),
  ],
  ["missing-expectation", PLAIN, (p) => p.expected.variants = {}],
  ["missing-expectation", PLAIN, (p) => delete expected(p).exchanges],
  ["unknown-variant", `${EXPECTED}/variants/other`, (p) => p.expected.variants.other = expected(p)],
  ["unknown-variant", `${EXPECTED}/variants/other`, (p) =>
    p.manifest.cases[0].not_applicable.push({
      path: "chat-to-chat",
      variant: "other",
      reason: "None.",
    })],
  ["unknown-oracle", `${PLAIN}/oracle`, (p) => expected(p).oracle = "production"],
  ["unknown-requirement", `${PLAIN}/requirement`, (p) => expected(p).requirement = "R013"],
  ["unknown-key", PLAIN, (p) => expected(p).skip = true],
  [
    "unknown-key",
    `${PLAIN}/exchanges/0/upstream/0`,
    (p) => expected(p).exchanges[0].upstream[0].temperature = 1,
  ],
  ["missing-key", `${PLAIN}/oracle`, (p) => delete expected(p).oracle],
  ["missing-key", `${PLAIN}/source`, (p) => delete expected(p).source],
  [
    "missing-key",
    `${PLAIN}/exchanges/0/answer/ending`,
    (p) => delete expected(p).exchanges[0].answer.ending,
  ],
  [
    "missing-key",
    `${PLAIN}/exchanges/0/answer/stop`,
    (p) => delete expected(p).exchanges[0].answer.stop,
  ],
  [
    "wrong-type",
    `${PLAIN}/exchanges/0/answer/stop`,
    (p) => expected(p).exchanges[0].answer.stop = "toolcalls",
  ],
  [
    "wrong-type",
    `${FIXTURE}/variants/plain/exchanges/0/answer/chat/headers/x`,
    (p) => exchange(p).answer.chat.headers = { x: "1\r\nSet-Cookie: a" },
  ],
  ["wrong-type", `${PLAIN}/basis`, (p) => expected(p).basis = "rumour"],
  ["count-mismatch", PLAIN, (p) => expected(p).exchanges.push(expected(p).exchanges[0])],
  [
    "unknown-override",
    `${PLAIN}/by_path/chat-to-gemini`,
    (p) => expected(p).by_path = { "chat-to-gemini": { basis: "policy", source: "s", set: {} } },
  ],
  [
    "unknown-override",
    `${PLAIN}/by_path`,
    (p) => expected(p).by_path = { agent: { basis: "policy", source: "s", set: {} } },
  ],
  ["ambiguous-override", `${PLAIN}/by_path`, (p) => {
    const set = { basis: "policy", source: "s", set: { "/exchanges/0/upstream/0/limit": 1 } };
    expected(p).by_path = { "chat-to-*": set, "*-to-chat": set };
  }],
  ["bad-pointer", `${PLAIN}/by_path/chat-to-chat`, (p) =>
    expected(p).by_path = {
      "chat-to-chat": { basis: "policy", source: "s", set: { "/exchanges/7/upstream": [] } },
    }],
  [
    "wrong-type",
    `${PLAIN}/by_path/chat-to-chat/exchanges/0/answer/ending`,
    (p) =>
      expected(p).by_path = {
        "chat-to-chat": {
          basis: "policy",
          source: "s",
          set: { "/exchanges/0/answer/ending": "whatever" },
        },
      },
  ],
];

for (const [index, [kind, where, change]] of cases.entries()) {
  Deno.test(`loadCorpus() refuses a file: ${kind} at ${where} (${index})`, async () => {
    const parts = small();
    change(parts);
    assertEquals(await faultOf(() => loadSmall(parts)), [kind, where]);
  });
}

Deno.test("loadCorpus() refuses a reference to a file that isn't there", async () => {
  const files: Record<string, string> = await smallFiles(small());
  delete files[EXPECTED];
  assertEquals(await faultOf(() => loadCorpus(memoryFiles(files))), [
    "reference-missing",
    EXPECTED,
  ]);
});

Deno.test("loadCorpus() refuses a file of 256 KiB and a byte, and takes one of 256 KiB", async () => {
  const parts = small();
  const files: Record<string, string> = await smallFiles(parts);
  const padded = (size: number) => ({ ...files, [FIXTURE]: files[FIXTURE]!.padEnd(size) });
  const load = (size: number) => () => loadCorpus(memoryFiles(padded(size)), { anyDigest: true });
  assertEquals(await faultOf(load(MAX_FILE_BYTES + 1)), ["file-too-large", FIXTURE]);
  assertEquals((await load(MAX_FILE_BYTES)()).cases.length, 1);
});

Deno.test("loadCorpus() refuses files of more than 2 MiB in all", async () => {
  const parts = small();
  const { manifest } = parts;
  const [first] = manifest.cases;
  manifest.cases = Array.from({ length: 9 }, (_, index) => ({
    ...first,
    id: `greeting-${index}`,
    fixture: `fixtures/${index}.json`,
  }));
  const files: Record<string, string> = await smallFiles(parts);
  const big = files[FIXTURE]!.padEnd(MAX_FILE_BYTES);
  for (let index = 0; index < 9; index++) files[`fixtures/${index}.json`] = big;
  assertEquals(await faultOf(() => loadCorpus(memoryFiles(files))), [
    "corpus-too-large",
    "fixtures/7.json",
  ]);
});

Deno.test("every way in which a corpus can be out of order has a test", async () => {
  const told: string[] = [];
  for (const folder of ["../corpus/", "../cli/"]) {
    const at = new URL(folder, import.meta.url);
    for await (const { name } of Deno.readDir(at)) {
      if (/^(?:load|references|corpus).*_test\.ts$/.test(name)) {
        told.push(await Deno.readTextFile(new URL(name, at)));
      }
    }
  }
  const all = told.join("\n");
  const bare = Object.keys(CORPUS_FAULTS).filter((kind) =>
    // A fault that a test expects: at the head of its row.
    !all.includes(`["${kind}", `) && !all.includes(`[\n    "${kind}",`) &&
    !all.includes(`[\n      "${kind}",`)
  );
  assertEquals(bare, []);
});
