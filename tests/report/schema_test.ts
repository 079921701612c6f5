import { assert, assertEquals } from "@std/assert";
import { renderJson } from "../../lib/report/json.ts";
import { type JsonSchema, reportJsonSchema } from "../../lib/report/schema.ts";
import type { Report } from "../../lib/contract/report.ts";
import { hostileReport } from "./hostile.ts";
import { ordinaryReport, report, result } from "./sample.ts";

// A validator by other authors: what ours would accept proves little.
import { Ajv2020 } from "ajv/2020";

/** The schema with every object closed, so that a key it doesn't know of is seen. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== "object" || schema === null) return schema;
  const copy = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, closed(value)]),
  );
  return copy.type === "object" && "required" in copy
    ? { ...copy, additionalProperties: false }
    : copy;
}

function faults(schema: JsonSchema, value: unknown): readonly string[] {
  const ajv = new Ajv2020({ allErrors: true, strict: true });
  const validate = ajv.compile(schema);
  validate(value);
  return (validate.errors ?? []).map((e) => `${e.instancePath} ${e.message}`);
}

const strict = closed(reportJsonSchema()) as JsonSchema;

Deno.test("reportJsonSchema() describes what renderJson() writes, key for key", () => {
  const empty = report([], [], { outcome: "NOT REACHABLE", exit_code: 3 });
  const labelled = report([result("a", "passed")], [], {
    target: { url: "http://[::1]:1", label: "mine" },
  });
  for (const sample of [ordinaryReport(), hostileReport(), empty, labelled]) {
    assertEquals(faults(strict, JSON.parse(renderJson(sample))), []);
  }
});

Deno.test("reportJsonSchema() lets unknown keys through", () => {
  const later = { ...ordinaryReport(), added_later: true };
  assertEquals(faults(reportJsonSchema(), later), []);
});

Deno.test("reportJsonSchema() asks for every key that isn't optional", () => {
  for (const key of Object.keys(ordinaryReport())) {
    const { [key as keyof Report]: _gone, ...rest } = ordinaryReport();
    assertEquals(faults(reportJsonSchema(), rest), [` must have required property '${key}'`]);
  }
});

Deno.test("reportJsonSchema() refuses what no report holds", () => {
  const sample = ordinaryReport();
  const [first] = sample.results;
  assert(first !== undefined);
  const wrong: readonly (readonly [string, unknown])[] = [
    ["/wt_inject_report", { ...sample, wt_inject_report: 2 }],
    ["/outcome", { ...sample, outcome: "conforms" }],
    ["/exit_code", { ...sample, exit_code: 2 }],
    ["/duration_ms", { ...sample, duration_ms: -1 }],
    ["/started_at", { ...sample, started_at: "2026-07-07 12:00" }],
    ["/results/0/verdict", { ...sample, results: [{ ...first, verdict: "skipped" }] }],
    ["/results/0/required", { ...sample, results: [{ ...first, required: "yes" }] }],
    ["/counts", { ...sample, counts: { passed: 1 } }],
  ];
  for (const [pointer, value] of wrong) {
    const [fault] = faults(reportJsonSchema(), value);
    assertEquals(fault?.startsWith(`${pointer} `), true, `${pointer}: ${fault}`);
  }
});

Deno.test("reportJsonSchema() gives a new object at each call, all of it JSON", () => {
  assert(reportJsonSchema() !== reportJsonSchema());
  assertEquals(JSON.parse(JSON.stringify(reportJsonSchema())), reportJsonSchema());
});
