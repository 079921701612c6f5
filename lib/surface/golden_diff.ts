/**
 * What became of a surface since its golden was recorded, segment by segment. Only hashes and the
 * order of tools are compared.
 *
 * @module
 */
import { pointerOf } from "../contract/json.ts";
import { byCodePoint } from "./canonical.ts";
import { digest } from "./digest.ts";
import { type Golden, goldenOf } from "./golden.ts";
import type { Segment, SegmentKind } from "./segments.ts";

/** One change. */
export interface Change {
  /** Since the golden was recorded. */
  readonly change: "added" | "removed" | "changed";
  /** What it is that changed. */
  readonly what: SegmentKind | "status" | "tool order";
  /** Of a tool or an extra segment that the golden names: whoever has the golden knows it. */
  readonly name?: string;
  /** What the golden has. */
  readonly golden?: {
    /** Into the golden file. */
    readonly pointer: string;
    /** Of the segment, or of the list of tool names. */
    readonly sha256?: string;
    /** The status, or how many tools there are. */
    readonly value?: string;
  };
  /** What the endpoint reports. */
  readonly reported?: {
    /** Into the answer. */
    readonly pointer: string;
    readonly type: Segment["type"];
    readonly bytes: number;
    readonly sha256: string;
    /** Private: only where showing is asked for. */
    readonly shown?: { readonly name: string; readonly text: string };
  };
}

/** All changes, in the order in which Wind Tunnel's tool lists them; empty where nothing changed. */
export async function goldenChanges(
  golden: Golden,
  segments: readonly Segment[],
  { show }: { readonly show: boolean },
): Promise<readonly Change[]> {
  const fresh = goldenOf(segments);
  const changes: Change[] = [];
  if (golden.status !== fresh.status) {
    const value = golden.status ?? "none";
    changes.push({ change: "changed", what: "status", golden: { pointer: "/status", value } });
  }
  if (golden.system_instructions !== fresh.system_instructions) {
    changes.push({
      change: "changed",
      what: "system instructions",
      golden: { pointer: "/system_instructions", sha256: golden.system_instructions },
      reported: told(segments.find(({ kind }) => kind === "system instructions")!, show),
    });
  }
  const tools = golden.tool_definitions;
  changes.push(...listChanges("tool", "tool_definitions", tools, segments, show));
  const sameTools = tools.size === fresh.tool_order.length &&
    fresh.tool_order.every((name) => tools.has(name));
  if (sameTools && golden.tool_order.some((name, i) => name !== fresh.tool_order[i])) {
    const now = await digest(JSON.stringify(fresh.tool_order));
    const before = await digest(JSON.stringify(golden.tool_order));
    changes.push({
      change: "changed",
      what: "tool order",
      golden: { pointer: "/tool_order", sha256: before.sha256 },
      reported: { pointer: "/surface/tool_definitions", type: "array", ...now },
    });
  }
  const extra = golden.extra_segments;
  return [...changes, ...listChanges("extra segment", "extra_segments", extra, segments, show)];
}

function listChanges(
  what: SegmentKind,
  list: string,
  golden: ReadonlyMap<string, string>,
  segments: readonly Segment[],
  show: boolean,
): readonly Change[] {
  const fresh = new Map(
    segments.filter(({ kind }) => kind === what).map((segment) => [segment.name, segment]),
  );
  const had = (name: string) => ({
    name,
    golden: { pointer: pointerOf([list, name]), sha256: golden.get(name)! },
  });
  const added = [...fresh.values()].filter(({ name }) => !golden.has(name));
  const removed = [...golden.keys()].filter((name) => !fresh.has(name));
  const changed = [...fresh.values()]
    .filter(({ name, sha256 }) => golden.has(name) && golden.get(name) !== sha256);
  const byName = (a: Segment, b: Segment) => byCodePoint(a.name, b.name);
  return [
    ...added.sort(byName).map((segment): Change => ({
      change: "added",
      what,
      reported: told(segment, show),
    })),
    ...removed.sort(byCodePoint).map((name): Change => ({
      change: "removed",
      what,
      ...had(name),
    })),
    ...changed.sort(byName).map((segment): Change => ({
      change: "changed",
      what,
      ...had(segment.name),
      reported: told(segment, show),
    })),
  ];
}

function told({ pointer, type, bytes, sha256, name, text }: Segment, show: boolean) {
  return { pointer, type, bytes, sha256, ...(show ? { shown: { name, text } } : {}) };
}
