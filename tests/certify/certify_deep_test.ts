import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { Ajv2020 } from "ajv/2020";
import { certify, type CertifyEvent } from "../../lib/certify/certify.ts";
import { SELF_TEST_CLOCK } from "../../lib/certify/clock.ts";
import { CannotStart } from "../../lib/certify/driver.ts";
import { selfDriver } from "../../lib/certify/self.ts";
import { UsageError } from "../../lib/contract/usage.ts";
import { renderReport } from "../../lib/report/formats.ts";
import { reportJsonSchema } from "../../lib/report/schema.ts";
import { casesOf, options, printing, SHAREABLE } from "./_driver.ts";

Deno.test("certify() finds nothing wrong with our own driver, as the built-in runtime", async () => {
  const report = await certify(options({ runtime: "http_inject" }));
  assertEquals(report.results.filter(({ verdict }) => verdict !== "passed"), []);
  assertEquals([report.outcome, report.exit_code], ["CONFORMS", 0]);
  assertEquals(report.counts.passed, SHAREABLE.length);
});

Deno.test("certify() leaves out the runtime's cases for any other driver", async () => {
  const selected = casesOf("turn.plain", "runtime.timeout");
  const report = await certify(options({ cases: selected }));
  assertEquals(report.results.map(({ id }) => id), ["turn.plain"]);
  assertEquals(report.selection, { patterns: [], selected: 1, available: 1 });
});

Deno.test("certify() holds the grace to five seconds as a SHOULD, and as a MUST for the runtime", async () => {
  const cases = casesOf("deadline.grace-five");
  const command: typeof selfDriver = (request, settings) =>
    selfDriver(request, { ...settings, graceS: 2 * SELF_TEST_CLOCK.graceS });
  const any = await certify(options({ command, cases }));
  assertEquals([any.results[0]?.verdict, any.results[0]?.level, any.exit_code], [
    "warned",
    "SHOULD",
    0,
  ]);
  const runtime = await certify(options({ command, cases, runtime: "http_inject" }));
  assertEquals([runtime.results[0]?.verdict, runtime.exit_code], ["failed", 1]);
});

Deno.test("certify() reports a failure with the request, the answer's bytes and the outcome line", async () => {
  const cases = casesOf("version.true");
  const command = printing(() => '{"outcome":"ok"}');
  const report = await certify(options({ command, cases }));
  assertEquals([report.outcome, report.exit_code], ["DOES NOT CONFORM", 1]);
  const [finding] = report.results[0]?.findings ?? [];
  assertEquals(finding?.clause, "version.echo-validated");
  assertEquals(finding?.code, "accepted");
  assertEquals(finding?.exchanges, ["version.true/driver", "version.true/1"]);
  const [driver, request] = report.exchanges;
  assertEquals(driver?.raw?.text, '{"outcome":"ok"}');
  assertStringIncludes(driver?.request.body.text ?? "", '"op":"inject"');
  assertStringIncludes(request?.request.body.text ?? "", '"text":"Which bay holds pallet 4417?"');
  assertStringIncludes(request?.raw?.text ?? "", '{"wt_inject":true,');
  assertStringIncludes(request?.curl ?? "", "/wt/inject");
  const text = await renderReport("text", report);
  assertStringIncludes(text, "version.true/driver");
});

Deno.test("certify() makes a report that its schema describes", async () => {
  const cases = casesOf("turn.plain", "reset.500", "surface.reported", "wire.dropped");
  const command = printing((line) => line.replace("failure", "success"));
  const report = await certify(options({ command, cases }));
  assertEquals(report.command, "certify");
  const validate = new Ajv2020().compile(reportJsonSchema());
  assert(validate(JSON.parse(await renderReport("json", report))), JSON.stringify(validate.errors));
});

Deno.test("certify() sends nothing, and calls nobody, for a pattern that matches nothing", async () => {
  let called = 0;
  const command = printing((line) => (called++, line));
  const error = await assertRejects(
    () => certify(options({ command, patterns: ["turn.plane"] })),
    UsageError,
    "Cannot select turn.plane",
  );
  assertEquals(error.hint, "Did you mean turn.plain?");
  const other = await assertRejects(
    () => certify(options({ command, patterns: ["runtime.timeout"] })),
    UsageError,
  );
  assertStringIncludes(other.hint ?? "", "--runtime http_inject");
  assertEquals(called, 0);
});

