/**
 * Command lines that can be pasted into a POSIX shell.
 *
 * @module
 */

/** One word, quoted where a shell would read anything into it. */
export function quoteWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** A whole line. */
export function commandLine(words: readonly string[]): string {
  return words.map(quoteWord).join(" ");
}
