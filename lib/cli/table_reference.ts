/**
 * The records of the commands that only tell: they open no socket.
 *
 * @module
 */
import type { Command } from "./command.ts";
import { SCHEMA_NAMES } from "./schema_names.ts";

const exits = (wrong: string): Command["exits"] => [
  [0, "shown"],
  [2, wrong],
  [4, "a fault of wt-inject's own"],
];

/** `wt-inject list`. */
export const listCommand: Command = {
  name: "list",
  summary: "list the checks, and the clauses that they judge",
  about: [
    "A check has an id made of words, never of numbers, and judges one clause of the contract. " +
    "A wire check judges bytes alone; a cooperative one needs the agent to play along. Clauses " +
    "that no check can see are listed with the reason.",
    'The checks of "corpus run --agent" judge what an agent sends its model, by the requirements ' +
    "of the session corpus.",
  ],
  positionals: [{
    name: "WHAT",
    required: false,
    values: ["checks", "clauses", "agent-checks"],
    help: "checks, clauses or agent-checks; all of them, if not given",
  }],
  flags: [{
    name: "format",
    type: "string",
    value: "FORMAT",
    values: ["text", "json"],
    help: "text or json",
    default: "text",
  }],
  examples: [
    { line: "wt-inject list checks", does: "one line a check" },
    { line: "wt-inject list --format json", does: "the same for a program" },
  ],
  exits: exits("the command line is wrong"),
};

/** `wt-inject explain`. */
export const explainCommand: Command = {
  name: "explain",
  summary: "explain a check, a clause or a requirement",
  about: [
    "Quotes the contract's sentence, says whom it binds and why it matters, shows a message " +
    "that keeps it and one that breaks it, says how to mend the latter, and lists the checks " +
    "that judge it. Works offline.",
    "Of a requirement of the session corpus, R001 to R012, it quotes the sentence, says why it " +
    "matters and how to mend what breaks it, and lists the cases that ask for it. Of a check on " +
    "a live agent it says what is played.",
  ],
  positionals: [{
    name: "ID",
    required: true,
    help: 'the id of a check or a clause, as reports print it and "wt-inject list" lists it; or ' +
      "of a requirement, R003",
  }],
  flags: [],
  examples: [
    {
      line: "wt-inject explain response.tool-calls-present",
      does: "why an empty list must be there",
    },
    {
      line: "wt-inject explain agent-live.cut-call",
      does: "what is played to an agent, and what is wrong",
    },
    { line: "wt-inject explain R008", does: "what a hidden retry breaks, and which cases see it" },
  ],
  exits: exits("there is no such check, clause or requirement"),
};

/** `wt-inject schema`. */
export const schemaCommand: Command = {
  name: "schema",
  summary: "print a JSON Schema",
  about: [
    "Prints the schema of one of the contract's six envelopes, of the report that --format json " +
    "writes, of the profile that conform reads, of a baseline, or of the lines that a driver's " +
    "adapter reads and prints. Without a name it lists the names.",
  ],
  positionals: [{
    name: "NAME",
    required: false,
    values: SCHEMA_NAMES,
    help: `one of ${SCHEMA_NAMES.join(", ")}`,
  }],
  flags: [],
  examples: [
    { line: "wt-inject schema report > report.schema.json", does: "keep the report's schema" },
  ],
  exits: exits("there is no such schema"),
};

/** `wt-inject version`. */
export const versionCommand: Command = {
  name: "version",
  summary: "say which version this is",
  about: ["The version of wt-inject, of the contract that it judges by, and of the runtime."],
  positionals: [],
  flags: [{ name: "json", type: "boolean", help: "The same as JSON" }],
  examples: [{ line: "wt-inject version --json", does: "for a program" }],
  exits: exits("the command line is wrong"),
};

/** `wt-inject help`. */
export const helpCommand: Command = {
  name: "help",
  summary: "explain a command",
  about: ['"wt-inject COMMAND --help" says the same.'],
  positionals: [
    { name: "COMMAND", required: false, help: "the command; all of them, if not given" },
    { name: "WORD", required: false, help: "the second word of a command that has two" },
  ],
  flags: [],
  examples: [
    { line: "wt-inject help conform", does: "flags, examples and exit codes of conform" },
    {
      line: "wt-inject help surface probe",
      does: "the same of a command of two words",
    },
  ],
  exits: exits("there is no such command"),
};
