/**
 * `wt-inject corpus matrix`: saved reports of corpus runs side by side.
 *
 * @module
 */
import type { Report } from "../contract/report.ts";
import { UsageError } from "../contract/usage.ts";
import { matrixOf } from "../corpus/matrix.ts";
import { ADAPTER_PATHS } from "../corpus/paths.ts";
import type { CorpusReport } from "../corpus/report.ts";
import { safeJson } from "../report/json.ts";
import type { Arguments } from "./arguments.ts";
import { matrixMarkdown, matrixText } from "./corpus_matrix_text.ts";
import type { Io } from "./io.ts";
import { readReport } from "./saved_report.ts";

/** Prints the table. */
export async function run(args: Arguments, io: Io): Promise<number> {
  const reports: CorpusReport[] = [];
  for (const path of args.positionals) {
    reports.push(ofCorpus(await readReport(path, io), path));
  }
  const matrix = matrixOf(reports);
  const format = args.text("format") ?? "text";
  io.stdout.write(
    format === "json"
      ? `${safeJson(matrix, 2)}\n`
      : format === "markdown"
      ? matrixMarkdown(matrix)
      : matrixText(matrix),
  );
  return 0;
}

/** @throws {UsageError} on a report of something else: a file is somebody's word */
function ofCorpus(report: Report, path: string): CorpusReport {
  const { command, results } = report;
  const corpus: unknown = (report as Partial<CorpusReport>).corpus;
  const has = (value: unknown, key: string, type: string) =>
    typeof value === "object" && value !== null && typeof Reflect.get(value, key) === type;
  const paths: unknown = typeof corpus === "object" && corpus !== null
    ? Reflect.get(corpus, "paths")
    : undefined;
  const whole = command === "corpus" && has(corpus, "version", "string") &&
    has(corpus, "sha256", "string") && Array.isArray(paths) &&
    paths.every((one) => has(one, "path", "string") && has(one, "claims", "boolean")) &&
    results.every(({ section }) => (ADAPTER_PATHS as readonly string[]).includes(section));
  if (whole) return report as CorpusReport;
  throw new UsageError(
    `Cannot use ${path} here: it is no report of a corpus run`,
    'Make one with "wt-inject corpus run --report json=FILE".',
  );
}
