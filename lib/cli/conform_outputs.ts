/**
 * Where a report goes: standard output, and the files that were asked for.
 *
 * @module
 */
import type { Report } from "../contract/report.ts";
import { EXIT } from "../contract/result.ts";
import { UsageError } from "../contract/usage.ts";
import { isBaselined, renderBaselinedJunit } from "../report/baseline_junit.ts";
import { formatNames, renderReport } from "../report/formats.ts";
import type { TextOptions } from "../report/text.ts";
import { visible } from "../report/visible.ts";
import type { Arguments } from "./arguments.ts";
import { asymmetric } from "./canary_words.ts";
import type { Io } from "./io.ts";
import {
  type LineFile,
  openLineFile,
  type PendingFile,
  prepareFile,
  reportTargets,
} from "./report_files.ts";

/** Everything that a run writes besides standard output. */
export interface Outputs {
  readonly reports: readonly { readonly format: string; readonly file: PendingFile }[];
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
  const targets = reportTargets(args.list("report"), formatNames);
  const path = args.text("record");
  if (targets.some((target) => target.path === path)) {
    throw new UsageError(
      `Cannot use ${path} twice: it is the recording and a report`,
      "Give each a file of its own.",
    );
  }
  const reports: { format: string; file: PendingFile }[] = [];
  try {
    for (const { format, path } of targets) {
      reports.push({ format, file: await prepareFile(path) });
    }
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

/**
 * The report in a format: known failures are skipped cases in JUnit's, and a canary claims no more
 * than it can.
 */
export function rendered(format: string, report: Report, options: TextOptions): string {
  if (format === "junit" && isBaselined(report)) return renderBaselinedJunit(report);
  return renderReport(format, format === "text" ? asymmetric(report) : report, options);
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
  const complain = (path: string, reason: string) => {
    failed = true;
    io.stderr.write(`wt-inject: Cannot write ${visible(path)}: ${visible(reason)}.\n`);
  };
  const verbose = args.given("verbose");
  record?.close();
  if (record?.fault !== undefined) {
    complain(args.text("record")!, `${record.fault}; the recording is not whole`);
  }
  for (const { format, file } of reports) {
    try {
      await file.commit(rendered(format, report, { verbose }));
    } catch (error) {
      file.discard();
      complain(file.path, error instanceof Error ? error.message : String(error));
    }
  }
  const format = args.text("format") ?? "text";
  io.stdout.write(rendered(format, report, { verbose, ...textLook(args, io) }));
  if (!failed || report.exit_code === EXIT.violation) return report.exit_code;
  return report.exit_code === EXIT.interrupted ? EXIT.interrupted : EXIT.ourFault;
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
