/**
 * A small reader of TypeScript: enough to tell code from comments and strings, and to list what
 * a file imports. It errs on the strict side: what it can't tell apart counts as run-time code.
 *
 * @module
 */

/** A file of the tree; the path is relative to its root, with `/`. */
export interface Source {
  readonly path: string;
  readonly text: string;
}

/** One import or re-export. `type` ones are gone at run time. */
export interface Import {
  /** `undefined` where a dynamic import's target is no string literal. */
  readonly specifier: string | undefined;
  readonly kind: "run" | "type" | "dynamic";
  readonly line: number;
}

/** Words before which a slash begins a regular expression and not a division. */
const BEFORE_REGEX =
  /(?:^|[^\w$.])(?:return|typeof|case|in|of|delete|void|throw|new|else|do|instanceof|yield|await)$/;

/** The code alone: comments and the insides of strings and regular expressions become blanks. */
export function blank(text: string): string {
  const out = text.split("");
  /** For each open template hole, how many braces are open in it. */
  const holes: number[] = [];
  let at = 0;

  const erase = (from: number, to: number) => {
    for (let i = from; i < to; i++) if (out[i] !== "\n") out[i] = " ";
  };
  const quoted = (quote: string): number => {
    let end = at + 1;
    while (end < text.length && text[end] !== quote && text[end] !== "\n") {
      end += text[end] === "\\" ? 2 : 1;
    }
    return end;
  };
  const template = (from: number) => {
    let end = from;
    while (end < text.length && text[end] !== "`" && !text.startsWith("${", end)) {
      end += text[end] === "\\" ? 2 : 1;
    }
    erase(from, end);
    if (text[end] === "$") {
      holes.push(0);
      at = end + 2;
    } else at = end + 1;
  };
  const regex = (): number => {
    let inClass = false;
    let end = at + 1;
    while (end < text.length && text[end] !== "\n" && (inClass || text[end] !== "/")) {
      if (text[end] === "[") inClass = true;
      if (text[end] === "]") inClass = false;
      end += text[end] === "\\" ? 2 : 1;
    }
    return end;
  };

  while (at < text.length) {
    const char = text[at];
    if (text.startsWith("//", at)) {
      const end = text.indexOf("\n", at);
      const stop = end === -1 ? text.length : end;
      erase(at, stop);
      at = stop;
    } else if (text.startsWith("/*", at)) {
      const end = text.indexOf("*/", at + 2);
      const stop = end === -1 ? text.length : end + 2;
      erase(at, stop);
      at = stop;
    } else if (char === '"' || char === "'") {
      const end = quoted(char);
      erase(at + 1, end);
      at = end + 1;
    } else if (char === "`") template(at + 1);
    else if (char === "/" && beginsRegex(out, at)) {
      const end = regex();
      erase(at + 1, end);
      at = end + 1;
    } else if (holes.length > 0 && (char === "{" || char === "}")) {
      const open = holes.pop() ?? 0;
      if (char === "}" && open === 0) template(at + 1);
      else {
        holes.push(open + (char === "{" ? 1 : -1));
        at++;
      }
    } else at++;
  }
  return out.join("");
}

function beginsRegex(out: readonly string[], slash: number): boolean {
  const before = out.slice(Math.max(0, slash - 200), slash).join("").trimEnd();
  if (before === "") return true;
  return /[\w$)\]}"'`]$/.test(before) ? BEFORE_REGEX.test(before) : true;
}

/** Every import of a file: `import`, `export … from`, `import()`, in the order in which they stand. */
export function importsOf(text: string): readonly Import[] {
  const code = blank(text);
  const found: Import[] = [];
  for (const match of code.matchAll(/(?<![\w$.])(import|export)(?![\w$])/g)) {
    const at = match.index;
    const rest = code.slice(at + 6);
    const line = code.slice(0, at).split("\n").length;
    if (match[1] === "import" && /^\s*\(/.test(rest)) {
      const quote = /^\s*\(\s*(["'`])/.exec(rest);
      const isType = /typeof\s*$/.test(code.slice(0, at));
      found.push({
        specifier: quote === null ? undefined : literal(text, code, at + 6 + quote[0].length),
        kind: isType ? "type" : "dynamic",
        line,
      });
      continue;
    }
    const clause = match[1] === "import"
      ? /^(\s+[\w$*{}\s,]*?\s*from\s*|\s*)["']/.exec(rest)
      : /^(\s+(?:type\s+)?(?:\*[\s\w$]*|\{[^}]*\})\s*from\s*)["']/.exec(rest);
    if (clause === null) continue;
    found.push({
      specifier: literal(text, code, at + 6 + clause[0].length),
      kind: isTypeOnly(clause[1] ?? "") ? "type" : "run",
      line,
    });
  }
  return found;
}

/** The string whose first character is at `start`; templates with holes are no literals. */
function literal(text: string, code: string, start: number): string | undefined {
  const quote = code[start - 1] ?? "";
  const end = code.indexOf(quote, start);
  const value = text.slice(start, end);
  return quote === "`" && value.includes("${") ? undefined : value;
}

function isTypeOnly(clause: string): boolean {
  if (/^\s+type\s+[{*\w$]/.test(clause) && !/^\s+type\s+from\b/.test(clause)) return true;
  const names = /^\s*\{([^}]*)\}\s*from/.exec(clause)?.[1];
  if (names === undefined) return false;
  const parts = names.split(",").map((part) => part.trim()).filter((part) => part !== "");
  return parts.length > 0 && parts.every((part) => part.startsWith("type "));
}

/** True where a file does nothing but pass on what other files export. */
export function isBarrel(text: string): boolean {
  const passedOn =
    /(?<![\w$.])export\s+(?:type\s+)?(?:\*[\s\w$]*|\{[^}]*\})\s*from\s*["'][^"']*["'];?/g;
  const code = blank(text);
  return passedOn.test(code) && code.replace(passedOn, "").trim() === "";
}
