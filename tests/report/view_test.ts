import { assertEquals, assertStringIncludes } from "@std/assert";
import type { ReportCorpus } from "../../lib/contract/report.ts";
import { renderText } from "../../lib/report/text.ts";
import type { Matrix } from "../../lib/report/view.ts";
import { viewOfReport } from "../../lib/report/view_report.ts";
import { ordinaryReport, report, result } from "./sample.ts";

const CORPUS: ReportCorpus = {
  schema: "a/v1",
  version: "2026.1",
  sha256: "abcd",
  paths: ["chat-to-chat", "agent"].map((path) => ({
    path,
    counts: report([], []).counts,
    claims: path === "agent",
  })),
};

function corpusRun() {
  const cell = (id: string, verdict: Parameters<typeof result>[1]) =>
    result(id, verdict, { section: id.split(".")[2]! });
  return report(
    [
      cell("one.a.chat-to-chat", "passed"),
      cell("one.b.chat-to-chat", "could_not_run"),
      cell("one.c.chat-to-chat", "failed"),
      cell("one.d.chat-to-chat", "not_applicable"),
      cell("two.a.chat-to-chat", "could_not_run"),
      cell("two.b.chat-to-chat", "passed"),
      cell("one.a.agent", "not_applicable"),
      cell("two.a.agent", "passed"),
    ],
    [],
    { command: "corpus", corpus: CORPUS },
  );
}

function rowsOf({ columns, rows }: Matrix) {
  return [["", ...columns], ...rows.map(({ name, cells }) => [name, ...cells.map((c) => c.text)])];
}

Deno.test("viewOfReport() counts each section's verdicts; what could not run stays in the denominator", () => {
  const [matrix] = viewOfReport(ordinaryReport()).matrices;
  assertEquals(rowsOf(matrix!), [
    ["", "ran", "passed", "failed", "warned", "could not run", "harness error", "not applicable"],
    ["Routes", "1/2", "1", "", "", "", "1", ""],
    ["Response", "2/2", "", "2", "", "", "", "2"],
    ["Version", "1/1", "", "", "1", "", "", ""],
    ["Reset", "0/2", "", "", "", "2", "", ""],
    ["Request", "0/1", "", "", "", "1", "", ""],
    ["all", "4/8", "1", "2", "1", "3", "1", "2"],
  ]);
});

Deno.test("viewOfReport() shows the worst variant of a case on a path, with all that apply below the line", () => {
  const [cases, paths] = viewOfReport(corpusRun()).matrices;
  assertEquals(rowsOf(cases!), [
    ["", "chat-to-chat", "agent"],
    ["one", "✗ 1/3", ""],
    ["two", "? 1/2", "1/1"],
  ]);
  assertEquals(
    cases!.rows[0]?.cells[0]?.says,
    "one on chat-to-chat: failed, 1 of 3 variants passed",
  );
  assertEquals(cases!.rows[0]?.cells[1]?.says, "one on agent: does not apply");
  assertEquals(rowsOf(paths!).map((row) => row.at(-1)), ["claims the corpus", "no", "yes", ""]);
});

Deno.test("a report of a corpus run names the corpus where others name the contract", () => {
  const { basis, basisShort, noun } = viewOfReport(corpusRun());
  assertEquals([basis, basisShort, noun], ["corpus 2026.1, sha256 abcd", "corpus 2026.1", "cell"]);
  assertStringIncludes(renderText(corpusRun()), "\ncorpus 2026.1, sha256 abcd; wt-inject 0.1.0");
  const live = report([], [], { command: "corpus" });
  assertStringIncludes(renderText(live), "which claim no corpus");
  assertStringIncludes(renderText(ordinaryReport()), "\ncontract version 1; wt-inject 0.1.0");
});

Deno.test("viewOfReport() weighs a line by what it does to the run", () => {
  const weights = viewOfReport(ordinaryReport()).items.map(({ id, weight }) => `${id} ${weight}`);
  assertEquals(weights, [
    "transport.inject-route none",
    "transport.json-utf8 fault",
    "response.tool-calls-present error",
    "response.reply-empty error",
    "version.unspoken warning",
    "canary unrun",
    "reset.total unrun",
    "request.text-received notice",
    "response.tool-calls-order none",
    "conformance.must-call none",
  ]);
});

Deno.test("viewOfReport() says of a check with several runs how each came out", () => {
  const flaky = result("a", "failed", { runs: ["passed", "failed"] });
  const [item] = viewOfReport(report([flaky], [], { runs: 2 })).items;
  assertEquals(item?.facts, [["each run", "passed, FAILED"]]);
});
