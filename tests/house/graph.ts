/**
 * Who imports whom.
 *
 * @module
 */
import { type Import, importsOf, type Source } from "./source.ts";

/** A file with its imports resolved to paths of the tree. */
export interface Node extends Source {
  readonly imports: readonly (Import & { readonly path: string | undefined })[];
}

/** Nodes by path. */
export type Graph = ReadonlyMap<string, Node>;

/** The graph of the TypeScript files among the sources. */
export function graphOf(sources: readonly Source[]): Graph {
  return new Map(
    sources.filter(({ path }) => path.endsWith(".ts")).map((source) => [source.path, {
      ...source,
      imports: importsOf(source.text).map((one) => ({
        ...one,
        path: one.specifier === undefined ? undefined : resolve(source.path, one.specifier),
      })),
    }]),
  );
}

/** The path that a relative specifier means; `undefined` for any other. */
export function resolve(from: string, specifier: string): string | undefined {
  if (!/^\.\.?\//.test(specifier)) return undefined;
  const parts = from.split("/").slice(0, -1);
  for (const part of specifier.split("/")) {
    if (part === "..") {
      if (parts.length === 0) return undefined;
      parts.pop();
    } else if (part !== ".") parts.push(part);
  }
  return parts.join("/");
}

/** Every file that is loaded when these are, dynamic imports too: path → the one that brought it in. */
export function reach(
  graph: Graph,
  roots: readonly string[],
  kinds: readonly Import["kind"][] = ["run", "dynamic"],
): ReadonlyMap<string, string> {
  const via = new Map(roots.map((root) => [root, root]));
  const queue = [...roots];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    for (const one of graph.get(path)?.imports ?? []) {
      if (one.path === undefined || !kinds.includes(one.kind) || via.has(one.path)) continue;
      via.set(one.path, path);
      queue.push(one.path);
    }
  }
  return via;
}

/** The first cycle of run-time imports, as the paths on it; empty where there is none. */
export function cycle(graph: Graph): readonly string[] {
  const done = new Set<string>();
  for (const start of graph.keys()) {
    const trail = walk(graph, start, [], done);
    if (trail.length > 0) return trail;
  }
  return [];
}

function walk(
  graph: Graph,
  path: string,
  trail: readonly string[],
  done: Set<string>,
): readonly string[] {
  const seen = trail.indexOf(path);
  if (seen !== -1) return [...trail.slice(seen), path];
  if (done.has(path)) return [];
  for (const one of graph.get(path)?.imports ?? []) {
    if (one.kind !== "run" || one.path === undefined) continue;
    const found = walk(graph, one.path, [...trail, path], done);
    if (found.length > 0) return found;
  }
  done.add(path);
  return [];
}
