import { assertEquals, assertStringIncludes } from "@std/assert";
import { defineCheck, passed } from "../../lib/conform/check.ts";
import { Evidence } from "../../lib/conform/evidence.ts";
import { judgeAll, judgeOne } from "../../lib/conform/judge.ts";
import type { Probe } from "../../lib/conform/probe.ts";
import { runSuite } from "../../lib/conform/suite.ts";
import { SETTINGS } from "./_entries.ts";
import { resultOf, served } from "./_served.ts";

const good = defineCheck({
  clause: "reset.echo",
  title: "passes",
  probes: ["reset"],
  judge: () => passed("All is well"),
});
const throwing = defineCheck({
  clause: "response.reply",
  title: "throws",
  probes: ["reset"],
  judge: () => {
    throw new RangeError("index out of range");
  },
});

Deno.test("judgeOne() makes a judge that throws our own fault, and leaves the others alone", () => {
  const [first, second] = judgeAll([throwing, good], new Evidence(SETTINGS));
  assertEquals(first?.verdict, "harness_error");
  assertStringIncludes(first?.message ?? "", "response.reply failed by our own fault");
  assertStringIncludes(first?.message ?? "", "index out of range");
  assertEquals(first?.findings, []);
  assertEquals(second?.verdict, "passed");
});

Deno.test("judgeOne() makes what rests on a broken probe our own fault", () => {
  const evidence = new Evidence(SETTINGS);
  evidence.break("reset", "Probe reset failed by our own fault: no");
  assertEquals(judgeOne(good, evidence).verdict, "harness_error");
  const other = { ...good, probes: ["surface"] };
  assertEquals(judgeOne(other, evidence).verdict, "passed");
});

/** Runs one check that rests on one probe against the reference. */
async function run(probe: Probe) {
  await using endpoint = await served();
  const check = { ...good, probes: [probe.id] };
  const suite = { command: "conform", checks: [check], probes: [probe], available: 1 } as const;
  const report = await runSuite(suite, SETTINGS, endpoint.url, { baseUrl: endpoint.url });
  return { report, requests: endpoint.requests };
}

const probe = { id: "own", purpose: "a probe of ours", turns: () => 1 };

Deno.test("runSuite() calls a request of ours that isn't valid our own fault, and never sends it", async () => {
  const { report, requests } = await run({
    ...probe,
    async run(context) {
      await context.inject({
        role: "r",
        purpose: "p",
        session: "s",
        text: "t",
        extra: { timeout_s: "soon" },
      });
    },
  });
  assertEquals(report.outcome, "HARNESS ERROR");
  assertEquals(report.exit_code, 4);
  const { verdict, message } = resultOf(report, "reset.echo");
  assertEquals(verdict, "harness_error");
  assertStringIncludes(message, "timeout-type at /timeout_s");
  assertEquals(requests.map(({ route }) => route), ["reset"]);
  assertStringIncludes(report.reason, "A fault of this tool's own");
});

Deno.test("runSuite() calls a probe that throws our own fault, and goes on", async () => {
  const { report } = await run({
    ...probe,
    run: () => Promise.reject(new TypeError("undefined is not a function")),
  });
  assertEquals(report.outcome, "HARNESS ERROR");
  assertStringIncludes(resultOf(report, "reset.echo").message, "undefined is not a function");
});

Deno.test("runSuite() sends what is invalid on purpose as it is", async () => {
  const { report, requests } = await run({
    ...probe,
    async run(context) {
      const about = { role: "r", purpose: "p", route: "inject", sent: "invalid" } as const;
      await context.raw({ ...about, body: "{" });
    },
  });
  assertEquals(report.outcome, "CONFORMS");
  assertEquals(requests.at(-1)?.body, "{");
});
