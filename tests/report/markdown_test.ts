import { assert, assertEquals, assertNotMatch, assertStringIncludes } from "@std/assert";
import { renderMarkdown } from "../../lib/report/markdown.ts";
import { viewOfReport } from "../../lib/report/view_report.ts";
import { assertGolden } from "./golden.ts";
import { HOSTILE, HUGE } from "./hostile.ts";
import { finding, report, result } from "./sample.ts";

const rendered = (...args: Parameters<typeof report>) =>
  renderMarkdown(viewOfReport(report(...args)));

Deno.test("renderMarkdown() writes the reviewed documents", () => assertGolden("markdown"));

Deno.test("renderMarkdown() lets no text become markup, a link or a mention", () => {
  const text = rendered([
    result("a|b`c", "failed", {
      message: "<img src=x> [a](javascript:b) ![c](d) @everyone http://evil.test www.evil.test",
      findings: [finding({ received: "``` and | and <b>", pointer: "`" })],
    }),
  ], []);
  assertNotMatch(text, /(?<!\\)<img|(?<!\\)\]\(|@everyone|http:\/\/evil|www\.evil/);
  assertStringIncludes(text, "```` ``` and \\x7c and <b> ````");
  assertStringIncludes(text, "`` ` ``");
  assertStringIncludes(text, "#### ``a\\x7cb`c``");
});

Deno.test("renderMarkdown() lets a hostile name break no table", () => {
  const text = rendered([result("a", "passed", { section: HOSTILE })], []);
  const rows = text.split("\n").filter((line) => line.startsWith("| "));
  assertEquals(rows.map((row) => row.match(/(?<!\\)\|/g)?.length), rows.map(() => 4));
});

Deno.test("renderMarkdown() bounds what huge answers and many failures do to it", () => {
  const findings = Array.from({ length: 20 }, () => finding({ received: HUGE, hint: HUGE }));
  const results = Array.from(
    { length: 500 },
    (_, n) => result(`check.${n}`, "failed", { message: HUGE, findings }),
  );
  const text = rendered(results, []);
  assert(text.length < 1024 * 1024, `${text.length}`);
  assertStringIncludes(text, "And 450 more: `check.50`, `check.51`,");
  assertStringIncludes(text, "15 more findings: the JSON has all of them.");
});

Deno.test("renderMarkdown() says once what dependents of one fault have in common", () => {
  const message = "POST /wt/inject is not served.";
  const text = rendered(["a", "b", "c"].map((id) => result(id, "could_not_run", { message })), []);
  assertStringIncludes(text, "- POST /wt/inject is not served.: `a`, `b`, `c`\n");
});

Deno.test("renderMarkdown() says so where nothing was tested", () => {
  const text = rendered([], [], {
    outcome: "NOT REACHABLE",
    exit_code: 3,
    reason: "Nothing listens",
  });
  assertStringIncludes(
    text,
    "## wt-inject conform: NOT REACHABLE\n\nNothing listens (no check ran;",
  );
});
