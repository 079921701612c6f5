/**
 * Writes docs/cli.md, every command with its arguments, flags, examples and exit codes, from the command
 * table. With --check it writes nothing, and fails where the page is stale.
 *
 * @module
 */
import { type Command, type Flag, positionalLabel } from "../lib/cli/command.ts";
import { COMMANDS } from "../lib/cli/table.ts";
import { table as tableLines } from "../lib/selftest/render_markdown.ts";

const PAGE = new URL("../docs/cli.md", import.meta.url);

/** The page. */
export function cliPage(commands: readonly Command[]): string {
  return [
    "<!-- Written by `deno task docs` from lib/cli/table.ts. Don't edit. -->",
    "# Commands",
    "Standard output carries the result, standard error everything else. The exit codes are the same " +
    "everywhere: 0 conforms, 1 violates the contract, 2 wrong usage or nothing selected, 3 incomplete " +
    "or unreachable, 4 a fault of wt-inject's own, 130 interrupted. Every command answers `--help`.",
    table(
      ["command", "does"],
      commands.map(({ name, summary }) => [`[${name}](#${anchor(name)})`, prose(summary)]),
    ),
    ...commands.map(section),
  ].join("\n\n") + "\n";
}

function section(command: Command): string {
  const before = command.positionals.filter(({ separated }) => separated !== true);
  const after = command.positionals.filter(({ separated }) => separated === true);
  const usage = [
    "wt-inject",
    command.name,
    ...before.map(positionalLabel),
    ...(command.flags.length > 0 ? ["[flags]"] : []),
    ...after.map(positionalLabel),
  ].join(" ");
  const parts = [
    `## ${command.name}`,
    `${prose(sentence(command.summary))}`,
    fence(usage),
    ...command.about.map(prose),
  ];
  if (command.positionals.length > 0) {
    parts.push(table(
      ["argument", "is"],
      command.positionals.map(({ name, help }) => [`\`${name}\``, prose(sentence(help))]),
    ));
  }
  for (const [group, flags] of groups(command.flags)) {
    parts.push(table([group, "does"], flags.map(flagRow)));
  }
  parts.push(
    ...command.examples.map(({ line, does }) => `${prose(sentence(does))}\n\n${fence(line)}`),
    table(
      ["exit code", "means"],
      command.exits.map(([code, means]) => [String(code), prose(means)]),
    ),
  );
  return parts.join("\n\n");
}

function groups(flags: readonly Flag[]): readonly (readonly [string, readonly Flag[]])[] {
  const found = new Map<string, Flag[]>();
  for (const flag of flags) {
    const group = (flag.group ?? "Flags").toLowerCase();
    found.set(group, [...(found.get(group) ?? []), flag]);
  }
  return [...found];
}

function flagRow(flag: Flag): readonly [string, string] {
  const short = flag.short === undefined ? "" : `\`-${flag.short}\`, `;
  const value = flag.value === undefined ? "" : ` ${flag.value}`;
  const ends = flag.default === undefined ? "." : ` (default: ${flag.default}).`;
  return [`${short}\`--${flag.name}${value}\``, prose(`${flag.help}${ends}`)];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return tableLines(head, rows).join("\n");
}

function fence(text: string): string {
  return `\`\`\`sh\n${text}\n\`\`\``;
}

/** Text in which nothing is markup. */
function prose(text: string): string {
  return text.replace(/[*_<>[\]`]/g, "\\$&");
}

function sentence(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}${/[.?!]$/.test(text) ? "" : "."}`;
}

function anchor(name: string): string {
  return name.replaceAll(" ", "-");
}

if (import.meta.main) {
  const page = cliPage(COMMANDS);
  if (!Deno.args.includes("--check")) {
    await Deno.writeTextFile(PAGE, page);
  } else if (await Deno.readTextFile(PAGE) !== page) {
    console.error("docs/cli.md is stale: run deno task docs.");
    Deno.exit(1);
  }
}
