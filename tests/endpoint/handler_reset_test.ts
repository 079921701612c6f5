import { assertEquals } from "@std/assert";
import { type Agent, contractHandler, type Turn } from "../../lib/endpoint/handler.ts";
import { agentError, agentOf, fired, inject, macrotask, ok, reset } from "./support.ts";

const DONE = { status: 200, body: { wt_inject: 1 } };

/** An agent that remembers how often each session spoke, and logs. */
function counting() {
  const log: string[] = [];
  const counts = new Map<string, number>();
  const agent: Agent = {
    inject({ sessionId }) {
      const count = (counts.get(sessionId) ?? 0) + 1;
      counts.set(sessionId, count);
      return Promise.resolve({ reply: `${count}` });
    },
    reset() {
      log.push("reset");
      counts.clear();
    },
  };
  return { agent, log };
}

Deno.test("contractHandler() answers a reset once the agent's has settled, and not before", async () => {
  const gate = Promise.withResolvers<void>();
  let wiped = false;
  const handler = contractHandler({
    ...agentOf(() => ({ reply: "r" })),
    reset: async () => {
      await gate.promise;
      wiped = true;
    },
  });
  let answered = false;
  const answer = reset(handler).then((given) => {
    answered = true;
    return given;
  });
  await macrotask();
  assertEquals([answered, wiped], [false, false]);
  gate.resolve();
  assertEquals([await answer, wiped], [DONE, true]);
});

Deno.test("contractHandler() resets a fresh endpoint, again and again, and all sessions", async () => {
  const { agent, log } = counting();
  const handler = contractHandler(agent);
  assertEquals(await reset(handler), DONE);
  assertEquals(await reset(handler), DONE);
  for (const session of ["a", "b", "a"]) await inject(handler, "x", { session });
  assertEquals(await inject(handler, "x", { session: "a" }), ok("3"));
  assertEquals(await reset(handler), DONE);
  for (const session of ["a", "b"]) assertEquals(await inject(handler, "x", { session }), ok("1"));
  assertEquals(log.length, 3);
});

Deno.test("contractHandler() ends the turns at work and in the queue, awaits them, then resets", async () => {
  const log: string[] = [];
  const release = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<Turn>();
  const handler = contractHandler({
    async inject(turn) {
      log.push(`begin ${turn.text}`);
      begun.resolve(turn);
      await fired(turn.signal);
      await release.promise;
      log.push(`end ${turn.text}`);
      return { reply: "too late" };
    },
    reset: () => void log.push("reset"),
  });
  const turns = [inject(handler, "1"), inject(handler, "2")];
  const { signal } = await begun.promise;
  const answer = reset(handler);
  const ended = agentError("ended by a reset");
  assertEquals(await Promise.all(turns), [ended, ended]);
  assertEquals([signal.aborted, signal.reason.name], [true, "AbortError"]);
  await macrotask();
  assertEquals(log, ["begin 1"]);
  release.resolve();
  assertEquals(await answer, DONE);
  assertEquals(log, ["begin 1", "end 1", "reset"]);
});

Deno.test("contractHandler() awaits an expired turn too before it resets", async () => {
  const log: string[] = [];
  const release = Promise.withResolvers<void>();
  const handler = contractHandler({
    async inject() {
      await release.promise;
      log.push("late write");
      return { reply: "too late" };
    },
    reset: () => void log.push("reset"),
  });
  assertEquals(await inject(handler, "x", { timeout: 0.01 }), agentError("timed out after 0.01 s"));
  const answer = reset(handler);
  await macrotask();
  assertEquals(log, []);
  release.resolve();
  assertEquals(await answer, DONE);
  assertEquals(log, ["late write", "reset"]);
});

Deno.test("contractHandler() answers 500, and wipes nothing, where a turn ignores its signal past the patience", async () => {
  const { agent, log } = counting();
  const release = Promise.withResolvers<void>();
  const handler = contractHandler({
    ...agent,
    inject: async (turn) => {
      if (turn.text === "stubborn") await release.promise;
      return agent.inject(turn);
    },
  }, { resetPatienceMs: 10 });
  const turn = inject(handler, "stubborn", { session: "a" });
  await macrotask();
  assertEquals(await reset(handler), {
    status: 500,
    body: {
      wt_inject: 1,
      error: "Cannot reset: a turn went on for 0.01 s after being aborted and could still write " +
        "state. The agent must heed turn.signal.",
    },
  });
  assertEquals(log, []);
  assertEquals(await turn, agentError("ended by a reset"));
  release.resolve();
  assertEquals(await reset(handler), DONE);
  assertEquals(await inject(handler, "x", { session: "a" }), ok("1"));
});

Deno.test("contractHandler() holds new turns back until a reset is over; their deadline runs on", async () => {
  const { agent, log } = counting();
  const gate = Promise.withResolvers<void>();
  const handler = contractHandler({
    inject: (turn) => {
      log.push(`begin ${turn.text}`);
      return agent.inject(turn);
    },
    reset: async () => {
      await gate.promise;
      await agent.reset();
    },
  });
  const answer = reset(handler);
  await macrotask();
  const patient = inject(handler, "patient", { session: "a" });
  const hasty = inject(handler, "hasty", { session: "b", timeout: 0.01 });
  assertEquals(
    await hasty,
    agentError(
      "timed out after 0.01 s, waiting for an earlier turn of this session or for a reset",
    ),
  );
  assertEquals(log, []);
  gate.resolve();
  assertEquals([await answer, await patient], [DONE, ok("1")]);
  assertEquals(log, ["reset", "begin patient"]);
});

Deno.test("contractHandler() runs resets that come together one after another, and each ends what came before", async () => {
  const { agent, log } = counting();
  const gate = Promise.withResolvers<void>();
  let at = 0;
  const handler = contractHandler({
    inject: agent.inject,
    reset: async () => {
      const mine = ++at;
      log.push(`in ${mine}`);
      await gate.promise;
      await macrotask();
      log.push(`out ${mine}`);
    },
  });
  const first = reset(handler);
  await macrotask();
  const between = inject(handler, "x");
  await macrotask();
  const others = [reset(handler), reset(handler)];
  await macrotask();
  const after = inject(handler, "x");
  await macrotask();
  assertEquals(await between, agentError("ended by a reset"));
  assertEquals(log, ["in 1"]);
  gate.resolve();
  assertEquals(await Promise.all([first, ...others]), [DONE, DONE, DONE]);
  assertEquals(await after, ok("1"));
  assertEquals(log, ["in 1", "out 1", "in 2", "out 2", "in 3", "out 3"]);
});

Deno.test("contractHandler() answers 500 with the words of a reset that throws, and goes on", async () => {
  let broken = true;
  const told: unknown[] = [];
  const handler = contractHandler({
    ...agentOf(({ text }) => ({ reply: text })),
    reset: () => {
      if (broken) throw new Error("the index is locked");
    },
  }, { onError: (error, during) => told.push((error as Error).message, during) });
  const refused = { status: 500, body: { wt_inject: 1, error: "the index is locked" } };
  assertEquals(await reset(handler), refused);
  assertEquals(told, ["the index is locked", "reset"]);
  assertEquals(await inject(handler, "x"), ok("x"));
  broken = false;
  assertEquals(await reset(handler), DONE);
});
