/**
 * The rules on what stands in a file, each a function from sources to what breaks it.
 *
 * @module
 */
import { blank, importsOf, isBarrel, type Source } from "./source.ts";
import type { Rule } from "./layer_rules.ts";

/** The longest file that says one thing. */
export const MAX_LINES = 250;

/** Files whose only work may be to pass on what others export: the package's entries. */
const BARRELS = /^(?:mod|lib\/(?:certify|corpus|endpoint|gateway|run|selftest|surface)\/mod)\.ts$/;

const isOurs = ({ path }: Source): boolean =>
  /^(?:lib|tests|tools|bench)\/.*\.ts$/.test(path) || ["cli.ts", "mod.ts"].includes(path);

/** No file of ours passes {@linkcode MAX_LINES}. */
export const filesAreShort: Rule = (sources) =>
  sources.filter(isOurs).flatMap(({ path, text }) => {
    const lines = text.split("\n").length - (text.endsWith("\n") ? 1 : 0);
    return lines > MAX_LINES ? [`${path}: ${lines} lines`] : [];
  });

/** Import sites name relative paths, `node:` modules, or entries of the import map (given here). */
export function importSitesUseTheMap(entries: readonly string[]): Rule {
  return (sources) =>
    sources.filter(isOurs).flatMap(({ path, text }) =>
      importsOf(text).flatMap(({ specifier, line }) =>
        specifier === undefined || /^(?:\.\.?\/|node:)/.test(specifier) ||
          entries.includes(specifier)
          ? []
          : [`${path}:${line}: imports ${specifier}`]
      )
    );
}

/** Names are chosen where a thing is defined, and files are found by what they are about. */
export const noBarrelsNoDefaults: Rule = (sources) =>
  sources.filter(isOurs).flatMap(({ path, text }) => [
    ...(isBarrel(text) && !BARRELS.test(path) ? [`${path}: passes on other files only`] : []),
    ...(/(?<![\w$.])export\s+default\b/.test(blank(text)) ? [`${path}: has a default export`] : []),
  ]);

// Put together from pieces, so that this file doesn't break its own rule.
const HOSTS = [
  ["registry", "npmjs"],
  ["pypi", "org"],
  ["python(?:)hosted", "org"],
  ["deb", "debian"],
  ["proxy", "golang"],
  ["crates", "io"],
].map((parts) => parts.join("\\.")).join("|");
const HOMES = ["home/[a-z_]", "Users/[A-Za-z_]", "root/", "work/", "farm/"].map((part) =>
  `/${part}`
)
  .join("|");
const LOCAL = new RegExp(`${HOSTS}|(?<![\\w.$}~*:-])(?:${HOMES})|[A-Z]:\\\\+Users\\\\`);

/** No file knows the machine that it was written on, or where packages came from. */
export const nothingIsLocal: Rule = (sources) =>
  sources.filter(({ path }) => !path.endsWith(".lock")).flatMap(({ path, text }) =>
    text.split("\n").flatMap((line, index) => {
      const found = LOCAL.exec(line)?.[0];
      return found === undefined ? [] : [`${path}:${index + 1}: ${found}`];
    })
  );

/** Tasks name what they need: no blanket permission. */
export const permissionsAreNamed: Rule = (sources) =>
  sources.filter(({ path }) => path === "deno.json").flatMap(({ path, text }) =>
    text.split("\n").flatMap((line, index) =>
      /(?<![\w-])(?:-A|--allow-all|--allow-net(?!=))(?![\w-])/.test(line)
        ? [`${path}:${index + 1}: ${line.trim()}`]
        : []
    )
  );
