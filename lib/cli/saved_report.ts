/**
 * Reads a report that was saved as JSON. A file is somebody's word: it is held against the schema
 * before anything believes it.
 *
 * @module
 */
import { JsonSyntaxError, type JsonValue, parseJson } from "../contract/json.ts";
import type { Report } from "../contract/report.ts";
import { UsageError } from "../contract/usage.ts";
import { reportJsonSchema } from "../report/schema.ts";
import type { Io } from "./io.ts";
import { type ShapeFault, shapeFault } from "./json_shape.ts";
import { readWhole } from "../wire/read_file.ts";

/** Reports nest five levels deep; what is far deeper is no report, and JSON.stringify could not write it. */
const MAX_DEPTH = 100;
/** The largest file that is read, bytes. */
const MAX_BYTES = 256 * 1024 * 1024;

const HELP = 'Make one with --format json or --report json=PATH; "wt-inject schema report" ' +
  "describes it.";

/**
 * The report in a file, or on standard input where the path is `-`.
 *
 * @throws UsageError on a file that can't be read, and on what isn't a report
 */
export async function readReport(path: string, io: Io): Promise<Report> {
  return parseReport(await reportText(path, io), path === "-" ? "standard input" : path);
}

/**
 * A report from its JSON.
 *
 * @param name for messages only
 * @throws UsageError
 */
export function parseReport(text: string, name: string): Report {
  const fail = (reason: string) =>
    new UsageError(`Cannot use ${name} as a report: ${reason}`, HELP);
  let value: JsonValue;
  try {
    value = parseJson(text, { maxDepth: MAX_DEPTH }).value;
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    if (/^\s*\{"type":"run",/.test(text)) throw fail("it is ndjson, one value a line");
    throw fail(`it isn't JSON (${error.message.replace("Cannot parse JSON at ", "")})`);
  }
  const fault = shapeFault(reportJsonSchema(), value) ?? runsFault(value);
  if (fault === undefined) return value as unknown as Report;
  throw fail(`${fault.pointer === "" ? "it" : fault.pointer} ${fault.says}`);
}

/** Two results of one id, or two exchanges, would hide each other. */
function runsFault(value: JsonValue): ShapeFault | undefined {
  const report = value as unknown as Report;
  for (const key of ["results", "exchanges"] as const) {
    const seen = new Set<string>();
    for (const [index, { id }] of report[key].entries()) {
      if (seen.has(id)) return { pointer: `/${key}/${index}/id`, says: "stands there twice" };
      seen.add(id);
    }
  }
  return undefined;
}

/**
 * What stands in a file, or on standard input where the path is `-`.
 *
 * @throws UsageError where it can't be read, and where it isn't UTF-8
 */
export async function reportText(path: string, io: Io): Promise<string> {
  const bytes = path === "-" ? await io.readInput() : await bytesOf(path);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new UsageError(`Cannot use ${path} as a report: it isn't UTF-8`, HELP);
  }
}

async function bytesOf(path: string): Promise<Uint8Array> {
  try {
    const { size, isDirectory } = await Deno.stat(path);
    if (isDirectory) throw new Error("it is a folder");
    if (size > MAX_BYTES) throw new Error(`it has more than ${MAX_BYTES} bytes`);
    return await readWhole(path, MAX_BYTES);
  } catch (error) {
    if (error instanceof Deno.errors.NotCapable || !(error instanceof Error)) throw error;
    const reason = error instanceof Deno.errors.NotFound ? "there is no such file" : error.message;
    throw new UsageError(`Cannot read the report ${path}: ${reason}`, HELP);
  }
}
