/**
 * Reports of corpus runs side by side: cases against targets and their ways through. Pure.
 *
 * @module
 */
import type { Verdict } from "../contract/result.ts";
import { UsageError } from "../contract/usage.ts";
import type { AdapterPath } from "./paths.ts";
import { ADAPTER_PATHS } from "./paths.ts";
import type { CorpusReport } from "./report.ts";

/** What the variants of a case came to. */
export interface MatrixCell {
  /** Of all variants. */
  readonly worst: Verdict;
  readonly passed: number;
  /** How many apply; one that could not run is among them. */
  readonly of: number;
  readonly could_not_run: number;
}

/** One report. */
export interface MatrixTarget {
  readonly label: string;
  readonly started_at: string;
  readonly outcome: string;
  /** Who judged it: the tool and its version. */
  readonly judged_by: string;
  /** How many of the cells that there are were selected. */
  readonly selected: number;
  readonly available: number;
  /** Why nothing was tested, where nothing was. */
  readonly reason?: string;
  readonly paths: readonly {
    readonly path: AdapterPath;
    /** Of all its cells. */
    readonly total: MatrixCell;
    readonly claims: boolean;
    /** By case; a case that wasn't played is absent. */
    readonly cases: Readonly<Record<string, MatrixCell>>;
  }[];
  /** By case, over all paths. */
  readonly cases: Readonly<Record<string, MatrixCell>>;
}

/** The whole table. */
export interface Matrix {
  readonly wt_inject_corpus_matrix: 1;
  readonly corpus: { readonly version: string; readonly sha256: string };
  /** In the order of the reports. */
  readonly cases: readonly string[];
  readonly targets: readonly MatrixTarget[];
}

/** The worst first. */
const WORST: readonly Verdict[] = [
  "harness_error",
  "failed",
  "could_not_run",
  "warned",
  "passed",
  "not_applicable",
];

/**
 * The table of reports.
 *
 * @throws {UsageError} where they are of several corpora: their cells say different things
 */
export function matrixOf(reports: readonly CorpusReport[]): Matrix {
  const [first] = reports;
  if (first === undefined) throw new UsageError("Cannot draw a table: there is no report");
  const { version, sha256 } = first.corpus;
  for (const { corpus, target } of reports) {
    if (corpus.sha256 === sha256) continue;
    throw new UsageError(
      `Cannot put ${target.label ?? target.url} beside the others: its report is of corpus ` +
        `${corpus.version}, sha256 ${corpus.sha256.slice(0, 12)}, and theirs of ${version}, ` +
        sha256.slice(0, 12),
      "Run it again with the same corpus.",
    );
  }
  const names = new Map<string, number>();
  const cases = [
    ...new Set(reports.flatMap(({ results }) => results.map(({ id }) => caseOf(id)))),
  ];
  const targets = reports.map((report): MatrixTarget => {
    const name = report.target.label ?? report.target.url;
    const nth = (names.get(name) ?? 0) + 1;
    names.set(name, nth);
    const { results, started_at, outcome, reason, tool, selection } = report;
    const paths = ADAPTER_PATHS.flatMap((path) => {
      const own = results.filter(({ section }) => section === path);
      if (own.length === 0) return [];
      const claims = report.corpus.paths.some((one) => one.path === path && one.claims);
      return [{ path, total: cellOf(own), claims, cases: byCase(own) }];
    });
    return {
      label: nth === 1 ? name : `${name} (${nth})`,
      started_at,
      outcome,
      judged_by: `${tool.name} ${tool.version}`,
      selected: selection.selected,
      available: selection.available,
      ...(results.length === 0 ? { reason } : {}),
      paths,
      cases: byCase(results),
    };
  });
  return { wt_inject_corpus_matrix: 1, corpus: { version, sha256 }, cases, targets };
}

type Results = readonly { readonly id: string; readonly verdict: Verdict }[];

function caseOf(id: string): string {
  return id.split(".")[0]!;
}

function byCase(results: Results): Readonly<Record<string, MatrixCell>> {
  const groups = Map.groupBy(results, ({ id }) => caseOf(id));
  return Object.fromEntries([...groups].map(([id, own]) => [id, cellOf(own)]));
}

function cellOf(results: Results): MatrixCell {
  const count = (verdict: Verdict) => results.filter((one) => one.verdict === verdict).length;
  return {
    worst: WORST.find((verdict) => count(verdict) > 0) ?? "not_applicable",
    passed: count("passed"),
    of: results.length - count("not_applicable"),
    could_not_run: count("could_not_run"),
  };
}
