import { assertEquals, assertMatch, assertNotMatch, assertStringIncludes } from "@std/assert";
import { renderText } from "../../lib/report/text.ts";
import { renderResultLine } from "../../lib/report/text_results.ts";
import { assertGolden } from "./golden.ts";
import { hostileReport } from "./hostile.ts";
import { exchange, finding, ordinaryReport, report, result } from "./sample.ts";

// deno-lint-ignore no-control-regex -- terminal codes are what is looked for
const SGR = /\x1b\[[0-9;]*m/g;
// deno-lint-ignore no-control-regex -- controls are what is looked for
const HARMFUL = /[\x00-\x09\x0b-\x1f\x7f-\x9f\p{Cf}\u2028\u2029\p{Cs}]|##\[|^\s*::/mu;

Deno.test("renderText() writes the reviewed documents", () => assertGolden("text"));

Deno.test("renderText() is the same text with colour and without", () => {
  const plain = renderText(ordinaryReport());
  const coloured = renderText(ordinaryReport(), { color: true });
  assertMatch(coloured, SGR);
  assertEquals(coloured.replaceAll(SGR, ""), plain);
});

Deno.test("renderText() says every verdict in words", () => {
  const ascii = renderText(ordinaryReport()).replaceAll(/[^\x20-\x7e\n]/g, "");
  for (
    const line of [
      /passed +transport\.inject-route/,
      /FAILED +response\.reply-empty/,
      /warned +version\.unspoken/,
      /not applicable +conformance\.must-call/,
      /could not run +reset\.total/,
      /HARNESS ERROR +transport\.json-utf8/,
    ]
  ) assertMatch(ascii, line);
});

Deno.test("renderText() lets nothing that a target sends act on a terminal or a log", () => {
  assertNotMatch(renderText(hostileReport()), HARMFUL);
  assertNotMatch(renderText(hostileReport(), { verbose: true }), HARMFUL);
  assertNotMatch(renderText(hostileReport(), { color: true }).replaceAll(SGR, ""), HARMFUL);
});

Deno.test("renderText() defuses a CI command that a line break put at a line's start", () => {
  const message = `${"w".repeat(70)} ::error::owned`;
  const text = renderText(report([result("a", "failed", { message })], []));
  assertStringIncludes(text, "\n  \\x3a:error::owned\n");
});

Deno.test("renderText() bounds what a huge answer can do", () => {
  const text = renderText(hostileReport());
  assertEquals(text.length < 12_000, true);
  assertStringIncludes(text, "… (99401 more characters)");
  assertStringIncludes(text, "(1026 of 100002 bytes shown)");
});

Deno.test("renderText() shows all that the report holds where asked", () => {
  const text = renderText(ordinaryReport(), { verbose: true });
  assertStringIncludes(text, "\n  exchange x4: an ordinary turn\n");
  assertStringIncludes(text, "\n  exchange x5: an ordinary turn\n");
  assertStringIncludes(renderText(hostileReport(), { verbose: true }), "b".repeat(99_000));
});

Deno.test("renderText() says of 20 findings how many it doesn't show", () => {
  const findings = Array.from({ length: 20 }, () => finding({ exchanges: [] }));
  const text = renderText(report([result("a", "failed", { findings })], []));
  assertEquals(text.split("  where     body, /tool_calls").length - 1, 5);
  assertStringIncludes(text, "15 more findings: --format json has all of them");
});

Deno.test("renderText() says once what 13 dependents of one fault have in common", () => {
  const message = "POST /wt/inject is not served.";
  const dependents = Array.from(
    { length: 13 },
    (_, n) => result(`check.${n}`, "could_not_run", { message, required: n < 9 }),
  );
  const text = renderText(report(dependents, []));
  assertEquals(text.split(message).length - 1, 1);
  assertStringIncludes(text, `\n  ${message} (13 checks, 9 required)\n    check.0, check.1,`);
});

Deno.test("renderText() breaks prose at the width and never a curl line", () => {
  const curl = `curl -sS http://127.0.0.1:8647/wt/inject -d '${"a b ".repeat(60)}'`;
  const message = "word ".repeat(60).trim();
  const results = [result("a", "failed", { message, findings: [finding({ exchanges: ["x1"] })] })];
  const text = renderText(report(results, [exchange("x1", { curl })]), { width: 50 });
  assertStringIncludes(text, `\n  $ ${curl}\n`);
  for (const line of text.split("\n")) {
    if (line.startsWith("  word")) assertEquals(line.length <= 50, true, line);
  }
  assertMatch(text, /^ {2}(word ){8}word$/m, "nine words take 46 columns, ten would take 51");
});

Deno.test("renderText() ends with the verdict line, the reason and the line that repeats it", () => {
  const lines = renderText(ordinaryReport()).trimEnd().split("\n");
  assertEquals(lines.slice(-3), [
    "DOES NOT CONFORM: 1 passed, 2 failed, 1 warned, 2 not applicable, 3 could not run, " +
    "1 harness error; declared: no-tools; 12 turns sent; 3.4 s",
    "2 required checks failed.",
    "repeat: wt-inject conform http://127.0.0.1:8647",
  ]);
});

Deno.test("renderText() says so where nothing was tested", () => {
  const text = renderText(report([], [], {
    outcome: "NOT REACHABLE",
    exit_code: 3,
    reason: "Nothing listens; nothing was tested.",
    turns: { planned: 25, sent: 0 },
    duration_ms: 12,
  }));
  assertStringIncludes(text, "\nNOT REACHABLE: no check ran; 0 turns sent; 12 ms\n");
});

Deno.test("renderText() says how many checks a selection left out", () => {
  const text = renderText(report([result("a", "passed")], [], {
    outcome: "CONFORMS",
    selection: { patterns: ["a"], selected: 1, available: 61 },
    turns: { planned: 1, sent: 1 },
    duration_ms: 125_400,
  }));
  assertStringIncludes(
    text,
    "CONFORMS: 1 passed; 1 of 61 checks selected; 1 turn sent; 2 min 5 s\n",
  );
});

Deno.test("renderText() shows a fault where no answer came, and withheld bytes as withheld", () => {
  const { response: _response, raw: _raw, ...silent } = exchange("x1");
  const { raw: _bytes, ...kept } = exchange("x2");
  const text = renderText(report([result("a", "failed", { exchanges: ["x1", "x2"] })], [
    { ...silent, fault: { kind: "timeout", phase: "head", message: "No head in 6000 ms." } },
    {
      ...kept,
      response: {
        status: 200,
        http_version: "1.1",
        headers: [["a", "b"]],
        body: { size: 9, truncated: true },
      },
    },
  ]));
  assertStringIncludes(text, "\n  no answer came\n  fault: timeout (head): No head in 6000 ms.\n");
  assertStringIncludes(text, "\n  | HTTP/1.1 200\n  | a: b\n  |\n  (9 bytes withheld)\n");
});

Deno.test("renderResultLine() is one line with the verdict in words", () => {
  const ok = result("reset.echo", "passed", { title: "a reset answers 200" });
  assertEquals(renderResultLine(ok), "✓ passed          reset.echo  a reset answers 200");
  const bad = result("reset.echo", "failed", { message: "It said\n::error::no\x1b[2J" });
  assertEquals(
    renderResultLine(bad),
    "✗ FAILED          reset.echo  It said\\n::error::no\\x1b[2J",
  );
  assertEquals(renderResultLine(bad, { color: true }).replaceAll(SGR, ""), renderResultLine(bad));
});
