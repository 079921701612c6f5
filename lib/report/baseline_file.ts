/**
 * The baseline file: failures that are known, each with its reason. Read strictly, written in one
 * shape.
 *
 * @module
 */
import { type JsonDocument, JsonSyntaxError, type JsonValue, parseJson } from "../contract/json.ts";
import { nearest } from "../contract/nearest.ts";
import { UsageError } from "../contract/usage.ts";

/** One known failure. */
export interface BaselineEntry {
  /** Id of the check that fails. */
  readonly check: string;
  /** The finding that is known; every finding of the check where there is none. */
  readonly code?: string;
  /** Why it is known and not mended. Never empty. */
  readonly reason: string;
  /** Where the work is tracked. */
  readonly ticket?: string;
  /** The last day on which it is excused, UTC: `2026-12-31`. */
  readonly expires?: string;
}

/** A baseline, entries in the order of the file. */
export interface Baseline {
  /** `$schema`, for editors: kept as it stands. */
  readonly schema?: string;
  readonly entries: readonly BaselineEntry[];
}

/** What stands for the reason of an entry that a tool wrote: only a person knows why. */
export const UNFILLED = "FILL IN: why is this known?";

/** True of an entry whose reason nobody has written yet. */
export function isUnfilled({ reason }: BaselineEntry): boolean {
  return reason.startsWith("FILL IN");
}

/** How a file is read. */
export interface BaselineReading {
  /** For messages only. */
  readonly path: string;
  /** Ids of every check there is. */
  readonly checks: readonly string[];
  /** Lets entries through whose reason isn't written yet: a file that is being added to. */
  readonly unfilled?: boolean;
}

const KEYS: readonly (keyof BaselineEntry)[] = ["check", "code", "reason", "ticket", "expires"];
const HELP = `"wt-inject schema baseline" describes the file.`;

/**
 * A baseline from a file's text.
 *
 * @throws UsageError that names the file and the key, on anything but one JSON object with
 * `wt_inject_baseline: 1` and `entries`: an unknown key or check, a value of the wrong type, a
 * missing or unwritten reason, a date that doesn't exist, an entry that stands there twice
 */
export function parseBaseline(text: string, reading: BaselineReading): Baseline {
  const fail = (reason: string, hint = HELP) =>
    new UsageError(`Cannot use the baseline ${reading.path}: ${reason}`, hint);
  const { value, duplicates } = read(text, fail);
  if (!isObject(value)) throw fail("it isn't a JSON object");
  const twice = duplicates[0];
  if (twice !== undefined) throw fail(`the key ${twice} stands there twice`);
  for (const key of Object.keys(value)) {
    if (!["$schema", "wt_inject_baseline", "entries"].includes(key)) {
      throw fail(`it has no key ${JSON.stringify(key)}`);
    }
  }
  const schema = value.$schema;
  if (schema !== undefined && typeof schema !== "string") throw fail(`"$schema" must be a text`);
  if (value.wt_inject_baseline !== 1) throw fail(`"wt_inject_baseline" must be 1`);
  if (!Array.isArray(value.entries)) throw fail(`"entries" must be a list`);
  const entries = value.entries.map((entry, index) => readEntry(entry, index, reading, fail));
  const seen = new Set<string>();
  for (const [index, { check, code }] of entries.entries()) {
    const name = JSON.stringify([check, code]);
    if (seen.has(name)) throw fail(`entry ${index + 1} says what an entry before it says`);
    seen.add(name);
  }
  return { ...(schema === undefined ? {} : { schema }), entries };
}

/** The text of a baseline file, line feed at the end. */
export function baselineText({ schema, entries }: Baseline): string {
  const ordered = entries.map((entry) =>
    Object.fromEntries(KEYS.filter((key) => entry[key] !== undefined).map((k) => [k, entry[k]]))
  );
  const file = {
    ...(schema === undefined ? {} : { $schema: schema }),
    wt_inject_baseline: 1,
    entries: ordered,
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

type Fail = (reason: string, hint?: string) => UsageError;

function read(text: string, fail: Fail): JsonDocument {
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    throw fail(`it isn't JSON (${error.message.replace("Cannot parse JSON at ", "")})`);
  }
}

function readEntry(
  value: JsonValue,
  index: number,
  { checks, unfilled = false }: BaselineReading,
  fail: Fail,
): BaselineEntry {
  const at = `entry ${index + 1}`;
  if (!isObject(value)) throw fail(`${at} must be an object`);
  const entry: Partial<Record<keyof BaselineEntry, string>> = {};
  for (const [key, given] of Object.entries(value)) {
    if (!isKey(key)) {
      const near = nearest(key, KEYS);
      throw fail(
        `${at} has no key ${JSON.stringify(key)}`,
        near === undefined ? HELP : `Did you mean "${near}"? ${HELP}`,
      );
    }
    if (typeof given !== "string" || given.trim() === "") {
      throw fail(`"${key}" of ${at} must be a text that isn't empty`);
    }
    entry[key] = given;
  }
  const { check, reason, expires } = entry;
  if (check === undefined) throw fail(`${at} has no "check"`);
  const named = `${at} (${check})`;
  if (!checks.includes(check)) {
    const near = nearest(check, checks);
    throw fail(
      `${at} names the check ${JSON.stringify(check)}, and there is none of this id`,
      near === undefined ? `"wt-inject list checks" shows every id.` : `Did you mean ${near}?`,
    );
  }
  if (reason === undefined) {
    throw fail(`${named} has no "reason"`, "Say why this failure is known and not mended yet.");
  }
  if (!unfilled && isUnfilled({ check, reason })) {
    throw fail(
      `the "reason" of ${named} isn't written yet`,
      `Put in place of ${JSON.stringify(reason)} why this failure is known.`,
    );
  }
  if (expires !== undefined && !isDate(expires)) {
    throw fail(`"expires" of ${named} must be a date such as 2026-12-31`);
  }
  return { ...entry, check, reason };
}

function isKey(key: string): key is keyof BaselineEntry {
  return (KEYS as readonly string[]).includes(key);
}

function isObject(value: JsonValue): value is { [key: string]: JsonValue } {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

/** A day that the calendar has: `2026-02-30` isn't one. */
function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
