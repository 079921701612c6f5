/**
 * The report for a person: checks by section, then what went wrong with its evidence, then the verdict.
 *
 * @module
 */
import type { Report, ReportResult } from "../contract/report.ts";
import type { Verdict } from "../contract/result.ts";
import { painter, wrap } from "./style.ts";
import type { TextContext } from "./text_exchange.ts";
import { resultEvidence } from "./text_findings.ts";
import { reasonGroups, sectionLines } from "./text_results.ts";
import { summaryLines } from "./text_summary.ts";
import { brief, defuseLine, visible } from "./visible.ts";
import { basisOf } from "./words.ts";

/** How a report is laid out. */
export interface TextOptions {
  /** Terminal colours (default false). */
  readonly color?: boolean;
  /** Columns at which prose breaks (default 79). Lines to be copied never break. */
  readonly width?: number;
  /** Show every finding and exchange, and all the bytes that the report holds (default false). */
  readonly verbose?: boolean;
}

/** Prose gets no narrower than this, whatever is asked. */
const LEAST_WIDTH = 40;

function heading(report: Report, context: TextContext): string[] {
  const { name, version, runtime } = report.tool;
  const label = report.target.label === undefined ? "" : ` (${brief(report.target.label, 200)})`;
  return [
    context.paint("strong", `wt-inject ${report.command}`) +
    `: ${brief(report.target.url, 2000)}${label}`,
    ...wrap(
      `${visible(basisOf(report))}; ${visible(name)} ${visible(version)}, ` +
        `${visible(runtime)}; ${visible(report.started_at)}`,
      context.width,
    ),
  ];
}

function evidenceSection(
  title: string,
  results: readonly ReportResult[],
  context: TextContext,
): string[] {
  if (results.length === 0) return [];
  const lines = ["", context.paint("strong", `${title} (${results.length})`)];
  for (const result of results) lines.push("", ...resultEvidence(result, context));
  return lines;
}

function reasonSection(
  title: string,
  results: readonly ReportResult[],
  context: TextContext,
): string[] {
  if (results.length === 0) return [];
  const heading = context.paint("strong", `${title} (${results.length})`);
  return ["", heading, ...reasonGroups(results, context)];
}

/** The report as text, newline at the end. The same report gives the same text. */
export function renderText(report: Report, options: TextOptions = {}): string {
  const context: TextContext = {
    paint: painter(options.color ?? false),
    width: Math.max(LEAST_WIDTH, options.width ?? 79),
    verbose: options.verbose ?? false,
    nonces: report.nonces,
    exchanges: new Map(report.exchanges.map((exchange) => [exchange.id, exchange])),
    shown: new Map(),
  };
  const having = (verdict: Verdict) => report.results.filter((r) => r.verdict === verdict);
  const lines = [
    ...heading(report, context),
    ...sectionLines(report.results, context),
    ...evidenceSection("Failures", having("failed"), context),
    ...evidenceSection(
      "Our own faults, which say nothing about the target",
      having("harness_error"),
      context,
    ),
    ...evidenceSection("Warnings", having("warned"), context),
    ...reasonSection("Could not run", having("could_not_run"), context),
    ...reasonSection("Not applicable", having("not_applicable"), context),
    "",
    ...summaryLines(report, context),
  ];
  return lines.map(defuseLine).join("\n") + "\n";
}
