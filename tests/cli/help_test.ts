import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { parseArguments } from "../../lib/cli/arguments.ts";
import { commandHelp, groupHelp, overview } from "../../lib/cli/help.ts";
import { main } from "../../lib/cli/main.ts";
import { SCHEMA_NAMES } from "../../lib/cli/schema_names.ts";
import { commandNamed, COMMANDS, groupNamed } from "../../lib/cli/table.ts";
import { DECLARATIONS } from "../../lib/contract/profile.ts";
import { formatNames } from "../../lib/report/formats.ts";
import { memoryIo } from "./memory_io.ts";

const flagOf = (command: string, flag: string) =>
  commandNamed(command)?.flags.find(({ name }) => name === flag);

Deno.test("help fits 79 columns and has no space at the end of a line", () => {
  const groups = ["surface", "report"].map((name) => groupHelp(name, groupNamed(name)));
  for (const text of [overview(), ...groups, ...COMMANDS.map(commandHelp)]) {
    for (const line of text.split("\n")) {
      assert(line.length <= 79, `${line.length} columns: ${line}`);
      assertEquals(line, line.trimEnd());
    }
    assert(text.endsWith("\n") && !text.endsWith("\n\n"));
  }
});

Deno.test("commandHelp() shows every flag, argument, example and exit code of the table", () => {
  for (const command of COMMANDS) {
    const text = commandHelp(command);
    for (const { name } of command.flags) assertStringIncludes(text, `--${name}`);
    for (const { name } of command.positionals) assertStringIncludes(text, `  ${name}  `);
    for (const { does } of command.examples) assertStringIncludes(text, does);
    for (const [code, meaning] of command.exits) {
      assertStringIncludes(text, `  ${String(code)} `);
      assertStringIncludes(text, meaning.split(" ")[0]!);
    }
    assert(command.examples.length > 0, `${command.name} has no example`);
    assert(command.exits.some(([code]) => code === 2), `${command.name} hides exit code 2`);
  }
});

Deno.test("overview() names every command", () => {
  for (const { name, summary } of COMMANDS) {
    assertStringIncludes(overview(), `  ${name} `);
    assertStringIncludes(overview(), summary);
  }
});

Deno.test("every example of the table is a command line that parses", () => {
  for (const command of COMMANDS) {
    for (const { line } of command.examples) {
      const words = shellWords(line.replace(/ [<>] .*$/, ""));
      const name = command.name.split(" ");
      assertEquals(words.slice(0, 1 + name.length), ["wt-inject", ...name]);
      parseArguments(command, words.slice(1 + name.length));
    }
  }
});

/** Enough of a shell for the examples: blanks and single quotes. */
function shellWords(line: string): readonly string[] {
  return [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare!);
}

Deno.test("the table has no name twice, and no flag that hides --help", () => {
  const names = COMMANDS.map(({ name }) => name);
  assertEquals(names.length, new Set(names).size);
  for (const { name, flags } of COMMANDS) {
    const all = flags.flatMap((
      flag,
    ) => [`--${flag.name}`, ...(flag.short ? [`-${flag.short}`] : [])]);
    assertEquals(all.length, new Set(all).size, name);
    assert(!all.includes("--help") && !all.includes("-h"), name);
    for (const flag of flags) {
      assertEquals(flag.value === undefined, flag.type === "boolean", `${name} --${flag.name}`);
      // parseArgs would read a negation into it.
      assert(flag.type === "boolean" || !flag.name.startsWith("no-"), flag.name);
      assert(!flag.help.endsWith("."), `${name} --${flag.name} ends in a full stop`);
    }
  }
});

Deno.test("the table's closed lists are those of the modules behind them", () => {
  for (const name of ["conform", "canary", "report view"]) {
    assertEquals(flagOf(name, "format")?.values, formatNames);
  }
  assertEquals(flagOf("conform", "declare")?.values, DECLARATIONS);
  assertEquals(commandNamed("schema")?.positionals[0]?.values, SCHEMA_NAMES);
});

Deno.test("help COMMAND, COMMAND --help and COMMAND -h say the same on standard output", async () => {
  for (const command of COMMANDS) {
    const name = command.name.split(" ");
    for (const words of [["help", ...name], [...name, "--help"], [...name, "-h"]]) {
      const io = memoryIo();
      assertEquals(await main(words, io), 0);
      assertEquals(io.out(), commandHelp(command));
      assertEquals(io.err(), "");
    }
  }
});

Deno.test("--help outranks every mistake on the line", async () => {
  const io = memoryIo();
  assertEquals(await main(["conform", "--zebra", "--timeout", "soon", "--help"], io), 0);
  assertStringIncludes(io.out(), "wt-inject conform: judge an agent endpoint");
});

Deno.test("help, --help and -h show all commands on standard output", async () => {
  for (const word of ["help", "--help", "-h"]) {
    const io = memoryIo();
    assertEquals(await main([word], io), 0);
    assertEquals(io.out(), overview());
  }
});

Deno.test("without a command, help goes to standard error with exit code 2", async () => {
  const io = memoryIo();
  assertEquals(await main([], io), 2);
  assertEquals(io.out(), "");
  assertEquals(io.err(), overview());
});

Deno.test("a group's name alone, help GROUP and GROUP --help list its commands", async () => {
  for (const group of ["surface", "report"]) {
    const text = groupHelp(group, groupNamed(group));
    for (const { name, summary } of groupNamed(group)) {
      assertStringIncludes(text, name);
      assertStringIncludes(text, summary);
    }
    const bare = memoryIo();
    assertEquals(await main([group], bare), 2);
    assertEquals([bare.out(), bare.err()], ["", text]);
    for (const words of [["help", group], [group, "--help"], [group, "-h"]]) {
      const io = memoryIo();
      assertEquals(await main(words, io), 0);
      assertEquals([io.out(), io.err()], [text, ""]);
    }
  }
});
