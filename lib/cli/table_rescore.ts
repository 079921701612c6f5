/**
 * The records of `wt-inject rescore` and `report merge`: what becomes of traces and of shards' reports.
 *
 * @module
 */
import type { Command } from "./command.ts";
import { formatFlag, noColorFlag, reportFlag } from "./table_flags.ts";

/** `wt-inject rescore`. */
export const rescoreCommand: Command = {
  name: "rescore",
  summary: "score kept traces again, with no endpoint",
  about: [
    "Holds traces against scenarios as they stand now: what would yesterday's runs be worth by " +
    "today's expectations? Wind Tunnel's traces will do as well as our own; where a trace has a " +
    "tool server's own log of calls, that outweighs what the transcript says.",
    "Nothing is changed, unless --write puts the new scores beside their traces.",
  ],
  positionals: [{
    name: "TRACE",
    required: true,
    many: true,
    help: "a trace, or a folder with traces in it, such as a runs directory",
  }],
  flags: [
    {
      name: "scenarios",
      type: "list",
      value: "FILE",
      help: "A scenario file, or a folder of them. May be repeated; needed at least once",
    },
    {
      name: "write",
      type: "boolean",
      help: "Put the new scores in place of the old ones",
    },
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
      line: "wt-inject rescore runs --scenarios shop.yaml",
      does: "would these runs still pass?",
    },
    {
      line: "wt-inject rescore runs --scenarios scenarios --write",
      does: "let wt report show the new scores",
    },
  ],
  exits: [
    [0, "every trace passes, or misses where its scenario allows variance"],
    [1, "at least one trace fails"],
    [2, "the command line is wrong, a trace can't be read, or no scenario has its name"],
    [3, "no trace fails, but one is INVALID"],
    [4, "a fault of wt-inject's own, or a score that could not be written"],
  ],
};

/** `wt-inject report merge`. */
export const reportMergeCommand: Command = {
  name: "report merge",
  summary: "put the shards of one run together",
  about: [
    "Reads the JSON reports of wt-inject run --shard I/N and makes one of them. Shards must be of " +
    "the same scenarios, runs and names; a shard that is missing leaves the outcome INCOMPLETE.",
    "A single whole report is shown as it is: run once, view many times.",
  ],
  positionals: [{
    name: "FILE",
    required: true,
    many: true,
    help: "a report of wt-inject run, in JSON",
  }],
  flags: [
    formatFlag,
    reportFlag,
    {
      name: "verbose",
      short: "v",
      type: "boolean",
      help: "In text, the evidence of passed runs too",
    },
    noColorFlag,
  ],
  examples: [
    {
      line: "wt-inject report merge shard-1.json shard-2.json --report junit=run.xml",
      does: "one verdict, and a file for the CI system",
    },
  ],
  exits: [
    [0, "every scenario passed, or missed where it allows variance"],
    [1, "at least one scenario failed"],
    [2, "the command line is wrong, or the reports aren't shards of one run"],
    [3, "a scenario was INVALID, or runs are missing"],
    [4, "a shard ended by a fault of wt-inject's own, or a file could not be written"],
    [130, "the one report that was given was of a run that was interrupted"],
  ],
};
