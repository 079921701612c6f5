import { assertEquals } from "@std/assert";
import { linesOf, testCommands } from "./commands.ts";
import { allPages } from "./pages.ts";
import { PAGES as SETTINGS } from "./settings.ts";

const PAGES = (await allPages()).filter(({ path }) => path !== "docs/cli.md");

testCommands(PAGES, SETTINGS);

Deno.test("every setting is of a command that is there", () => {
  const stale = Object.entries(SETTINGS).flatMap(([path, { commands = {} }]) => {
    const page = PAGES.find((one) => one.path === path);
    const lines = page === undefined ? [] : linesOf(page);
    return Object.keys(commands).filter((line) => !lines.includes(line)).map((line) =>
      `${path}: ${line}`
    );
  });
  assertEquals(stale, []);
});
