/**
 * Where a result goes: standard output in one format, files in others.
 *
 * @module
 */
import { EXIT } from "../contract/result.ts";
import { UsageError } from "../contract/usage.ts";
import { visible } from "../report/visible.ts";
import { isFileAt, placeOf } from "../wire/place.ts";
import type { Arguments } from "./arguments.ts";
import { type Io, OutputError } from "./io.ts";
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
  const targets = reportTargets(args.list("report"), formats);
  refuseTwice(targets.map(({ path }) => path), args.words);
  try {
    for (const { format, path } of targets) {
      reports.push({ format, file: await prepareFile(path) });
    }
    return reports;
  } catch (error) {
    for (const { file } of reports) file.discard();
    throw error;
  }
}

/** No report in the place of another, or of a file that the command line names besides. */
function refuseTwice(paths: readonly string[], words: readonly string[]): void {
  const places = new Set<string>();
  const named = words.flatMap((word, index) =>
    word.startsWith("--report=") || words[index - 1] === "--report"
      ? []
      : [word.startsWith("--") ? word.slice(word.indexOf("=") + 1) : word]
  );
  for (const path of paths) {
    const place = placeOf(path) ?? path;
    if (places.has(place)) {
      throw new UsageError(
        `Cannot write ${path}: another report goes to the same file`,
        "Give every report a file of its own.",
      );
    }
    places.add(place);
    if (named.some((other) => isFileAt(other, place))) {
      throw new UsageError(
        `Cannot write ${path}: the command line names that file in another place, too`,
        "Give the report a file of its own.",
      );
    }
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
  const text = await render(args.text("format") ?? "text", "screen");
  try {
    io.stdout.write(text);
  } catch (error) {
    if (!(error instanceof OutputError)) throw error;
    failed = true;
    io.stderr.write(`wt-inject: ${visible(error.message)}.\n`);
  }
  if (!failed || exitCode === EXIT.violation) return exitCode;
  return exitCode === EXIT.interrupted ? EXIT.interrupted : EXIT.ourFault;
}
