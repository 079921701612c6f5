import { assertEquals, assertStringIncludes } from "@std/assert";
import { certify } from "../../lib/certify/certify.ts";
import { selfDriver } from "../../lib/certify/self.ts";
import { casesOf, options, printing } from "./_driver.ts";

const cases = casesOf("turn.plain");

Deno.test("certify() with smoke goes on where the command is an adapter, right or wrong", async () => {
  const good = await certify(options({ cases, smoke: true }));
  assertEquals([good.outcome, good.results.length], ["CONFORMS", 1]);
  const command = printing((line) => line.replace("Bay 4.", "Bay 5."));
  const wrong = await certify(options({ cases, smoke: true, command }));
  assertEquals([wrong.outcome, wrong.results.length], ["DOES NOT CONFORM", 1]);
});

Deno.test("certify() with smoke stops where the command prints no outcome line", async () => {
  const report = await certify(
    options({ cases, smoke: true, command: printing(() => "usage: x") }),
  );
  assertEquals([report.outcome, report.exit_code], ["NOT REACHABLE", 3]);
  assertStringIncludes(report.reason, "The command is no adapter");
  assertStringIncludes(report.reason, "docs/certify.md");
});

Deno.test("certify() with smoke stops where nothing was sent to us", async () => {
  const command = () => Promise.resolve({ outcome: "transport_failure" as const });
  const report = await certify(options({ cases, smoke: true, command }));
  assertEquals(report.exit_code, 3);
  assertStringIncludes(report.reason, "sent no request to us");
});

Deno.test("certify() with smoke lets a driver not offer single turns", async () => {
  const command: typeof selfDriver = (request, settings) =>
    request.op === "inject"
      ? Promise.resolve({ outcome: "unsupported" })
      : selfDriver(request, settings);
  const both = casesOf("turn.plain", "run.reset-first");
  const report = await certify(options({ cases: both, smoke: true, command }));
  assertEquals(report.results.map(({ verdict }) => verdict), ["not_applicable", "passed"]);
});
