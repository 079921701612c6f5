/**
 * The JSON Schema of a report, written by hand beside the types of `contract/report.ts`.
 *
 * Unknown keys are let through, as everywhere in the contract: version 1 only grows.
 *
 * @module
 */
import { VERDICTS } from "../contract/result.ts";
import { baselineSummarySchema } from "./baseline_schema.ts";

/** A JSON Schema, as data. */
export type JsonSchema = { readonly [keyword: string]: unknown };

const text: JsonSchema = { type: "string" };
const count: JsonSchema = { type: "integer", minimum: 0 };
const milliseconds: JsonSchema = { type: "number", minimum: 0 };
const flag: JsonSchema = { type: "boolean" };
const instant: JsonSchema = {
  type: "string",
  description: "UTC, ISO 8601",
  pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?Z$",
};
const verdict: JsonSchema = { enum: [...VERDICTS] };
const level: JsonSchema = { enum: ["MUST", "SHOULD", "MAY"] };

function list(items: JsonSchema): JsonSchema {
  return { type: "array", items };
}

function ref(name: string): JsonSchema {
  return { $ref: `#/$defs/${name}` };
}

/** An object; names that end in `?` are optional. */
function object(
  properties: Readonly<Record<string, JsonSchema>>,
  description?: string,
): JsonSchema {
  const names = Object.keys(properties);
  return {
    type: "object",
    ...(description === undefined ? {} : { description }),
    required: names.filter((name) => !name.endsWith("?")),
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, schema]) => [name.replace(/\?$/, ""), schema]),
    ),
  };
}

const headers: JsonSchema = list({
  type: "array",
  prefixItems: [text, text],
  minItems: 2,
  maxItems: 2,
});

function definitions(): Readonly<Record<string, JsonSchema>> {
  return {
    counts: object(Object.fromEntries(VERDICTS.map((name) => [name, count]))),
    path: object({ path: text, counts: ref("counts"), claims: flag }, "one adapter path's part"),
    bytes: object(
      { "text?": text, "base64?": text, size: count, truncated: flag },
      "text where the bytes are UTF-8, base64 where they aren't, neither where they are withheld",
    ),
    finding: object({
      clause: text,
      sentence: text,
      code: text,
      severity: { enum: ["failed", "warned"] },
      where: { enum: ["body", "status", "head", "connection", "time"] },
      pointer: { type: "string", description: "RFC 6901, into the body; empty off the body" },
      expected: text,
      received: text,
      hint: text,
      exchanges: list(text),
    }, "one way in which one clause was broken"),
    result: object({
      id: text,
      clause: text,
      level,
      kind: { enum: ["wire", "cooperative"] },
      section: text,
      title: text,
      required: flag,
      verdict,
      message: text,
      findings: list(ref("finding")),
      exchanges: list(text),
      "runs?": list(verdict),
    }, "one check; runs has its verdict in each of several runs"),
    exchange: object({
      id: text,
      purpose: text,
      curl: text,
      request: object({ method: text, url: text, headers, body: ref("bytes") }),
      "response?": object({
        status: { type: "integer" },
        http_version: text,
        headers,
        body: ref("bytes"),
      }),
      "raw?": ref("bytes"),
      "fault?": object({ kind: text, phase: text, message: text }),
      "turn?": object({
        session: text,
        said: text,
        "reply?": text,
        "error?": text,
        calls: list(text),
      }, "a user turn, cut to what a person reads"),
      started_at: instant,
      times_ms: object({
        "connected?": milliseconds,
        "sent?": milliseconds,
        "first_byte?": milliseconds,
        "head?": milliseconds,
        end: milliseconds,
      }),
    }, "one request and all that came of it"),
  };
}

/** The JSON Schema (draft 2020-12) of what `--format json` prints. A new object at each call. */
export function reportJsonSchema(): JsonSchema {
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $id: "urn:wt-inject:report:1",
    title: "wt-inject report, version 1",
    ...object({
      wt_inject_report: { const: 1 },
      command: { enum: ["conform", "canary", "surface", "certify", "corpus", "selftest"] },
      tool: object({ name: text, version: text, runtime: text }),
      contract: { const: 1 },
      target: object({ url: text, "label?": text }),
      started_at: instant,
      duration_ms: milliseconds,
      selection: object({ patterns: list(text), selected: count, available: count }),
      thorough: flag,
      declarations: list(text),
      turns: object({ planned: count, sent: count }),
      outcome: {
        enum: [
          "CONFORMS",
          "DOES NOT CONFORM",
          "INCOMPLETE",
          "NOT REACHABLE",
          "HARNESS ERROR",
          "INTERRUPTED",
        ],
      },
      "headline?": text,
      exit_code: { enum: [0, 1, 3, 4, 130] },
      reason: text,
      counts: ref("counts"),
      results: list(ref("result")),
      exchanges: list(ref("exchange")),
      nonces: list(text),
      notes: list(text),
      repeat: text,
      "runs?": count,
      "corpus?": object({ schema: text, version: text, sha256: text, paths: list(ref("path")) }),
      "baseline?": baselineSummarySchema(),
    }),
    $defs: definitions(),
  };
}
