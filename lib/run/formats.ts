/**
 * A sweep's report in every format.
 *
 * @module
 */
import { isViewFormat, renderView } from "../report/formats.ts";
import { jsonLines } from "../report/json.ts";
import { renderRun, type RunTextOptions } from "./render.ts";
import type { RunReport } from "./run_report.ts";

/**
 * The report in a format, newline at the end.
 *
 * @throws {UsageError} where there is no such format
 *
 * @example As JSON
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { serveReference } from "@wt/inject/reference";
 * import { readScenarios, renderRun, runScenarios } from "@wt/inject/run";
 *
 * const scenarios = await readScenarios('{"name": "hello", "prompt": "Good morning."}', "h.json");
 * const endpoint = await serveReference();
 * try {
 *   const report = await runScenarios({ scenarios, endpoints: [endpoint.url] });
 *   assertEquals(JSON.parse(await renderRun("json", report)).wt_inject_run_report, 1);
 * } finally {
 *   await endpoint.close();
 * }
 * ```
 */
export async function renderRunAs(
  format: string,
  report: RunReport,
  options: RunTextOptions = {},
): Promise<string> {
  if (format === "ndjson") return renderRunLines(report);
  if (!isViewFormat(format)) return renderRun(format, report, options);
  const { viewOfRun } = await import("./view.ts");
  return await renderView(format, viewOfRun(report));
}

/** `{"type":"run",…}`, a `{"type":"result",…}` for each scenario, `{"type":"end",…}`. */
function renderRunLines(report: RunReport): string {
  const { scenarios, outcome, exit_code, reason, duration_ms, notes, repeat, ...run } = report;
  return jsonLines([
    { type: "run", ...run },
    ...scenarios.map((one) => ({ type: "result", ...one })),
    { type: "end", outcome, exit_code, reason, duration_ms, notes, repeat },
  ]);
}
