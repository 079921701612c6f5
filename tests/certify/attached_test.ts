import { assertEquals, assertStringIncludes } from "@std/assert";
import { type AttachedCase, attachedDriver } from "../../lib/certify/attached.ts";
import { certify } from "../../lib/certify/certify.ts";
import { SELF_TEST_CLOCK } from "../../lib/certify/clock.ts";
import { inProcess } from "../../lib/certify/in_process.ts";
import { selfDriver } from "../../lib/certify/self.ts";
import type { Report } from "../../lib/contract/report.ts";
import { casesOf, options } from "./_driver.ts";

/** What the somebody who runs the driver says after each case. */
type Says = (outcome: string, told: AttachedCase) => string | undefined;

/**
 * A driver that somebody else starts: told what to do, it does so at the address that it is given, and its
 * outcome is said, or not, line by line.
 */
async function attach(ids: readonly string[], says: Says | undefined): Promise<Report> {
  const told: AttachedCase[] = [];
  const waiting: PromiseWithResolvers<string>[] = [];
  const said = (n: number) => waiting[n] ??= Promise.withResolvers<string>();
  async function* lines(): AsyncGenerator<string> {
    for (let n = 0;; n++) {
      const line = await said(n).promise;
      if (line === "(end)") return;
      yield line;
    }
  }
  const ours = inProcess("ours", selfDriver);
  const port = freePort();
  const driver = attachedDriver({
    ...(says === undefined ? {} : { lines: lines() }),
    tell: (one) => {
      const n = told.push(one) - 1;
      const call = {
        ...one,
        unset: [],
        boundMs: 5000,
        graceS: SELF_TEST_CLOCK.graceS,
        signal: new AbortController().signal,
        settled: () => Promise.resolve(),
      };
      ours.call(call).then((run) => {
        const outcome = new TextDecoder().decode(run?.stdout);
        said(n).resolve(says?.(outcome, one) ?? "(end)");
      });
    },
  });
  const report = await certify(options({
    command: driver,
    cases: casesOf(...ids),
    attach: { port, timeoutS: 0.3 },
  }));
  for (const { env } of told) {
    assertEquals(env, { WT_INJECT_URL: `http://127.0.0.1:${port}`, WT_INJECT_TIMEOUT_S: "0.3" });
  }
  return report;
}

/** A port that was free a moment ago. */
function freePort(): number {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr as Deno.NetAddr;
  listener.close();
  return port;
}

const verdicts = (report: Report) => report.results.map(({ verdict }) => verdict);

Deno.test("attachedDriver() judges a driver by the outcome lines that it is given", async () => {
  const report = await attach(["turn.plain", "version.two"], (outcome) => outcome);
  assertEquals(verdicts(report), ["passed", "passed"]);
  const wrong = await attach(["turn.plain", "version.two"], () => '{"outcome":"ok"}');
  assertEquals(verdicts(wrong), ["not_applicable", "failed"]);
});

Deno.test("attachedDriver() judges what the endpoint saw where there is no outcome line", async () => {
  const report = await attach(["text.unicode", "version.two", "run.reset-first"], () => "");
  assertEquals(verdicts(report), ["passed", "could_not_run", "passed"]);
  assertStringIncludes(report.results[1]?.message ?? "", "No outcome line came");
  assertEquals([report.outcome, report.exit_code], ["INCOMPLETE", 3]);
});

Deno.test("attachedDriver() takes skip for an operation that the driver doesn't offer", async () => {
  const one = inProcess("nobody", () => Promise.resolve({ outcome: "unsupported" }));
  const driver = attachedDriver({
    tell: () => {},
    lines: async function* () {
      yield " skip \n";
    }(),
  });
  const report = await certify(options({
    command: driver,
    cases: casesOf("surface.reported"),
    attach: { port: freePort() },
  }));
  assertEquals(verdicts(report), ["not_applicable"]);
  assertEquals(one.label, "nobody");
});

Deno.test("attachedDriver() goes on by what the endpoint saw once there are no more lines", async () => {
  const report = await attach(["text.unicode", "reset.500"], undefined);
  assertEquals(verdicts(report), ["passed", "could_not_run"]);
});

Deno.test("attachedDriver() can't play cases about an environment that is set already", async () => {
  const report = await certify(options({
    command: attachedDriver({ tell: () => {} }),
    cases: casesOf("runtime.timeout-default"),
    runtime: "http_inject",
    attach: { port: freePort() },
  }));
  assertEquals(verdicts(report), ["could_not_run"]);
});

Deno.test("attachedDriver() stops waiting when the run is interrupted", async () => {
  const controller = new AbortController();
  const report = await certify(options({
    command: attachedDriver({ tell: () => queueMicrotask(() => controller.abort()) }),
    cases: casesOf("turn.plain", "reset.good"),
    attach: { port: freePort() },
    signal: controller.signal,
  }));
  assertEquals([report.outcome, ...verdicts(report)], [
    "INTERRUPTED",
    "could_not_run",
    "could_not_run",
  ]);
});
