/**
 * Commands and flags within sentences: they are there, and no command hides in a block that isn't run.
 */
import { assertEquals } from "@std/assert";
import type { Command } from "../../lib/cli/command.ts";
import { COMMANDS } from "../../lib/cli/table.ts";
import { allPages, type Page } from "./pages.ts";

// Results speak of other programs, in their words.
const PAGES = (await allPages()).filter(({ path }) => !path.startsWith("docs/results/"));

/** Flags of other programs, by whose they are. */
const FOREIGN: Readonly<Record<string, readonly string[]>> = {
  deno: ["allow-run", "allow-read", "allow-write", "allow-net", "frozen"],
  sha256sum: ["check", "ignore-missing"],
  "tools/compile.ts": ["target"],
  "tools/corpus_module.ts": ["reviewed"],
  "tools/coverage.ts": ["check"],
  examples: ["port", "model-url", "stream", "model"],
};

const known = (command: Command, flag: string): boolean =>
  flag === "help" || command.flags.some(({ name }) => name === flag);

/** The flags that a piece of code names. */
const flagsIn = (code: string): readonly string[] =>
  [...code.split(" -- ")[0]!.matchAll(/(?<![\w-])--([a-z][a-z0-9.-]*)/g)].map(([, flag]) => flag!);

function inlineCode({ prose }: Page): readonly string[] {
  return [...prose.matchAll(/`([^`]+)`/g)].map(([, code]) => code!.replace(/\s+/g, " "));
}

Deno.test("a command within a sentence is one, and has the flags that stand with it", () => {
  const wrong: string[] = [];
  for (const page of PAGES) {
    for (const code of inlineCode(page)) {
      if (!/^wt-inject [a-z]/.test(code)) continue;
      const words = code.slice("wt-inject ".length);
      const command = COMMANDS.filter(({ name }) => `${words} `.startsWith(`${name} `))
        .sort((a, b) => b.name.length - a.name.length)[0];
      const isGroup = COMMANDS.some(({ name }) => name.startsWith(`${words.split(" ")[0]} `));
      if (command === undefined && !isGroup) wrong.push(`${page.path}: ${code}`);
      if (command === undefined) continue;
      const odd = flagsIn(code).filter((flag) => !known(command, flag));
      wrong.push(...odd.map((flag) => `${page.path}: ${code} (--${flag})`));
    }
  }
  assertEquals(wrong, []);
});

Deno.test("a flag within a sentence is one of ours, or is listed as another program's", () => {
  const foreign = new Set(Object.values(FOREIGN).flat());
  const used = new Set(PAGES.flatMap(inlineCode).flatMap(flagsIn));
  assertEquals([...foreign].filter((flag) => !used.has(flag)), [], "listed, and used nowhere");
  const wrong = PAGES.flatMap((page) =>
    inlineCode(page).filter((code) => code.startsWith("--")).flatMap(flagsIn)
      .filter((flag) => !COMMANDS.some((one) => known(one, flag)) && !foreign.has(flag))
      .map((flag) => `${page.path}: --${flag}`)
  );
  assertEquals(wrong, []);
});

Deno.test("no command stands in a block of text, where nobody runs it", () => {
  const hidden = PAGES.flatMap(({ blocks }) => blocks)
    .filter(({ language }) => language === "text")
    .filter(({ code }) => /^(?:wt-inject (?!\w+: )|deno |npx )/m.test(code));
  assertEquals(hidden.map(({ page, line }) => `${page}:${line}`), []);
});
