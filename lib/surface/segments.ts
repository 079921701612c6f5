/**
 * A reported surface as the segments that a golden holds, each with its hash; or why it can't be.
 *
 * @module
 */
import type { JsonValue } from "../contract/json.ts";
import { canonicalJson } from "./canonical.ts";
import { knownPart } from "./describe.ts";
import { digest } from "./digest.ts";
import type { Reported } from "./state.ts";

/** What a segment is. The system instructions are one segment, however many parts they have. */
export type SegmentKind = "system instructions" | "tool" | "extra segment";

/** One segment. Its text and its name are as private as the prompt. */
export interface Segment {
  /** Which list it comes from. */
  readonly kind: SegmentKind;
  /** Empty for the system instructions. */
  readonly name: string;
  /** Where it stands in the answer. */
  readonly pointer: string;
  /** Its JSON type there. */
  readonly type: "array" | "object" | "string";
  /** What is hashed: canonical JSON, or of an extra segment the bare content. */
  readonly text: string;
  /** Size of that text in UTF-8. */
  readonly bytes: number;
  /** `sha256:` and 64 hex digits. */
  readonly sha256: string;
}

/** Why a surface can't be held by a golden. Quotes nothing of it. */
export interface SegmentFault {
  /** As far as it is made of the contract's own keys. */
  readonly pointer: string;
  /** In words that follow the pointer. */
  readonly says: string;
}

/** What segments there are, or all that keeps them from being any. */
export type Segments =
  | { readonly ok: true; readonly segments: readonly Segment[] }
  | { readonly ok: false; readonly faults: readonly SegmentFault[] };

/** What the segments are for. */
export interface SegmentOptions {
  /** True where the text is to be stored as JSON, which has no spelling for a number past a double's range. */
  readonly asText?: boolean;
}

/** Python's json reads no longer integer. */
const MAX_DIGITS = 4_300;
/** How many faults are named. */
const MAX_FAULTS = 20;

/**
 * The segments in the contract's order: system instructions, tools, extra segments.
 *
 * A golden names its segments, and is hashed as UTF-8. So an empty name, a name that comes again, a
 * lone surrogate, and an integer that Python can't read are faults, though the contract allows them.
 */
export async function segmentsOf(
  reported: Reported,
  { asText = false }: SegmentOptions = {},
): Promise<Segments> {
  const faults = [...nameFaults(reported), ...valueFaults(reported, asText)].slice(0, MAX_FAULTS);
  if (faults.length > 0) return { ok: false, faults };
  const { surface, document } = reported;
  const segment = async (
    about: Pick<Segment, "kind" | "name" | "pointer" | "type" | "text">,
  ): Promise<Segment> => ({ ...about, ...await digest(about.text) });
  const json = (value: unknown) => canonicalJson(document, value as JsonValue);
  const segments = await Promise.all([
    segment({
      kind: "system instructions",
      name: "",
      pointer: "/surface/system_instructions",
      type: "array",
      text: json(surface.system_instructions),
    }),
    ...surface.tool_definitions.map((tool, index) =>
      segment({
        kind: "tool",
        name: tool.name,
        pointer: `/surface/tool_definitions/${index}`,
        type: "object",
        text: json(tool),
      })
    ),
    ...surface.extra_segments.map(({ name, content }, index) =>
      segment({
        kind: "extra segment",
        name,
        pointer: `/surface/extra_segments/${index}/content`,
        type: "string",
        text: content,
      })
    ),
  ]);
  return { ok: true, segments };
}

function* nameFaults({ surface }: Reported): Generator<SegmentFault> {
  for (const list of ["tool_definitions", "extra_segments"] as const) {
    const first = new Map<string, number>();
    for (const [index, { name }] of surface[list].entries()) {
      const pointer = `/surface/${list}/${index}/name`;
      if (name === "") yield { pointer, says: "is empty, and a golden knows segments by name" };
      const before = first.get(name);
      if (before === undefined) first.set(name, index);
      else if (name !== "") {
        yield { pointer, says: `is the name of entry ${before} too: names must be different` };
      }
    }
  }
}

interface Waiting {
  readonly value: JsonValue;
  readonly pointer: string;
  readonly container: object | undefined;
  readonly key: string;
}

function* valueFaults(
  { surface, document }: Reported,
  asText: boolean,
): Generator<SegmentFault> {
  const root = surface as unknown as { readonly [key: string]: JsonValue };
  const waiting: Waiting[] = [];
  for (const list of ["extra_segments", "tool_definitions", "system_instructions"]) {
    const pointer = `/surface/${list}`;
    waiting.push({ value: root[list]!, pointer, container: root, key: list });
  }
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, pointer, container, key } = next;
    if (typeof value === "string" && !value.isWellFormed()) {
      yield { pointer, says: "holds a lone surrogate, which UTF-8 can't carry" };
    } else if (typeof value === "number") {
      const spelled = document.numberSource(container, key) ?? "";
      const isInteger = /^-?\d+$/.test(spelled);
      // Python reads an integer of any size, and anything else past a double's range as Infinity.
      if (asText && !Number.isFinite(value) && !isInteger) {
        yield { pointer, says: "is past a double's range, and can't be stored as JSON" };
      }
      if (isInteger && spelled.replace("-", "").length > MAX_DIGITS) {
        yield {
          pointer,
          says: `is an integer of over ${MAX_DIGITS} digits, which Python can't read`,
        };
      }
    } else if (value !== null && typeof value === "object") {
      for (const name of Object.keys(value).reverse()) {
        if (!name.isWellFormed()) {
          yield { pointer, says: "has a key with a lone surrogate, which UTF-8 can't carry" };
        }
        waiting.push({
          value: (value as { readonly [key: string]: JsonValue })[name]!,
          pointer: below(pointer, name),
          container: value,
          key: name,
        });
      }
    }
  }
}

/** A pointer that has stopped at a private key stays there, so that depth costs no memory. */
function below(pointer: string, key: string): string {
  return pointer.endsWith("…") ? pointer : knownPart(`${pointer}/${key.replaceAll("/", "~1")}`);
}
