/**
 * A sweep's report in text, JSON and JUnit's XML.
 *
 * @module
 */
import { UsageError } from "../contract/usage.ts";
import { safeJson } from "../report/json.ts";
import { type Paint, painter, type Style, wrap } from "../report/style.ts";
import { brief, defuseLine } from "../report/visible.ts";
import { duration, plural } from "../report/words.ts";
import { xmlAttributes, xmlText } from "../report/xml.ts";
import { type RunOutcome, verdictCounts } from "./outcome.ts";
import type { ReportedVerdict, RunLine, RunReport, ScenarioLine } from "./run_report.ts";

/** The formats of a sweep's report. */
export const RUN_FORMATS: readonly string[] = ["text", "json", "junit"];

/** How text looks. */
export interface RunTextOptions {
  /** Terminal colours (default false). */
  readonly color?: boolean;
  /** Columns; default 100. */
  readonly width?: number;
  /** True shows every run, passed ones too. */
  readonly verbose?: boolean;
}

/** The report in a format, newline at the end. */
export function renderRun(format: string, report: RunReport, options: RunTextOptions = {}): string {
  switch (format) {
    case "text":
      return renderText(report, options);
    case "json":
      return `${safeJson(report, 2)}\n`;
    case "junit":
      return renderJunit(report);
    default:
      throw new UsageError(`Cannot render ${format}: choose one of ${RUN_FORMATS.join(", ")}`);
  }
}

const STYLES: Readonly<Record<ReportedVerdict | RunOutcome, Style>> = {
  PASS: "good",
  PASS_WITH_VARIANCE: "good",
  FAIL: "bad",
  "HARNESS ERROR": "bad",
  INVALID: "caution",
  INCOMPLETE: "caution",
  INTERRUPTED: "caution",
};
const WORD_COLUMNS = "PASS_WITH_VARIANCE".length;

function renderText(report: RunReport, options: RunTextOptions): string {
  const { color = false, width = 100, verbose = false } = options;
  const paint = painter(color);
  const lines = report.scenarios.flatMap((one) => [
    `${paint(STYLES[one.verdict], one.verdict.padEnd(WORD_COLUMNS))}  ${brief(one.name, 200)}  ${
      paint("faint", tally(one))
    }`,
    ...one.runs.filter((run) => verbose || run.verdict !== "PASS")
      .flatMap((run) => runLines(run, report, width, paint)),
  ]);
  const unshown = verbose ? [] : warningsOf(report);
  const notes = [...report.notes, ...unshown].flatMap((note) =>
    wrap(brief(note, 2000), width, "note: ")
  );
  const made = report.scenarios.flatMap(({ runs }) => runs);
  const turns = made.flatMap(({ latency_ms }) => latency_ms).length;
  const shard = report.shard === null ? [] : [`shard ${report.shard.index} of ${report.shard.of}`];
  const facts = [
    ...shard,
    verdictCounts(report.scenarios.map(({ verdict }) => verdict)),
    plural(made.length, "run"),
    `${plural(turns, "turn")} answered`,
    duration(report.duration_ms),
  ];
  return [
    ...lines,
    "",
    ...notes,
    ...(notes.length > 0 ? [""] : []),
    `${paint(STYLES[report.outcome], report.outcome)}: ${facts.join("; ")}`,
    ...wrap(brief(report.reason, 2000), width),
    `repeat: ${brief(report.repeat, 2000)}`,
    "",
  ].map(defuseLine).join("\n");
}

/** How many different warnings are told of runs that passed, and aren't shown themselves. */
const MAX_WARNINGS = 5;

/** Warnings of runs that passed, each once: a pass must not hide them. */
function warningsOf({ scenarios }: RunReport): readonly string[] {
  const counts = new Map<string, number>();
  for (const { verdict, warnings } of scenarios.flatMap(({ runs }) => runs)) {
    if (verdict !== "PASS") continue;
    for (const warning of new Set(warnings)) counts.set(warning, (counts.get(warning) ?? 0) + 1);
  }
  const told = [...counts].slice(0, MAX_WARNINGS).map(([warning, runs]) =>
    `${plural(runs, "run")} passed with a warning: ${brief(warning)}`
  );
  const more = counts.size - told.length;
  return more > 0 ? [...told, `${plural(more, "other warning")}; --verbose shows them all`] : told;
}

function tally({ passed, runs, planned }: ScenarioLine): string {
  const missing = runs.length < planned ? `, ${planned - runs.length} not made` : "";
  return `(${passed} of ${runs.length} passed${missing})`;
}

