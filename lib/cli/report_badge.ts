/**
 * `wt-inject report badge`: a saved report in two words, with the day and what it was held against.
 *
 * @module
 */
import { renderBadge } from "../report/badge.ts";
import type { BadgeFormat } from "../report/badge_formats.ts";
import type { Arguments } from "./arguments.ts";
import type { Io } from "./io.ts";
import { readAnyReport, viewOfAny } from "./saved_any.ts";

/** Prints the badge; the report's verdict doesn't matter. */
export async function run(args: Arguments, io: Io): Promise<number> {
  const view = await viewOfAny(await readAnyReport(args.positionals[0]!, io));
  io.stdout.write(renderBadge(view, (args.text("format") ?? "json") as BadgeFormat));
  return 0;
}
