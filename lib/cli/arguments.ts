/**
 * From words on a command line to typed values, strictly: what isn't in the command's record is a
 * usage error with a hint.
 *
 * parseArgs guesses where a shell user didn't: it takes the word after a boolean for its value, gives
 * up an empty or dashed value, reads numbers into strings, and splits names at dots. So each word is
 * settled against the table first and spelled so that nothing is left to guess: `--name=value`,
 * `--name`, and every positional after `--`.
 *
 * @module
 */
import { parseArgs } from "@std/cli/parse-args";
import { UsageError } from "../contract/usage.ts";
import type { Command, Flag } from "./command.ts";
import { nearest } from "../contract/nearest.ts";
import { numberIn } from "./number.ts";

/** The values of one command line, and its words as they came. Asking for a flag that the command hasn't is a RangeError. */
export interface Arguments {
  readonly words: readonly string[];
  readonly positionals: readonly string[];
  /** True where the flag was given, whatever its type. */
  given(name: string): boolean;
  text(name: string): string | undefined;
  number(name: string): number | undefined;
  list(name: string): readonly string[];
}

/** True where help is asked for, anywhere before `--`: it outranks every mistake on the line. */
export function asksForHelp(words: readonly string[]): boolean {
  const end = words.indexOf("--");
  return words.slice(0, end < 0 ? undefined : end).some((w) => w === "--help" || w === "-h");
}

/**
 * Reads the words after a command's name.
 *
 * @throws UsageError on an unknown flag, a missing, empty, surplus or ill-typed value, a flag given
 * twice, and a positional too few or too many
 */
export function parseArguments(command: Command, words: readonly string[]): Arguments {
  const names = (types: readonly Flag["type"][]) =>
    command.flags.filter((flag) => types.includes(flag.type)).map((flag) => flag.name);
  const values = names(["string", "number", "list"]);
  const parsed = parseArgs(settle(command, words), {
    string: values,
    boolean: names(["boolean"]),
    collect: command.flags.map((flag) => flag.name),
    "--": true,
  });
  const given = new Map<string, readonly string[]>();
  for (const flag of command.flags) {
    const all = parsed[flag.name];
    if (!Array.isArray(all) || all.length === 0) continue;
    if (all.length > 1 && flag.type !== "list") {
      throw new UsageError(
        `Cannot use --${flag.name} twice: it is given once at most`,
        `Leave one of them out.`,
      );
    }
    const texts = all.map(String);
    for (const text of texts) if (flag.type !== "boolean") checkValue(flag, text);
    given.set(flag.name, texts);
  }
  const positionals = parsed["--"] ?? [];
  checkPositionals(command, positionals);
  return argumentsOf(command, words, given, positionals);
}

function argumentsOf(
  command: Command,
  words: readonly string[],
  given: ReadonlyMap<string, readonly string[]>,
  positionals: readonly string[],
): Arguments {
  const of = (name: string): readonly string[] | undefined => {
    if (!command.flags.some((flag) => flag.name === name)) {
      throw new RangeError(`Cannot read --${name}: ${command.name} has no such flag`);
    }
    return given.get(name);
  };
  return {
    words,
    positionals,
    given: (name) => of(name) !== undefined,
    text: (name) => of(name)?.[0],
    number: (name) => {
      const text = of(name)?.[0];
      return text === undefined ? undefined : Number(text);
    },
    list: (name) => of(name) ?? [],
  };
}

/** Each word in the one spelling that parseArgs can't misread. */
function settle(command: Command, words: readonly string[]): string[] {
  const flags: string[] = [];
  const positionals: string[] = [];
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    if (word === "--") {
      positionals.push(...words.slice(i + 1));
      break;
    }
    if (!word.startsWith("-") || word === "-") {
      if (command.positionals[0]?.separated === true) throw unseparated(command, word);
      positionals.push(word);
      continue;
    }
    const equals = word.indexOf("=");
    const spelling = equals < 0 ? word : word.slice(0, equals);
    const flag = lookUp(command, spelling);
    if (flag === undefined) throw unknownFlag(command, spelling);
    if (flag.type === "boolean") {
      if (equals >= 0) {
        throw new UsageError(
          `Cannot use ${word}: ${spelling} takes no value`,
          `Write ${spelling} alone, or leave it out.`,
        );
      }
      flags.push(`--${flag.name}`);
      continue;
    }
    const value = equals >= 0 ? word.slice(equals + 1) : words[++i];
    if (value === undefined || (equals < 0 && looksLikeFlag(value))) {
      throw new UsageError(
        `Cannot use ${spelling}: its value is missing`,
        value === undefined || value === "--"
          ? `Write ${spelling} ${flag.value ?? "VALUE"}.`
          : `Write ${spelling} ${
            flag.value ?? "VALUE"
          }; a value that begins with a dash is given ` +
            `as ${spelling}=${value}.`,
      );
    }
    if (value === "") {
      throw new UsageError(
        `Cannot use ${spelling}: its value is empty`,
        `Give it one, or leave the flag out.`,
      );
    }
    flags.push(`--${flag.name}=${value}`);
  }
  return [...flags, "--", ...positionals];
}

