/**
 * Blocks that are no commands: JSON and YAML are held against our own schemas where they are ours,
 * TypeScript is type-checked, and what a page says that it does is what it does.
 */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { parse } from "@std/yaml/parse";
import { Ajv2020 } from "ajv/2020";
import { adapterSchemas } from "../../lib/certify/protocol.ts";
import { parseArguments } from "../../lib/cli/arguments.ts";
import { parseProfile } from "../../lib/cli/profile_file.ts";
import { COMMANDS } from "../../lib/cli/table.ts";
import { parseJson } from "../../lib/contract/json.ts";
import { readTarget } from "../../lib/corpus/live/read_target.ts";
import { readScenarios } from "../../lib/scenario/read_text.ts";
import { readGolden } from "../../lib/surface/golden_read.ts";
import { allPages, type Block, ROOT } from "./pages.ts";

const BLOCKS = (await allPages()).flatMap(({ blocks }) => blocks);
const of = (language: string) => BLOCKS.filter((block) => block.language === language);
const where = ({ page, line }: Block) => `${page}:${line}`;

/** What a block of JSON or YAML is, and what refuses it where it isn't. */
const profile = ({ code, page }: Block) => parseProfile(code, page);
const target = ({ code, page }: Block) => readTarget(code, page);
const golden = ({ code }: Block) => readGolden(new TextEncoder().encode(code));
const scenarios = ({ code, page }: Block) => readScenarios(code, `${page}.yaml`);

function adapterInput({ code }: Block): void {
  const valid = new Ajv2020({ strict: false }).compile(adapterSchemas().request);
  assert(valid(JSON.parse(code)), JSON.stringify(valid.errors));
}

function corpusCase({ code }: Block): void {
  const one = parseJson(code).value as Record<string, unknown>;
  assertEquals(Object.keys(one), [
    "id",
    "invariant",
    "adapter_paths",
    "fixture",
    "expected_fixture",
    "kind",
    "not_applicable",
  ]);
}

/** A part of an expectation: a JSON object, whose place the page names. */
function expectation({ code }: Block): void {
  const keys = Object.keys(parseJson(code).value as object);
  assert(keys.every((key) => ["turns", "tools", "limit"].includes(key)), keys.join());
}

/** A workflow, or steps of one: its lines of `wt-inject` are command lines. */
function workflow({ code }: Block): void {
  assert(parse(code) !== null);
  const lines = [...code.matchAll(/\bwt-inject ((?:[a-z]+ ?)+)[^\n]*/g)].map(([line]) => line);
  for (const line of lines) {
    const words = line.replace(/ [<>]+ .*$/, "").split(/\s+/).slice(1);
    const command = COMMANDS.filter(({ name }) => ` ${words.join(" ")} `.startsWith(` ${name} `))
      .sort((a, b) => b.name.length - a.name.length)[0];
    assert(command !== undefined, line);
    parseArguments(command, words.slice(command.name.split(" ").length));
  }
}

/** By page, in order. A block more or less is a mistake here. */
const KINDS: Readonly<Record<string, readonly ((block: Block) => unknown)[]>> = {
  "README.md json": [profile],
  "docs/agent.md json": [profile],
  "docs/certify.md json": [adapterInput],
  "docs/corpus.md json": [corpusCase, expectation],
  "docs/surface.md json": [golden],
  "docs/targets.md json": [target, target],
  "docs/ci.md yaml": [workflow, workflow, workflow],
  "docs/reports.md yaml": [workflow],
  "docs/scenarios.md yaml": [scenarios],
  "docs/surface.md yaml": [workflow],
};

for (const [key, kinds] of Object.entries(KINDS)) {
  Deno.test(`${key}: each block is what the page says it is`, async () => {
    const [page, language = ""] = key.split(" ");
    const blocks = of(language).filter((block) => block.page === page);
    assertEquals(blocks.length, kinds.length);
    for (const [index, block] of blocks.entries()) await kinds[index]!(block);
  });
}

Deno.test("every block is of a language that something looks at", () => {
  const seen = (block: Block) =>
    ["sh", "text", "ts"].includes(block.language) ||
    `${block.page} ${block.language}` in KINDS ||
    block.page.startsWith("docs/results/") || // bytes as they went and came
    // tests/release/ci_page_test.ts runs make; PowerShell downloads a release.
    ["docs/ci.md make", "docs/install.md powershell"].includes(`${block.page} ${block.language}`);
  assertEquals(BLOCKS.filter((block) => !seen(block)).map(where), []);
});

async function deno(args: readonly string[]): Promise<{ success: boolean; text: string }> {
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [...args],
    cwd: ROOT,
    env: { NO_COLOR: "1", RUST_BACKTRACE: "0" },
  }).output();
  const text = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
  return { success, text };
}

/** Writes blocks to files of a folder that is gone afterwards. */
async function withFiles(
  blocks: readonly Block[],
  use: (files: readonly string[]) => Promise<void>,
) {
  const folder = await Deno.makeTempDir({ prefix: "wt-inject-blocks-" });
  try {
    const files = blocks.map(({ page, line }) =>
      `${folder}/${page.replace(/\W/g, "_")}_${line}.ts`
    );
    for (const [index, { code }] of blocks.entries()) {
      await Deno.writeTextFile(files[index]!, `${code}\nexport {};\n`);
    }
    await use(files);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("every block of TypeScript is right by the compiler", async () => {
  // docs/library.md is run as it stands, by the task test:doc.
  const blocks = of("ts").filter(({ page }) => page !== "docs/library.md");
  assert(blocks.length >= 4);
  await withFiles(blocks, async (files) => {
    const { success, text } = await deno(["check", "--config=deno.json", ...files]);
    assert(success, text);
  });
});

Deno.test("docs/why-not-fetch.md: its program shows how often a turn arrived", async () => {
  const blocks = of("ts").filter(({ page }) => page === "docs/why-not-fetch.md");
  assertEquals(blocks.length, 1);
  await withFiles(blocks, async ([file = ""]) => {
    const { success, text } = await deno(["run", "--no-check", "--allow-net=127.0.0.1", file]);
    assert(success, text);
    // Whether fetch sends again depends on the version: 2.4 doesn't, 2.9.6 does.
    assertMatch(text, /^2 turns asked for, [23] arrived; the second got: (?:ok|an error: .*)$/m);
  });
});
