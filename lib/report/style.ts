/**
 * Colour and line breaking for the text format.
 *
 * @module
 */

/** What a colour stands for. Never the only sign of anything: a word is always beside it. */
export type Style = "good" | "bad" | "caution" | "faint" | "strong";

/** Dresses a text, or leaves it alone. */
export type Paint = (style: Style, text: string) => string;

const CODES: Readonly<Record<Style, string>> = {
  good: "32",
  bad: "31;1",
  caution: "33",
  faint: "2",
  strong: "1",
};

/** A {@linkcode Paint} that colours only where asked. */
export function painter(color: boolean): Paint {
  return (style, text) => color && text !== "" ? `\x1b[${CODES[style]}m${text}\x1b[0m` : text;
}

/**
 * Breaks prose at spaces. A word longer than the width stays whole, so that a URL or a value can
 * still be copied.
 *
 * @param first what the first line starts with; the others start with as many spaces
 */
export function wrap(text: string, width: number, first = ""): string[] {
  const indent = " ".repeat([...first].length);
  const lines: string[] = [];
  let line = first;
  let empty = true;
  for (const word of text.split(" ")) {
    if (!empty && [...line].length + 1 + [...word].length > width) {
      lines.push(line.trimEnd());
      line = indent;
      empty = true;
    }
    line += empty ? word : ` ${word}`;
    empty = false;
  }
  lines.push(line.trimEnd());
  return lines;
}