function runLines(
  run: RunLine,
  { endpoints }: RunReport,
  width: number,
  paint: Paint,
): readonly string[] {
  const where = endpoints.length > 1 ? ` on ${brief(run.endpoint, 200)}` : "";
  return [
    `  run ${run.number}: ${paint(STYLES[run.verdict], run.verdict)}${where}`,
    ...evidence(run).flatMap(([label, text]) => wrap(text, width, `    ${label}: `)),
  ];
}

/** What a reader needs to see why: failed layers, warnings, the last words, the calls, the trace. */
export function evidence(run: RunLine): readonly (readonly [label: string, text: string])[] {
  const failed = run.warnings.some((warning) => warning.startsWith("runner_error: ")) &&
    run.verdict === "INVALID";
  const layers = failed ? [] : Object.entries(run.layers)
    .filter(([, { passed }]) => !passed)
    .map(([layer, { detail }]) => [layer, brief(detail)] as const);
  return [
    ...layers,
    ...run.warnings.map((warning) => ["warning", brief(warning)] as const),
    ...(run.last_reply === undefined
      ? []
      : [["last answer", `"${brief(run.last_reply, 200)}"`] as const]),
    ...(run.calls.length === 0 ? [] : [["calls", brief(run.calls.join(", "))] as const]),
    ...(run.trace === undefined ? [] : [["trace", brief(run.trace)] as const]),
  ];
}

function renderJunit(report: RunReport): string {
  const files = [...new Set(report.scenarios.map(({ file }) => file))];
  const suites = files.map((file) => {
    const cases = report.scenarios.filter((one) => one.file === file);
    return { name: file, cases: cases.map((one) => caseXml(one, report)), ...counted(cases) };
  });
  const silent = report.exit_code !== 0 &&
    suites.every(({ failures, errors }) => failures + errors === 0);
  if (silent || report.outcome === "HARNESS ERROR") {
    // Otherwise the file would read as green.
    const error = xmlAttributes({ type: report.outcome, message: brief(report.reason, 1000) });
    const attributes = xmlAttributes({
      name: "outcome",
      classname: "wt-inject.run",
      time: "0.000",
    });
    const cases = [`    <testcase${attributes}><error${error}/></testcase>`];
    suites.push({ name: "run", cases, tests: 1, failures: 0, errors: 1 });
  }
  const sum = (key: "tests" | "failures" | "errors") =>
    suites.reduce((total, suite) => total + suite[key], 0);
  const root = xmlAttributes({
    name: "wt-inject run",
    tests: sum("tests"),
    failures: sum("failures"),
    errors: sum("errors"),
    time: (report.duration_ms / 1000).toFixed(3),
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${root}>`,
    ...suites.flatMap(({ name, cases, tests, failures, errors }) => [
      `  <testsuite${
        xmlAttributes({ name, tests, failures, errors, timestamp: report.started_at })
      }>`,
      ...cases,
      "  </testsuite>",
    ]),
    "</testsuites>",
    "",
  ].join("\n");
}

function counted(cases: readonly ScenarioLine[]) {
  const failures = cases.filter(({ verdict }) => verdict === "FAIL").length;
  const errors = cases.filter(({ verdict }) => isError(verdict)).length;
  return { tests: cases.length, failures, errors };
}

function isError(verdict: ReportedVerdict): boolean {
  return verdict === "INVALID" || verdict === "INCOMPLETE";
}

function caseXml(one: ScenarioLine, report: RunReport): string {
  const ms = one.runs.flatMap(({ latency_ms }) => latency_ms).reduce((sum, x) => sum + x, 0);
  const attributes = xmlAttributes({
    name: one.name,
    classname: `wt-inject.run.${one.file}`,
    time: (ms / 1000).toFixed(3),
  });
  if (one.verdict === "PASS") return `    <testcase${attributes}/>`;
  const missed = one.runs.filter(({ verdict }) => verdict !== "PASS")
    .flatMap((run) => runLines(run, report, 99, painter(false)));
  const text = xmlText(missed.join("\n"));
  if (one.verdict === "PASS_WITH_VARIANCE") {
    return `    <testcase${attributes}><system-out>${text}</system-out></testcase>`;
  }
  const kind = isError(one.verdict) ? "error" : "failure";
  const open = xmlAttributes({
    type: `wt-inject.${one.verdict}`,
    message: `${one.verdict} ${tally(one)}`,
  });
  return `    <testcase${attributes}><${kind}${open}>${text}</${kind}></testcase>`;
}
