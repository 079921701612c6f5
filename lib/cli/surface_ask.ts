/**
 * What every `wt-inject surface …` begins with: an endpoint is asked for its surface.
 *
 * @module
 */
import { EXIT } from "../contract/result.ts";
import { ContractError, HttpInject, TransportError } from "../driver/http_inject.ts";
import { DEFAULT_TIMEOUT_S } from "../driver/settings.ts";
import { probeSurface, type SurfaceProbe } from "../surface/probe.ts";
import { once } from "../wire/client.ts";
import type { Arguments } from "./arguments.ts";
import { refuseTogether } from "./conform_options.ts";
import { withTarget } from "./endpoint_run.ts";
import { interruptible } from "./interrupt.ts";
import type { Io } from "./io.ts";
import { exitCodeOf } from "./send.ts";
import { failureText } from "./send_text.ts";
import { targetUrl, timeoutFromEnvironment } from "./target.ts";

/** How to ask. */
export interface Ask {
  /** How often a reported surface is asked for. */
  readonly times: number;
  /** Reset the endpoint first. */
  readonly reset?: boolean;
  /** What is to be taken away before a second Ctrl-C ends the process. */
  readonly discard?: () => void;
}

/**
 * Asks the endpoint that the command line names.
 *
 * @returns what was found; or an exit code, where it was interrupted or its reset failed, which is
 * told on standard error then
 */
export async function askSurface(
  args: Arguments,
  io: Io,
  { times, reset = false, discard = () => {} }: Ask,
): Promise<SurfaceProbe | number> {
  refuseTogether(args, [], ["reference"]);
  const url = args.given("reference") ? undefined : targetUrl(args.positionals[0], io);
  const timeoutS = args.number("timeout") ?? timeoutFromEnvironment(io) ?? DEFAULT_TIMEOUT_S;
  let stopped = false;
  return await withTarget(url, async (baseUrl) => {
    try {
      const hooks = { first: () => void (stopped = true), second: discard };
      return await interruptible(io, hooks, async (signal) => {
        if (reset) await new HttpInject({ baseUrl, timeoutS }).reset({ signal });
        return await probeSurface({ baseUrl, transport: once, timeoutS, times, signal });
      });
    } catch (error) {
      if (stopped) return EXIT.interrupted;
      if (!(error instanceof ContractError) && !(error instanceof TransportError)) throw error;
      io.stderr.write(failureText(error));
      return exitCodeOf(error);
    }
  });
}
