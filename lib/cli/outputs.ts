/**
 * Where a result goes: standard output in one format, files in others.
 *
 * @module
 */
import { EXIT } from "../contract/result.ts";
import { visible } from "../report/visible.ts";
import type { Arguments } from "./arguments.ts";
import type { Io } from "./io.ts";
import { type PendingFile, prepareFile, reportTargets } from "./report_files.ts";

/** A file that a report is to be written to. */
export interface ReportFile {
  readonly format: string;
  readonly file: PendingFile;
}

/**
 * Makes sure that every file of --report can be written.
 *
 * @throws UsageError where one can't, or where two are the same; nothing is left behind then
 */
export async function openReports(
  args: Arguments,
  formats: readonly string[],
): Promise<readonly ReportFile[]> {
  const reports: ReportFile[] = [];
  try {
    for (const { format, path } of reportTargets(args.list("report"), formats)) {
      reports.push({ format, file: await prepareFile(path) });
    }
    return reports;
  } catch (error) {
    for (const { file } of reports) file.discard();
    throw error;
  }
}

/** What is to be written. */
export interface Delivery {
  readonly exitCode: number;
  /** `screen`: for standard output, and its colours. */
  readonly render: (format: string, where: "file" | "screen") => string | Promise<string>;
  readonly reports: readonly ReportFile[];
  /** True where another file could not be written. */
  readonly failed?: boolean;
}

/** Says on standard error that a file could not be written. */
export function complainAbout(path: string, reason: string, io: Io): void {
  io.stderr.write(`wt-inject: Cannot write ${visible(path)}: ${visible(reason)}.\n`);
}

/**
 * Writes it, files first. The exit code is the result's; where a file could not be written after all,
 * that is our own fault, and only a violation outweighs it.
 */
export async function deliverAs(
  { exitCode, render, reports, failed = false }: Delivery,
  args: Arguments,
  io: Io,
): Promise<number> {
  for (const { format, file } of reports) {
    try {
      await file.commit(await render(format, "file"));
    } catch (error) {
      file.discard();
      failed = true;
      complainAbout(file.path, error instanceof Error ? error.message : String(error), io);
    }
  }
  io.stdout.write(await render(args.text("format") ?? "text", "screen"));
  if (!failed || exitCode === EXIT.violation) return exitCode;
  return exitCode === EXIT.interrupted ? EXIT.interrupted : EXIT.ourFault;
}
