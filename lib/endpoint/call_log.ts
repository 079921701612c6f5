/**
 * Tool calls on their way to the wire: copied as they are reported, and refused where JSON would
 * lose or change something in silence.
 *
 * @module
 */
import type { ToolCall } from "./agent.ts";

/** The calls of one turn. */
export interface CallLog {
  /** The calls fit for the wire, in the order in which they were reported. */
  readonly calls: readonly ToolCall[];
  /** What was wrong with the first call that wasn't fit, absent where all were. */
  readonly fault: string | undefined;
  /** Takes a call. Never throws: an agent in the middle of a turn is no place for our complaints. */
  add(name: unknown, args: unknown): void;
}

/** Makes an empty log. */
export function callLog(): CallLog {
  const calls: ToolCall[] = [];
  let fault: string | undefined;
  return {
    calls,
    get fault() {
      return fault;
    },
    add(name, args) {
      if (typeof name !== "string" || name === "") {
        fault ??= `tool call ${calls.length}: the name must be a string that is not empty`;
        return;
      }
      const copy = copyObject(args);
      if (copy.ok) calls.push({ name, arguments: copy.value });
      else fault ??= `tool call ${JSON.stringify(name)}: the arguments ${copy.reason}`;
    },
  };
}

/** Reads a list of calls as an agent returned it. */
export function logOf(toolCalls: unknown): CallLog {
  const log = callLog();
  if (!Array.isArray(toolCalls)) {
    return { ...log, fault: `toolCalls must be an array, not ${kindOf(toolCalls)}` };
  }
  for (const entry of toolCalls) log.add(entry?.name, entry?.arguments);
  return log;
}

type Copy =
  | { readonly ok: true; readonly value: Record<string, unknown> }
  | { readonly ok: false; readonly reason: string };

function copyObject(value: unknown): Copy {
  if (typeof value === "string") {
    return { ok: false, reason: "must be an object, not a string: pass the object, not its JSON" };
  }
  let copy: unknown;
  try {
    // First, because it is this that finds cycles, on which the walk below would never end.
    const text = JSON.stringify(value);
    copy = text === undefined ? undefined : JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message.split("\n")[0] : String(error);
    return { ok: false, reason: `can't be written as JSON: ${reason}` };
  }
  if (typeof copy !== "object" || copy === null || Array.isArray(copy)) {
    return { ok: false, reason: `must be an object, not ${kindOf(value)}` };
  }
  const lost = lostIn(value);
  if (lost !== undefined) return { ok: false, reason: `can't be written as JSON: ${lost}` };
  return { ok: true, value: copy as Record<string, unknown> };
}

/** Names the first thing in a value that JSON.stringify drops or turns into something else. */
function lostIn(root: unknown): string | undefined {
  const open: { readonly value: unknown; readonly path: string }[] = [{ value: root, path: "" }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, path } = next;
    if (typeof value === "number" && !Number.isFinite(value)) return `${path} is ${value}`;
    if (typeof value === "function" || typeof value === "symbol") {
      return `${path} is a ${typeof value}`;
    }
    if (typeof value !== "object" || value === null) continue;
    if ("toJSON" in value) continue; // it says itself what it is in JSON
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) {
        const at = `${path}[${index}]`;
        if (item === undefined) return `${at} is undefined`;
        open.push({ value: item, path: at });
      }
      continue;
    }
    const tag = Object.prototype.toString.call(value).slice(8, -1);
    if (tag !== "Object") return `${path === "" ? "it" : path} is a ${tag}`;
    // A member that is undefined is an absent one: that is how JavaScript spells it.
    for (const [key, item] of Object.entries(value)) {
      open.push({ value: item, path: path === "" ? key : `${path}.${key}` });
    }
  }
  return undefined;
}

/** A value's kind, in words. */
export function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (value === undefined) return "undefined";
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
