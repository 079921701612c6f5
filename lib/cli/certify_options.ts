/**
 * Which driver and which cases a command line of `certify` means.
 *
 * @module
 */
import type { DriverCase } from "../certify/case.ts";
import { CASES } from "../certify/case_list.ts";
import { availableCases, levelOf, selectCases } from "../certify/select.ts";
import type { Level } from "../contract/result.ts";
import { UsageError } from "../contract/usage.ts";
import type { Arguments } from "./arguments.ts";
import { refuseTogether, selectionOptions } from "./conform_options.ts";

/** The cases of a run. */
export interface ChosenCases {
  readonly cases: readonly DriverCase[];
  readonly patterns: readonly string[];
  /** How many there are to choose from. */
  readonly available: number;
  readonly runtime?: "http_inject";
}

const EXCLUDES: readonly (readonly [flag: string, others: readonly string[]])[] = [
  ["self", ["listen", "smoke"]],
  ["listen", ["smoke"]],
  ["list", ["self", "listen", "smoke", "report", "label"]],
  ["quiet", ["verbose"]],
];

/**
 * Refuses flags that contradict each other, two drivers, and none.
 *
 * @throws UsageError
 */
export function refuseContradictions(args: Arguments): void {
  refuseTogether(args, EXCLUDES, []);
  const [program] = args.positionals;
  const instead = ["self", "listen"].find((flag) => args.given(flag));
  if (program !== undefined && instead !== undefined) {
    throw new UsageError(
      `Cannot use --${instead} with the command ${program}: there is one driver in a run`,
      "Leave one of them out.",
    );
  }
  if (program === undefined && instead === undefined && !args.given("list")) {
    throw new UsageError(
      "Cannot certify: no driver is named",
      "Write its adapter's command after --, or --self, or --listen HOST:PORT.",
    );
  }
  const format = args.text("format") ?? "text";
  if (args.given("list") && format !== "text" && format !== "json") {
    throw new UsageError(
      `Cannot use --format ${format} here: a list is text or json`,
      "Write --format json, or leave it out.",
    );
  }
}

/** From the strictest: a run at one level holds those above it too. */
const LEVELS: readonly Level[] = ["MUST", "SHOULD", "MAY"];

/**
 * Reads --select, --level and --runtime.
 *
 * @throws UsageError on a pattern that matches nothing, and where nothing is left
 */
export function chosenCases(args: Arguments): ChosenCases {
  const { patterns, level } = selectionOptions(args);
  const runtime = args.given("runtime") ? { runtime: "http_inject" as const } : {};
  const selected = selectCases({ patterns, ...runtime, cases: CASES });
  const last = LEVELS.indexOf(level ?? "MAY");
  const cases = selected.filter((one) => LEVELS.indexOf(levelOf(one, runtime.runtime)) <= last);
  if (cases.length === 0) {
    throw new UsageError(
      `Cannot certify: no selected case is of the level ${level}`,
      `Leave --level out, or write --level may.`,
    );
  }
  return { cases, patterns, available: availableCases(runtime).length, ...runtime };
}
