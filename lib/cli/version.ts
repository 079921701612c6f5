/**
 * `wt-inject version`: answers from constants, and so loads nothing.
 *
 * @module
 */
import configuration from "../../deno.json" with { type: "json" };
import type { Arguments } from "./arguments.ts";
import type { Io } from "./io.ts";

/** What this is, for the command and for reports. */
export const TOOL = {
  name: configuration.name,
  version: configuration.version,
  /** The version of Contract C. */
  contract: 1,
  runtime: `deno ${Deno.version.deno} (${Deno.build.target})`,
} as const;

/** Prints the version. */
export function run(args: Arguments, io: Io): number {
  io.stdout.write(
    args.given("json") ? `${JSON.stringify(TOOL, null, 2)}\n` : `wt-inject ${TOOL.version}\n` +
      `Contract C version ${TOOL.contract}\n${TOOL.runtime}\n`,
  );
  return 0;
}
