/**
 * What can stand where on a command line, read from the command table, for the shells to complete.
 *
 * @module
 */
import type { Command, Flag, Positional } from "./command.ts";

/** What a value may be, as far as a shell can help with it. */
export type Value =
  | { readonly kind: "any" }
  | { readonly kind: "words"; readonly words: readonly string[] }
  | { readonly kind: "file" }
  | { readonly kind: "folder" }
  /** `FORMAT=PATH` */
  | { readonly kind: "report"; readonly formats: readonly string[] }
  /** A program and its own arguments. */
  | { readonly kind: "program" };

/** A flag, as the shells need it. */
export interface FlagWords {
  readonly name: string;
  readonly short?: string;
  readonly help: string;
  readonly many: boolean;
  /** Absent where it takes none. */
  readonly value?: Value;
  /** What stands for the value in help. */
  readonly label: string;
}

/** A positional, as the shells need it. */
export interface PositionalWords {
  readonly label: string;
  readonly value: Value;
  readonly many: boolean;
  readonly separated: boolean;
}

/** A command, as the shells need it. */
export interface CommandWords {
  readonly name: string;
  readonly summary: string;
  readonly flags: readonly FlagWords[];
  readonly positionals: readonly PositionalWords[];
}

/** Labels of values that are files, and of those that are folders. */
const FILES: readonly string[] = ["FILE", "OLD", "NEW", "REPORT", "TRACE"];
const FOLDERS: readonly string[] = ["FOLDER", "DIR"];

const HELP: FlagWords = {
  name: "help",
  short: "h",
  help: "What the command does, and its flags",
  many: false,
  label: "",
};

/** All commands. */
export function completionWords(commands: readonly Command[]): readonly CommandWords[] {
  const firsts = [...new Set(commands.map(({ name }) => name.split(" ")[0]!))];
  const seconds = commands.flatMap(({ name }) => name.split(" ").slice(1));
  return commands.map((command) => ({
    name: command.name,
    summary: command.summary,
    flags: [...command.flags.map((flag) => flagWords(flag, command)), HELP],
    positionals: command.positionals.map((positional, index) => {
      const { name, many = false, separated = false } = positional;
      const value: Value = command.name === "help"
        ? { kind: "words", words: index === 0 ? firsts : [...new Set(seconds)] }
        : valueOf(name, positional, command);
      return { label: name, value, many, separated };
    }),
  }));
}

function flagWords(flag: Flag, command: Command): FlagWords {
  const label = flag.value ?? "VALUE";
  return {
    name: flag.name,
    ...(flag.short === undefined ? {} : { short: flag.short }),
    help: firstSentence(flag.help),
    many: flag.type === "list",
    ...(flag.type === "boolean" ? {} : { value: valueOf(label, flag, command) }),
    label,
  };
}

function valueOf(label: string, { values }: Flag | Positional, command: Command): Value {
  if (values !== undefined) return { kind: "words", words: values };
  if (FILES.includes(label)) return { kind: "file" };
  if (FOLDERS.includes(label)) return { kind: "folder" };
  if (label === "CMD") return { kind: "program" };
  if (label !== "FORMAT=PATH") return { kind: "any" };
  const format = command.flags.find(({ name }) => name === "format");
  return { kind: "report", formats: format?.values ?? [] };
}

function firstSentence(text: string): string {
  return text.split(/\. (?=[A-Z])/)[0]!;
}
