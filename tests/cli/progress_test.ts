import { assertEquals } from "@std/assert";
import { progressOn, type ProgressOptions } from "../../lib/cli/progress.ts";
import type { RunEvent } from "../../lib/conform/run.ts";
import { memoryIo } from "./memory_io.ts";

const PLAN: RunEvent = { type: "plan", turns: 1, checks: 2, url: "http://127.0.0.1:8647" };
const PROBE: RunEvent = { type: "probe", id: "reset", purpose: "a reset" };
const RESULT: RunEvent = {
  type: "result",
  result: {
    id: "reset.echo",
    clause: "reset.echo",
    level: "MUST",
    kind: "wire",
    section: "reset",
    title: "",
    required: true,
    verdict: "failed",
    message: "",
    findings: [],
  },
};
const FIRST =
  "2 checks on http://127.0.0.1:8647, at most 1 turn to the agent; its state is destroyed\n";

/** What a run of some length prints; each event takes a second and a half. */
function printed(tty: boolean, options: Partial<ProgressOptions>, events: readonly RunEvent[]) {
  const io = memoryIo({ tty, columns: 20 });
  let clock = 0;
  const progress = progressOn(io.stderr, { quiet: false, verbose: false, ...options }, () => clock);
  for (const event of events) {
    progress.onEvent(event);
    clock += 1_500;
  }
  progress.end();
  progress.end();
  return io.err();
}

Deno.test("progressOn() says how many turns will be sent, and no more, off a terminal", () => {
  assertEquals(printed(false, {}, [PLAN, PROBE, RESULT]), FIRST);
});

Deno.test("progressOn() keeps one live line on a terminal, no wider than it, and takes it away", () => {
  const long: RunEvent = { type: "probe", id: "x", purpose: "something longer than a line" };
  assertEquals(
    printed(true, {}, [PLAN, PROBE, long, RESULT]),
    `${FIRST}\r\x1b[K1 s: a reset\r\x1b[K3 s: something lon…\r\x1b[K`,
  );
});

Deno.test("progressOn() draws no live line in the first second", () => {
  const io = memoryIo({ tty: true });
  const progress = progressOn(io.stderr, { quiet: false, verbose: false }, () => 0);
  progress.onEvent(PLAN);
  progress.onEvent(PROBE);
  progress.end();
  assertEquals(io.err(), FIRST);
});

Deno.test("progressOn() writes a line for each step where it is verbose", () => {
  assertEquals(
    printed(true, { verbose: true }, [PLAN, PROBE, RESULT]),
    `${FIRST}probe reset: a reset\nFAILED         reset.echo\n`,
  );
});

Deno.test("progressOn() is silent where it is quiet, on a terminal too", () => {
  assertEquals(printed(true, { quiet: true }, [PLAN, PROBE, RESULT]), "");
});

Deno.test("progressOn() says what it waits for", () => {
  const waiting: RunEvent = { type: "waiting", forMs: 29_500, reason: "not reachable\x1b[2J" };
  assertEquals(
    printed(false, { verbose: true }, [waiting]),
    "waiting up to 30 s more: not reachable\\x1b[2J\n",
  );
});

Deno.test("progressOn() takes a command's own words for a verdict", () => {
  const words = { failed: "LEAK PROVEN" };
  assertEquals(printed(false, { verbose: true, words }, [RESULT]), "LEAK PROVEN    reset.echo\n");
});
