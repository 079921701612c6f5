/**
 * `wt-inject report view`: run once, view many times.
 *
 * @module
 */
import type { Arguments } from "./arguments.ts";
import { textLook } from "./conform_outputs.ts";
import type { Io } from "./io.ts";
import { readAnyReport, renderedAny } from "./saved_any.ts";

/** Prints a saved report; its verdict doesn't matter. */
export async function run(args: Arguments, io: Io): Promise<number> {
  const saved = await readAnyReport(args.positionals[0]!, io);
  const options = { verbose: args.given("verbose"), ...textLook(args, io) };
  io.stdout.write(await renderedAny(args.text("format") ?? "text", saved, options));
  return 0;
}
