import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { SELF_TEST_CLOCK } from "../../lib/certify/clock.ts";
import { inProcess, type InProcessDriver } from "../../lib/certify/in_process.ts";
import { driverCanary } from "../../lib/certify/ratify_canary.ts";
import { selfDriver } from "../../lib/certify/self.ts";
import { printing } from "./_driver.ts";
import { answered } from "./_ratify.ts";

const canaryOf = (driver: InProcessDriver, signal = new AbortController().signal) =>
  driverCanary(inProcess("a driver", driver), { clock: SELF_TEST_CLOCK, signal });

/** What each endpoint showed through a driver. */
const seen = (canary: Awaited<ReturnType<typeof canaryOf>>) =>
  canary.endpoints.map(({ endpoint, leak_seen, verdict }) => [endpoint, leak_seen, verdict]);

/** Offers only some operations. */
const offering = (...ops: readonly string[]): InProcessDriver => (request, settings) =>
  ops.includes(request.op)
    ? selfDriver(request, settings)
    : Promise.resolve({ outcome: "unsupported" });

Deno.test("driverCanary() sees leaks through our own driver where there are some", async () => {
  const canary = await canaryOf(selfDriver);
  assertEquals(seen(canary), [
    ["reference", "no", "passed"],
    ["coop-reset-does-nothing", "yes", "passed"],
    ["coop-reset-leaves-an-open-index", "yes", "passed"],
  ]);
  assertEquals([canary.verdict, canary.route], ["passed", "inject"]);
  const [, nothing] = canary.endpoints;
  assertEquals(nothing?.steps.map(({ asked, nonce }) => [asked.op, nonce]), [
    ["reset", false],
    ["inject", false],
    ["inject", true],
    ["reset", false],
    ["inject", false],
    ["inject", false],
    ["inject", true],
  ]);
  const nonces = canary.endpoints.map(({ nonce }) => nonce);
  assertEquals(new Set(nonces).size, 3);
  for (const nonce of nonces) assertMatch(nonce, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-/);
});

Deno.test("driverCanary() goes through whole runs where a driver offers no turn by itself", async () => {
  for (const ops of [["run", "reset"], ["run"]]) {
    const canary = await canaryOf(offering(...ops));
    assertEquals(canary.route, "run");
    assertEquals(seen(canary), [
      ["reference", "no", "passed"],
      ["coop-reset-leaves-an-open-index", "yes", "passed"],
    ]);
    assertEquals(canary.verdict, "passed");
  }
});

Deno.test("driverCanary() could not run where nothing is offered that tells and asks", async () => {
  for (const ops of [[], ["surface"], ["reset"], ["inject"]]) {
    const canary = await canaryOf(offering(...ops));
    assertEquals([canary.verdict, canary.endpoints], ["could_not_run", []]);
  }
});

Deno.test("driverCanary() fails a driver that doesn't hand the nonce on", async () => {
  const canary = await canaryOf(
    printing((line) => line.replace(/"content":"[^"]*"/g, '"content":"-"')),
  );
  assertEquals(canary.verdict, "failed");
  assertStringIncludes(canary.message, "before the reset, and the driver didn't hand it on");
});

Deno.test("driverCanary() fails a driver that shows no leak where there is one", async () => {
  let resets = 0;
  const canary = await canaryOf(async (request, settings) => {
    const answer = await answered(request, settings);
    if (request.op === "reset") resets++;
    // What comes after the second reset of each endpoint is kept back.
    return request.op === "inject" && resets % 2 === 0
      ? { ...answer, response: { choices: [{ message: { role: "assistant", content: "" } }] } }
      : answer;
  });
  assertEquals(seen(canary).map(([, leak, verdict]) => [leak, verdict]), [
    ["no", "passed"],
    ["no", "failed"],
    ["no", "failed"],
  ]);
  assertStringIncludes(canary.message, "after the reset, and the driver didn't hand it on");
});

Deno.test("driverCanary() fails a driver that remembers what the endpoint forgot", async () => {
  const replies: unknown[] = [];
  const canary = await canaryOf(async (request, settings) => {
    const answer = await answered(request, settings);
    if (answer.response !== undefined) replies.push(answer.response);
    return { ...answer, detail: JSON.stringify(replies) };
  });
  assertEquals(seen(canary)[0], ["reference", "yes", "failed"]);
  assertStringIncludes(canary.message, "where nothing is left of it");
});

Deno.test("driverCanary() finds a nonce in any spelling, wherever the driver puts it", async () => {
  const canary = await canaryOf(async (request, settings) => {
    const answer = await answered(request, settings);
    const told = JSON.stringify(answer.response ?? "").toUpperCase().replaceAll("-", " ");
    return { outcome: answer.outcome, response: { choices: [], worker_warnings: [told] } };
  });
  assertEquals(canary.verdict, "passed");
});

Deno.test("driverCanary() fails a driver that fails where all is well, and says at which step", async () => {
  const refusing = await canaryOf(() =>
    Promise.resolve({ outcome: "contract_failure", detail: "no" })
  );
  assertEquals([refusing.verdict, refusing.endpoints[0]?.leak_seen], ["failed", "unknown"]);
  assertStringIncludes(refusing.message, "reported contract_failure where all went well");
  assertStringIncludes(refusing.message, "(reset before the seed): no");
  const crashing = await canaryOf(() => Promise.reject(new TypeError("broken")));
  assertEquals(crashing.verdict, "failed");
  assertStringIncludes(crashing.message, "printed no outcome line");
  assertStringIncludes(crashing.message, "TypeError: broken");
});

Deno.test("driverCanary() could not run where a driver hands on no turn at all", async () => {
  const canary = await canaryOf(async (request, settings) => {
    const { outcome } = await answered(request, settings);
    return { outcome };
  });
  assertEquals(canary.verdict, "could_not_run");
  assertStringIncludes(canary.message, "hands on no turn");
});

Deno.test("driverCanary() accuses nobody where it is interrupted", async () => {
  const canary = await canaryOf(selfDriver, AbortSignal.abort());
  assertEquals(canary.verdict, "could_not_run");
  assertStringIncludes(canary.message, "interrupted");
});
