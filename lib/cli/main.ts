/**
 * The entry of the command line: finds the command, reads its arguments, runs it, and turns what
 * goes wrong into an exit code and one sentence. A command's own module is loaded only when it runs.
 *
 * @module
 */
import { EXIT } from "../contract/result.ts";
import { UsageError } from "../contract/usage.ts";
import { visible } from "../report/visible.ts";
import { type Arguments, asksForHelp, parseArguments } from "./arguments.ts";
import type { Command } from "./command.ts";
import { commandHelp, groupHelp, overview } from "./help.ts";
import { type Io, OutputError } from "./io.ts";
import { nearest } from "../contract/nearest.ts";
import { commandNamed, COMMANDS, commandWords, groupNamed } from "./table.ts";

/** What a command's module exports: `run` gives the exit code. */
interface CommandModule {
  run(args: Arguments, io: Io): number | Promise<number>;
}

const MODULES: Readonly<Record<string, () => Promise<CommandModule>>> = {
  conform: () => import("./conform.ts"),
  canary: () => import("./canary.ts"),
  "surface probe": () => import("./surface_probe.ts"),
  "surface record": () => import("./surface_record.ts"),
  "surface diff": async () => ({ run: (await import("./surface_compare.ts")).diff }),
  "surface check": async () => ({ run: (await import("./surface_compare.ts")).check }),
  chat: () => import("./chat.ts"),
  run: () => import("./run.ts"),
  rescore: () => import("./rescore.ts"),
  send: () => import("./send.ts"),
  serve: () => import("./serve.ts"),
  certify: () => import("./certify.ts"),
  ratify: () => import("./ratify.ts"),
  "corpus run": () => import("./corpus_run.ts"),
  "corpus list": () => import("./corpus_list.ts"),
  "corpus show": () => import("./corpus_show.ts"),
  "corpus explain": () => import("./corpus_explain.ts"),
  "corpus matrix": () => import("./corpus_matrix.ts"),
  "corpus verify": () => import("./corpus_verify.ts"),
  "corpus copy": () => import("./corpus_copy.ts"),
  gateway: () => import("./gateway.ts"),
  selftest: () => import("./selftest.ts"),
  "report view": () => import("./report_view.ts"),
  "report badge": () => import("./report_badge.ts"),
  "report diff": () => import("./report_diff.ts"),
  "report merge": () => import("./report_merge.ts"),
  list: () => import("./list.ts"),
  explain: () => import("./explain.ts"),
  schema: () => import("./schema.ts"),
  completions: () => import("./completions.ts"),
  version: () => import("./version.ts"),
  help: () => Promise.resolve({ run: help }),
};

/**
 * Runs one command line. Never throws.
 *
 * @param words what stands after the program's name
 * @returns the exit code
 */
export async function main(words: readonly string[], io: Io): Promise<number> {
  try {
    return await dispatch(words, io);
  } catch (error) {
    return complain(error, words, io);
  }
}

async function dispatch(words: readonly string[], io: Io): Promise<number> {
  const [name, ...rest] = words;
  if (name === undefined) {
    io.stderr.write(overview());
    return EXIT.usage;
  }
  if (name === "--help" || name === "-h") {
    io.stdout.write(overview());
    return 0;
  }
  const group = groupNamed(name);
  if (group.length > 0) return await dispatchGroup(name, group, rest, io);
  const command = commandNamed(name === "--version" || name === "-V" ? "version" : name);
  if (command === undefined) throw unknownCommand(name);
  return await runCommand(command, rest, io);
}

/** The second word chooses among the commands of a group. */
async function dispatchGroup(
  name: string,
  group: readonly Command[],
  [word, ...rest]: readonly string[],
  io: Io,
): Promise<number> {
  if (word === undefined) {
    io.stderr.write(groupHelp(name, group));
    return EXIT.usage;
  }
  if (word === "--help" || word === "-h") {
    io.stdout.write(groupHelp(name, group));
    return 0;
  }
  const command = commandNamed(`${name} ${word}`);
  if (command === undefined) throw unknownCommand(word, name);
  return await runCommand(command, rest, io);
}

