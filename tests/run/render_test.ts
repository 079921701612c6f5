import { assert, assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { UsageError } from "../../lib/contract/usage.ts";
import { renderRun } from "../../lib/run/render.ts";
import { failedRun, line, report, runLine } from "./reports.ts";

const failed = line({
  name: "wrong",
  verdict: "FAIL",
  planned: 2,
  runs: [
    runLine(),
    failedRun({ number: 2, warnings: ["gave up"], calls: ["a", "b"], trace: "runs/x.json" }),
  ],
});
const invalid = line({
  name: "crash",
  verdict: "INVALID",
  passed: 0,
  runs: [{
    ...failedRun({ verdict: "INVALID", warnings: ["runner_error: HTTP 500"], latency_ms: [] }),
  }],
});

Deno.test("renderRun() as text shows each verdict, and the evidence of what missed", () => {
  const text = renderRun(
    "text",
    report([line(), failed, invalid], {
      outcome: "FAIL",
      exit_code: 1,
      reason: "1 of 3 scenarios failed.",
      notes: ["no traces were kept"],
    }),
  );
  assertEquals(
    text,
    `PASS                stock  (1 of 1 passed)
FAIL                wrong  (1 of 2 passed)
  run 2: FAIL
    outcome: not in the last answer, no member of: [["13"]]
    warning: gave up
    last answer: "12"
    calls: a, b
    trace: runs/x.json
INVALID             crash  (0 of 1 passed)
  run 1: INVALID
    warning: runner_error: HTTP 500
    last answer: "12"

note: no traces were kept

FAIL: 1 PASS, 1 FAIL, 1 INVALID; 4 runs; 6 turns answered; 1.5 s
1 of 3 scenarios failed.
repeat: wt-inject run s.yaml
`,
  );
});

Deno.test("renderRun() as text names the endpoint where there are several, and the shard", () => {
  const text = renderRun(
    "text",
    report([line({ verdict: "INCOMPLETE", planned: 3, runs: [failedRun()], passed: 0 })], {
      endpoints: ["http://a", "http://b"],
      shard: { index: 2, of: 8 },
      outcome: "INCOMPLETE",
      exit_code: 3,
    }),
  );
  assert(text.includes("INCOMPLETE          stock  (0 of 1 passed, 2 not made)"), text);
  assert(text.includes("  run 1: FAIL on http://127.0.0.1:8647\n"), text);
  assert(text.includes("INCOMPLETE: shard 2 of 8; 1 INCOMPLETE; 1 run;"), text);
});

Deno.test("renderRun() as text shows passed runs where asked, and colours only then", () => {
  const verbose = renderRun("text", report([line()]), { verbose: true, color: true });
  assert(verbose.includes("  run 1: \x1b[32mPASS\x1b[0m\n"), verbose);
  const plain = renderRun("text", report([line()]));
  assert(!plain.includes("\x1b") && !plain.includes("run 1"), plain);
});

Deno.test("renderRun() as text tells warnings of runs that passed, each once, and bounded", () => {
  const passed = (...warnings: string[]) => runLine({ warnings });
  const many = Array.from({ length: 7 }, (_, index) => `warning ${index}`);
  const text = (verbose: boolean, ...runs: ReturnType<typeof runLine>[]) =>
    renderRun("text", report([line({ runs })]), { verbose, width: 100 });
  const twice = text(false, passed("surface_invalid: x"), passed("surface_invalid: x"));
  assertStringIncludes(twice, "note: 2 runs passed with a warning: surface_invalid: x\n");
  assertEquals(twice.split("surface_invalid").length, 2);
  const all = text(false, passed(...many));
  assertStringIncludes(all, "note: 2 other warnings; --verbose shows them all\n");
  assert(all.includes("warning 4") && !all.includes("warning 5"), all);
  assert(!text(true, passed("surface_invalid: x")).includes("note: 1 run"));
  const hostile = text(false, passed("::error::x \x1b[2J\u202e"));
  assert(!hostile.includes("\x1b") && !/\u202e|^\s*::/m.test(hostile), hostile);
});

Deno.test("renderRun() lets no agent move a cursor, start a CI command or break a format", () => {
  const hostile = `${"long words ".repeat(3)}::error::x \x1b[2J</failure>]]>\u202e##[group]`;
  const one = report([line({
    verdict: "FAIL",
    runs: [failedRun({ last_reply: hostile, warnings: [hostile], calls: [hostile] })],
  })], { outcome: "FAIL", exit_code: 1 });
  for (const format of ["text", "json", "junit"]) {
    const text = renderRun(format, one, { width: 40 });
    for (const unsafe of ["\x1b", "\u202e", "##["]) {
      assert(!text.includes(unsafe), `${format}: ${text}`);
    }
    if (format === "text") assert(!/^\s*::/m.test(text), text);
    if (format === "junit") assert(!text.includes("</failure>]"), text);
  }
  assertEquals(JSON.parse(renderRun("json", one)), JSON.parse(JSON.stringify(one)));
});

Deno.test("renderRun() as JUnit has a suite a file, a case a scenario, and errors for what is invalid", () => {
  const varied = line({
    name: "v",
    file: "t.yaml",
    verdict: "PASS_WITH_VARIANCE",
    runs: [failedRun()],
  });
  const xml = renderRun(
    "junit",
    report([line(), failed, invalid, varied], { outcome: "FAIL", exit_code: 1 }),
  );
  assertEquals(
    xml.replace(/>[^<]*run \d[^<]*</g, ">…<"),
    `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="wt-inject run" tests="4" failures="1" errors="1" time="1.500">
  <testsuite name="s.yaml" tests="3" failures="1" errors="1" timestamp="2030-01-02T03:04:05.000Z">
    <testcase name="stock" classname="wt-inject.run.s.yaml" time="0.004"/>
    <testcase name="wrong" classname="wt-inject.run.s.yaml" time="0.008"><failure type="wt-inject.FAIL" message="FAIL (1 of 2 passed)">…</failure></testcase>
    <testcase name="crash" classname="wt-inject.run.s.yaml" time="0.000"><error type="wt-inject.INVALID" message="INVALID (0 of 1 passed)">…</error></testcase>
  </testsuite>
  <testsuite name="t.yaml" tests="1" failures="0" errors="0" timestamp="2030-01-02T03:04:05.000Z">
    <testcase name="v" classname="wt-inject.run.t.yaml" time="0.004"><system-out>…</system-out></testcase>
  </testsuite>
</testsuites>
`,
  );
});

Deno.test("renderRun() as JUnit isn't green where nothing failed and yet nothing holds", () => {
  const xml = renderRun(
    "junit",
    report([], { outcome: "INTERRUPTED", exit_code: 130, reason: "It was interrupted." }),
  );
  assert(
    xml.includes(
      '<testcase name="outcome" classname="wt-inject.run" time="0.000"><error type="INTERRUPTED" message="It was interrupted."/>',
    ),
    xml,
  );
  assert(xml.includes('errors="1"'), xml);
});

Deno.test("renderRun() refuses a format that it hasn't", () => {
  assertThrows(() => renderRun("html", report([])), UsageError, "choose one of text, json, junit");
});
