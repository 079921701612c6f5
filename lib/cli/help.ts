/**
 * Help, made from the command table. Prose first: what a command does, what it costs, what it
 * answers. No line is wider than {@linkcode HELP_WIDTH}.
 *
 * @module
 */
import { type Command, type Flag, positionalLabel } from "./command.ts";
import { COMMANDS } from "./table.ts";
import { columns, paragraph } from "./wrap.ts";

/** What `wt-inject help` prints. */
export function overview(): string {
  return [
    paragraph(
      "wt-inject judges agent endpoints by Contract C, the Wind Tunnel inject protocol: one " +
        "shape on the wire, so that any agent can be benched without driver code.",
    ),
    section("Usage", "  wt-inject COMMAND [arguments]"),
    section("Commands", columns(COMMANDS.map(({ name, summary }) => [name, summary]))),
    section(
      "Begin here",
      columns([
        ["wt-inject conform --reference", "judge the built-in endpoint"],
        ["wt-inject conform http://127.0.0.1:8647", "judge yours"],
        ["wt-inject canary", "does anything survive its reset?"],
        ["wt-inject help conform", "all that conform can do"],
      ], 40),
    ),
    section(
      "Exit codes, the same everywhere",
      columns([
        ["0", "conforms"],
        ["1", "violates the contract"],
        ["2", "wrong usage, or nothing selected"],
        ["3", "incomplete, or unreachable"],
        ["4", "a fault of wt-inject's own"],
        ["130", "interrupted"],
      ]),
    ),
    "Standard output carries the result, standard error everything else.",
  ].join("\n\n") + "\n";
}

/** What `wt-inject help GROUP` prints, where a second word chooses the command. */
export function groupHelp(name: string, commands: readonly Command[]): string {
  const rows = commands.map((command) => [command.name, command.summary] as const);
  return [
    section("Usage", `  wt-inject ${name} COMMAND [arguments]`),
    section("Commands", columns(rows)),
    paragraph(`"wt-inject help ${commands[0]!.name}" explains one.`),
  ].join("\n\n") + "\n";
}

/** What `wt-inject help COMMAND` prints. */
export function commandHelp(command: Command): string {
  const before = command.positionals.filter(({ separated }) => separated !== true);
  const after = command.positionals.filter(({ separated }) => separated === true);
  const usage = ["wt-inject", command.name, ...before.map(positionalLabel)];
  if (command.flags.length > 0) usage.push("[flags]");
  usage.push(...after.map(positionalLabel));
  const parts = [
    `wt-inject ${command.name}: ${command.summary}`,
    section("Usage", `  ${usage.join(" ")}`),
    ...command.about.map((text) => paragraph(text)),
  ];
  if (command.positionals.length > 0) {
    const rows = command.positionals.map(({ name, help }) => [name, sentence(help)] as const);
    parts.push(section("Arguments", columns(rows)));
  }
  for (const [group, flags] of groups(command.flags)) {
    parts.push(section(group, columns(flags.map(flagRow))));
  }
  parts.push(section("Examples", command.examples.map(example).join("\n")));
  const codes = command.exits.map(([code, meaning]) => [String(code), meaning] as const);
  parts.push(section("Exit codes", columns(codes)));
  return parts.join("\n\n") + "\n";
}

function section(title: string, body: string): string {
  return `${title}\n${body}`;
}

function groups(flags: readonly Flag[]): readonly (readonly [string, readonly Flag[]])[] {
  const found = new Map<string, Flag[]>();
  for (const flag of flags) {
    const group = flag.group ?? "Flags";
    found.set(group, [...(found.get(group) ?? []), flag]);
  }
  return [...found];
}

function flagRow(flag: Flag): readonly [string, string] {
  const short = flag.short === undefined ? "" : `-${flag.short}, `;
  const value = flag.value === undefined ? "" : ` ${flag.value}`;
  const ends = flag.default === undefined ? "." : ` (default: ${flag.default}).`;
  return [`${short}--${flag.name}${value}`, `${flag.help}${ends}`];
}

/** An example that is too wide for the page is broken before a flag, as a shell lets one. */
function example({ line, does }: Command["examples"][number]): string {
  const lines: string[] = [];
  let rest = `  ${line}`;
  while (rest.length > 77) {
    const at = rest.lastIndexOf(" --", 75);
    if (at <= 4) break;
    lines.push(`${rest.slice(0, at)} \\`);
    rest = `    ${rest.slice(at + 1)}`;
  }
  return [...lines, rest, `      ${does}`].join("\n");
}

function sentence(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
}
