/**
 * The pages of the documentation, taken apart: code blocks, headings with their anchors, links.
 */

export const ROOT = new URL("../../", import.meta.url);

/** A fenced block of code. */
export interface Block {
  readonly page: string;
  /** Of its first line, counted from 1. */
  readonly line: number;
  /** The word behind the fence; empty where there is none. */
  readonly language: string;
  readonly code: string;
}

/** A page, and what is in it. */
export interface Page {
  /** From the root, such as `docs/agent.md`. */
  readonly path: string;
  readonly text: string;
  /** The text without its blocks, line for line: a block's lines are empty. */
  readonly prose: string;
  readonly blocks: readonly Block[];
}

async function markdownIn(folder: string): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(new URL(folder, ROOT))) {
    if (isDirectory) found.push(...await markdownIn(`${folder}${name}/`));
    else if (name.endsWith(".md")) found.push(folder + name);
  }
  return found.sort();
}

/** Every page: those at the root, docs/, and the README of each example. */
export async function allPages(): Promise<readonly Page[]> {
  const paths = [
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    ...await markdownIn("docs/"),
    ...await markdownIn("examples/"),
  ];
  return await Promise.all(
    paths.map(async (path) => pageOf(path, await Deno.readTextFile(new URL(path, ROOT)))),
  );
}

/** Takes a page apart. A fence may be indented, as in a list; its code loses that indent. */
export function pageOf(path: string, text: string): Page {
  const blocks: Block[] = [];
  const prose: string[] = [];
  let open: { indent: string; language: string; line: number; code: string[] } | undefined;
  for (const [index, line] of text.split("\n").entries()) {
    const [, indent = "", language = ""] = /^( *)```(\w*)$/.exec(line) ?? [];
    const isFence = /^ *```\w*$/.test(line);
    if (open === undefined && isFence) {
      open = { indent, language, line: index + 2, code: [] };
    } else if (open !== undefined && isFence && language === "") {
      const { code, indent: _, ...rest } = open;
      blocks.push({ page: path, ...rest, code: code.join("\n") + "\n" });
      open = undefined;
    } else if (open !== undefined) {
      open.code.push(line.startsWith(open.indent) ? line.slice(open.indent.length) : line);
    } else {
      prose.push(line);
      continue;
    }
    prose.push("");
  }
  if (open !== undefined) throw new Error(`${path}:${open.line}: a block that doesn't end`);
  return { path, text, prose: prose.join("\n"), blocks };
}

/** The commands of a block, one a line; a line that ends in a backslash goes on in the next. */
export function commandsOf({ code }: Block): readonly string[] {
  return code.replace(/\\\n\s*/g, "").split("\n")
    .map((line) => line.replace(/\s+# .*$/, "").trim())
    .filter((line) => line !== "" && !line.startsWith("#"));
}

/** The anchors of a page, as GitHub makes them of its headings. */
export function anchorsOf({ prose }: Page): ReadonlySet<string> {
  const anchors = new Set<string>();
  for (const [, heading = ""] of prose.matchAll(/^#{1,6} +(.+?) *$/gm)) {
    const plain = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replaceAll("\\", "");
    const anchor = plain.toLowerCase().replace(/[^\p{L}\p{N}_ -]/gu, "").replaceAll(" ", "-");
    for (let n = 0;; n++) {
      const one = n === 0 ? anchor : `${anchor}-${n}`;
      if (anchors.has(one)) continue;
      anchors.add(one);
      break;
    }
  }
  return anchors;
}

/** A link of a page. */
export interface Link {
  readonly page: string;
  readonly line: number;
  readonly target: string;
}

/** Every link and picture, inline or by reference; what stands in `code` is none. */
export function linksOf({ path, prose }: Page): readonly Link[] {
  const plain = prose.replace(/`[^`\n]*`/g, (code) => " ".repeat(code.length));
  const found: Link[] = [];
  const patterns = [/\]\(([^)\s]+)(?: "[^"]*")?\)/g, /^\[[^\]]+\]: +(\S+)/gm, /<(https?:[^>]+)>/g];
  for (const pattern of patterns) {
    for (const match of plain.matchAll(pattern)) {
      const line = plain.slice(0, match.index).split("\n").length;
      found.push({ page: path, line, target: match[1]! });
    }
  }
  return found;
}
