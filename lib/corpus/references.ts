/**
 * References from the manifest to files: relative POSIX paths that mean one file on every platform.
 *
 * @module
 */
import { CorpusError, type CorpusFaultKind } from "./fault.ts";

/** Names that Windows keeps for devices, whatever their extension. */
const DEVICES = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9]|conin\$|conout\$)(?:\.|$)/i;

/** Why a reference can't be used; undefined where it can. The first reason in this order. */
export function referenceFault(reference: string): CorpusFaultKind | undefined {
  if (reference === "") return "reference-empty";
  // One letter and a colon is a drive; more letters are a scheme.
  if (/^[a-z][a-z0-9+.-]+:/i.test(reference) || reference.startsWith("//")) {
    return "reference-url";
  }
  if (reference.includes("\\") || /^[a-z]:/i.test(reference)) return "reference-windows";
  if (reference.startsWith("/")) return "reference-absolute";
  const segments = reference.split("/");
  if (segments.some((segment) => /^\.{0,2}$/.test(segment))) return "reference-traversal";
  if (segments.some((segment) => /[. ]$/.test(segment) || DEVICES.test(segment))) {
    return "reference-windows";
  }
  if (segments.some((segment) => !/^[A-Za-z0-9_][A-Za-z0-9._-]*$/.test(segment))) {
    return "reference-characters";
  }
  return reference.endsWith(".json") ? undefined : "reference-not-json";
}

/**
 * The distinct references, sorted by their code units.
 *
 * @throws {CorpusError} for one that can't be used, and for two that differ in letter case alone.
 */
export function checkedReferences(
  references: readonly { readonly where: string; readonly path: string }[],
): readonly string[] {
  const byLower = new Map<string, string>();
  for (const { where, path } of references) {
    const fault = referenceFault(path);
    if (fault !== undefined) throw new CorpusError(fault, where, JSON.stringify(path));
    const lower = path.toLowerCase();
    const twin = byLower.get(lower) ?? path;
    if (twin !== path) throw new CorpusError("reference-case", where, `${path} and ${twin}`);
    byLower.set(lower, path);
  }
  return [...byLower.values()].sort();
}
