/**
 * A report as Markdown, for a job summary, a pull request or a wiki: verdict first, then what went
 * wrong, then the tables. Its size is bounded, as job summaries are.
 *
 * @module
 */
import type { ReportFinding } from "../contract/report.ts";
import { brief, visible } from "./visible.ts";
import { countsOf, type Matrix, type View, type ViewItem } from "./view.ts";
import { duration, plural } from "./words.ts";

/** Failures told in full; the rest are names. A job summary holds 1 MiB. */
const FULL_ITEMS = 50;
/** Findings told of one failure. */
const FULL_FINDINGS = 5;
/** Rows of a matrix. */
const FULL_ROWS = 200;
/** Names in a list of names. */
const NAMES = 100;

/** The report as Markdown, newline at the end. */
export function renderMarkdown(view: View): string {
  const { command, outcome, reason, target, label, basis, tool, startedAt, durationMs } = view;
  const having = (weight: ViewItem["weight"]) => view.items.filter((one) => one.weight === weight);
  return [
    `## wt-inject ${prose(command)}: ${prose(outcome.word)}`,
    "",
    `${prose(reason)} (${prose(countsOf(view))}; ${duration(durationMs)})`,
    "",
    `${code(target)}${label === undefined ? "" : ` (${prose(label)})`}; ${prose(basis)}; ${
      prose(tool)
    }; ${prose(startedAt)}.`,
    ...told("Failures", having("error")),
    ...told("Our own faults, which say nothing about the target", having("fault")),
    ...named("Could not run, though required", having("unrun")),
    ...told("Warnings", having("warning")),
    ...named("Known failures", having("notice").filter(({ known }) => known !== undefined)),
    ...named(
      "Optional, and could not run",
      having("notice").filter(({ known }) => known === undefined),
    ),
    ...view.matrices.flatMap(matrixLines),
    ...(view.notes.length === 0 ? [] : ["", ...view.notes.map((note) => `- ${prose(note, 2000)}`)]),
    "",
    "Repeat:",
    "",
    ...fenced(view.repeat, "sh"),
    "",
  ].join("\n");
}

function told(title: string, items: readonly ViewItem[]): readonly string[] {
  if (items.length === 0) return [];
  const shown = items.slice(0, FULL_ITEMS);
  const left = items.slice(FULL_ITEMS);
  return [
    "",
    `### ${title} (${items.length})`,
    ...shown.flatMap(itemLines),
    ...(left.length === 0 ? [] : ["", `And ${left.length} more: ${names(left)}.`]),
  ];
}

function itemLines(item: ViewItem): readonly string[] {
  const { id, nature, message, findings, facts, clause } = item;
  const shown = findings.slice(0, FULL_FINDINGS);
  const left = findings.length - shown.length;
  return [
    "",
    `#### ${code(id)}`,
    "",
    `**${prose(item.verdict.word)}**${nature === "" ? "" : ` (${prose(nature)})`}: ${
      prose(message)
    }`,
    ...shown.flatMap((finding, index) => [
      "",
      ...(findings.length > 1 ? [`Finding ${index + 1} of ${findings.length}:`, ""] : []),
      ...findingLines(finding, finding.clause !== shown[index - 1]?.clause),
    ]),
    ...(left === 0 ? [] : ["", `${plural(left, "more finding")}: the JSON has all of them.`]),
    ...(facts.length === 0
      ? []
      : ["", ...facts.map(([label, text]) => `- ${prose(label)}: ${prose(text)}`)]),
    ...(findings.length > 0 || clause === undefined
      ? []
      : ["", `Explain: ${code(`wt-inject explain ${clause}`)}`]),
  ];
}

function findingLines(finding: ReportFinding, quote: boolean): readonly string[] {
  const { clause, sentence, where, pointer, code: fault, expected, received, hint } = finding;
  const place = where === "body"
    ? `body, ${code(pointer === "" ? "(all of it)" : pointer)}`
    : where;
  return [
    ...(quote && sentence !== "" ? [`> ${prose(sentence, 1000)} (${code(clause)})`, ""] : []),
    `- where: ${place} (${code(fault)})`,
    `- expected: ${prose(expected)}`,
    `- received: ${code(brief(received))}`,
    `- mend: ${prose(hint)}`,
  ];
}

/** Items by reason: what 13 dependents of one fault have to say is said once. */
function named(title: string, items: readonly ViewItem[]): readonly string[] {
  if (items.length === 0) return [];
  const groups = Map.groupBy(items, ({ known, message }) => known ?? message);
  const shown = [...groups].slice(0, FULL_ITEMS);
  const left = groups.size - shown.length;
  return [
    "",
    `### ${title} (${items.length})`,
    "",
    ...shown.map(([reason, members]) => `- ${prose(reason)}: ${names(members)}`),
    ...(left === 0 ? [] : [`- ${plural(left, "more reason")}`]),
  ];
}

function names(items: readonly ViewItem[]): string {
  const left = items.length - NAMES;
  return items.slice(0, NAMES).map(({ id }) => code(id)).join(", ") +
    (left > 0 ? ` and ${left} more` : "");
}

function matrixLines({ title, caption, corner, columns, rows }: Matrix): readonly string[] {
  const shown = rows.slice(0, FULL_ROWS);
  const left = rows.length - shown.length;
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [
    "",
    `### ${prose(title)}`,
    "",
    prose(caption),
    "",
    line([corner, ...columns].map((name) => prose(name))),
    line(["---", ...columns.map(() => "--:")]),
    ...shown.map(({ name, cells, total }) =>
      line([
        total ? `**${prose(name)}**` : prose(name),
        ...cells.map(({ text }) => prose(text)),
      ])
    ),
    ...(left === 0 ? [] : ["", `And ${plural(left, "more row")}.`]),
  ];
}

/** Safe text on one line that Markdown and HTML take nothing from; @mentions and links are broken. */
function prose(text: string, most = 600): string {
  return brief(text, most)
    .replace(/[\\`*_{}[\]<>#|~$]/g, "\\$&")
    .replaceAll("&", "&amp;")
    .replaceAll("@", "@<!---->")
    .replace(/\b(https?):(?=\/\/)/gi, "$1&#58;")
    .replace(/\bwww(?=\.)/gi, "$&<!---->")
    .replace(/^(\s*)([-+]|\d+[.)])(?=\s)/, "$1\\$2");
}

/** A code span, fenced by more backticks than the text has in a row. A `|` would end a table's cell. */
function code(text: string): string {
  const safe = brief(text).replaceAll("|", "\\x7c");
  const longest = Math.max(0, ...[...safe.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  const padded = safe === "" || /^`|`$|^ .* $/.test(safe) ? ` ${safe} ` : safe;
  return `${fence}${padded}${fence}`;
}

function fenced(text: string, language: string): readonly string[] {
  const safe = visible(text);
  const longest = Math.max(2, ...[...safe.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return [fence + language, safe, fence];
}
