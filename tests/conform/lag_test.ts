import { assert, assertEquals } from "@std/assert";
import { LagWatch } from "../../lib/conform/lag.ts";
import { judgeOne } from "../../lib/conform/judge.ts";
import { CHECKS } from "../../lib/conform/plan.ts";
import { conform } from "../../lib/conform/run.ts";
import { evidenceOf, type Told } from "./_entries.ts";
import { idsOf, QUICK, served } from "./_served.ts";

/** Blocks the event loop, as a stall of ours does. */
function stall(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

const turn = () => new Promise<void>((resolve) => setTimeout(resolve, 0));

/** Lets a watch tick: its timer is due after 50 ms. */
async function ticks(): Promise<void> {
  const until = performance.now() + 60;
  while (performance.now() < until) await turn();
}

function watching(): LagWatch & Disposable {
  const watch = new LagWatch();
  watch.start();
  return Object.assign(watch, { [Symbol.dispose]: () => watch.stop() });
}

Deno.test("LagWatch tells a window of a stall in it", async () => {
  using watch = watching();
  const window = watch.begin();
  stall(200);
  await ticks();
  const lag = window.end();
  assert(lag >= 100 && lag < 1000, `${lag}`);
});

Deno.test("LagWatch tells a window of a stall that lasts until its end", () => {
  using watch = watching();
  const window = watch.begin();
  stall(200);
  assert(window.end() >= 100);
});

Deno.test("LagWatch tells a window nothing of a stall before it", async () => {
  using watch = watching();
  await ticks();
  stall(300);
  const atOnce = watch.begin();
  assert(atOnce.end() < 50);
  stall(300);
  const later = watch.begin();
  await ticks();
  const lag = later.end();
  assert(lag < 150, `${lag}`);
});

Deno.test("LagWatch tells a window nothing of a stall after it", async () => {
  using watch = watching();
  const window = watch.begin();
  await ticks();
  const lag = window.end();
  stall(300);
  assert(lag < 150, `${lag}`);
});

const reset: Told = { probe: "reset", role: "again", route: "reset" };

function idempotent(...entries: readonly Told[]) {
  const check = CHECKS.find(({ id }) => id === "reset.idempotent")!;
  return judgeOne(check, evidenceOf(entries));
}

Deno.test("reset.idempotent warns of two resets that take over a second", () => {
  const slow = { ...reset, endMs: 1200 };
  const result = idempotent(reset, slow, slow);
  assertEquals(result.verdict, "warned");
  assertEquals(result.findings[0]?.violation.code, "reset-not-cheap");
});

Deno.test("reset.idempotent is our own fault where our loop stalled in both slow resets", () => {
  const slow = { ...reset, endMs: 1200 };
  const stalled = { ...slow, lagMs: 900 };
  assertEquals(idempotent(reset, stalled, stalled).verdict, "harness_error");
  assertEquals(idempotent(reset, slow, stalled).verdict, "harness_error");
  assertEquals(idempotent(reset, stalled, reset).verdict, "passed");
  // What no clock says is judged all the same.
  assertEquals(idempotent(reset, { ...stalled, status: 500 }).verdict, "failed");
});

Deno.test("conform() judges everything but time where its own loop stalls", async () => {
  await using endpoint = await served();
  // The server shares the loop, so that each answer is as late as it looks.
  const timer = setInterval(() => stall(320), 330);
  try {
    const report = await conform({ ...QUICK, timeoutS: 30, graceS: 0.01, baseUrl: endpoint.url });
    assertEquals(idsOf(report, "failed"), []);
    assertEquals(idsOf(report, "warned"), []);
    const ours = idsOf(report, "harness_error");
    const timed = ["request.timeout", "error.own-deadline", "reset.idempotent"];
    assertEquals(ours.filter((id) => !timed.includes(id)), []);
  } finally {
    clearInterval(timer);
  }
});
