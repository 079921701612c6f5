/**
 * Reads a sweep's report that was saved as JSON. A file is somebody's word: its shape is checked before
 * anything believes it.
 *
 * @module
 */
import * as z from "zod/mini";
import { JsonSyntaxError, type JsonValue, parseJson } from "../contract/json.ts";
import { UsageError } from "../contract/usage.ts";
import type { RunReport } from "./run_report.ts";

const layer = z.object({ passed: z.boolean(), detail: z.string() });
const number = z.number().check(z.minimum(0));
const count = z.int().check(z.minimum(0));
const rates = z.object({
  outcome: number,
  trajectory: number,
  constraint: number,
  integrity: number,
});
const texts = z.array(z.string());
const time = z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/));
const name = z.string().check(z.minLength(1));

const run = z.object({
  number: count,
  run_id: z.string(),
  verdict: z.enum(["PASS", "FAIL", "INVALID"]),
  endpoint: z.string(),
  started_at: time,
  layers: z.object({ outcome: layer, trajectory: layer, constraint: layer, integrity: layer }),
  warnings: texts,
  surface: z.enum(["reported", "unavailable", "invalid"]),
  latency_ms: z.array(number),
  calls: texts,
  last_reply: z.optional(z.string()),
  trace: z.optional(z.string()),
});

const scenario = z.object({
  name,
  file: z.string(),
  line: count,
  position: count,
  tags: texts,
  verdict: z.enum(["PASS", "PASS_WITH_VARIANCE", "FAIL", "INVALID", "INCOMPLETE"]),
  planned: count,
  passed: count,
  pass_rate: number,
  stddev: number,
  layer_pass_rates: rates,
  gate_layers: z.array(z.enum(["outcome", "trajectory", "constraint"])),
  runs: z.array(run),
});

const report = z.object({
  wt_inject_run_report: z.literal(1),
  command: z.literal("run"),
  tool: z.object({ name: z.string(), version: z.string() }),
  contract: z.literal(1),
  endpoints: texts,
  identity: z.object({ agent: z.string(), variant: z.string(), model: z.string() }),
  runs_per_scenario: count,
  started_at: time,
  duration_ms: number,
  selection: z.object({ scenarios: count, digest: z.string() }),
  shard: z.nullable(z.object({ index: count, of: count })),
  outcome: z.enum(["PASS", "FAIL", "INVALID", "INCOMPLETE", "HARNESS ERROR", "INTERRUPTED"]),
  exit_code: count,
  reason: z.string(),
  scenarios: z.array(scenario),
  notes: texts,
  repeat: z.string(),
});

/** The JSON Schema of a sweep's report; unknown keys are let through, since version 1 only grows. */
export function runReportJsonSchema(): Record<string, unknown> {
  return { title: "Report of wt-inject run", ...z.toJSONSchema(report, { io: "input" }) };
}

/** Reports nest six levels deep. */
const MAX_DEPTH = 100;

/**
 * A sweep's report from its JSON.
 *
 * @param file for messages only
 * @throws {UsageError}
 */
export function parseRunReport(text: string, file: string): RunReport {
  const fail = (reason: string) =>
    new UsageError(
      `Cannot use ${file} as the report of a sweep: ${reason}`,
      "Make one with wt-inject run … --report json=PATH.",
    );
  let value: JsonValue;
  try {
    value = parseJson(text, { maxDepth: MAX_DEPTH }).value;
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    throw fail(`it isn't JSON (${error.message.replace("Cannot parse JSON at ", "")})`);
  }
  const { success, error } = z.safeParse(report, value);
  if (success) return value as unknown as RunReport;
  const [issue] = error.issues;
  const path = issue?.path.map(String).join(".") ?? "";
  throw fail(`${path === "" ? "it" : path} is not what it has to be (${issue?.message ?? "?"})`);
}
