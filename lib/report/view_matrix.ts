/**
 * Verdicts as tables. The denominator is everything that applies, so that what could not run is seen.
 *
 * @module
 */
import type { Report } from "../contract/report.ts";
import type { Matrix, MatrixCell, ViewItem, ViewVerdict } from "./view.ts";
import { plural } from "./words.ts";

/** From the worst to the best: a cell is its worst variant. */
const WORST: readonly string[] = [
  "failed",
  "harness_error",
  "could_not_run",
  "known",
  "warned",
  "passed",
  "not_applicable",
];

/** How often each verdict fell in each section; `ran` is of all that applies. */
export function sectionsByVerdicts(items: readonly ViewItem[], corner = "section"): Matrix {
  const looks = new Map(items.map(({ verdict }) => [verdict.key, verdict]));
  const verdicts = [...looks.values()].sort((a, b) => order(a) - order(b));
  const row = (name: string, own: readonly ViewItem[], section?: string) => ({
    name,
    cells: [
      ranCell(name, own),
      ...verdicts.map((verdict) => countCell(name, own, verdict, section)),
    ],
  });
  const sections = [...new Set(items.map(({ section }) => section))];
  return {
    id: "capabilities",
    title: corner === "path" ? "Paths" : "Capabilities",
    caption: `How often each verdict fell, by ${corner}. "Ran" is of all that apply: what could ` +
      "not run stays in the denominator, what is not applicable doesn't.",
    corner,
    columns: ["ran", ...verdicts.map(({ word }) => word.toLowerCase())],
    rows: [
      ...sections.map((name) => row(name, items.filter((one) => one.section === name), name)),
      ...(sections.length > 1 ? [{ ...row("all", items), total: true as const }] : []),
    ],
  };
}

/** As {@linkcode sectionsByVerdicts}, with what each adapter path may claim. */
export function pathsByVerdicts(report: Report, items: readonly ViewItem[]): Matrix {
  const matrix = sectionsByVerdicts(items, "path");
  const claims = new Map(report.corpus?.paths.map((one) => [one.path, one.claims]));
  return {
    ...matrix,
    columns: [...matrix.columns, "claims the corpus"],
    rows: matrix.rows.map((row) => {
      const claim = claims.get(row.name);
      const cell: MatrixCell = row.total || claim === undefined
        ? { text: "", tone: "none", says: `${row.name}: no claim of its own` }
        : claim
        ? { text: "yes", tone: "good", says: `${row.name} may claim the corpus` }
        : { text: "no", tone: "faint", says: `${row.name} may not claim the corpus` };
      return { ...row, cells: [...row.cells, cell] };
    }),
  };
}

/** Passed first, then from bad to harmless. */
function order({ key }: ViewVerdict): number {
  const at = ORDER.indexOf(key);
  return at === -1 ? ORDER.length : at;
}

const ORDER: readonly string[] = [
  "passed",
  "failed",
  "known",
  "warned",
  "could_not_run",
  "harness_error",
];

function rank({ key }: ViewVerdict): number {
  const at = WORST.indexOf(key);
  return at === -1 ? WORST.length : at;
}

function ranCell(name: string, own: readonly ViewItem[]): MatrixCell {
  const applies = own.filter(({ verdict }) => verdict.key !== "not_applicable");
  const ran = applies.filter(({ verdict }) =>
    verdict.key !== "could_not_run" && verdict.key !== "harness_error"
  );
  const missing = ran.length < applies.length;
  return {
    text: `${ran.length}/${applies.length}`,
    tone: missing ? "caution" : "none",
    says: `${name}: ${ran.length} of ${applies.length} that apply ran`,
  };
}

function countCell(
  name: string,
  own: readonly ViewItem[],
  verdict: ViewVerdict,
  section: string | undefined,
): MatrixCell {
  const count = own.filter((one) => one.verdict.key === verdict.key).length;
  return {
    text: count === 0 ? "" : String(count),
    tone: count === 0 ? "none" : verdict.tone,
    says: `${name}: ${count} ${verdict.word.toLowerCase()}`,
    ...(count === 0
      ? {}
      : { filter: { verdict: verdict.key, ...(section === undefined ? {} : { section }) } }),
  };
}

/** What a cell's id is made of: `case.variant.path`. */
function caseOf(id: string): string {
  return id.split(".")[0] ?? id;
}

/** Cases of a corpus by adapter paths: the worst of a case's variants, and how many of them are good. */
export function casesByPaths(report: Report, items: readonly ViewItem[]): Matrix {
  const paths = (report.corpus?.paths ?? []).map(({ path }) => path);
  const cases = [...new Set(items.map(({ id }) => caseOf(id)))];
  const cells = new Map<string, ViewItem[]>();
  for (const item of items) {
    const key = `${caseOf(item.id)} ${item.section}`;
    const there = cells.get(key);
    if (there === undefined) cells.set(key, [item]);
    else there.push(item);
  }
  return {
    id: "corpus",
    title: "Cases and paths",
    caption: "The worst variant of each case on each adapter path, and how many of the variants " +
      "that apply passed or only warned. What could not run counts as not passed.",
    corner: "case",
    columns: paths,
    rows: cases.map((name) => ({
      name,
      cells: paths.map((path) => variantsCell(name, path, cells.get(`${name} ${path}`) ?? [])),
    })),
  };
}

function variantsCell(name: string, path: string, own: readonly ViewItem[]): MatrixCell {
  const applies = own.filter(({ verdict }) => verdict.key !== "not_applicable");
  const [worst] = applies.map(({ verdict }) => verdict).sort((a, b) => rank(a) - rank(b));
  if (worst === undefined) {
    const why = own.length === 0 ? "was not selected" : "does not apply";
    return { text: "", tone: "none", says: `${name} on ${path}: ${why}` };
  }
  const good = applies.filter(({ verdict }) =>
    verdict.key === "passed" || verdict.key === "warned"
  );
  const glyph = worst.key === "passed" ? "" : `${worst.glyph} `;
  return {
    text: `${glyph}${good.length}/${applies.length}`,
    tone: worst.tone,
    says: `${name} on ${path}: ${worst.word.toLowerCase()}, ${good.length} of ${
      plural(applies.length, "variant")
    } passed`,
    filter: { section: path, text: `${name}.` },
  };
}
