/**
 * `wt-inject conform`: a run or several, a recording judged again, or a look at what a run would do.
 *
 * @module
 */
import { conform, type ConformOptions, dryRun, listChecks, rejudge } from "../conform/run.ts";
import type { Report } from "../contract/report.ts";
import { UsageError } from "../contract/usage.ts";
import { safeJson } from "../report/json.ts";
import type { Arguments } from "./arguments.ts";
import { heldAgainst, type OpenBaseline, openBaseline, writeBaseline } from "./baseline.ts";
import { checkListText, planText } from "./conform_lists.ts";
import {
  profileWithFlags,
  refuseContradictions,
  selectionOptions,
  waitMs,
} from "./conform_options.ts";
import { deliver, discard, openOutputs, type Outputs } from "./conform_outputs.ts";
import { judged, targetOf, withTarget } from "./endpoint_run.ts";
import type { Io } from "./io.ts";
import { type Progress, progressOn } from "./progress.ts";
import { commandLine } from "./quote.ts";
import { mergeRuns } from "./repeat.ts";
import { stateProbeOf } from "./state_probe.ts";
import { readWhole, RESULT_BYTES } from "../wire/read_file.ts";

/** Runs the command; the exit code is the report's. */
export async function run(args: Arguments, io: Io): Promise<number> {
  refuseContradictions(args);
  const selection = selectionOptions(args);
  const asJson = args.text("format") === "json";
  if (args.given("list")) {
    const checks = listChecks(selection);
    io.stdout.write(asJson ? `${safeJson({ checks }, 2)}\n` : checkListText(checks));
    return 0;
  }
  const progress = progressOn(io.stderr, {
    quiet: args.given("quiet"),
    verbose: args.given("verbose"),
  });
  try {
    if (args.given("from")) return await judgeRecording(args, io, progress);
    const { url, options } = await settle(args, io, progress);
    if (args.given("dry-run")) {
      const plan = dryRun(options);
      io.stdout.write(asJson ? `${safeJson(plan, 2)}\n` : planText(plan));
      return 0;
    }
    return await withTarget(url, async (baseUrl) => {
      const files = await openFiles(args);
      const { record } = files.outputs;
      const report = await judged(
        io,
        progress,
        files.outputs,
        (signal) =>
          runs(args.number("repeat") ?? 1, progress, {
            ...options,
            baseUrl,
            signal,
            onEvent: progress.onEvent,
            ...(record === undefined ? {} : { record: record.write }),
          }),
      );
      return await finish(report, files, args, io, progress);
    });
  } finally {
    progress.end();
  }
}

async function settle(args: Arguments, io: Io, progress: Progress): Promise<{
  readonly url: string | undefined;
  readonly options: Omit<ConformOptions, "baseUrl">;
}> {
  const given = args.given("dry-run") ? undefined : await stateProbeOf(args);
  const target = await targetOf("conform", args, given?.words ?? args.words, io, progress);
  const wait = waitMs(args);
  const label = args.text("label");
  const options = {
    ...selectionOptions(args),
    profile: profileWithFlags(args, target.profile),
    thorough: args.given("thorough"),
    destroyState: args.given("destroy-state"),
    showSurface: args.given("show-surface"),
    repeat: target.repeat,
    ...(target.timeoutS === undefined ? {} : { timeoutS: target.timeoutS }),
    ...(given === undefined ? {} : { stateProbe: given.probe }),
    ...(wait === undefined ? {} : { waitMs: wait }),
    ...(label === undefined ? {} : { label }),
  };
  return { url: target.url, options };
}

/** One run, or several as one report; a target that is gone, or Ctrl-C, ends them early. */
async function runs(count: number, progress: Progress, options: ConformOptions): Promise<Report> {
  if (count === 1) return await conform(options);
  const reports: Report[] = [];
  while (reports.length < count) {
    progress.note(`run ${reports.length + 1} of ${count}`);
    const report = await conform(options);
    reports.push(report);
    if (report.outcome === "INTERRUPTED" || report.outcome === "NOT REACHABLE") break;
  }
  return mergeRuns(reports);
}

/** Everything that a run reads or writes besides the wire. */
interface Files {
  readonly outputs: Outputs;
  readonly baseline: OpenBaseline | undefined;
}

async function openFiles(args: Arguments): Promise<Files> {
  const baseline = await openBaseline(args, listChecks().map(({ id }) => id));
  try {
    const outputs = await openOutputs(args);
    const file = baseline?.file;
    return { outputs: file === undefined ? outputs : { ...outputs, others: [file] }, baseline };
  } catch (error) {
    baseline?.file?.discard();
    throw error;
  }
}

async function finish(
  found: Report,
  { outputs, baseline }: Files,
  args: Arguments,
  io: Io,
  progress: Progress,
): Promise<number> {
  if (baseline === undefined) return await deliver(found, args, io, outputs);
  const report = heldAgainst(baseline, found);
  const written = await writeBaseline(baseline, report, progress);
  return await deliver(report, args, io, outputs, !written);
}

async function judgeRecording(args: Arguments, io: Io, progress: Progress): Promise<number> {
  const path = args.text("from")!;
  const recording = await readRecording(path);
  const files = await openFiles(args);
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
    discard(files.outputs);
    throw error;
  }
  progress.end();
  return await finish(report, files, args, io, progress);
}

async function readRecording(path: string): Promise<string> {
  try {
    return new TextDecoder().decode(await readWhole(path, RESULT_BYTES));
  } catch (error) {
    if (error instanceof Deno.errors.NotCapable || !(error instanceof Error)) throw error;
    const reason = error instanceof Deno.errors.NotFound ? "there is no such file" : error.message;
    throw new UsageError(
      `Cannot read the recording ${path}: ${reason}`,
      "Make one with wt-inject conform --record FILE.",
    );
  }
}
