import { assert, assertEquals } from "@std/assert";
import { certify } from "../../lib/certify/certify.ts";
import { CASES } from "../../lib/certify/case_list.ts";
import { selfDriver } from "../../lib/certify/self.ts";
import { mergeRuns } from "../../lib/cli/repeat.ts";
import { applyBaseline } from "../../lib/report/baseline.ts";
import { renderJson } from "../../lib/report/json.ts";
import { type JsonSchema, reportJsonSchema } from "../../lib/report/schema.ts";
import type { Report } from "../../lib/contract/report.ts";
import { embeddedTarget } from "../../lib/corpus/embedded.ts";
import { runCorpus } from "../../lib/corpus/run.ts";
import { leaks } from "../../lib/endpoint/coop_leak.ts";
import { carriedCorpus } from "../../lib/selftest/corpus_play.ts";
import { canaryOf, conformTo } from "../conform/coop_support.ts";
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

Deno.test("reportJsonSchema() describes what a baseline, several runs and a corpus add", () => {
  const entries = [
    { check: "response.reply-empty", reason: "known", ticket: "T-1", expires: "2026-12-31" },
    { check: "transport.inject-route", reason: "mended" },
  ];
  const baselined = applyBaseline(ordinaryReport(), { entries }, { today: "2026-07-07" });
  const repeated = mergeRuns([ordinaryReport(), hostileReport()]);
  const ofCorpus = report([result("a.b.chat-to-chat", "passed")], [], {
    command: "corpus",
    corpus: {
      schema: "a/v1",
      version: "2026.1",
      sha256: "ab",
      paths: [{ path: "chat-to-chat", counts: report([], []).counts, claims: true }],
    },
  });
  for (const sample of [baselined, repeated, ofCorpus]) {
    assertEquals(faults(strict, JSON.parse(renderJson(sample))), []);
  }
});

Deno.test("reportJsonSchema() describes the reports of every command that makes one", async () => {
  const own = await carriedCorpus();
  const corpus = await runCorpus({
    corpus: own,
    target: embeddedTarget(),
    cases: [own.cases[0]!.about.id],
  });
  const driver = await certify({
    command: selfDriver,
    cases: CASES.filter(({ id }) => id === "turn.plain"),
    repeat: "wt-inject certify --self",
  });
  const judged = await conformTo({});
  const canary = await canaryOf(leaks(), { rounds: 1 });
  for (const one of [corpus, driver, judged, canary]) {
    assertEquals(faults(strict, JSON.parse(renderJson(one))), [], one.command);
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
