import { assertEquals } from "@std/assert";
import { linesOf, testCommands } from "./commands.ts";
import { allPages, type Page } from "./pages.ts";
import { CLI_PAGE } from "./settings_cli.ts";
import { COMMANDS } from "../../lib/cli/table.ts";

/** The page without each command's grammar (`wt-inject run FILE ... [flags]`), its first block. */
function withoutGrammar(page: Page): Page {
  const heads = page.prose.split("\n").flatMap((line, index) =>
    line.startsWith("## ") ? index + 1 : []
  );
  const first = heads.map((head) => page.blocks.find(({ line }) => line > head));
  return { ...page, blocks: page.blocks.filter((block) => !first.includes(block)) };
}

const PAGES = (await allPages()).filter(({ path }) => path === "docs/cli.md").map(withoutGrammar);

testCommands(PAGES, { "docs/cli.md": CLI_PAGE });

Deno.test("docs/cli.md: the commands that are run are the examples of the table, all of them", () => {
  const examples = new Set(COMMANDS.flatMap(({ examples }) => examples.map(({ line }) => line)));
  assertEquals(PAGES.flatMap(linesOf).sort(), [...examples].sort());
});

Deno.test("docs/cli.md: every setting is of a command that is there", () => {
  const lines = PAGES.flatMap(linesOf);
  const stale = Object.keys(CLI_PAGE.commands ?? {}).filter((line) => !lines.includes(line));
  assertEquals(stale, []);
});
