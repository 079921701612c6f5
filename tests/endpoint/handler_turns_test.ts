import { assertEquals } from "@std/assert";
import { contractHandler, type Turn } from "../../lib/endpoint/handler.ts";
import { agentError, agentOf, fired, inject, macrotask, ok, request, reset } from "./support.ts";

const WAITING = "waiting for an earlier turn of this session or for a reset";

/** An agent that logs what it is at and answers when it is let. */
function gated() {
  const log: string[] = [];
  const gates = new Map<string, PromiseWithResolvers<void>>();
  const gate = (name: string) => {
    const known = gates.get(name) ?? Promise.withResolvers<void>();
    gates.set(name, known);
    return known;
  };
  const agent = agentOf(async ({ text }) => {
    log.push(`begin ${text}`);
    await gate(text).promise;
    log.push(`end ${text}`);
    return { reply: text };
  });
  return { agent, log, open: (name: string) => gate(name).resolve() };
}

Deno.test("contractHandler() takes a session's turns one after another, and other sessions at once", async () => {
  const { agent, log, open } = gated();
  const handler = contractHandler(agent);
  const [a1, a2, b1] = [
    inject(handler, "a1", { session: "a" }),
    inject(handler, "a2", { session: "a" }),
    inject(handler, "b1", { session: "b" }),
  ];
  open("a2");
  open("b1");
  assertEquals(await b1, ok("b1"));
  assertEquals(log, ["begin a1", "begin b1", "end b1"]);
  open("a1");
  assertEquals(await Promise.all([a1, a2]), [ok("a1"), ok("a2")]);
  assertEquals(log.slice(3), ["end a1", "begin a2", "end a2"]);
});

Deno.test("contractHandler() bounds a session's queue with 429, and only that session's", async () => {
  const { agent, log, open } = gated();
  const handler = contractHandler(agent, { queueLimit: 2 });
  const taken = ["1", "2", "3"].map((text) => inject(handler, text));
  await macrotask();
  const refused = await inject(handler, "4");
  assertEquals([refused.status, Object.keys(refused.body as object)], [429, [
    "wt_inject",
    "error",
  ]]);
  open("5");
  assertEquals(await inject(handler, "5", { session: "other" }), ok("5"));
  for (const text of ["1", "2", "3", "6"]) open(text);
  assertEquals(await Promise.all(taken), [ok("1"), ok("2"), ok("3")]);
  assertEquals(await inject(handler, "6"), ok("6"));
  assertEquals(log.includes("begin 4"), false);
});

Deno.test("contractHandler() frees a place in the queue with each answer, and keeps the line while it moves", async () => {
  const { agent, log, open } = gated();
  const handler = contractHandler(agent, { queueLimit: 1 });
  const one = inject(handler, "1");
  const two = inject(handler, "2");
  open("1");
  assertEquals(await one, ok("1"));
  const three = inject(handler, "3", { timeout: 0.01 });
  assertEquals(await three, agentError("timed out after 0.01 s, " + WAITING));
  const four = inject(handler, "4");
  await macrotask();
  assertEquals(log, ["begin 1", "end 1", "begin 2"]);
  open("4");
  open("2");
  assertEquals(await Promise.all([two, four]), [ok("2"), ok("4")]);
  assertEquals(log.slice(3), ["end 2", "begin 4", "end 4"]);
});

Deno.test("contractHandler() answers at the deadline with the calls so far, though the agent ignores its signal", async () => {
  const release = Promise.withResolvers<void>();
  const seen: Turn[] = [];
  const handler = contractHandler(agentOf(async (turn) => {
    seen.push(turn);
    turn.called("look", { at: 1 });
    turn.called("look", { at: 2 });
    await release.promise;
    turn.called("look", { at: 3 });
    return { reply: "too late" };
  }));
  const answer = await inject(handler, "x", { timeout: 0.02 });
  assertEquals(
    answer,
    agentError("timed out after 0.02 s", [
      { name: "look", arguments: { at: 1 } },
      { name: "look", arguments: { at: 2 } },
    ]),
  );
  assertEquals(seen[0]?.signal.aborted, true);
  assertEquals(seen[0]?.signal.reason.name, "TimeoutError");
  release.resolve();
});

