/**
 * Cells: each case, variant and adapter path once; whether it applies, and which are selected.
 *
 * @module
 */
import { patternMatcher } from "../conform/select.ts";
import { nearest } from "../contract/nearest.ts";
import { UsageError } from "../contract/usage.ts";
import { expectationOf } from "./expected_file.ts";
import { type Corpus, inapplicable, type LoadedCase } from "./load.ts";
import { ADAPTER_PATHS, type AdapterPath, isAdapterPath } from "./paths.ts";
import type { RequirementId } from "./requirements.ts";

/** One cell. */
export interface Cell {
  /** `case.variant.path`. */
  readonly id: string;
  readonly one: LoadedCase;
  readonly variant: string;
  readonly path: AdapterPath;
  /** The variant's own. */
  readonly requirement: RequirementId;
  /** Why it doesn't apply; absent where it does. */
  readonly reason?: string;
}

/** All cells of a corpus: by path, then by case, then by variant. */
export function cellsOf(corpus: Corpus): readonly Cell[] {
  return ADAPTER_PATHS.flatMap((path) =>
    corpus.cases.flatMap((one) =>
      Object.keys(one.fixture.variants).map((variant): Cell => {
        const reason = inapplicable(one.about, variant, path);
        const { requirement } = one.expected.variants[variant]!;
        const id = `${one.about.id}.${variant}.${path}`;
        return {
          id,
          one,
          variant,
          path,
          requirement,
          ...(reason === undefined ? {} : { reason }),
        };
      })
    )
  );
}

/** Which cells to play. */
export interface CellSelection {
  /** Adapter paths; all of the target's where left out. */
  readonly paths?: readonly string[];
  /** Case ids, cell ids, or globs over either (`*` within a word, `**` across); all where left out. */
  readonly cases?: readonly string[];
}

/**
 * The cells that a selection leaves, in order.
 *
 * @throws {UsageError} on a path that isn't there, and on a pattern that matches nothing.
 */
export function selectCells(
  cells: readonly Cell[],
  selection: CellSelection,
): readonly Cell[] {
  const { paths = [], cases = [] } = selection;
  const available = [...new Set(cells.map(({ path }) => path))];
  for (const path of paths) {
    if (isAdapterPath(path) && available.includes(path)) continue;
    const near = nearest(path, available);
    throw new UsageError(
      `Cannot select ${path}: ${isAdapterPath(path) ? "the target has" : "there is"} no such path`,
      near === undefined ? `There are: ${available.join(", ")}.` : `Did you mean ${near}?`,
    );
  }
  const matchers = cases.map((pattern) => {
    const matcher = patternMatcher(pattern);
    const matches = ({ id, one, variant }: Cell) =>
      matcher(id) || matcher(one.about.id) || matcher(`${one.about.id}.${variant}`);
    if (!cells.some(matches)) {
      const near = nearest(pattern, [...new Set(cells.map(({ one }) => one.about.id))]);
      throw new UsageError(
        `Cannot select ${pattern}: no case matches it`,
        near === undefined ? "wt-inject corpus list shows every case." : `Did you mean ${near}?`,
      );
    }
    return matches;
  });
  return cells.filter((cell) =>
    (paths.length === 0 || paths.includes(cell.path)) &&
    (matchers.length === 0 || matchers.some((matches) => matches(cell)))
  );
}

/** What is expected in a cell that applies. */
export function cellExpectation({ one, variant, path }: Cell) {
  return expectationOf(one.expected, variant, path);
}

/** Which variants apply on which paths, as a table that can be kept and compared. */
export type Applicability = Readonly<
  Record<string, { readonly applies: readonly AdapterPath[]; readonly not: readonly AdapterPath[] }>
>;

/** The table of a corpus, by `case.variant`. */
export function applicabilityOf(corpus: Corpus): Applicability {
  const table: Record<string, { applies: AdapterPath[]; not: AdapterPath[] }> = {};
  for (const { one, variant, path, reason } of cellsOf(corpus)) {
    const row = table[`${one.about.id}.${variant}`] ??= { applies: [], not: [] };
    (reason === undefined ? row.applies : row.not).push(path);
  }
  return Object.fromEntries(Object.entries(table).sort(([a], [b]) => a < b ? -1 : 1));
}

/** Cells that a kept table has as applicable and that no longer are: each needs a review. */
export function lostCells(kept: Applicability, now: Applicability): readonly string[] {
  return Object.entries(kept).flatMap(([row, { applies }]) =>
    applies.filter((path) => !now[row]?.applies.includes(path)).map((path) => `${row}.${path}`)
  );
}
