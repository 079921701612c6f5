/**
 * A self-test as Markdown: the kill matrix as tables, for a README, a pull request or a wiki.
 *
 * @module
 */
import type { CorpusProof } from "./corpus_report.ts";
import {
  corpusThemeLines,
  numbers,
  printable,
  problemGroups,
  someOf,
  themeLines,
} from "./layout.ts";
import type { SelftestReport } from "./report.ts";

/** The self-test as Markdown, newline at the end. The same report gives the same text. */
export function renderSelftestMarkdown(report: SelftestReport): string {
  const { tool, contract, started_at, outcome, reason } = report;
  const checks = report.checks.filter((check) => check.required || check.killed_by.length > 0);
  return [
    `## wt-inject selftest: ${outcome}`,
    "",
    `${reason} (${numbers(report)})`,
    "",
    `Contract version ${contract}; ${tool.name} ${tool.version}, ${tool.runtime}; ${started_at}.`,
    "",
    "### What kills each check",
    "",
    ...table(
      ["check", "level", "kind", "mutants", "among them"],
      checks.map(({ id, level, kind, killed_by }) => [
        code(id),
        level,
        kind,
        String(killed_by.length),
        killed_by.length === 0 ? "**nothing**" : someOf(killed_by),
      ]),
    ),
    "",
    "### Endpoints by theme",
    "",
    ...table(
      ["theme", "broken", "innocent", "runs", "as pinned"],
      themeLines(report).map(({ name, broken, innocent, trials, asPinned }) => [
        name,
        ...[broken.length, innocent.length, trials, asPinned].map(String),
      ]),
    ),
    ...(report.corpus === undefined ? [] : corpusTables(report.corpus)),
    ...problemGroups(report).flatMap(({ title, problems }) => [
      "",
      `### ${title}`,
      "",
      ...problems.flatMap(({ about, details }) => [
        `- ${code(about)}`,
        ...details.map((line) => `  - ${escaped(printable(line))}`),
      ]),
    ]),
    ...(report.notes.length === 0
      ? []
      : ["", ...report.notes.map((note) => escaped(printable(note)))]),
    "",
    `Repeat: ${code(printable(report.repeat))}`,
    "",
  ].join("\n");
}

function corpusTables(corpus: CorpusProof): readonly string[] {
  return [
    "",
    "### What each case of the corpus accuses",
    "",
    ...table(
      ["case", "gateways and loops", "among them"],
      corpus.cases.filter((one) => one.required || one.killed_by.length > 0).map((
        { id, killed_by },
      ) => [
        code(id),
        String(killed_by.length),
        killed_by.length === 0 ? "**none**" : someOf(killed_by),
      ]),
    ),
    "",
    "### Gateways and agent loops",
    "",
    ...table(
      ["theme", "played", "as pinned"],
      corpusThemeLines(corpus).map(({ name, trials, asPinned }) => [
        name,
        String(trials),
        String(asPinned),
      ]),
    ),
  ];
}

/** A table in the layout that a formatter would give it. */
export function table(
  head: readonly string[],
  rows: readonly (readonly string[])[],
): readonly string[] {
  const safe = rows.map((row) => row.map((cell) => cell.replaceAll("|", "\\|")));
  const widths = head.map((name, at) =>
    Math.max(3, name.length, ...safe.map((row) => [...row[at]!].length))
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, at) => cell + " ".repeat(widths[at]! - [...cell].length)).join(" | ")} |`;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...safe.map(line)];
}

/** Text in a code span; backticks in it would end it. */
function code(text: string): string {
  return `\`${text.replaceAll("`", "'")}\``;
}

/** Text that Markdown takes nothing from. */
function escaped(text: string): string {
  return text.replace(/[\\`*_{}[\]<>#|&~]/g, "\\$&");
}
