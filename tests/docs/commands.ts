/**
 * Runs the commands of pages, each as a step of its page's test.
 */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { commandsOf, type Page } from "./pages.ts";
import { freePort, serve, type Service } from "./services.ts";
import type { PageSetting } from "./settings.ts";
import { type Workshop, workshop } from "./workshop.ts";

/** Every command of a page, in its order, each once. */
export function linesOf(page: Page): readonly string[] {
  const blocks = page.blocks.filter(({ language }) => language === "sh");
  return [...new Set(blocks.flatMap(commandsOf))];
}

async function has(program: string): Promise<boolean> {
  const { success } = await new Deno.Command("sh", { args: ["-c", `command -v ${program}`] })
    .output();
  return success;
}

/** One test for each page: every command of it, or the reason why it can't be run here. */
export function testCommands(pages: readonly Page[], settings: Record<string, PageSetting>): void {
  for (const page of pages) {
    const lines = linesOf(page);
    if (lines.length === 0) continue;
    const { commands = {}, profile = true, before = [] } = settings[page.path] ?? {};
    Deno.test({
      name: `${page.path}: every command does what the page lets one expect`,
      ignore: Deno.build.os === "windows", // the pages are for POSIX shells
      async fn(t) {
        await using place = await workshop({ profile });
        for (const line of before) {
          const { code, said } = await run(place, line, "reference", false);
          assertEquals(code, 0, said);
        }
        for (const line of lines) {
          const { skip, needs, short, at = "reference", listens = false, code = 0, says = "" } =
            commands[line] ?? {};
          const missing = needs !== undefined && !await has(needs);
          const why = skip ?? (missing ? `there is no ${needs} here` : undefined);
          await t.step({
            name: why === undefined ? line : `${line} (not run: ${why})`,
            ignore: why !== undefined,
            async fn() {
              assert(short === undefined || line.includes(short[0]), `nothing of it is ${short}`);
              const shorter = short === undefined ? line : line.replace(...short);
              const outcome = await run(place, shorter, at, listens);
              assertEquals(outcome.code, code, outcome.said);
              assertStringIncludes(outcome.said.replace(/\s+/g, " "), says);
            },
          });
        }
      },
    });
  }
}

async function run(place: Workshop, line: string, at: Service, listens: boolean) {
  const served = await serve(at);
  try {
    const free = [4000, 8648, 9901, 9902].map((port) => [port, freePort()] as const);
    const ports = { ...Object.fromEntries(free), ...served.ports };
    return await place.run(line, { ports, listens });
  } finally {
    await served.close();
  }
}
