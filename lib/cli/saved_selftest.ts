/**
 * Reads a self-test that was saved as JSON. Its shape is checked before anything believes it.
 *
 * @module
 */
import * as z from "zod/mini";
import type { JsonValue } from "../contract/json.ts";
import { UsageError } from "../contract/usage.ts";
import type { SelftestReport } from "../selftest/report.ts";

const count = z.int().check(z.minimum(0));
const number = z.number().check(z.minimum(0));
const texts = z.array(z.string());
const state = z.enum(["as_pinned", "changed", "crashed", "skipped"]);
const said = z.object({ outcome: z.string(), failed: texts, warned: texts });

const trial = z.object({
  id: z.string(),
  theme: z.string(),
  run: z.enum(["default", "thorough"]),
  breaks: z.nullable(z.string()),
  what: z.string(),
  state,
  pinned: said,
  said: z.optional(said),
  details: texts,
  first_look: z.optional(texts),
  duration_ms: number,
});

const corpusTrial = z.object({
  id: z.string(),
  theme: z.string(),
  what: z.string(),
  breaks: z.nullable(z.string()),
  state,
  kills: z.array(z.object({ case: z.string(), code: z.string() })),
  cells: count,
  failed: count,
  failed_cases: texts,
  details: texts,
  first_look: z.optional(texts),
  duration_ms: number,
});

const selftest = z.object({
  wt_inject_selftest: z.literal(1),
  tool: z.object({ name: z.string(), version: z.string(), runtime: z.string() }),
  contract: z.literal(1),
  started_at: z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/)),
  duration_ms: number,
  selection: z.object({ patterns: texts, selected: count, available: count }),
  outcome: z.enum(["PASSED", "FAILED", "HARNESS ERROR", "INTERRUPTED"]),
  exit_code: count,
  reason: z.string(),
  counts: z.object({
    mutants: count,
    oddities: count,
    trials: count,
    as_pinned: count,
    changed: count,
    crashed: count,
    skipped: count,
    judged_twice: count,
    checks: count,
    killed: count,
    cases: count,
    cases_killed: count,
    subjects: count,
    subjects_as_pinned: count,
  }),
  checks: z.array(z.object({
    id: z.string(),
    clause: z.string(),
    level: z.enum(["MUST", "SHOULD", "MAY"]),
    kind: z.enum(["wire", "cooperative"]),
    required: z.boolean(),
    killed_by: texts,
  })),
  trials: z.array(trial),
  corpus: z.optional(z.object({
    version: z.string(),
    sha256: z.string(),
    cases: z.array(z.object({ id: z.string(), required: z.boolean(), killed_by: texts })),
    trials: z.array(corpusTrial),
  })),
  problems: z.array(z.object({
    kind: z.enum(["unkilled", "survivor", "accused", "changed", "crashed"]),
    about: z.string(),
    details: texts,
  })),
  notes: texts,
  repeat: z.string(),
});

/**
 * A self-test from its JSON.
 *
 * @param file for messages only
 * @throws {UsageError}
 */
export function selftestOf(value: JsonValue, file: string): SelftestReport {
  const { success, error } = z.safeParse(selftest, value);
  if (success) return value as unknown as SelftestReport;
  const [issue] = error.issues;
  const path = issue?.path.map(String).join(".") ?? "";
  throw new UsageError(
    `Cannot use ${file} as the report of a self-test: ${
      path === "" ? "it" : path
    } is not what it ` +
      `has to be (${issue?.message ?? "?"})`,
    "Make one with wt-inject selftest --report json=PATH.",
  );
}