Deno.test("contractHandler() settles an expired turn before the agent hears of it", async () => {
  const handler = contractHandler(agentOf(async ({ signal }) => {
    await fired(signal);
    return { reply: "I made it after all" };
  }));
  assertEquals(
    await inject(handler, "x", { timeout: 0.001 }),
    agentError("timed out after 0.001 s"),
  );
});

Deno.test("contractHandler() keeps a session waiting for an expired turn that goes on", async () => {
  const { agent, log, open } = gated();
  const handler = contractHandler(agent);
  assertEquals(await inject(handler, "1", { timeout: 0.01 }), agentError("timed out after 0.01 s"));
  assertEquals(
    await inject(handler, "2", { timeout: 0.01 }),
    agentError("timed out after 0.01 s, " + WAITING),
  );
  const third = inject(handler, "3");
  open("3");
  await macrotask();
  assertEquals(log, ["begin 1"]);
  open("1");
  assertEquals(await third, ok("3"));
  assertEquals(log, ["begin 1", "end 1", "begin 3", "end 3"]);
});

Deno.test("contractHandler() stands a timeout_s that no timer can hold, and a tiny one", async () => {
  const { agent, open } = gated();
  const handler = contractHandler(agent);
  const huge = inject(handler, "huge", { session: "huge", timeout: 1e12 });
  const tiny = inject(handler, "tiny", { session: "tiny", timeout: 1e-9 });
  assertEquals(await tiny, agentError("timed out after 1e-9 s"));
  assertEquals(
    await inject(handler, "some", { session: "some", timeout: 0.02 }),
    agentError("timed out after 0.02 s"),
  );
  open("huge");
  assertEquals(await huge, ok("huge"));
  open("tiny");
  open("some");
});

Deno.test("contractHandler() lets an agent that answers at once beat any deadline", async () => {
  const handler = contractHandler(agentOf(({ text }) => ({ reply: text })));
  assertEquals(await inject(handler, "quick", { timeout: 1e-9 }), ok("quick"));
});

Deno.test("contractHandler() aborts a turn whose client went away, and takes the session's next", async () => {
  const begun = Promise.withResolvers<Turn>();
  const handler = contractHandler(agentOf(async (turn) => {
    if (turn.text === "next") return { reply: "next" };
    begun.resolve(turn);
    await fired(turn.signal);
    throw turn.signal.reason;
  }));
  const client = new AbortController();
  const body = { wt_inject: 1, session_id: "s", text: "long", timeout_s: 30 };
  const answer = handler(request("/wt/inject", body, { signal: client.signal }));
  const { signal } = await begun.promise;
  client.abort();
  await (await answer).body?.cancel();
  assertEquals(signal.aborted, true);
  assertEquals(await inject(handler, "next"), ok("next"));
});

Deno.test("contractHandler() doesn't bother the agent with a turn whose client left the queue", async () => {
  const { agent, log, open } = gated();
  const handler = contractHandler(agent);
  const first = inject(handler, "1");
  const client = new AbortController();
  const body = { wt_inject: 1, session_id: "s", text: "2", timeout_s: 30 };
  const second = handler(request("/wt/inject", body, { signal: client.signal }));
  await macrotask();
  client.abort();
  await (await second).body?.cancel();
  open("1");
  open("3");
  assertEquals(await first, ok("1"));
  assertEquals(await inject(handler, "3"), ok("3"));
  assertEquals(log, ["begin 1", "end 1", "begin 3", "end 3"]);
});

Deno.test("contractHandler() never fires the signal of a turn that was answered in time", async () => {
  const seen: AbortSignal[] = [];
  const handler = contractHandler(agentOf(({ signal, text }) => {
    seen.push(signal);
    return { reply: text };
  }));
  assertEquals(await inject(handler, "x", { timeout: 0.02 }), ok("x"));
  assertEquals((await reset(handler)).status, 200);
  const slow = agentOf(({ signal }) => fired(signal).then(() => ({ reply: "" })));
  await inject(contractHandler(slow), "wait past the first deadline", { timeout: 0.04 });
  assertEquals(seen.map(({ aborted }) => aborted), [false]);
});
