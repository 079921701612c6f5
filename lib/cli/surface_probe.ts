/**
 * `wt-inject surface probe`: the state of an endpoint's prompt surface. Destroys nothing.
 *
 * @module
 */
import { EXIT } from "../contract/result.ts";
import { DEFAULT_TIMEOUT_S } from "../driver/settings.ts";
import { probeSurface, surfaceExitCode, type SurfaceProbe } from "../surface/probe.ts";
import { renderSurface } from "../surface/render.ts";
import { once } from "../wire/client.ts";
import type { Arguments } from "./arguments.ts";
import { refuseTogether } from "./conform_options.ts";
import { withTarget } from "./endpoint_run.ts";
import { interruptible } from "./interrupt.ts";
import type { Io } from "./io.ts";
import { targetUrl, timeoutFromEnvironment } from "./target.ts";

/** Probes, and prints what may be printed. */
export async function run(args: Arguments, io: Io): Promise<number> {
  refuseTogether(args, [], ["reference"]);
  const url = args.given("reference") ? undefined : targetUrl(args.positionals[0], io);
  const timeoutS = args.number("timeout") ?? timeoutFromEnvironment(io) ?? DEFAULT_TIMEOUT_S;
  const probe = await withTarget(url, async (baseUrl): Promise<SurfaceProbe | undefined> => {
    let stopped = false;
    try {
      return await interruptible(
        io,
        { first: () => stopped = true },
        (signal) => probeSurface({ baseUrl, transport: once, timeoutS, signal }),
      );
    } catch (error) {
      if (stopped) return undefined;
      throw error;
    }
  });
  if (probe === undefined) return EXIT.interrupted;
  const format = args.text("format") === "json" ? "json" : "text";
  io.stdout.write(await renderSurface(probe, format, { show: args.given("show-surface") }));
  return surfaceExitCode(probe);
}
