/**
 * The records of `wt-inject corpus …`, but for `corpus run`: the session corpus, and what reports of it
 * come to.
 *
 * @module
 */
import type { Command, Flag } from "./command.ts";
import { formatFlag } from "./table_flags.ts";

/** Another corpus than the one that is carried. */
export const corpusFlag: Flag = {
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

/** `wt-inject corpus explain`. */
export const corpusExplainCommand: Command = {
  name: "corpus explain",
  summary: "say what a case sends, holds and expects",
  about: [
    "Every variant of one case, step by step: what the client sends, in each dialect; what the " +
    "upstream answers, and where it holds back; what must arrive at each end on which adapter " +
    "path; and why, with the source that says so. For whoever wants to know what a failed cell " +
    "asks of them.",
  ],
  positionals: [{
    name: "CASE",
    required: true,
    help: "a case's id, a variant (CASE.VARIANT), or a cell (CASE.VARIANT.PATH)",
  }],
  flags: [listFormatFlag, corpusFlag],
  examples: [
    { line: "wt-inject corpus explain stream-truncated", does: "all variants, every path" },
    {
      line: "wt-inject corpus explain two-calls-one-turn.whole.messages-to-chat",
      does: "what one cell sends and expects",
    },
  ],
  exits: shows("there is no such case, or the corpus can't be loaded"),
};

/** `wt-inject corpus matrix`. */
export const corpusMatrixCommand: Command = {
  name: "corpus matrix",
  summary: "put reports of corpus runs side by side",
  about: [
    "A table of saved reports: a row a case, a column an adapter path of a target. In it stands " +
    "the worst that any variant came to, and how many variants passed of all that apply: one " +
    "that could not run counts among them. Reports must be of one corpus, by its digest.",
    "The exit code says only that the table could be drawn.",
  ],
  positionals: [{
    name: "REPORT",
    required: true,
    many: true,
    help: "a report of corpus run, in JSON; - reads it from standard input",
  }],
  flags: [
    { ...formatFlag, values: ["text", "markdown", "json"], help: "text, markdown or json" },
  ],
  examples: [
    { line: "wt-inject corpus matrix anvil.json portkey.json", does: "two gateways" },
    {
      line: "wt-inject corpus matrix --format markdown results/a.json > results/README.md",
      does: "for a page",
    },
  ],
  exits: [
    [0, "drawn, whatever the verdicts"],
    [2, "the command line is wrong, or a file holds no report of a corpus run of this corpus"],
    [4, "a fault of wt-inject's own"],
  ],
};
