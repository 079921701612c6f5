import { assertEquals, assertStringIncludes } from "@std/assert";
import { renderBadge } from "../../lib/report/badge.ts";
import { viewOfReport } from "../../lib/report/view_report.ts";
import { HOSTILE } from "./hostile.ts";
import { report, result } from "./sample.ts";
import { readXml } from "./xml_scanner.ts";

const bad = () => viewOfReport(report([result("a", "failed")], []));

Deno.test("renderBadge() says contract, verdict and day, as shields.io reads it", () => {
  assertEquals(JSON.parse(renderBadge(bad(), "json")), {
    schemaVersion: 1,
    label: "inject contract 1",
    message: "does not conform, 2026-07-07",
    color: "b3202a",
    isError: true,
  });
});

Deno.test("renderBadge() names the command where that isn't plain, and the corpus where there is one", () => {
  const canary = report([result("a", "passed")], [], {
    command: "canary",
    outcome: "CONFORMS",
    exit_code: 0,
    headline: "NO LEAK OBSERVED (not proof of isolation)",
  });
  const { label, message } = JSON.parse(renderBadge(viewOfReport(canary), "json"));
  assertEquals(label, "inject contract 1, canary");
  assertEquals(message, "no leak observed (not proof of isolation), 2026-07-07");
  const corpus = report([result("a", "passed")], [], {
    command: "corpus",
    outcome: "CONFORMS",
    exit_code: 0,
    corpus: { schema: "s", version: "2026.1", sha256: "ab", paths: [] },
  });
  const badge = JSON.parse(renderBadge(viewOfReport(corpus), "json"));
  assertEquals([badge.label, badge.color], ["corpus 2026.1", "1a7f3c"]);
});

Deno.test("renderBadge() draws a picture that is well-formed, whatever stands in it", () => {
  const hostile = viewOfReport(report([], [], { headline: HOSTILE }));
  for (const view of [bad(), hostile]) {
    const text = renderBadge(view, "svg");
    const root = readXml(`<?xml version="1.0" encoding="UTF-8"?>\n${text}`);
    assertEquals(root.name, "svg");
    assertEquals(root.attributes.get("role"), "img");
  }
  assertStringIncludes(
    renderBadge(bad(), "svg"),
    "<title>inject contract 1: does not conform, 2026-07-07</title>",
  );
});
