/**
 * The report for CI systems that read JUnit's XML: a suite a section, a case a check.
 *
 * The format knows failed, error and skipped. `failed` is a failure. A fault of ours is an error, and
 * so is a required check that could not run: a file without it would read as conforming. What was
 * declared away and what was not required is skipped. `warned` passes and says so in `system-out`.
 *
 * @module
 */
import type { Report, ReportExchange, ReportResult } from "../contract/report.ts";
import { painter } from "./style.ts";
import type { TextContext } from "./text_exchange.ts";
import { resultEvidence } from "./text_findings.ts";
import { bySection } from "./text_results.ts";
import { head } from "./visible.ts";
import { xmlAttributes, xmlText } from "./xml.ts";

/** How a result counts in JUnit's terms. */
type Kind = "passed" | "failure" | "error" | "skipped";

/** Messages become attributes, which some readers keep in a database column. */
const MESSAGE_LENGTH = 1000;

interface Case {
  readonly kind: Kind;
  /** Ids of the exchanges that it cites, each once. */
  readonly cited: readonly string[];
  readonly xml: string;
}

function kindOf(result: ReportResult): Kind {
  switch (result.verdict) {
    case "passed":
    case "warned":
      return "passed";
    case "failed":
      return "failure";
    case "harness_error":
      return "error";
    case "could_not_run":
      return result.required ? "error" : "skipped";
    case "not_applicable":
      return "skipped";
  }
}

function evidence(report: Report, result: ReportResult): string {
  const context: TextContext = {
    paint: painter(false),
    width: 99,
    verbose: false,
    nonces: report.nonces,
    exchanges: new Map(report.exchanges.map((exchange) => [exchange.id, exchange])),
    shown: new Map(),
  };
  return xmlText(resultEvidence(result, context).join("\n"));
}

function caseBody(report: Report, result: ReportResult, kind: Kind): string {
  const message = head(result.message, MESSAGE_LENGTH);
  switch (kind) {
    case "passed":
      return result.verdict === "warned"
        ? `<system-out>WARNED: ${evidence(report, result)}</system-out>`
        : "";
    case "skipped":
      return `<skipped${xmlAttributes({ message: `${result.verdict}: ${message}` })}/>`;
    case "failure":
    case "error": {
      const type = result.verdict === "failed"
        ? result.findings[0]?.code ?? "failed"
        : result.verdict;
      const open = `<${kind}${xmlAttributes({ type, message })}>`;
      return `${open}${evidence(report, result)}</${kind}>`;
    }
  }
}

/** Seconds that the exchanges took: the model times exchanges, not checks. */
function seconds(ids: Iterable<string>, exchanges: ReadonlyMap<string, ReportExchange>): string {
  let ms = 0;
  for (const id of new Set(ids)) ms += exchanges.get(id)?.times_ms.end ?? 0;
  return (ms / 1000).toFixed(3);
}

function caseOf(
  report: Report,
  result: ReportResult,
  exchanges: ReadonlyMap<string, ReportExchange>,
): Case {
  const kind = kindOf(result);
  const cited = [...result.findings.flatMap((f) => f.exchanges), ...result.exchanges];
  const attributes = xmlAttributes({
    name: result.id,
    classname: `wt-inject.${report.command}.${result.section}`,
    time: seconds(cited, exchanges),
  });
  const body = caseBody(report, result, kind);
  const xml = body === ""
    ? `    <testcase${attributes}/>`
    : `    <testcase${attributes}>${body}</testcase>`;
  return { kind, cited, xml };
}

/**
 * A run that conforms to nothing and yet has no failing check (nothing listened, it was interrupted)
 * gets a case of its own, or the file would read as green.
 */
function outcomeCase(report: Report, cases: readonly Case[]): Case | undefined {
  if (report.exit_code === 0) return undefined;
  if (cases.some(({ kind }) => kind === "failure" || kind === "error")) return undefined;
  const attributes = xmlAttributes({
    name: "outcome",
    classname: `wt-inject.${report.command}.run`,
    time: "0.000",
  });
  const error = xmlAttributes({
    type: report.outcome,
    message: head(report.reason, MESSAGE_LENGTH),
  });
  const xml = `    <testcase${attributes}><error${error}/></testcase>`;
  return { kind: "error", cited: [], xml };
}

function tally(cases: readonly Case[]): Readonly<Record<string, number>> {
  const count = (kind: Kind) => cases.filter((one) => one.kind === kind).length;
  return {
    tests: cases.length,
    failures: count("failure"),
    errors: count("error"),
    skipped: count("skipped"),
  };
}

/** The report as JUnit XML, newline at the end. Times are seconds. */
export function renderJunit(report: Report): string {
  const exchanges = new Map(report.exchanges.map((exchange) => [exchange.id, exchange]));
  const suites = [...bySection(report.results)].map(([name, results]) => ({
    name,
    cases: results.map((result) => caseOf(report, result, exchanges)),
  }));
  const outcome = outcomeCase(report, suites.flatMap(({ cases }) => cases));
  if (outcome !== undefined) suites.push({ name: "run", cases: [outcome] });
  const properties = Object.entries({
    outcome: report.headline ?? report.outcome,
    reason: head(report.reason, MESSAGE_LENGTH),
    target: report.target.url,
    contract: String(report.contract),
    tool: `${report.tool.name} ${report.tool.version}`,
    declared: report.declarations.join(", "),
    repeat: report.repeat,
  }).map(([name, value]) => `      <property${xmlAttributes({ name, value })}/>`);

  const root = {
    name: `wt-inject ${report.command}`,
    ...tally(suites.flatMap(({ cases }) => cases)),
    time: (report.duration_ms / 1000).toFixed(3),
  };
  const lines = ['<?xml version="1.0" encoding="UTF-8"?>', `<testsuites${xmlAttributes(root)}>`];
  for (const { name, cases } of suites) {
    const suite = {
      name,
      ...tally(cases),
      time: seconds(cases.flatMap(({ cited }) => cited), exchanges),
      timestamp: report.started_at,
    };
    lines.push(
      `  <testsuite${xmlAttributes(suite)}>`,
      "    <properties>",
      ...properties,
      "    </properties>",
      ...cases.map(({ xml }) => xml),
      "  </testsuite>",
    );
  }
  return [...lines, "</testsuites>", ""].join("\n");
}
