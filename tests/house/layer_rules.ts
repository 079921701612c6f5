/**
 * The rules on who may import whom, each a function from sources to what breaks it.
 *
 * @module
 */
import { cycle, graphOf, reach } from "./graph.ts";
import { blank, type Source } from "./source.ts";

/** What breaks a rule, one line each; empty where nothing does. */
export type Rule = (sources: readonly Source[]) => readonly string[];

/** The folders of lib/, left to right: each imports only from itself and from those before it. */
export const LAYERS: readonly string[] = [
  "contract",
  "wire",
  "agent",
  "endpoint",
  "driver",
  "surface",
  "gateway",
  "scenario",
  "conform",
  "certify",
  "corpus",
  "selftest",
  "report",
  "run",
  "cli",
];

/** The modules of lib/wire that are data and arithmetic, so that a judge may load them. */
export const PURE_WIRE: readonly string[] = ["lib/wire/exchange.ts", "lib/wire/evidence.ts"];

/** Names through which a module reaches the world outside. */
const OUTSIDE =
  /(?<![\w$.])(?:Deno\b|fetch\s*\(|console\b|WebSocket\b|XMLHttpRequest\b|EventSource\b|Worker\b|localStorage\b|process\s*\.)|globalThis\s*[.[]/;

const layerOf = (path: string): string | undefined => /^lib\/([^/]+)\//.exec(path)?.[1];

/** A folder imports, for types too, only from folders to its left. */
export const layersGoOneWay: Rule = (sources) => {
  const broken: string[] = [];
  for (const node of graphOf(sources).values()) {
    if (!node.path.startsWith("lib/")) continue;
    const own = LAYERS.indexOf(layerOf(node.path) ?? "");
    if (own === -1) broken.push(`${node.path}: stands in no layer`);
    for (const { path, specifier, line } of node.imports) {
      if (specifier === undefined) {
        broken.push(`${node.path}:${line}: imports what no reader can see`);
      }
      if (path === undefined || !path.endsWith(".ts")) continue;
      const other = LAYERS.indexOf(layerOf(path) ?? "");
      if (other === -1 || other > own) broken.push(`${node.path}:${line}: imports ${path}`);
    }
  }
  return broken;
};

/** contract and report load nothing but each other, and touch nothing outside. */
export const pureFoldersArePure: Rule = (sources) => {
  const pure = (path: string) => ["contract", "report"].includes(layerOf(path) ?? "");
  const broken: string[] = [];
  for (const node of graphOf(sources).values()) {
    if (!pure(node.path)) continue;
    broken.push(...outside(node));
    for (const { path, specifier, kind, line } of node.imports) {
      if (kind === "type") continue;
      if (path !== undefined && !pure(path)) broken.push(`${node.path}:${line}: loads ${path}`);
      if (specifier?.startsWith("node:")) broken.push(`${node.path}:${line}: loads ${specifier}`);
    }
  }
  return broken;
};

/** Whatever ./endpoint loads runs on any platform: no `Deno` in its code. */
export const endpointIsPortable: Rule = (sources) => {
  const graph = graphOf(sources);
  if (!graph.has("lib/endpoint/mod.ts")) return ["lib/endpoint/mod.ts: is missing"];
  const broken: string[] = [];
  for (const [path, via] of reach(graph, ["lib/endpoint/mod.ts"])) {
    const node = graph.get(path);
    if (node === undefined) continue;
    if (/(?<![\w$])Deno(?![\w$])/.test(blank(node.text))) {
      broken.push(`${path}: names Deno (loaded by ${via})`);
    }
    for (const { specifier, kind } of node.imports) {
      if (kind !== "type" && specifier?.startsWith("node:")) {
        broken.push(`${path}: loads ${specifier}`);
      }
    }
  }
  return broken;
};

/** Checks judge exchanges: whatever they load is pure, so a verdict can be had from a recording. */
export const checksDoNoIo: Rule = (sources) => {
  const graph = graphOf(sources);
  const roots = [...graph.keys()].filter((path) => path.startsWith("lib/conform/checks"));
  if (roots.length === 0) return ["lib/conform/checks: is missing"];
  const broken: string[] = [];
  for (const [path, via] of reach(graph, roots)) {
    if (layerOf(path) === "wire" && !PURE_WIRE.includes(path)) {
      broken.push(`${path}: is wire I/O (loaded by ${via})`);
    }
    const node = graph.get(path);
    if (node !== undefined) {
      broken.push(...outside(node).map((text) => `${text} (loaded by ${via})`));
    }
  }
  return broken;
};

/** The library's front door doesn't load the command line until somebody calls it. */
export const modLoadsCliLazily: Rule = (sources) => {
  const graph = graphOf(sources);
  if (!graph.has("mod.ts")) return ["mod.ts: is missing"];
  return [...reach(graph, ["mod.ts"], ["run"])]
    .filter(([path]) => layerOf(path) === "cli")
    .map(([path, via]) => `${path}: is loaded at once (by ${via})`);
};

/** No two modules wait for each other at load time. */
export const importsHaveNoCycle: Rule = (sources) => {
  const found = cycle(graphOf(sources));
  return found.length === 0 ? [] : [found.join(" → ")];
};

function outside(source: Source): readonly string[] {
  return blank(source.text).split("\n").flatMap((text, index) => {
    const name = OUTSIDE.exec(text)?.[0];
    return name === undefined ? [] : [`${source.path}:${index + 1}: uses ${name.trim()}`];
  });
}
