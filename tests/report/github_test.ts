import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { renderGithub } from "../../lib/report/github.ts";
import { viewOfReport } from "../../lib/report/view_report.ts";
import { assertGolden } from "./golden.ts";
import { HOSTILE, hostileReport, HUGE } from "./hostile.ts";
import { finding, report, result } from "./sample.ts";

const linesOf = (...args: Parameters<typeof report>) =>
  renderGithub(viewOfReport(report(...args))).trimEnd().split("\n");

/** As the runner reads a command: kind, properties, message. */
function read(line: string) {
  const [, kind, properties, message] = /^::(error|warning|notice) (.*?)::(.*)$/.exec(line) ?? [];
  const undo = (text = "") =>
    text.replaceAll("%0D", "\r").replaceAll("%0A", "\n").replaceAll("%3A", ":")
      .replaceAll("%2C", ",").replaceAll("%25", "%");
  return { kind, title: undo(properties?.replace(/^title=/, "")), message: undo(message) };
}

Deno.test("renderGithub() writes the reviewed documents", () => assertGolden("github"));

Deno.test("renderGithub() writes nothing but commands, whatever the target says", () => {
  for (const line of renderGithub(viewOfReport(hostileReport())).trimEnd().split("\n")) {
    assertMatch(line, /^::(error|warning|notice) title=[^:,]+::[^\r\n]+$/);
  }
});

Deno.test("renderGithub() escapes what the runner would read as its own", () => {
  const [, line] = linesOf([
    result("a:b,c%d", "failed", { message: "100%\r\n::set-output::x" }),
  ], []);
  const { kind, title, message } = read(line!);
  assertEquals([kind, title], ["error", "a:b,c%d"]);
  assertEquals(message.split("\n")[0], "100%\\r\\n::set-output::x");
  assertStringIncludes(line!, "title=a%3Ab%2Cc%25d::100%25");
});

Deno.test("renderGithub() keeps ten of a kind, and the last says how many more there are", () => {
  const results = Array.from({ length: 30 }, (_, n) => result(`check.${n}`, "failed"));
  const warned = Array.from(
    { length: 11 },
    (_, n) => result(`warned.${n}`, "warned", { required: false }),
  );
  const lines = linesOf([...results, ...warned], []).map(read);
  const errors = lines.filter(({ kind }) => kind === "error");
  const warnings = lines.filter(({ kind }) => kind === "warning");
  assertEquals([errors.length, warnings.length], [10, 10]);
  assertEquals(errors[0]?.title, "wt-inject conform: DOES NOT CONFORM");
  // The verdict and eight failures stand before it.
  assertEquals(errors[9]?.title, "22 more errors");
  assertStringIncludes(errors[9]?.message ?? "", "check.8, check.9, check.10");
  assertEquals(warnings[9]?.title, "2 more warnings");
});

Deno.test("renderGithub() notes a run that conforms, and warns of what doesn't count", () => {
  const good = linesOf([result("a", "passed")], [], { outcome: "CONFORMS", exit_code: 0 });
  assertEquals(good.map((line) => read(line).kind), ["notice"]);
  assertStringIncludes(good[0]!, "title=wt-inject conform%3A CONFORMS::");
});

Deno.test("renderGithub() bounds one annotation, and says of a fault of ours that it is one", () => {
  const huge = linesOf([
    result("a", "failed", { message: HUGE, findings: [finding({ received: HUGE, hint: HUGE })] }),
    result("b", "harness_error", { message: HOSTILE }),
  ], []);
  for (const line of huge) assertEquals(line.length < 2500, true, String(line.length));
  assertStringIncludes(huge[2]!, "::a fault of our own: ");
});

Deno.test("renderGithub() makes one error of all dependents of one fault", () => {
  const ids = ["a", "b", "c"];
  const lines = linesOf(
    ids.map((id) => result(id, "could_not_run", { message: "Nothing is served." })),
    [],
    { outcome: "INCOMPLETE", exit_code: 3 },
  ).map(read);
  assertEquals(lines.map(({ title }) => title), ["wt-inject conform: INCOMPLETE", "a and 2 more"]);
  assertEquals(lines[1]?.message, "could not run: Nothing is served.\na, b, c");
});
