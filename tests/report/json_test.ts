import { assertEquals, assertNotMatch, assertStringIncludes } from "@std/assert";
import { renderJson, renderNdjson } from "../../lib/report/json.ts";
import { assertGolden } from "./golden.ts";
import { hostileReport } from "./hostile.ts";
import { exchange, ordinaryReport, report, result } from "./sample.ts";

/** What a terminal or a log reader acts on. Line feeds are the format's own. */
// deno-lint-ignore no-control-regex -- they are what is looked for
const HARMFUL = /[\x00-\x09\x0b-\x1f\x7f-\x9f\p{Cf}\u2028\u2029\p{Cs}]|##\[/u;

Deno.test("renderJson() writes the reviewed documents", () => assertGolden("json"));

Deno.test("renderNdjson() writes the reviewed documents", () => assertGolden("ndjson"));

Deno.test("renderJson() loses nothing", () => {
  for (const sample of [ordinaryReport(), hostileReport()]) {
    assertEquals(JSON.parse(renderJson(sample)), sample);
  }
});

Deno.test("renderJson() indents by two and ends with one line feed", () => {
  const text = renderJson(ordinaryReport());
  assertStringIncludes(text, '{\n  "wt_inject_report": 1,\n  "command": "conform",\n');
  assertEquals(text.endsWith("\n}\n"), true);
});

Deno.test("renderJson() and renderNdjson() hold nothing that a terminal acts on", () => {
  assertNotMatch(renderJson(hostileReport()), HARMFUL);
  assertNotMatch(renderNdjson(hostileReport()), HARMFUL);
});

Deno.test("renderNdjson() writes a run, a line a result, and an end", () => {
  const lines = renderNdjson(ordinaryReport()).split("\n");
  assertEquals(lines.pop(), "");
  const values = lines.map((line) => JSON.parse(line));
  assertEquals(values.map(({ type }) => type), ["run", ...Array(10).fill("result"), "end"]);
  assertEquals(values[0].turns, { planned: 25 });
  assertEquals(values[11].outcome, "DOES NOT CONFORM");
  assertEquals(values[11].turns, { planned: 25, sent: 12 });
});

Deno.test("renderNdjson() carries an exchange once, beside the first result that cites it", () => {
  const values = renderNdjson(ordinaryReport()).trim().split("\n").map((line) => JSON.parse(line));
  const ids = values.map(({ evidence }) => evidence?.map(({ id }: { id: string }) => id));
  assertEquals(ids, [
    undefined,
    ["x1"],
    [],
    ["x2", "x3", "x4", "x5"],
    [],
    ["x6"],
    [],
    [],
    [],
    [],
    [],
    [],
  ]);
});

Deno.test("renderNdjson() gives the end what no result cites", () => {
  const sample = report([result("a", "passed")], [exchange("x9")]);
  const end = JSON.parse(renderNdjson(sample).trim().split("\n").at(-1) ?? "");
  assertEquals(end.evidence, [exchange("x9")]);
});

Deno.test("renderNdjson() holds in all its lines what renderJson() holds", () => {
  for (const sample of [ordinaryReport(), hostileReport()]) {
    const values = renderNdjson(sample).trim().split("\n").map((line) => JSON.parse(line));
    const [{ type: _run, ...run }] = values;
    const { type: _end, evidence: rest, ...end } = values.at(-1);
    const results = values.slice(1, -1);
    const whole = {
      ...run,
      ...end,
      results: results.map(({ type: _type, evidence: _evidence, ...one }) => one),
      exchanges: [...results.flatMap(({ evidence }) => evidence), ...rest],
    };
    assertEquals(whole, JSON.parse(renderJson(sample)));
  }
});
