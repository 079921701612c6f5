/**
 * Where a report goes: standard output, and the files that were asked for.
 *
 * @module
 */
import type { Report } from "../contract/report.ts";
import { UsageError } from "../contract/usage.ts";
import { formatNames, FORMATS, isFormat, renderReport } from "../report/formats.ts";
import type { TextOptions } from "../report/text.ts";
import type { Arguments } from "./arguments.ts";
import { asymmetric } from "./canary_words.ts";
import type { Io } from "./io.ts";
import { complainAbout, deliverAs, openReports, type ReportFile } from "./outputs.ts";
import { type LineFile, openLineFile, type PendingFile, reportTargets } from "./report_files.ts";

/** Everything that a run writes besides standard output. */
export interface Outputs {
  readonly reports: readonly ReportFile[];
  readonly record?: LineFile;
  /** Files that somebody else writes, and that are given up with the rest. */
  readonly others?: readonly PendingFile[];
}

/**
 * Makes sure that every file can be written.
 *
 * @throws UsageError where one can't, or where two are the same; nothing is left behind then
 */
export async function openOutputs(args: Arguments): Promise<Outputs> {
  const path = args.text("record");
  if (reportTargets(args.list("report"), formatNames).some((target) => target.path === path)) {
    throw new UsageError(
      `Cannot use ${path} twice: it is the recording and a report`,
      "Give each a file of its own.",
    );
  }
  const reports = await openReports(args, formatNames);
  try {
    return { reports, ...(path === undefined ? {} : { record: openLineFile(path) }) };
  } catch (error) {
    discard({ reports });
    throw error;
  }
}

/** Leaves no half-made file behind. */
export function discard({ reports, record, others = [] }: Outputs): void {
  for (const { file } of reports) file.discard();
  for (const file of others) file.discard();
  record?.close();
}

/** The report in a format; where a person reads it, a canary claims no more than it can. */
export async function rendered(
  format: string,
  report: Report,
  options: TextOptions,
): Promise<string> {
  const forPeople = isFormat(format) && FORMATS[format].forPeople;
  return await renderReport(format, forPeople ? asymmetric(report) : report, options);
}

/**
 * Writes the report, files first. The exit code is the report's; where a file could not be written
 * after all, that is our own fault, and only a violation outweighs it.
 *
 * @param failedBefore true where another file could not be written
 */
export async function deliver(
  report: Report,
  args: Arguments,
  io: Io,
  { reports, record }: Outputs,
  failedBefore = false,
): Promise<number> {
  let failed = failedBefore;
  const verbose = args.given("verbose");
  record?.close();
  if (record?.fault !== undefined) {
    failed = true;
    complainAbout(args.text("record")!, `${record.fault}; the recording is not whole`, io);
  }
  const look = textLook(args, io);
  const render = (format: string, where: "file" | "screen") =>
    rendered(format, report, { verbose, ...(where === "screen" ? look : {}) });
  return await deliverAs({ exitCode: report.exit_code, render, reports, failed }, args, io);
}

/** How text looks on this standard output. */
export function textLook(args: Arguments, io: Io): Pick<TextOptions, "color" | "width"> {
  const { tty, columns } = io.stdout;
  return {
    color: tty && io.colorAllowed && !args.given("no-color"),
    ...(tty ? { width: Math.min(columns - 1, WIDEST) } : {}),
  };
}

/** Prose gets no wider than this on a terminal, however wide that is. */
const WIDEST = 110;
