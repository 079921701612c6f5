/**
 * `wt-inject surface probe`: the state of an endpoint's prompt surface. Destroys nothing.
 *
 * @module
 */
import { surfaceExitCode } from "../surface/probe.ts";
import { renderSurface } from "../surface/render.ts";
import type { Arguments } from "./arguments.ts";
import type { Io } from "./io.ts";
import { askSurface } from "./surface_ask.ts";

/** Probes, and prints what may be printed. */
export async function run(args: Arguments, io: Io): Promise<number> {
  const probe = await askSurface(args, io, { times: 2 });
  if (typeof probe === "number") return probe;
  const format = args.text("format") === "json" ? "json" : "text";
  io.stdout.write(await renderSurface(probe, format, { show: args.given("show-surface") }));
  return surfaceExitCode(probe);
}
