/**
 * The JSON Schemas of a baseline file, and of what a report says of its baseline.
 *
 * @module
 */
import type { JsonSchema } from "./schema.ts";

const text: JsonSchema = { type: "string", minLength: 1 };

const entry: JsonSchema = {
  type: "object",
  required: ["check", "reason"],
  properties: {
    check: {
      ...text,
      description: 'Id of the check that fails, as "wt-inject list checks" has it.',
    },
    code: {
      ...text,
      description: "Code of the finding that is known; every finding of the check, if not given.",
    },
    reason: { ...text, description: "Why this failure is known, and not mended yet." },
    ticket: { ...text, description: "Where the work is tracked." },
    expires: {
      ...text,
      description: "The last day on which it is excused, UTC: 2026-12-31.",
      pattern: "^\\d{4}-\\d{2}-\\d{2}$",
    },
  },
};

/** The schema (draft 2020-12) of the file that `--baseline` names. A new object at each call. */
export function baselineJsonSchema(): JsonSchema {
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "wt-inject baseline",
    description: "Failures of one endpoint that are known, each with its reason.",
    type: "object",
    required: ["wt_inject_baseline", "entries"],
    properties: {
      $schema: { type: "string", description: "For editors; not read." },
      wt_inject_baseline: { const: 1 },
      entries: { type: "array", items: { ...entry, additionalProperties: false } },
    },
    additionalProperties: false,
  };
}

/** The schema of a report's `baseline`. */
export function baselineSummarySchema(): JsonSchema {
  const entries: JsonSchema = { type: "array", items: entry };
  const list = (properties: Readonly<Record<string, JsonSchema>>): JsonSchema => ({
    type: "array",
    items: { type: "object", required: Object.keys(properties), properties },
  });
  return {
    type: "object",
    required: ["known", "new", "stale", "expired", "unjudged"],
    properties: {
      known: list({ check: text, entries }),
      new: list({ check: text, codes: { type: "array", items: text } }),
      stale: entries,
      expired: entries,
      unjudged: entries,
    },
  };
}
