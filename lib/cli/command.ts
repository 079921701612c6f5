/**
 * What a command is, as data. Parsing, help, completions and the docs all read the same records, so
 * that none of them can promise what another doesn't know.
 *
 * @module
 */

/** The bounds of a number flag. */
export interface NumberRange {
  /** Exclusive lower bound. */
  readonly above?: number;
  /** Inclusive lower bound. */
  readonly from?: number;
  /** Inclusive upper bound. */
  readonly to?: number;
  readonly integer?: boolean;
}

/** One flag of a command. Every value flag refuses an empty value. */
export interface Flag {
  /** Long name, without the dashes. */
  readonly name: string;
  /** One letter, without the dash. */
  readonly short?: string;
  /** `list` may be given several times; every other type once. */
  readonly type: "boolean" | "string" | "number" | "list";
  /** What stands for the value in help: `FILE`, `URL`, … Absent for booleans. */
  readonly value?: string;
  /** The closed list of values, where there is one. */
  readonly values?: readonly string[];
  /** Bounds, for numbers. */
  readonly range?: NumberRange;
  /** One or two sentences, without a full stop at the end of the last. */
  readonly help: string;
  /** What holds when the flag isn't given, as help shows it. */
  readonly default?: string;
  /** Heading under which help lists it. */
  readonly group?: string;
}

/** One positional argument. */
export interface Positional {
  /** As help shows it: `URL`, `TEXT`, … */
  readonly name: string;
  readonly required: boolean;
  readonly values?: readonly string[];
  /** It says something where it is empty. Else that is a variable that nobody has set. */
  readonly empty?: true;
  /** It may be given several times. Of the last positional only. */
  readonly many?: true;
  /** It stands after `--` alone, so that all of its own flags stay its own. */
  readonly separated?: true;
  readonly help: string;
}

/** One example: a line to type, and what it does. */
export interface Example {
  readonly line: string;
  readonly does: string;
}

/** One command. */
export interface Command {
  readonly name: string;
  /** One line, under 60 columns. */
  readonly summary: string;
  /** Paragraphs. A line that begins with two spaces is kept as it stands. */
  readonly about: readonly string[];
  readonly positionals: readonly Positional[];
  readonly flags: readonly Flag[];
  readonly examples: readonly Example[];
  /** Exit codes and what each means for this command. */
  readonly exits: readonly (readonly [code: number, meaning: string])[];
}

/** `[URL]`, `TEXT`, `[PATTERN ...]` or `-- CMD ...`, as a usage line has it. */
export function positionalLabel({ name, required, many, separated }: Positional): string {
  const label = many === true ? `${name} ...` : name;
  if (separated === true) return `-- ${label}`;
  return required ? label : `[${label}]`;
}
