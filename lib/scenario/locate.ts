/**
 * On which line of a YAML or JSON text a value begins. The parsers don't tell, and an error without
 * its line is half an error. The text has been parsed before: this walk has to find its way through
 * it, not to judge it, and where it can't follow (complex keys, say) the nearest value around is named.
 *
 * @module
 */

/** The path of a key inside another path: `target_numbers[0].unit`. */
export function keyPath(path: string, key: string): string {
  return path === "" ? key : `${path}.${key}`;
}

/** Lines, from 1, by path; one map a document. */
export type Lines = readonly ReadonlyMap<string, number>[];

/** A block collection that is open. */
interface Frame {
  readonly indent: number;
  readonly kind: "map" | "list";
  /** Of the collection itself. */
  readonly path: string;
  /** Of the entry that was begun last. */
  entry: string;
  count: number;
}

const PLAIN_KEY = /^((?:[^\s\-?:,[\]{}#&*!|>'"%@`]|[-?:](?=\S))[^\n]*?)\s*:(?=\s|$)/;
const QUOTED_KEY = /^("(?:[^"\\]|\\.)*"|'(?:[^']|'')*')\s*:(?=\s|$)/;
const PROPERTIES = /^(?:[&!]\S*\s+)+/;

/** Walks a text. Never throws: what can't be followed has no line. */
export function linesOf(text: string): Lines {
  const walker = new Walker(text);
  try {
    walker.walk();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return walker.documents;
}

/** The line of a path, or of the nearest thing around it. */
export function lineAt(
  lines: ReadonlyMap<string, number> | undefined,
  path: string,
): number | undefined {
  for (let at = path;; at = at.replace(/(?:^|\.)[^.[\]]*$|\[\d+\]$/, "")) {
    const line = lines?.get(at);
    if (line !== undefined || at === "") return line;
  }
}

class Walker {
  readonly documents: Map<string, number>[] = [new Map()];
  readonly #text: string;
  readonly #starts: number[] = [0];
  #frames: Frame[] = [];

  constructor(text: string) {
    this.#text = text;
    for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) {
      this.#starts.push(at + 1);
    }
  }

  walk(): void {
    let begun = false;
    for (let line = 0; line < this.#starts.length;) {
      const text = this.#lineText(line);
      if (/^---(?:\s|$)/.test(text)) {
        if (begun) this.documents.push(new Map());
        this.#frames = [];
        begun = true;
        line++;
        continue;
      }
      if (/^\s*(?:#|$)/.test(text) || /^(?:%|\.\.\.)/.test(text)) {
        line++;
        continue;
      }
      begun = true;
      const indent = text.length - text.trimStart().length;
      this.#record("", this.#starts[line]! + indent);
      line = this.#entry(line, indent);
    }
  }

  #lineText(line: number): string {
    return this.#text.slice(
      this.#starts[line]!,
      (this.#starts[line + 1] ?? this.#text.length + 1) - 1,
    )
      .replace(/\r$/, "");
  }

  /** Reads what begins at a column of a line; answers the line to go on with. */
  #entry(line: number, indent: number): number {
    const rest = this.#lineText(line).slice(indent);
    const dash = /^-(\s+|$)/.exec(rest);
    while (this.#frames.length > 0) {
      const top = this.#frames.at(-1)!;
      const closed = top.indent > indent ||
        (top.indent === indent && top.kind === "list" && dash === null);
      if (!closed) break;
      this.#frames.pop();
    }
    const start = this.#starts[line]! + indent;
    if (dash !== null) {
      const list = this.#frame(indent, "list");
      list.entry = `${list.path}[${list.count++}]`;
      this.#record(list.entry, start);
      const inner = indent + dash[0].length;
      return this.#lineText(line).length === inner ? line + 1 : this.#entry(line, inner);
    }
    const key = QUOTED_KEY.exec(rest) ?? PLAIN_KEY.exec(rest);
    if (key === null) return this.#scalar(start, indent, this.#path());
    const map = this.#frame(indent, "map");
    map.entry = keyPath(map.path, unquoted(key[1]!));
    this.#record(map.entry, start);
    const value = rest.slice(key[0].length);
    const skipped = value.length - value.trimStart().length;
    return this.#scalar(start + key[0].length + skipped, indent, map.entry);
  }

  /** The frame of this kind at this indent, new if need be. */
  #frame(indent: number, kind: Frame["kind"]): Frame {
    const top = this.#frames.at(-1);
    if (top !== undefined && top.indent === indent && top.kind === kind) return top;
    const path = this.#path();
    const frame: Frame = { indent, kind, path, entry: path, count: 0 };
    this.#frames.push(frame);
    return frame;
  }

  #path(): string {
    return this.#frames.at(-1)?.entry ?? "";
  }

  #record(path: string, at: number): void {
    const lines = this.documents.at(-1)!;
    if (!lines.has(path)) lines.set(path, this.#lineOf(at) + 1);
  }

  #lineOf(at: number): number {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#starts[middle]! <= at) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** Passes a value that a line begins; answers the line after it. */
  #scalar(at: number, indent: number, path: string): number {
    at += PROPERTIES.exec(this.#text.slice(at, at + 200))?.[0].length ?? 0;
    const first = this.#text[at];
    const line = this.#lineOf(at);
    if (first === "|" || first === ">") {
      let next = line + 1;
      for (; next < this.#starts.length; next++) {
        const text = this.#lineText(next);
        if (text.trim() !== "" && text.length - text.trimStart().length <= indent) break;
      }
      return next;
    }
    if (first === "[" || first === "{") return this.#lineOf(this.#flow(at, path)) + 1;
    if (first === '"' || first === "'") return this.#lineOf(this.#quoted(at)) + 1;
    return line + 1;
  }

  /** Passes a flow collection; answers the place of what closes it. */
  #flow(at: number, path: string): number {
    const isList = this.#text[at] === "[";
    let next = at + 1;
    for (let index = 0;; index++) {
      next = this.#blank(next);
      const first = this.#text[next];
      if (first === undefined || first === "]" || first === "}") return next;
      let inner = `${path}[${index}]`;
      if (!isList) {
        const end = this.#word(next, /[:,{}[\]]/);
        inner = keyPath(path, unquoted(this.#text.slice(next, end).trim()));
        this.#record(inner, next);
        next = this.#blank(end);
        if (this.#text[next] === ":") next = this.#blank(next + 1);
      }
      if (isList) this.#record(inner, next);
      const opens = this.#text[next] === "[" || this.#text[next] === "{";
      next = this.#blank(opens ? this.#flow(next, inner) + 1 : this.#word(next, /[,{}[\]]/));
      if (this.#text[next] !== ",") return next;
      next++;
    }
  }

  /** The end of a quoted or plain scalar in a flow. */
  #word(at: number, end: RegExp): number {
    const first = this.#text[at];
    if (first === '"' || first === "'") return this.#quoted(at) + 1;
    while (at < this.#text.length && !end.test(this.#text[at]!)) at++;
    return at;
  }

  /** The place of the quote that closes. */
  #quoted(at: number): number {
    const quote = this.#text[at];
    for (at++; at < this.#text.length; at++) {
      if (quote === '"' && this.#text[at] === "\\") at++;
      else if (this.#text[at] === quote) {
        if (quote === '"' || this.#text[at + 1] !== "'") return at;
        at++;
      }
    }
    return at;
  }

  #blank(at: number): number {
    for (;;) {
      while (/\s/.test(this.#text[at] ?? "")) at++;
      if (this.#text[at] !== "#") return at;
      while (at < this.#text.length && this.#text[at] !== "\n") at++;
    }
  }
}

function unquoted(key: string): string {
  if (key.startsWith("'")) return key.slice(1, -1).replaceAll("''", "'");
  if (!key.startsWith('"')) return key;
  try {
    return JSON.parse(key);
  } catch {
    return key.slice(1, -1);
  }
}
