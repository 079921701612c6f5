/**
 * The type of an explanation, and how its examples are written.
 *
 * @module
 */

/**
 * What there is to say about a clause beyond its sentence.
 *
 * `good` and `bad` are small transcripts. A line that begins with `→ ` goes to the endpoint, one
 * that begins with `← ` comes back; lines indented by two spaces go on with the one above. Other
 * lines are words. No line is longer than {@linkcode EXAMPLE_WIDTH}, so a printer need not wrap them.
 */
export interface Explanation {
  /** What goes silently wrong where the clause is broken. */
  readonly why: string;
  /** An exchange or a behaviour that keeps it. */
  readonly good: string;
  /** One that breaks it. */
  readonly bad: string;
  /** What to change. */
  readonly mend: string;
}

/** Explanations by clause id. */
export type Explanations = Readonly<Record<string, Explanation>>;

/** The longest line of an example: 79 columns less an indent of three. */
export const EXAMPLE_WIDTH = 76;

/** Joins the lines of an example. */
export function lines(...all: readonly string[]): string {
  return all.join("\n");
}
