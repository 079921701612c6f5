/**
 * `wt-inject report view`: run once, view many times.
 *
 * @module
 */
import type { Arguments } from "./arguments.ts";
import { rendered, textLook } from "./conform_outputs.ts";
import type { Io } from "./io.ts";
import { readReport } from "./saved_report.ts";

/** Prints a saved report; its verdict doesn't matter. */
export async function run(args: Arguments, io: Io): Promise<number> {
  const report = await readReport(args.positionals[0]!, io);
  const options = { verbose: args.given("verbose"), ...textLook(args, io) };
  io.stdout.write(rendered(args.text("format") ?? "text", report, options));
  return 0;
}