async function runCommand(
  command: Command,
  words: readonly string[],
  io: Io,
): Promise<number> {
  if (asksForHelp(words)) {
    io.stdout.write(commandHelp(command));
    return 0;
  }
  const args = parseArguments(command, words);
  const { run } = await MODULES[command.name]!();
  return await run(args, io);
}

function help(args: Arguments, io: Io): number {
  const [name, word] = args.positionals;
  io.stdout.write(name === undefined ? overview() : helpOn(name, word));
  return 0;
}

function helpOn(name: string, word: string | undefined): string {
  const group = groupNamed(name);
  if (word === undefined && group.length > 0) return groupHelp(name, group);
  const command = commandNamed(word === undefined ? name : `${name} ${word}`);
  if (command !== undefined) return commandHelp(command);
  throw group.length > 0 ? unknownCommand(word!, name) : unknownCommand(name);
}

/** @param group the first word, where that was right */
function unknownCommand(name: string, group?: string): UsageError {
  const line = group === undefined ? "wt-inject" : `wt-inject ${group}`;
  const help = group === undefined ? "wt-inject help" : `wt-inject help ${group}`;
  if (name.startsWith("-")) {
    return new UsageError(
      `Cannot use ${name} here: the command comes first`,
      `Write ${line} COMMAND ${name}; "${help}" lists the commands.`,
    );
  }
  const full = group === undefined ? name : `${group} ${name}`;
  const near = nearest(full, [...commandWords(), ...COMMANDS.map((command) => command.name)]);
  return new UsageError(
    `Cannot run ${JSON.stringify(full)}: there is no such command`,
    `${near === undefined ? "" : `Did you mean ${near}? `}"${help}" lists the commands.`,
  );
}

/** One sentence for a person, an exit code for a program. */
export function complain(error: unknown, words: readonly string[], io: Io): number {
  const mistake = error instanceof Deno.errors.NotCapable ? withheld(error) : error;
  if (mistake instanceof UsageError) {
    const { message, hint } = mistake;
    io.stderr.write(`wt-inject: ${visible(message)}${message.endsWith(".") ? "" : "."}\n`);
    if (hint !== undefined) io.stderr.write(`${visible(hint)}\n`);
    return EXIT.usage;
  }
  if (error instanceof OutputError) {
    io.stderr.write(`wt-inject: ${visible(error.message)}.\n`);
    return EXIT.ourFault;
  }
  const message = (error instanceof Error ? error.message : String(error)).replace(/\s+/g, " ");
  io.stderr.write(`wt-inject: internal error: ${visible(message)}; please report it\n`);
  if (error instanceof Error && wantsStack(words, io)) io.stderr.write(`${error.stack}\n`);
  return EXIT.ourFault;
}

function wantsStack(words: readonly string[], io: Io): boolean {
  if (words.includes("--verbose") || words.includes("-v")) return true;
  try {
    return (io.env("WT_INJECT_DEBUG") ?? "") !== "";
  } catch {
    return false;
  }
}

/** Deno's own message, read for what it withholds and the flag that grants it. */
function withheld(error: Error): UsageError {
  const [, path] = /Requires all access to "(.+?)"/.exec(error.message) ?? [];
  if (path !== undefined) {
    return new UsageError(
      `Cannot open ${path}: Deno takes it for access to all that the process has open`,
      "Name a plain file; what --format says goes to standard output, a pipe too.",
    );
  }
  const [, what, name, flag] =
    /Requires (.+? access(?: to "(.+?)")?.*?), run again with the (--[\w-]+) flag/
      .exec(error.message) ?? [];
  if (what === undefined) return new UsageError(`Cannot go on: ${error.message}`);
  const grant = name === undefined ? flag : `${flag}=${name}`;
  return new UsageError(`Cannot go on: Deno withholds ${what}`, `Run it again with ${grant}.`);
}
