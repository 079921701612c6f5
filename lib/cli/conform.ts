/**
 * `wt-inject conform`: a run, a recording judged again, or a look at what a run would do.
 *
 * @module
 */
import { conform, type ConformOptions, dryRun, listChecks, rejudge } from "../conform/run.ts";
import type { Profile } from "../contract/profile.ts";
import type { Report } from "../contract/report.ts";
import { UsageError } from "../contract/usage.ts";
import type { Arguments } from "./arguments.ts";
import { checkListText, planText } from "./conform_lists.ts";
import {
  profileWithFlags,
  refuseContradictions,
  selectionOptions,
  waitMs,
} from "./conform_options.ts";
import { deliver, discard, openOutputs, type Outputs } from "./conform_outputs.ts";
import { interruptible } from "./interrupt.ts";
import type { Io } from "./io.ts";
import { requireNet } from "./permission.ts";
import { DEFAULT_PROFILE, loadProfile } from "./profile_file.ts";
import { type Progress, progressOn } from "./progress.ts";
import { commandLine } from "./quote.ts";
import { targetUrl, timeoutFromEnvironment } from "./target.ts";

/** Runs the command; the exit code is the report's. */
export async function run(args: Arguments, io: Io): Promise<number> {
  refuseContradictions(args);
  const selection = selectionOptions(args);
  const asJson = args.text("format") === "json";
  if (args.given("list")) {
    const checks = listChecks(selection);
    io.stdout.write(asJson ? `${JSON.stringify({ checks }, null, 2)}\n` : checkListText(checks));
    return 0;
  }
  const progress = progressOn(io.stderr, {
    quiet: args.given("quiet"),
    verbose: args.given("verbose"),
  });
  try {
    if (args.given("from")) return await judgeRecording(args, io, progress);
    const setting = await settle(args, io, progress);
    if (args.given("dry-run")) {
      const plan = dryRun(setting.options);
      io.stdout.write(asJson ? `${JSON.stringify(plan, null, 2)}\n` : planText(plan));
      return 0;
    }
    return await withTarget(setting, (baseUrl) => judge(args, io, progress, baseUrl, setting));
  } finally {
    progress.end();
  }
}

/** All that is known before the target is. */
interface Setting {
  /** Undefined for the reference endpoint, whose port isn't known yet. */
  readonly url: string | undefined;
  readonly options: Omit<ConformOptions, "baseUrl">;
}

async function settle(args: Arguments, io: Io, progress: Progress): Promise<Setting> {
  const url = args.given("reference") ? undefined : targetUrl(args.positionals[0], io);
  const { profile, path } = await baseProfile(args, progress);
  const merged = profileWithFlags(args, profile);
  const fromEnvironment = args.given("timeout") ? undefined : timeoutFromEnvironment(io);
  const timeoutS = args.number("timeout") ?? fromEnvironment;
  const wait = waitMs(args);
  const label = args.text("label");

  const words = ["wt-inject", "conform"];
  if (url !== undefined && args.positionals.length === 0) words.push(url);
  if (path !== undefined && !args.given("profile")) words.push("--profile", path);
  if (fromEnvironment !== undefined) words.push("--timeout", String(fromEnvironment));

  const options = {
    ...selectionOptions(args),
    profile: merged,
    thorough: args.given("thorough"),
    destroyState: args.given("destroy-state"),
    showSurface: args.given("show-surface"),
    repeat: commandLine([...words, ...args.words]),
    ...(timeoutS === undefined ? {} : { timeoutS }),
    ...(wait === undefined ? {} : { waitMs: wait }),
    ...(label === undefined ? {} : { label }),
  };
  return { url, options };
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

/** The URL to judge; the reference endpoint lives as long as the work on it. */
async function withTarget(
  { url }: Setting,
  work: (baseUrl: string) => Promise<number>,
): Promise<number> {
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
  const handler = contractHandler(referenceAgent());
  const endpoint = await serveEndpoint({ port: 0, handler, signal: cut.signal });
  try {
    return await work(endpoint.url);
  } finally {
    cut.abort();
    await endpoint.finished;
  }
}

async function judge(
  args: Arguments,
  io: Io,
  progress: Progress,
  baseUrl: string,
  { options }: Setting,
): Promise<number> {
  const outputs = await openOutputs(args);
  const { record } = outputs;
  let report: Report;
  try {
    report = await interruptible(io, {
      first: () =>
        progress.note("interrupted: the report is on its way; once more ends it at once"),
      second() {
        progress.end();
        discard(outputs);
      },
    }, (signal) =>
      conform({
        ...options,
        baseUrl,
        signal,
        onEvent: progress.onEvent,
        ...(record === undefined ? {} : { record: record.write }),
      }));
  } catch (error) {
    discard(outputs);
    throw error;
  }
  progress.end();
  return await deliver(report, args, io, outputs);
}

async function judgeRecording(args: Arguments, io: Io, progress: Progress): Promise<number> {
  const path = args.text("from")!;
  const recording = await readRecording(path);
  const outputs: Outputs = await openOutputs(args);
  let report: Report;
  try {
    const label = args.text("label");
    report = await rejudge(recording, {
      ...selectionOptions(args),
      showSurface: args.given("show-surface"),
      repeat: commandLine(["wt-inject", "conform", ...args.words]),
      onEvent: progress.onEvent,
      ...(label === undefined ? {} : { label }),
    });
  } catch (error) {
    discard(outputs);
    throw error;
  }
  progress.end();
  return await deliver(report, args, io, outputs);
}

async function readRecording(path: string): Promise<string> {
  try {
    return await Deno.readTextFile(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotCapable || !(error instanceof Error)) throw error;
    const reason = error instanceof Deno.errors.NotFound ? "there is no such file" : error.message;
    throw new UsageError(
      `Cannot read the recording ${path}: ${reason}`,
      "Make one with wt-inject conform --record FILE.",
    );
  }
}
