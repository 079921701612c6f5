/**
 * `wt-inject report merge`: one report out of those of shards.
 *
 * @module
 */
import { UsageError } from "../contract/usage.ts";
import { formatNames } from "../report/formats.ts";
import { mergeReports } from "../run/merge.ts";
import { parseRunReport } from "../run/saved_run_report.ts";
import type { Arguments } from "./arguments.ts";
import type { Io } from "./io.ts";
import { openReports } from "./outputs.ts";
import { commandLine } from "./quote.ts";
import { deliverRun } from "./run.ts";
import { readWhole, RESULT_BYTES } from "../wire/read_file.ts";

/** Merges; the exit code is that of what comes out. */
export async function run(args: Arguments, io: Io): Promise<number> {
  const named = [];
  for (const name of args.positionals) {
    named.push({ name, report: parseRunReport(await textOf(name), name) });
  }
  const repeat = commandLine(["wt-inject", "report", "merge", ...args.words]);
  const report = mergeReports(named, repeat);
  return await deliverRun(report, args, io, await openReports(args, formatNames));
}

async function textOf(path: string): Promise<string> {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(await readWhole(path, RESULT_BYTES));
  } catch (error) {
    if (error instanceof Deno.errors.NotCapable || !(error instanceof Error)) throw error;
    const reason = error instanceof Deno.errors.NotFound
      ? "there is no such file"
      : error.message.replace(/: readfile .*$/, "");
    throw new UsageError(
      `Cannot read the report ${path}: ${reason}`,
      "Make one with wt-inject run … --report json=PATH.",
    );
  }
}
