/**
 * A self-test in every format that a report has.
 *
 * @module
 */
import { isViewFormat, renderView } from "../report/formats.ts";
import { jsonLines } from "../report/json.ts";
import { renderSelftest, SELFTEST_FORMATS, type SelftestFormat } from "../selftest/render.ts";
import type { SelftestTextOptions } from "../selftest/render_text.ts";
import type { SelftestReport } from "../selftest/report.ts";

/** The self-test in a format, newline at the end. */
export async function renderSelftestAs(
  format: string,
  report: SelftestReport,
  options: SelftestTextOptions = {},
): Promise<string> {
  if ((SELFTEST_FORMATS as readonly string[]).includes(format)) {
    return renderSelftest(report, format as SelftestFormat, options);
  }
  if (format === "ndjson") return renderLines(report);
  const { viewOfSelftest } = await import("../report/view_selftest.ts");
  const view = viewOfSelftest(report);
  if (isViewFormat(format)) return await renderView(format, view);
  return (await import("../report/view_junit.ts")).renderViewJunit(view);
}

/** `{"type":"run",…}`, a `{"type":"result",…}` for each check, case and trial, `{"type":"end",…}`. */
function renderLines(report: SelftestReport): string {
  const { checks, trials, corpus, problems, outcome, exit_code, reason, ...rest } = report;
  const { counts, duration_ms, notes, repeat, ...run } = rest;
  return jsonLines([
    {
      type: "run",
      command: "selftest",
      ...run,
      ...(corpus === undefined
        ? {}
        : { corpus: { version: corpus.version, sha256: corpus.sha256 } }),
    },
    ...checks.map((check) => ({ type: "result", of: "check", ...check })),
    ...trials.map((trial) => ({ type: "result", of: "trial", ...trial })),
    ...(corpus?.cases ?? []).map((one) => ({ type: "result", of: "case", ...one })),
    ...(corpus?.trials ?? []).map((one) => ({ type: "result", of: "corpus-trial", ...one })),
    { type: "end", outcome, exit_code, reason, counts, duration_ms, problems, notes, repeat },
  ]);
}
