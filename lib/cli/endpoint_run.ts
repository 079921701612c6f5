/**
 * What every command that judges an endpoint does around its judgement: find the target, read the
 * profile, let Ctrl-C end it with a report.
 *
 * @module
 */
import type { Profile } from "../contract/profile.ts";
import type { Arguments } from "./arguments.ts";
import { discard, type Outputs } from "./conform_outputs.ts";
import { interruptible } from "./interrupt.ts";
import type { Io } from "./io.ts";
import { requireNet } from "./permission.ts";
import { DEFAULT_PROFILE, loadProfile } from "./profile_file.ts";
import type { Progress } from "./progress.ts";
import { commandLine } from "./quote.ts";
import { targetUrl, timeoutFromEnvironment } from "./target.ts";

/** All that is known of a target before it is there. */
export interface Target {
  /** Undefined for the reference endpoint, whose port isn't known yet. */
  readonly url: string | undefined;
  /** As the file has it; flags come on top. */
  readonly profile: Profile;
  /** Seconds, from the flag or the environment. */
  readonly timeoutS?: number;
  /** The line that repeats the run, whatever the environment says then. */
  readonly repeat: string;
}

/**
 * Reads the URL, the profile and the timeout.
 *
 * @param words the command line's, as they may be shown
 * @throws UsageError
 */
export async function targetOf(
  command: string,
  args: Arguments,
  words: readonly string[],
  io: Io,
  progress: Progress,
): Promise<Target> {
  const url = args.given("reference") ? undefined : targetUrl(args.positionals[0], io);
  const { profile, path } = await baseProfile(args, progress);
  const fromEnvironment = args.given("timeout") ? undefined : timeoutFromEnvironment(io);
  const timeoutS = args.number("timeout") ?? fromEnvironment;
  const line = ["wt-inject", command];
  if (url !== undefined && args.positionals.length === 0) line.push(url);
  if (path !== undefined && !args.given("profile")) line.push("--profile", path);
  if (fromEnvironment !== undefined) line.push("--timeout", String(fromEnvironment));
  return {
    url,
    profile,
    ...(timeoutS === undefined ? {} : { timeoutS }),
    repeat: commandLine([...line, ...words]),
  };
}

async function baseProfile(
  args: Arguments,
  progress: Progress,
): Promise<{ readonly profile: Profile; readonly path?: string }> {
  if (args.given("reference")) {
    const { REFERENCE_PROFILE } = await import("../endpoint/reference.ts");
    return { profile: REFERENCE_PROFILE };
  }
  const found = await loadProfile(args.text("profile"));
  if (found.withheld) {
    progress.note(`${DEFAULT_PROFILE} was not looked for: Deno may not read it`);
  } else if (found.path !== undefined) progress.note(`profile: ${found.path}`);
  return found;
}

/** Answers requests. */
type Handler = (request: Request) => Promise<Response>;

/**
 * Does work on a URL; the reference endpoint, where there is none, lives as long as the work on it.
 *
 * @param around what is put around the reference endpoint
 * @throws UsageError where Deno withholds the network
 */
export async function withTarget<Result>(
  url: string | undefined,
  work: (baseUrl: string) => Promise<Result>,
  around: (handler: Handler) => Handler = (handler) => handler,
): Promise<Result> {
  if (url !== undefined) {
    await requireNet(url);
    return await work(url);
  }
  const [{ contractHandler }, { referenceAgent }, { serveEndpoint }] = await Promise.all([
    import("../endpoint/handler.ts"),
    import("../endpoint/reference.ts"),
    import("../endpoint/serve.ts"),
  ]);
  const cut = new AbortController();
  const handler = around(contractHandler(referenceAgent()));
  const endpoint = await serveEndpoint({ port: 0, handler, signal: cut.signal });
  try {
    return await work(endpoint.url);
  } finally {
    cut.abort();
    await endpoint.finished;
  }
}

/** Judges; a first Ctrl-C asks for the report of what there is, and nothing half-made stays behind. */
export async function judged<Result>(
  io: Io,
  progress: Pick<Progress, "note" | "end">,
  outputs: Outputs,
  judge: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  try {
    const report = await interruptible(io, {
      first: () =>
        progress.note("interrupted: the report is on its way; once more ends it at once"),
      second() {
        progress.end();
        discard(outputs);
      },
    }, judge);
    progress.end();
    return report;
  } catch (error) {
    discard(outputs);
    throw error;
  }
}
