/**
 * Says of a private value what it is without saying it: type, length, hash.
 *
 * @module
 */
import type { Violation } from "../contract/result.ts";
import { bodyOf, type Entry } from "./evidence.ts";

/** What stands at a pointer; undefined where nothing does. */
function at(value: unknown, pointer: string): unknown {
  let here = value;
  for (const token of pointer.split("/").slice(1)) {
    if (here === null || typeof here !== "object") return undefined;
    const key = token.replaceAll("~1", "/").replaceAll("~0", "~");
    if (!Object.hasOwn(here, key)) return undefined;
    here = (here as Record<string, unknown>)[key];
  }
  return here;
}

/** Type, length and hash of the offending value of a surface, in words. */
export async function summarizePrivate(entry: Entry, violation: Violation): Promise<string> {
  const body = bodyOf(entry);
  if (body?.ok !== true) return `${violation.code} (content withheld: --show-surface shows it)`;
  const value = at(body.doc.value, violation.pointer);
  if (value === undefined) return "nothing at this place";
  if (value === null || typeof value === "boolean") return `${value}`;
  // Depth is bounded by the parser, and JSON.stringify overflows far above what a surface needs.
  let text: string;
  try {
    text = typeof value === "string" ? value : JSON.stringify(value);
  } catch {
    return `${violation.code} (content withheld)`;
  }
  const kind = Array.isArray(value)
    ? "an array"
    : typeof value === "object"
    ? "an object"
    : `a ${typeof value}`;
  const size = typeof value === "string"
    ? `${value.length} characters`
    : Array.isArray(value)
    ? `${value.length} items`
    : `${text.length} characters of JSON`;
  const digest = new Uint8Array(
    await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)),
  );
  const hex = [...digest].map((b) => b.toString(16).padStart(2, "0")).join("");
  return `${kind} of ${size}, sha256:${
    hex.slice(0, 16)
  }… (content withheld: --show-surface shows it)`;
}
