/**
 * The records of `wt-inject corpus …`: the session corpus, and gateways held against it.
 *
 * @module
 */
import type { Command, Flag } from "./command.ts";
import {
  formatFlag,
  grouped,
  noColorFlag,
  quietFlag,
  reportFlag,
  verboseFlag,
} from "./table_flags.ts";

const corpusFlag: Flag = {
  name: "corpus",
  type: "string",
  value: "FOLDER",
  help: "Take the corpus of this folder, the one with manifest.json in it",
  default: "the corpus that wt-inject carries",
};

const listFormatFlag: Flag = {
  ...formatFlag,
  values: ["text", "json"],
  help: "text or json",
};

const shows = (wrong: string): Command["exits"] => [
  [0, "shown"],
  [2, `the command line is wrong, ${wrong}`],
  [4, "a fault of wt-inject's own"],
];

/** `wt-inject corpus run`. */
export const corpusRunCommand: Command = {
  name: "corpus run",
  summary: "hold a gateway against the session corpus",
  about: [
    "Does a gateway between a client and a model's server carry a tool-using session through? " +
    "wt-inject plays both ends: the client, and a scripted upstream. A cell is one case's " +
    "variant on one adapter path, what the client speaks and what the upstream speaks " +
    "(messages-to-chat), or the agent's loop on its own (agent).",
    "What is judged today is the gateway that wt-inject has built in, on all nine paths, and its " +
    "agent's loop. Targets of your own can't be named yet: a file that describes one isn't read " +
    "so far.",
    "A path claims a corpus, by its version and digest, where every cell that applies on it ran " +
    "and none failed. That is a gateway regression claim only: scripted upstreams say nothing " +
    "of a model, a live engine, or a client's acceptance.",
    "Reports hold ids, hashes, counts and codes, and nothing that was said. No model is asked, " +
    "no tool of a fixture is run, and nothing leaves this machine.",
  ],
  positionals: [],
  flags: [
    ...grouped("Selection", [
      {
        name: "path",
        type: "list",
        value: "PATH",
        help: "Play only the cells of this adapter path. May be repeated",
        default: "all of the target's",
      },
      {
        name: "case",
        type: "list",
        value: "PATTERN",
        help: "Play only this case, this variant (CASE.VARIANT), this cell (CASE.VARIANT.PATH), " +
          "or what matches this glob over them (* within a word, ** across). May be repeated",
      },
      corpusFlag,
    ]),
    ...grouped("Output", [
      {
        name: "show-values",
        type: "boolean",
        help: "Show what was said in the report, with the exchanges of every cell that didn't " +
          "pass. Without it a report has lengths and hashes",
      },
      formatFlag,
      reportFlag,
      {
        ...verboseFlag,
        help: "A line on standard error for every cell; in text, evidence for all that has any",
      },
      quietFlag,
      noColorFlag,
    ]),
  ],
  examples: [
    { line: "wt-inject corpus run", does: "every cell, some seconds" },
    {
      line: "wt-inject corpus run --path messages-to-chat --case 'stream-*' --show-values",
      does: "some cells of one path, with what was said",
    },
    {
      line: "wt-inject corpus run --corpus corpus --report junit=corpus.xml",
      does: "a corpus in the making, and a report for a CI system",
    },
  ],
  exits: [
    [0, "every selected cell that applies ran, and none failed"],
    [1, "at least one cell failed"],
    [2, "the command line is wrong, the corpus can't be loaded, or nothing is selected"],
    [3, "incomplete: a cell could not run"],
    [4, "a fault of wt-inject's own"],
    [130, "interrupted; the report was written all the same"],
  ],
};

/** `wt-inject corpus list`. */
export const corpusListCommand: Command = {
  name: "corpus list",
  summary: "list the cases of the session corpus",
  about: ["One entry a case: what must hold, its variants, and on how many paths it applies."],
  positionals: [],
  flags: [listFormatFlag, corpusFlag],
  examples: [
    { line: "wt-inject corpus list", does: "every case with its variants" },
    { line: "wt-inject corpus list --format json", does: "the same for a program" },
  ],
  exits: shows("or the corpus can't be loaded"),
};

/** `wt-inject corpus show`. */
export const corpusShowCommand: Command = {
  name: "corpus show",
  summary: "show what a case of the corpus expects",
  about: [
    "Every variant of one case: the requirement that it stands for, what is right on which " +
    "adapter path and by what source, and why it doesn't apply on the others. JSON has the " +
    "whole expectation.",
  ],
  positionals: [{
    name: "CASE",
    required: true,
    help: 'a case\'s id, as "wt-inject corpus list" has it',
  }],
  flags: [listFormatFlag, corpusFlag],
  examples: [
    { line: "wt-inject corpus show two-calls-one-turn", does: "one case in full" },
  ],
  exits: shows("there is no such case, or the corpus can't be loaded"),
};

/** `wt-inject corpus verify`. */
export const corpusVerifyCommand: Command = {
  name: "corpus verify",
  summary: "check a corpus and its digest",
  about: [
    "Loads a corpus by every rule of its format and computes its digest anew. The first thing " +
    "that isn't in order is named: a word for the fault, the file and the place. Nothing is " +
    "played.",
  ],
  positionals: [{
    name: "FOLDER",
    required: false,
    help: "the folder with manifest.json in it; the corpus that wt-inject carries, if not given",
  }],
  flags: [listFormatFlag],
  examples: [
    { line: "wt-inject corpus verify", does: "the corpus that wt-inject carries" },
    { line: "wt-inject corpus verify corpus", does: "a corpus in a folder" },
  ],
  exits: [
    [0, "it is in order, and its digest is the one that it states"],
    [1, "it isn't; the fault is named"],
    [2, "the command line is wrong, or there is no such folder"],
    [4, "a fault of wt-inject's own"],
  ],
};

/** `wt-inject corpus copy`. */
export const corpusCopyCommand: Command = {
  name: "corpus copy",
  summary: "write the corpus into a folder",
  about: [
    "For tools in other languages: every file of the corpus byte for byte, and PROVENANCE.json, " +
    "which says what made the copy, and has the version, the digest and the size and hash of " +
    "each file. The note is no part of the corpus's identity.",
    "Nothing is overwritten: the folder must be empty, or not be there yet.",
  ],
  positionals: [{ name: "FOLDER", required: true, help: "where to, a new or an empty folder" }],
  flags: [corpusFlag],
  examples: [
    { line: "wt-inject corpus copy vendor/corpus", does: "take the corpus along" },
  ],
  exits: [
    [0, "written"],
    [2, "the command line is wrong, the folder isn't empty, or it can't be written"],
    [4, "a fault of wt-inject's own"],
  ],
};
