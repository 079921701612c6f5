/**
 * Says of a surface what it is without saying it: how many entries, how long, and their hashes. A
 * reported surface is the system prompt (surface.sensitive).
 *
 * @module
 */
import { type JsonDocument, type JsonValue, stringifyJson } from "../contract/json.ts";
import type { Violation } from "../contract/result.ts";
import { canonicalJson } from "./canonical.ts";
import { digest } from "./digest.ts";
import { SURFACE_LISTS, type SurfaceList } from "./stability.ts";
import type { Reported, SurfaceState } from "./state.ts";

/** How many entries of a list are described one by one. */
export const MAX_ENTRIES = 100;
/** How much of a wrong value is shown where showing is asked for, in characters of JSON. */
const MAX_VALUE = 500;

/** One entry of a list. Its size and hash are those of its UTF-8 bytes. */
export interface EntryDescription {
  /** Size in UTF-8. */
  readonly bytes: number;
  /** `sha256:` and 64 hex digits: of the content, or of the tool's canonical JSON. */
  readonly sha256: string;
  /** Only where showing was asked for. */
  readonly shown?: { readonly name?: string; readonly text: string };
}

/** One list. */
export interface ListDescription {
  /** How many entries there are. */
  readonly length: number;
  /** How many different names there are; absent for system instructions, which have none. */
  readonly names?: number;
  /** Of the whole list's canonical JSON. */
  readonly sha256: string;
  /** The first {@linkcode MAX_ENTRIES}. */
  readonly entries: readonly EntryDescription[];
}

/** What may be printed of a surface's state. */
export interface SurfaceDescription {
  /** Which state it is in. */
  readonly status: SurfaceState["status"];
  /** List by list; only where it is reported. */
  readonly lists?: Readonly<Record<SurfaceList, ListDescription>>;
  /** What breaks the contract, and what is only odd. Private values are told as type, size and hash. */
  readonly violations: readonly Violation[];
  /** Why it is invalid. */
  readonly detail?: string;
  /** True where a bound of ours made it invalid, which is not the endpoint's fault. */
  readonly ourBound?: boolean;
  /** The surface as JSON, numbers as they came; only where showing was asked for. */
  readonly json?: string;
}

/** Whether the text itself may be told. */
export interface ShowOptions {
  readonly show: boolean;
}

/** Describes a state. Without `show` nothing of the surface's text, names or other keys is in it. */
export async function describeSurface(
  state: SurfaceState,
  { show }: ShowOptions,
): Promise<SurfaceDescription> {
  switch (state.status) {
    case "unavailable":
      return { status: "unavailable", violations: [] };
    case "invalid": {
      const { status, detail, ourBound, document } = state;
      const violations = await describeAll(state.violations, document, show);
      return { status, detail, violations, ...(ourBound ? { ourBound } : {}) };
    }
    case "reported": {
      const { status, document, warnings, surface } = state;
      const lists = {
        system_instructions: await describeList(state, "system_instructions", show),
        tool_definitions: await describeList(state, "tool_definitions", show),
        extra_segments: await describeList(state, "extra_segments", show),
      };
      const violations = await describeAll(warnings, document, show);
      const json = stringifyJson(document, surface as unknown as JsonValue);
      return { status, lists, violations, ...(show ? { json } : {}) };
    }
  }
}

async function describeList(
  { surface, document }: Reported,
  list: SurfaceList,
  show: boolean,
): Promise<ListDescription> {
  const all = surface[list];
  const entries: EntryDescription[] = [];
  for (const entry of all.slice(0, MAX_ENTRIES)) {
    const isTool = list === "tool_definitions";
    const json = entry as unknown as JsonValue;
    const { bytes, sha256 } = await digest(
      isTool ? canonicalJson(document, json) : String(entry.content),
    );
    const text = isTool ? stringifyJson(document, json) : String(entry.content);
    const named = "name" in entry ? { name: String(entry.name), text } : { text };
    entries.push({ bytes, sha256, ...(show ? { shown: named } : {}) });
  }
  const { sha256 } = await digest(canonicalJson(document, all as unknown as JsonValue));
  const names = new Set(all.map((entry) => "name" in entry ? entry.name : ""));
  return list === "system_instructions"
    ? { length: all.length, sha256, entries }
    : { length: all.length, names: names.size, sha256, entries };
}

/** Keys that the contract gives a surface answer; all others are the endpoint's own words. */
const KNOWN_KEYS: readonly string[] = [
  "wt_inject",
  "surface",
  ...SURFACE_LISTS,
  "type",
  "content",
  "name",
  "description",
  "input_schema",
  "result_schema",
];

function describeAll(
  violations: readonly Violation[],
  document: JsonDocument | undefined,
  show: boolean,
): Promise<readonly Violation[]> {
  return Promise.all(violations.map(async (violation): Promise<Violation> => {
    const { pointer } = violation;
    const value = document === undefined ? undefined : valueAt(document.value, pointer);
    const isPrivate = pointer === "/surface" || pointer.startsWith("/surface/");
    if (show) {
      return value === undefined || !isPrivate ? violation : {
        ...violation,
        received: `${violation.received}: ${shownValue(document!, value, pointer)}`,
      };
    }
    const isPlain = value === undefined || value === null || typeof value === "boolean";
    const received = isPlain || !isPrivate || violation.code === "duplicate-key"
      ? violation.received
      : `${violation.received}, ${await hashOf(document!, value, pointer)}`;
    return { ...violation, pointer: knownPart(pointer), received };
  }));
}

/** The pointer as far as it is made of the contract's keys; `…` stands for the rest. */
export function knownPart(pointer: string): string {
  const tokens = pointer.split("/").slice(1);
  const unknown = tokens.findIndex((key) => !KNOWN_KEYS.includes(key) && !/^\d{1,6}$/.test(key));
  return unknown === -1 ? pointer : ["", ...tokens.slice(0, unknown), "…"].join("/");
}

async function hashOf(
  document: JsonDocument,
  value: Exclude<JsonValue, null | boolean>,
  pointer: string,
): Promise<string> {
  if (typeof value === "string") return (await digest(value)).sha256;
  const isNumber = typeof value === "number";
  return (await digest(
    isNumber ? document.numberAt(pointer) ?? String(value) : canonicalJson(document, value),
  )).sha256;
}

function shownValue(document: JsonDocument, value: JsonValue, pointer: string): string {
  const isNumber = typeof value === "number";
  const json = isNumber
    ? document.numberAt(pointer) ?? String(value)
    : stringifyJson(document, value);
  return json.length <= MAX_VALUE ? json : `${json.slice(0, MAX_VALUE).toWellFormed()}…`;
}

/** What stands at a pointer; own keys alone. */
function valueAt(root: JsonValue, pointer: string): JsonValue | undefined {
  let here = root;
  for (const token of pointer.split("/").slice(1)) {
    const key = token.replaceAll("~1", "/").replaceAll("~0", "~");
    if (here === null || typeof here !== "object" || !Object.hasOwn(here, key)) return undefined;
    here = (here as { readonly [key: string]: JsonValue })[key]!;
  }
  return here;
}