function unseparated({ name, positionals }: Command, word: string): UsageError {
  const what = positionals[0]!.name;
  return new UsageError(
    `Cannot use ${JSON.stringify(word)} here: ${what} goes after "--"`,
    `Write wt-inject ${name} [flags] -- ${what}; what follows "--" is taken as it stands.`,
  );
}

/** A lone dash is a value (standard input), and so is a negative number. */
function looksLikeFlag(word: string): boolean {
  return word.startsWith("-") && word !== "-" && !/^-\.?\d/.test(word);
}

function lookUp(command: Command, spelling: string): Flag | undefined {
  return spelling.startsWith("--")
    ? command.flags.find((flag) => flag.name === spelling.slice(2))
    : command.flags.find((flag) => flag.short === spelling.slice(1));
}

function unknownFlag(command: Command, spelling: string): UsageError {
  const near = nearest(spelling.replace(/^-+/, ""), command.flags.map((flag) => flag.name));
  const hints = [
    near === undefined ? "" : `Did you mean --${near}?`,
    `"wt-inject help ${command.name}" lists its flags.`,
    command.positionals.length > 0 ? `Words that begin with a dash go after "--".` : "",
  ];
  return new UsageError(
    `Cannot use ${spelling}: ${command.name} has no such flag`,
    hints.filter((hint) => hint !== "").join(" "),
  );
}

/** A number that the flag takes: a default may say more than its number. */
function exampleOf({ default: usual, value = "N" }: Flag): string {
  return /\d+(?:\.\d+)?/.exec(`${usual ?? ""}`)?.[0] ?? value;
}

function checkValue(flag: Flag, text: string): void {
  if (flag.type === "number") {
    const fault = numberIn(text, flag.range ?? {});
    if (fault === undefined) return;
    throw new UsageError(
      `Cannot use --${flag.name} ${text}: ${fault}`,
      `Write --${flag.name} ${exampleOf(flag)}, for instance.`,
    );
  }
  if (flag.values === undefined || flag.values.includes(text)) return;
  throw notOneOf(`--${flag.name} ${text}`, text, flag.values);
}

function checkPositionals(command: Command, given: readonly string[]): void {
  const { positionals } = command;
  const last = positionals.at(-1);
  const surplus = last?.many === true ? undefined : given[positionals.length];
  if (surplus !== undefined) {
    const takes = positionals.length === 0
      ? "no arguments"
      : `${positionals.map((p) => p.name).join(" and ")} only`;
    throw new UsageError(
      `Cannot use ${JSON.stringify(surplus)}: ${command.name} takes ${takes}`,
      `Quote words that belong together; "wt-inject help ${command.name}" has examples.`,
    );
  }
  const missing = positionals[given.length];
  if (missing?.required) {
    throw new UsageError(
      `Cannot run ${command.name}: ${missing.name} is missing`,
      `Write wt-inject ${command.name} ${missing.name}. ${missing.name} is ${missing.help}.`,
    );
  }
  for (const [i, text] of given.entries()) {
    const { name, values, empty, separated } = positionals[i] ?? last!;
    if (text === "" && empty !== true && separated !== true) {
      throw new UsageError(
        `Cannot run ${command.name}: ${name} is empty`,
        "A variable that isn't set may stand there; leave the argument out, or give it its value.",
      );
    }
    if (values !== undefined && !values.includes(text)) {
      throw notOneOf(JSON.stringify(text), text, values);
    }
  }
}

function notOneOf(shown: string, text: string, values: readonly string[]): UsageError {
  const near = nearest(text, values);
  return new UsageError(
    `Cannot use ${shown}: it isn't one of ${values.join(", ")}`,
    near === undefined ? "Choose one of them." : `Did you mean ${near}?`,
  );
}
