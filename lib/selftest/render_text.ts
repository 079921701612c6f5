/**
 * A self-test for a person: what kills each check, the mutants by theme, what went wrong, the verdict.
 *
 * @module
 */
import {
  corpusThemeLines,
  numbers,
  printable,
  problemGroups,
  someOf,
  themeLines,
} from "./layout.ts";
import type { CheckKills, SelftestReport } from "./report.ts";

/** How a self-test is laid out. */
export interface SelftestTextOptions {
  /** Terminal colours (default false). */
  readonly color?: boolean;
  /** Every name instead of the first three (default false). */
  readonly verbose?: boolean;
}

/** The self-test as text, newline at the end. The same report gives the same text. */
export function renderSelftestText(
  report: SelftestReport,
  { color = false, verbose = false }: SelftestTextOptions = {},
): string {
  const most = verbose ? Infinity : undefined;
  const { tool, contract, outcome, started_at, checks } = report;
  const strong = (text: string) => dressed(text, "1", color);
  const wanted = checks.filter((check) => check.required);
  const others = checks.filter((check) => !check.required && check.killed_by.length > 0);
  return [
    `${strong("wt-inject selftest")}: contract version ${contract}; ` +
    `${tool.name} ${tool.version}, ${tool.runtime}; ${started_at}`,
    ...section(
      strong("Each check, and the broken endpoints that it fails"),
      wanted,
      (list) => checkTable(list, most),
    ),
    ...section(strong("Checks beside the selection"), others, (list) => checkTable(list, most)),
    ...section(
      strong("Endpoints by theme"),
      themeLines(report),
      (list) =>
        columns(list.map(({ name, broken, innocent, trials, asPinned }) => [
          name,
          [
            ...(broken.length === 0 ? [] : [`${broken.length} broken`]),
            ...(innocent.length === 0 ? [] : [`${innocent.length} innocent`]),
          ].join(", "),
          `${asPinned} of ${trials} as pinned`,
        ])),
    ),
    ...section(
      strong("Each case of the corpus, and the broken gateways and loops that it fails"),
      report.corpus?.cases.filter((one) => one.required || one.killed_by.length > 0) ?? [],
      (list) => checkTable(list, most),
    ),
    ...section(
      strong("Gateways and agent loops"),
      report.corpus === undefined ? [] : corpusThemeLines(report.corpus),
      (list) =>
        columns(
          list.map(({ name, trials, asPinned }) => [name, `${asPinned} of ${trials} as pinned`]),
        ),
    ),
    ...problemGroups(report).flatMap(({ title, problems }) => [
      "",
      strong(`${title} (${problems.length})`),
      ...problems.flatMap(({ about, details }) => [
        `  ${about}`,
        ...details.map((line) => `    ${printable(line)}`),
      ]),
    ]),
    "",
    ...report.notes.map((note) => `note: ${printable(note)}`),
    `${dressed(outcome, outcome === "PASSED" ? "32" : "31;1", color)}: ${numbers(report)}`,
    report.reason,
    `repeat: ${printable(report.repeat)}`,
    "",
  ].join("\n");
}

function checkTable(
  list: readonly Pick<CheckKills, "id" | "killed_by">[],
  most: number | undefined,
): readonly string[] {
  return columns(list.map(({ id, killed_by }) => [
    id,
    String(killed_by.length).padStart(3),
    killed_by.length === 0 ? "NOTHING KILLS IT" : someOf(killed_by, most),
  ]));
}

function section<T>(
  title: string,
  list: readonly T[],
  lines: (list: readonly T[]) => readonly string[],
): readonly string[] {
  return list.length === 0 ? [] : ["", title, ...lines(list)];
}

/** Rows with their columns under each other. */
function columns(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = rows[0]?.map((_, at) => Math.max(...rows.map((row) => row[at]!.length))) ?? [];
  return rows.map((row) =>
    `  ${row.map((cell, at) => cell.padEnd(widths[at]!)).join("  ")}`.trimEnd()
  );
}

function dressed(text: string, code: string, color: boolean): string {
  return color ? `\x1b[${code}m${text}\x1b[0m` : text;
}
