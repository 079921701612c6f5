/**
 * Patterns over check ids.
 *
 * @module
 */

/** `*` stands for anything within one word of an id, `**` for anything; the rest stands for itself. */
export function patternMatcher(pattern: string): (id: string) => boolean {
  const source = pattern.split(/(\*+)/).map((part) =>
    part.startsWith("**")
      ? ".*"
      : part === "*"
      ? "[^.]*"
      : part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")
  ).join("");
  const expression = new RegExp(`^${source}$`);
  return (id) => expression.test(id);
}
