/**
 * The table of reports, for people: as text and as Markdown.
 *
 * @module
 */
import { VERDICT_LOOKS } from "../report/words.ts";
import { visible } from "../report/visible.ts";
import type { Matrix, MatrixCell, MatrixTarget } from "../corpus/matrix.ts";
import { CLAIM_LIMIT } from "../corpus/report.ts";

/** A table: what stands above its columns, and rows of as many cells. */
interface Table {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** How many variants passed of all that apply, and the worst of them. */
function cellText(cell: MatrixCell | undefined, glyphs: boolean): string {
  if (cell === undefined) return "";
  const { worst, passed, of } = cell;
  const { glyph, word } = VERDICT_LOOKS[worst];
  if (worst === "not_applicable") return glyphs ? glyph : word;
  if (glyphs) return `${glyph} ${passed}/${of}`;
  return worst === "passed" ? `${passed}/${of}` : `${passed}/${of} ${word}`;
}

function tables({ cases, targets }: Matrix, glyphs: boolean): readonly Table[] {
  const played = targets.filter(({ reason }) => reason === undefined);
  const row = (name: string, cells: readonly (MatrixCell | undefined)[]) => [
    name,
    ...cells.map((cell) => cellText(cell, glyphs)),
  ];
  const overview: Table = {
    title: "All paths of each target together",
    head: ["case", ...played.map(({ label }) => label)],
    rows: cases.map((id) => row(id, played.map((target) => target.cases[id]))),
  };
  const each = played.map(({ label, paths }): Table => ({
    title: label,
    head: ["case", ...paths.map(({ path }) => path)],
    rows: [
      ...cases.map((id) => row(id, paths.map((one) => one.cases[id]))),
      row("all cells", paths.map(({ total }) => total)),
      ["claims the corpus", ...paths.map(({ claims }) => claims ? "yes" : "no")],
    ],
  }));
  return [...played.length > 1 ? [overview] : [], ...each];
}

function notes({ corpus, targets }: Matrix): readonly string[] {
  return [
    `Corpus ${corpus.version}, sha256 ${corpus.sha256}.`,
    ...targets.flatMap(({ label, reason }: MatrixTarget) =>
      reason === undefined ? [] : [`${label}: ${reason}.`]
    ),
    ...targets.flatMap(({ label, reason, selected, available }: MatrixTarget) =>
      reason !== undefined || selected === available
        ? []
        : [`${label}: ${selected} of ${available} cells were selected; no count has the others.`]
    ),
    ...new Set(targets.map(({ judged_by: by }) => by)).size < 2
      ? []
      : targets.map(({ label, judged_by: by }: MatrixTarget) => `${label}: judged by ${by}.`),
    "A cell has the worst of a case's variants, and how many passed of all that apply: what could " +
    "not run counts among them.",
    CLAIM_LIMIT,
  ];
}

/** As text, a table a target, one over all of them first. */
export function matrixText(matrix: Matrix): string {
  const { passed, failed, warned, could_not_run, not_applicable } = VERDICT_LOOKS;
  const legend = [passed, failed, warned, could_not_run, not_applicable]
    .map(({ glyph, counted }) => `${glyph} ${counted[0]}`).join(", ");
  return [
    ...tables(matrix, true).map(tableText),
    [...notes(matrix), `${legend}.`].map(visible).join("\n"),
  ]
    .join("\n\n") + "\n";
}

function tableText({ title, head, rows }: Table): string {
  const all = [head, ...rows].map((row) => row.map(visible));
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]!.length)));
  const line = (row: readonly string[]) =>
    row.map((cell, column) => cell.padEnd(widths[column]!)).join("  ").trimEnd();
  return [visible(title), ...all.map(line)].join("\n");
}

/** As Markdown. */
export function matrixMarkdown(matrix: Matrix): string {
  const escaped = (text: string) => visible(text).replace(/[\\|<>*_`[\]]/g, "\\$&");
  const line = (row: readonly string[]) => `| ${row.map(escaped).join(" | ")} |`;
  const parts = tables(matrix, false).map(({ title, head, rows }) =>
    [
      `## ${escaped(title)}`,
      "",
      line(head),
      `|${head.map(() => " --- |").join("")}`,
      ...rows.map(line),
    ].join("\n")
  );
  return [...parts, notes(matrix).map(escaped).join("\n\n")].join("\n\n") + "\n";
}