Deno.test("certify() selects by id, glob, section and family", async () => {
  const ids = async (...patterns: string[]) =>
    (await certify(
      options({ patterns, cases: casesOf("turn.plain", "reset.500", "run.reset-500") }),
    ))
      .results.map(({ id }) => id);
  assertEquals(await ids("turn.plain"), ["turn.plain"]);
  assertEquals(await ids("reset.*"), ["reset.500"]);
  assertEquals(await ids("**500"), ["reset.500", "run.reset-500"]);
  assertEquals(await ids("Layering"), ["turn.plain"]);
  assertEquals(await ids("hostile", "turn.plain"), ["turn.plain", "reset.500", "run.reset-500"]);
});

Deno.test("certify() refuses cases that expect nothing before it calls anybody", async () => {
  const [one] = casesOf("turn.plain");
  const { expect: _, ...rest } = one!;
  const cases = [rest as typeof one & object];
  await assertRejects(() => certify(options({ cases })), Error, "it expects nothing");
});

Deno.test("certify() tells the plan, each case and each result", async () => {
  const events: CertifyEvent[] = [];
  const cases = casesOf("turn.plain", "reset.good");
  await certify(options({ cases, onEvent: (event) => events.push(event) }));
  assertEquals(events.map(({ type }) => type), ["plan", "case", "result", "case", "result"]);
  assertEquals(events[0], { type: "plan", cases: 2, driver: "ours" });
});

Deno.test("certify() says that nothing was tested where the driver can't be started", async () => {
  const command = {
    label: "gone",
    call: () => Promise.reject(new CannotStart('Cannot start "gone": no such file')),
  };
  const report = await certify(options({ command, cases: casesOf("turn.plain") }));
  assertEquals([report.outcome, report.exit_code], ["NOT REACHABLE", 3]);
  assertStringIncludes(report.reason, 'Cannot start "gone"');
  assertEquals(report.results, []);
});

Deno.test("certify() says of what a driver doesn't offer that it was not judged", async () => {
  const cases = casesOf("turn.plain", "surface.reported", "surface.empty-lists");
  const some = await certify(options({
    cases,
    command: (request, settings) =>
      request.op === "surface"
        ? Promise.resolve({ outcome: "unsupported" })
        : selfDriver(request, settings),
  }));
  assertEquals([some.outcome, some.counts.not_applicable], ["CONFORMS", 2]);
  assertEquals(some.declarations, ["unsupported surface (2 of 2 cases)"]);
  const none = await certify(options({
    cases,
    command: () => Promise.resolve({ outcome: "unsupported" }),
  }));
  assertEquals([none.outcome, none.exit_code], ["INCOMPLETE", 3]);
});

Deno.test("certify() writes its report when it is interrupted", async () => {
  const controller = new AbortController();
  const report = await certify(options({
    cases: casesOf("turn.plain", "turn.one-call", "reset.good"),
    signal: controller.signal,
    onEvent: (event) => {
      if (event.type === "result") controller.abort();
    },
  }));
  assertEquals([report.outcome, report.exit_code], ["INTERRUPTED", 130]);
  assertEquals(report.results.map(({ verdict }) => verdict), [
    "passed",
    "could_not_run",
    "could_not_run",
  ]);
});

Deno.test("certify() ends a driver that hangs, and one that is interrupted in the middle", async () => {
  const hanging: typeof selfDriver = (_, { signal }) =>
    new Promise((resolve) =>
      signal.addEventListener("abort", () => resolve({ outcome: "ok" }), { once: true })
    );
  const clock = { ...SELF_TEST_CLOCK, timeoutS: 0.05, refuseS: 0.05, lateS: 0.05, workS: 0.05 };
  const cases = casesOf("turn.plain");
  const late = await certify(options({ command: hanging, cases, clock }));
  assertEquals(late.results[0]?.findings.map(({ code }) => code), [
    "no-outcome",
    "request-missing",
  ]);
  const controller = new AbortController();
  const ended = await certify(options({
    command: hanging,
    cases,
    signal: controller.signal,
    onEvent: (event) => {
      if (event.type === "case") queueMicrotask(() => controller.abort());
    },
  }));
  assertEquals([ended.outcome, ended.results[0]?.verdict], ["INTERRUPTED", "could_not_run"]);
});
