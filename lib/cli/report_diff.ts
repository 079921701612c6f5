/**
 * `wt-inject report diff`: what changed between two saved reports.
 *
 * @module
 */
import { UsageError } from "../contract/usage.ts";
import { diffReports } from "../report/diff.ts";
import { diffJson, diffText } from "../report/diff_text.ts";
import type { Arguments } from "./arguments.ts";
import { textLook } from "./conform_outputs.ts";
import type { Io } from "./io.ts";
import { readReport } from "./saved_report.ts";

/**
 * Prints the difference; the exit code is the diff's.
 *
 * @throws UsageError on what isn't a report, and on reports of different commands
 */
export async function run(args: Arguments, io: Io): Promise<number> {
  const [old, fresh] = args.positionals as [string, string];
  if (old === "-" && fresh === "-") {
    throw new UsageError(
      "Cannot read both reports from -: standard input holds one",
      "Name the other by its path.",
    );
  }
  const diff = diffReports(await readReport(old, io), await readReport(fresh, io));
  io.stdout.write(
    args.text("format") === "json" ? diffJson(diff) : diffText(diff, textLook(args, io)),
  );
  return diff.exit_code;
}
