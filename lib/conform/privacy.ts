/**
 * Says of a private value what it is without saying it: type, length, hash.
 *
 * @module
 */
import type { Violation } from "../contract/result.ts";
import type { Fault } from "../wire/exchange.ts";
import { bodyOf, type Entry, statusOf } from "./evidence.ts";
import { faultWords, surfaceAbsent } from "./checks/shared.ts";

/**
 * True where an answer's bytes are, or may be, a surface, which is the system prompt: all that /wt/surface
 * answers, but for a status that says that there is none.
 */
export function isPrivate(entry: Entry): boolean {
  if (entry.route !== "surface") return false;
  const status = statusOf(entry);
  return status === undefined ? entry.exchange.raw.length > 0 : !surfaceAbsent(status);
}

/** An entry's fault without the bytes that its message quotes, where those are private. */
export function shownFault(entry: Entry): Fault | undefined {
  const { fault } = entry.exchange;
  return fault && { ...fault, message: faultWords(entry, fault) };
}

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

/** Type, length and hash of a value in a surface, in words; undefined where there is nothing to withhold. */
export async function summarizePrivate(
  entry: Entry,
  violation: Violation,
): Promise<string | undefined> {
  const body = bodyOf(entry);
  if (body?.ok !== true) return undefined;
  const value = at(body.doc.value, violation.pointer);
  if (value === undefined || value === null || typeof value === "boolean") return undefined;
  // Depth is bounded by the parser, and JSON.stringify overflows far above what a surface needs.
  let text: string;
  try {
    text = typeof value === "string" ? value : JSON.stringify(value);
  } catch {
    return undefined;
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
  return `${kind} of ${size}, sha256:${hex.slice(0, 16)}…, withheld: --show-surface shows it`;
}
