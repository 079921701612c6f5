/**
 * `wt-inject version`: answers from constants, and so loads nothing.
 *
 * @module
 */
import { VERSION } from "../contract/version.ts";
import type { Arguments } from "./arguments.ts";
import type { Io } from "./io.ts";

/** Prints the version. */
export function run(args: Arguments, io: Io): number {
  const about = {
    name: "wt-inject",
    version: VERSION,
    /** Of Contract C. */
    contract: 1,
    runtime: `deno ${Deno.version.deno} (${Deno.build.target})`,
  };
  io.stdout.write(
    args.given("json")
      ? `${JSON.stringify(about, null, 2)}\n`
      : `${about.name} ${about.version}\nContract C version ${about.contract}\n${about.runtime}\n`,
  );
  return 0;
}
