/**
 * The records of `wt-inject report …`: what can be done with a saved JSON report.
 *
 * @module
 */
import { BADGE_FORMATS } from "../report/badge_formats.ts";
import type { Command } from "./command.ts";
import { formatFlag, noColorFlag } from "./table_flags.ts";

/** `wt-inject report view`. */
export const reportViewCommand: Command = {
  name: "report view",
  summary: "show a saved report in any format",
  about: [
    "Reads a report that --format json or --report json=PATH wrote, of whatever command, and " +
    "prints it in another format: run once, view many times. Nothing is asked again.",
    "html is one page that needs nothing else: verdict, matrices, and each failure with the " +
    "messages that show it. docs/reports.md says what each format is for.",
    "The exit code says only that the report could be shown, never what its verdict was.",
  ],
  positionals: [{
    name: "FILE",
    required: true,
    help: "a report in JSON; - reads it from standard input",
  }],
  flags: [
    formatFlag,
    {
      name: "verbose",
      short: "v",
      type: "boolean",
      help: "In text, evidence for every check, and all that the report holds of it",
    },
    noColorFlag,
  ],
  examples: [
    { line: "wt-inject report view wt.json", does: "read it" },
    { line: "wt-inject report view wt.json --format junit > wt.xml", does: "for a CI system" },
    { line: "wt-inject report view wt.json --format html > wt.html", does: "to look at" },
  ],
  exits: [
    [0, "shown, whatever its verdict"],
    [2, "the command line is wrong, or the file holds no report"],
    [4, "a fault of wt-inject's own"],
  ],
};

/** `wt-inject report badge`. */
export const reportBadgeCommand: Command = {
  name: "report badge",
  summary: "make a badge of a saved report",
  about: [
    "Prints a badge: what was held against which version of the contract or of the corpus, the " +
    "verdict, and the day. json is what shields.io reads as an endpoint, svg is the picture itself.",
    "The exit code says only that the badge could be made, never what the verdict was.",
  ],
  positionals: [{
    name: "FILE",
    required: true,
    help: "a report in JSON; - reads it from standard input",
  }],
  flags: [{
    name: "format",
    type: "string",
    value: "FORMAT",
    values: BADGE_FORMATS,
    help: "json or svg",
    default: "json",
  }],
  examples: [
    { line: "wt-inject report badge wt.json > badge.json", does: "for shields.io" },
    { line: "wt-inject report badge wt.json --format svg > badge.svg", does: "the picture" },
  ],
  exits: [
    [0, "made, whatever the verdict"],
    [2, "the command line is wrong, or the file holds no report"],
    [4, "a fault of wt-inject's own"],
  ],
};

/** `wt-inject report diff`. */
export const reportDiffCommand: Command = {
  name: "report diff",
  summary: "compare two saved reports",
  about: [
    "Says what changed between two runs: checks that fail now and didn't, that no longer fail, " +
    "that still do; verdicts that changed otherwise; checks that only one of them knows.",
    "A check that failed and could not run this time is not fixed: it is listed apart. Reports " +
    "of different commands can't be compared.",
  ],
  positionals: [
    { name: "OLD", required: true, help: "the earlier report, in JSON" },
    { name: "NEW", required: true, help: "the later one" },
  ],
  flags: [
    {
      name: "format",
      type: "string",
      value: "FORMAT",
      values: ["text", "json"],
      help: "text or json",
      default: "text",
    },
    noColorFlag,
  ],
  examples: [
    {
      line: "wt-inject report diff main.json branch.json",
      does: "what did this branch break, and what did it mend?",
    },
  ],
  exits: [
    [0, "no new failure"],
    [1, "at least one check fails now that didn't fail before"],
    [2, "the command line is wrong, or a file holds no report"],
    [
      3,
      "no new failure was seen, but NEW is no whole run, or a required check that ran in OLD " +
      "could not run in it",
    ],
    [4, "a fault of wt-inject's own"],
  ],
};
