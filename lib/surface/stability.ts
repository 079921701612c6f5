/**
 * Compares two probes of one endpoint: names ought to stay, the rest may change and is told
 * (surface.stable).
 *
 * @module
 */
import type { JsonValue } from "../contract/json.ts";
import type { Violation } from "../contract/result.ts";
import { canonicalJson } from "./canonical.ts";
import type { Reported, SurfaceState } from "./state.ts";

/** The lists of a surface, in the contract's order. */
export const SURFACE_LISTS = ["system_instructions", "tool_definitions", "extra_segments"] as const;

/** One of {@linkcode SURFACE_LISTS}. */
export type SurfaceList = (typeof SURFACE_LISTS)[number];

/** An entry as it is compared: under which name, and what it is. */
interface Named {
  /** The same for every part of the system instructions, which have none. */
  readonly name: string;
  readonly text: string;
}

/**
 * How a later probe differs from an earlier one; empty where it doesn't. All are `warned` and cite
 * surface.stable. Codes: `status-changed`; and for each list `names-changed`, `order-changed` (the
 * same entries in another order), `content-changed`. They count, and quote nothing of the surface.
 *
 * Entries are equal where their JSON is, key order aside and numbers digit for digit.
 */
export function compareSurfaces(first: SurfaceState, later: SurfaceState): readonly Violation[] {
  if (first.status !== later.status) {
    return [difference({
      code: "status-changed",
      where: "status",
      pointer: "",
      expected: "the same state in two probes of one endpoint",
      received: `${first.status} first, ${later.status} later`,
      hint: "Serve the surface at any time, or never.",
    })];
  }
  if (first.status !== "reported" || later.status !== "reported") return [];
  return SURFACE_LISTS.flatMap((list) =>
    compareList(list, entries(first, list), entries(later, list))
  );
}

function entries(state: Reported, list: SurfaceList): readonly Named[] {
  return state.surface[list].map((entry) => ({
    name: "name" in entry ? String(entry.name) : "",
    text: canonicalJson(state.document, entry as unknown as JsonValue),
  }));
}

function compareList(
  list: SurfaceList,
  before: readonly Named[],
  after: readonly Named[],
): readonly Violation[] {
  const pointer = `/surface/${list}`;
  const found: Violation[] = [];
  const had = byName(before);
  const has = byName(after);
  const gone = lacking(had, has);
  const fresh = lacking(has, had);
  if (list !== "system_instructions" && gone + fresh > 0) {
    found.push(difference({
      code: "names-changed",
      where: "body",
      pointer,
      expected: "the same names in two probes of one endpoint",
      received: `new names: ${fresh}, names gone: ${gone}`,
      hint: "Name segments and tools by what they are, never by a count, a date or a random id.",
    }));
  }
  const changed = list === "system_instructions"
    ? Number(sorted(before.map(({ text }) => text)) !== sorted(after.map(({ text }) => text)))
    : [...had].filter(([name, texts]) => {
      const others = has.get(name);
      // A name that came again, or once less, is told already.
      return others?.length === texts.length && sorted(texts) !== sorted(others);
    }).length;
  if (changed > 0) {
    found.push(difference({
      code: "content-changed",
      where: "body",
      pointer,
      expected: "the same content in two probes of one endpoint",
      received: list === "system_instructions"
        ? `${before.length} parts first, ${after.length} later, and not the same`
        : `other content under ${changed} of the names (a date in a prompt is legal; goldens differ)`,
      hint: "Keep what changes from run to run out of the reported surface, if you can.",
    }));
  }
  if (found.length === 0 && before.some(({ text }, index) => text !== after[index]!.text)) {
    found.push(difference({
      code: "order-changed",
      where: "body",
      pointer,
      expected: "the same order in two probes of one endpoint",
      received: `the same ${before.length} entries in another order`,
      hint: "Report entries in the order in which the model is given them.",
    }));
  }
  return found;
}

/** What stands under each name, in order: names may come twice. */
function byName(list: readonly Named[]): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, string[]>();
  for (const { name, text } of list) {
    const texts = names.get(name);
    if (texts === undefined) names.set(name, [text]);
    else texts.push(text);
  }
  return names;
}

/** How many names of one list, repeated ones counted, the other lacks. */
function lacking(
  one: ReadonlyMap<string, readonly string[]>,
  other: ReadonlyMap<string, readonly string[]>,
): number {
  let count = 0;
  for (const [name, texts] of one) {
    count += Math.max(0, texts.length - (other.get(name)?.length ?? 0));
  }
  return count;
}

function sorted(texts: readonly string[]): string {
  return [...texts].sort().join("\n");
}

function difference(
  about: Pick<Violation, "code" | "where" | "pointer" | "expected" | "received" | "hint">,
): Violation {
  return { clause: "surface.stable", severity: "warned", ...about };
}
