/**
 * The record of `wt-inject ratify`.
 *
 * @module
 */
import type { Command } from "./command.ts";
import { noColorFlag, quietFlag, reportFlag, verboseFlag } from "./table_flags.ts";
import { recordFormatFlag, runtimeFlag } from "./table_proof.ts";

/** `wt-inject ratify`. */
export const ratifyCommand: Command = {
  name: "ratify",
  summary: "do two independent drivers conform? the record",
  about: [
    "The contract's version 1 freezes only when two independent drivers conform and pass the " +
    "reset canary. ratify makes the record of that: the whole certification of each driver, " +
    "the canary through each of them, and whether what they report agrees case by case.",
    "The canary tells an endpoint a nonce, resets it, and asks for it: on one that conforms, and " +
    "on two that leak. A driver passes where a leak shows through it if there is one, and none " +
    "if there is none.",
    "The verdict is the rule's, and nothing is softened to change it: RATIFIABLE, or NOT " +
    "RATIFIED with every reason. Not ratified is a result, and often the right one. That the " +
    "drivers are independent of each other is your word, and the record says so.",
    "A driver is named as for certify, in one word of your shell's: blanks part its words, quotes " +
    "and backslashes work as usual, and nothing else does. Cases run one after another, driver " +
    "after driver; the first line on standard error says about how long.",
  ],
  positionals: [],
  flags: [
    {
      name: "driver",
      type: "list",
      value: "[NAME=]CMD",
      help:
        "An adapter's command with its arguments, or self for wt-inject's own driver; NAME is " +
        "how the record calls it. Given twice at least",
    },
    {
      name: "driver-version",
      type: "list",
      value: "NAME=VERSION",
      help: "The version of the driver of that name, for the record. May be repeated",
    },
    { ...runtimeFlag, help: "Hold every driver to the clauses for this built-in runtime too" },
    {
      name: "select",
      type: "list",
      value: "PATTERN",
      help: "Play only these cases, as certify has it. A selection is never ratified. May be " +
        "repeated",
    },
    recordFormatFlag,
    reportFlag,
    { ...verboseFlag, help: "A line on standard error for every case" },
    quietFlag,
    noColorFlag,
  ],
  examples: [
    {
      line: "wt-inject ratify --driver self --driver 'python3 examples/drivers/urllib_driver.py'",
      does: "wt-inject's own driver and one in Python",
    },
    {
      line: "wt-inject ratify --driver a=./a --driver b=./b --report markdown=record.md",
      does: "two drivers with names, and a record to keep",
    },
  ],
  exits: [
    [0, "ratifiable: two drivers conform and pass the canary"],
    [1, "not ratified: fewer than two can"],
    [2, "the command line is wrong, or a permission is missing; nothing was run"],
    [3, "incomplete: a driver can't be started, something could not run, or a selection was made"],
    [4, "a fault of wt-inject's own"],
    [130, "interrupted; the record was written all the same"],
  ],
};
