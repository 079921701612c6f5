/**
 * Text in columns, for help and explanations.
 *
 * @module
 */
import { wrap } from "../report/style.ts";

/** The widest line that help prints: it fits a terminal of 80 columns with one to spare. */
export const HELP_WIDTH = 79;

/** A wrapped paragraph, each line indented by so many spaces. */
export function paragraph(text: string, indent = 0): string {
  return wrap(text, HELP_WIDTH, " ".repeat(indent)).join("\n");
}

/**
 * A list in two columns: the left part after two spaces, the right part wrapped in a column of its
 * own. A left part wider than `widest` has its text begin on the next line.
 */
export function columns(
  rows: readonly (readonly [left: string, right: string])[],
  widest = 24,
): string {
  const room = Math.min(widest, Math.max(...rows.map(([left]) => left.length)));
  const margin = " ".repeat(room + 4);
  return rows.flatMap(([left, right]) =>
    left.length <= room
      ? wrap(right, HELP_WIDTH, `  ${left.padEnd(room)}  `)
      : [`  ${left}`, ...wrap(right, HELP_WIDTH, margin)]
  ).join("\n");
}
