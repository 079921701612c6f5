/**
 * What the package's entries export, where each thing is defined, and what its doc comment says.
 *
 * @module
 */
import { type Graph, resolve } from "./graph.ts";

/** An exported name, and where it comes from. */
interface Passed {
  readonly name: string;
  /** As the other file calls it. */
  readonly original: string;
  readonly from: string;
}

/** The names that a file passes on from others. */
function passedOn(path: string, text: string): readonly Passed[] {
  return [...text.matchAll(/^export\s+\{([^}]*)\}\s+from\s+"([^"]+)"/gm)].flatMap(
    ([, names = "", specifier = ""]) =>
      names.split(",").map((one) => one.trim()).filter((one) => one !== "").map((one) => {
        const [original = "", name = original] = one.replace(/^type\s+/, "").split(/\s+as\s+/);
        return { name, original, from: resolve(path, specifier) ?? specifier };
      }),
  );
}

/** The file that defines what an entry exports, and its name there; undefined where none is found. */
export function definition(
  graph: Graph,
  path: string,
  name: string,
): { readonly path: string; readonly name: string } | undefined {
  const text = graph.get(path)?.text;
  if (text === undefined) return undefined;
  const passed = passedOn(path, text).find((one) => one.name === name);
  if (passed !== undefined) return definition(graph, passed.from, passed.original);
  if (declared(name).test(text)) return { path, name };
  // Imported first and exported without `from`.
  const [, from] = new RegExp(`import \\{[^}]*\\b${name}\\b[^}]*\\} from "([^"]+)"`).exec(text) ??
    [];
  const next = from === undefined ? undefined : resolve(path, from);
  return next === undefined ? undefined : definition(graph, next, name);
}

/** The doc comment of a declaration; empty where it has none. */
export function docComment(text: string, name: string): string {
  const at = declared(name).exec(text)?.index;
  if (at === undefined) return "";
  const before = text.slice(0, at).replace(/(?:^\/\/.*\n)+$/m, "").trimEnd();
  return before.endsWith("*/") ? before.slice(before.lastIndexOf("/**")) : "";
}

function declared(name: string): RegExp {
  return new RegExp(`^export (?:async )?(?:function|class|const) ${name}\\b`, "m");
}
