import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import type { Command } from "../../lib/cli/command.ts";
import { COMMANDS } from "../../lib/cli/table.ts";
import { cliPage } from "../../tools/cli_page.ts";

Deno.test("docs/cli.md is what the command table says (mend with: deno task docs)", async () => {
  const page = await Deno.readTextFile(new URL("../../docs/cli.md", import.meta.url));
  assert(page === cliPage(COMMANDS), "docs/cli.md is stale: run deno task docs");
});

Deno.test("cliPage() has every part of a command, and takes nothing in it for markup", () => {
  const command: Command = {
    name: "group one",
    summary: "do *one* thing",
    about: ["It <b>does</b> it to [ids] of a_b."],
    positionals: [{ name: "FILE", required: true, many: true, help: "what to do it to" }],
    flags: [
      { name: "all", short: "a", type: "boolean", help: "All" },
      { name: "of", type: "string", value: "A|B", help: "Of which", default: "A", group: "Which" },
    ],
    examples: [{ line: "wt-inject group one x", does: "one" }],
    exits: [[0, "done"]],
  };
  const page = cliPage([command]);
  for (
    const part of [
      "| [group one](#group-one) | do \\*one\\* thing |",
      "## group one\n\nDo \\*one\\* thing.\n\n```sh\nwt-inject group one FILE ... [flags]\n```\n\n",
      "It \\<b\\>does\\</b\\> it to \\[ids\\] of a\\_b.",
      "| `FILE`   | What to do it to. |",
      "| flags         | does |\n| ------------- | ---- |\n| `-a`, `--all` | All. |",
      "| `--of A\\|B` | Of which (default: A). |",
      "One.\n\n```sh\nwt-inject group one x\n```",
      "| 0         | done  |",
    ]
  ) assertStringIncludes(page, part);
  assertEquals(page.match(/^## /gm)?.length, 1);
});
