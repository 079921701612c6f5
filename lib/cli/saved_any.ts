/**
 * Reads a saved report of whatever kind, and shows it in any format.
 *
 * @module
 */
import { JsonSyntaxError, type JsonValue, parseJson } from "../contract/json.ts";
import type { Report } from "../contract/report.ts";
import { UsageError } from "../contract/usage.ts";
import type { TextOptions } from "../report/text.ts";
import type { View } from "../report/view.ts";
import type { RunReport } from "../run/run_report.ts";
import type { SelftestReport } from "../selftest/report.ts";
import { asymmetric } from "./canary_words.ts";
import { rendered } from "./conform_outputs.ts";
import type { Io } from "./io.ts";
import { parseReport, reportText } from "./saved_report.ts";

/** A report of one of the kinds that there are. */
export type SavedReport =
  | { readonly kind: "report"; readonly report: Report }
  | { readonly kind: "run"; readonly report: RunReport }
  | { readonly kind: "selftest"; readonly report: SelftestReport };

/** What is JSON of ours and yet can't be shown here, by the key that tells it. */
const OTHERS: Readonly<Record<string, string>> = {
  wt_inject_ratification:
    "a ratification: wt-inject ratify writes its text and its Markdown itself",
  wt_inject_rescore: "what rescore found: wt-inject rescore shows it as text",
  wt_inject_diff: "a diff of two reports: wt-inject report diff shows it as text",
  wt_inject_baseline: "a baseline: give it to --baseline",
  wt_inject_recording: "a recording: give it to wt-inject conform --from",
};

/** Deeper than any report nests. */
const MAX_DEPTH = 100;

/**
 * The report in a file, or on standard input where the path is `-`.
 *
 * @throws {UsageError} on a file that can't be read, and on what isn't a report
 */
export async function readAnyReport(path: string, io: Io): Promise<SavedReport> {
  const name = path === "-" ? "standard input" : path;
  const text = await reportText(path, io);
  const value = objectOf(text);
  if (value !== undefined) {
    if (Object.hasOwn(value, "wt_inject_run_report")) {
      const { parseRunReport } = await import("../run/saved_run_report.ts");
      return { kind: "run", report: parseRunReport(text, name) };
    }
    if (Object.hasOwn(value, "wt_inject_selftest")) {
      const { selftestOf } = await import("./saved_selftest.ts");
      return { kind: "selftest", report: selftestOf(value, name) };
    }
    const other = Object.keys(OTHERS).find((key) => Object.hasOwn(value, key));
    if (other !== undefined && !Object.hasOwn(value, "wt_inject_report")) {
      throw new UsageError(
        `Cannot use ${name} as a report: it is ${OTHERS[other]}`,
        "Reports are what conform, canary, certify, corpus run, run and selftest write as JSON.",
      );
    }
  }
  return { kind: "report", report: parseReport(text, name) };
}

/** The JSON object in a text; undefined for anything else, which has its own message elsewhere. */
function objectOf(text: string): { readonly [key: string]: JsonValue } | undefined {
  try {
    const { value } = parseJson(text, { maxDepth: MAX_DEPTH });
    return value !== null && typeof value === "object" && !Array.isArray(value) ? value : undefined;
  } catch (error) {
    if (error instanceof JsonSyntaxError) return undefined;
    throw error;
  }
}

/** The report in a format, newline at the end. */
export async function renderedAny(
  format: string,
  saved: SavedReport,
  options: TextOptions,
): Promise<string> {
  switch (saved.kind) {
    case "report":
      return await rendered(format, saved.report, options);
    case "run":
      return await (await import("../run/formats.ts")).renderRunAs(format, saved.report, options);
    case "selftest": {
      const { renderSelftestAs } = await import("./selftest_formats.ts");
      const { color = false, verbose = false } = options;
      return await renderSelftestAs(format, saved.report, { color, verbose });
    }
  }
}

/** The report as formats for people see it. */
export async function viewOfAny(saved: SavedReport): Promise<View> {
  switch (saved.kind) {
    case "report": {
      const { viewOfReport } = await import("../report/view_report.ts");
      return viewOfReport(asymmetric(saved.report));
    }
    case "run":
      return (await import("../run/view.ts")).viewOfRun(saved.report);
    case "selftest":
      return (await import("../report/view_selftest.ts")).viewOfSelftest(saved.report);
  }
}
