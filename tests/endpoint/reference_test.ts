import { assertEquals, assertStringIncludes } from "@std/assert";
import type { Message, ModelRequest } from "../../lib/agent/messages.ts";
import { scriptedModel } from "../../lib/agent/scripted_model.ts";
import { contractHandler, type Surface } from "../../lib/endpoint/handler.ts";
import {
  memoryStore,
  REFERENCE_PROFILE as profile,
  referenceAgent,
  type SessionStore,
} from "../../lib/endpoint/reference.ts";
import { agentError, type Handler, inject, ok, reset, send } from "./support.ts";

const NONCE = "7b1d0c9e-52a4-4f3b-9c61-0d2f8a6e4b17";
const KEPT = ok("I will keep that in mind.");
const NOTHING = ok("You have told me nothing yet.");
const TOLD = ok(`You told me: ${NONCE}`);
const LOOKUP = { name: "client_lookup", arguments: { query: "misrouted pallet" } };

const seed = (handler: Handler, session: string) =>
  inject(handler, (profile.seed_prompt ?? "").replace("{nonce}", NONCE), { session });
const recall = (handler: Handler, session: string) =>
  inject(handler, profile.recall_prompt ?? "", { session });

Deno.test("referenceAgent() remembers in a session, across other turns, and nowhere else", async () => {
  const handler = contractHandler(referenceAgent());
  assertEquals(await recall(handler, "a"), NOTHING);
  assertEquals(await seed(handler, "a"), KEPT);
  await inject(handler, profile.tool_prompt ?? "", { session: "a" });
  assertEquals(await recall(handler, "a"), TOLD);
  for (const other of ["b", "A", "a ", "", "__proto__"]) {
    assertEquals(await recall(handler, other), NOTHING);
  }
});

Deno.test("referenceAgent() forgets every session on a reset", async () => {
  const handler = contractHandler(referenceAgent());
  for (const session of ["a", "b", "__proto__"]) await seed(handler, session);
  assertEquals((await reset(handler)).status, 200);
  for (const session of ["a", "b", "__proto__", "c"]) {
    assertEquals(await recall(handler, session), NOTHING);
  }
});

Deno.test("referenceAgent() plays each part of REFERENCE_PROFILE", async () => {
  const handler = contractHandler(referenceAgent());
  const hello = await inject(handler, profile.prompt ?? "");
  assertEquals(hello, ok("This is the freight desk. Ask me about a client, an order or a hub."));
  assertEquals(
    await inject(handler, profile.tool_prompt ?? ""),
    ok("Bluewing Logistics — order #4417, flagged at the Reno hub.", [
      LOOKUP,
      { name: "order_status", arguments: { order_id: "4417" } },
    ]),
  );
  assertEquals(profile.expect_tools, ["client_lookup", "order_status"]);
  assertEquals(
    await inject(handler, profile.error_prompt ?? ""),
    agentError("model failure: the model was asked to fail", [LOOKUP]),
  );
  assertEquals(profile.error_tools, ["client_lookup"]);
  const text = 'é\n\t{"a": [1]} {nonce}  ';
  assertEquals(
    await inject(handler, (profile.echo_prompt ?? "").replace("{text}", () => text)),
    ok(text),
  );
  assertEquals(
    await inject(handler, profile.slow_prompt ?? "", { timeout: 0.02 }),
    agentError("timed out after 0.02 s"),
  );
});

Deno.test("referenceAgent() writes no history for a turn that expired or failed", async () => {
  const sets: string[] = [];
  const inner = memoryStore();
  const store: SessionStore = {
    ...inner,
    set: (id, history) => {
      sets.push(id);
      return inner.set(id, history);
    },
  };
  const handler = contractHandler(referenceAgent({ store }));
  const slow = "Look up the misrouted pallet, then take your time.";
  assertEquals(
    await inject(handler, slow, { timeout: 0.03 }),
    agentError("timed out after 0.03 s", [LOOKUP]),
  );
  await inject(handler, "Simulate a model failure.");
  assertEquals(sets, []);
  assertEquals(await recall(handler, "s"), NOTHING);
  assertEquals(sets, ["s"]);
});

Deno.test("referenceAgent() writes no history where the turn expires as the model answers", async () => {
  const inner = memoryStore();
  const handler = contractHandler(referenceAgent({
    store: inner,
    // Heeds the signal by answering: too late all the same.
    model: (_request, signal) =>
      new Promise((resolve) => {
        const reply = { text: "late", toolCalls: [], stop: "end" as const };
        signal.addEventListener("abort", () => resolve(reply), { once: true });
      }),
  }));
  assertEquals(await inject(handler, "x", { timeout: 0.01 }), agentError("timed out after 0.01 s"));
  assertEquals((await reset(handler)).status, 200);
  assertEquals(await inner.get("s"), undefined);
});

Deno.test("referenceAgent() never commits once the signal has fired, however close", async () => {
  const commits: boolean[] = [];
  for (let ticks = 0; ticks < 30; ticks++) {
    const controller = new AbortController();
    const agent = referenceAgent({
      store: { ...memoryStore(), set: () => void commits.push(controller.signal.aborted) },
      model: async () => {
        const reply = { text: "done", toolCalls: [], stop: "end" as const };
        (async () => {
          for (let tick = 0; tick < ticks; tick++) await undefined;
          controller.abort();
        })();
        return await Promise.resolve(reply);
      },
    });
    const { signal } = controller;
    const turn = { sessionId: "s", text: "x", timeoutS: 1, signal, called: () => {} };
    await agent.inject(turn).catch(() => {});
  }
  assertEquals(commits.includes(true), false);
  // With the abort far enough behind, it does commit: the test has power on both sides.
  assertEquals(commits.length > 0 && commits.length < 30, true);
});

Deno.test("referenceAgent() sends its model what its surface reports, then the conversation", async () => {
  const seen: ModelRequest[] = [];
  const model = scriptedModel();
  const handler = contractHandler(referenceAgent({
    model: (request, signal) => {
      seen.push(structuredClone(request));
      return model(request, signal);
    },
  }));
  const { status, body } = await send(handler, "/wt/surface", { wt_inject: 1 });
  assertEquals(status, 200);
  const { system_instructions, tool_definitions, extra_segments } =
    (body as { surface: Surface }).surface;
  assertEquals(system_instructions.length, 1);
  assertEquals(tool_definitions.map(({ name }) => name), [
    "client_lookup",
    "order_status",
    "hub_inventory",
    "file_claim",
    "rate_quote",
  ]);
  assertEquals(extra_segments.map(({ name }) => name), [
    "narration:tool_started",
    "scaffold:tool_failed",
  ]);

  await inject(handler, "Hello.");
  await inject(handler, "Hello again.");
  const system: Message[] = [...system_instructions, ...extra_segments]
    .map(({ content }) => ({ role: "system", text: content }));
  const said: Message[] = [
    { role: "user", text: "Hello." },
    {
      role: "assistant",
      text: "This is the freight desk. Ask me about a client, an order or a hub.",
      toolCalls: [],
    },
    { role: "user", text: "Hello again." },
  ];
  assertEquals(seen.map(({ messages }) => messages), [
    [...system, ...said.slice(0, 1)],
    [...system, ...said],
  ]);
  assertEquals<unknown>(
    seen[1]?.tools.map(({ name, description, inputSchema }) => [name, description, inputSchema]),
    tool_definitions.map((
      { name, description, input_schema },
    ) => [name, description, input_schema]),
  );
});

Deno.test("referenceAgent() reports the same surface before and after it was used", async () => {
  const handler = contractHandler(referenceAgent());
  const before = await send(handler, "/wt/surface", { wt_inject: 1 });
  await seed(handler, "a");
  assertEquals(await send(handler, "/wt/surface", { wt_inject: 1 }), before);
});

Deno.test("referenceAgent() takes another surface, or none", async () => {
  const none = contractHandler(referenceAgent({ surface: "none" }));
  assertEquals((await send(none, "/wt/surface", { wt_inject: 1 })).status, 404);
  const surface = { system_instructions: [], tool_definitions: [], extra_segments: [] };
  const other = contractHandler(referenceAgent({ surface: () => surface }));
  assertEquals((await send(other, "/wt/surface", { wt_inject: 1 })).body, {
    wt_inject: 1,
    surface,
  });
});

Deno.test("referenceAgent() makes an agent-level error of a step limit", async () => {
  const handler = contractHandler(referenceAgent({ maxSteps: 2 }));
  const { body } = await inject(handler, profile.tool_prompt ?? "");
  const { error, reply, tool_calls } = body as Record<string, unknown>;
  assertStringIncludes(String(error), "the step limit was reached");
  assertEquals([reply, tool_calls], ["", [LOOKUP]]);
});

Deno.test("referenceAgent() awaits a store that answers later", async () => {
  const inner = memoryStore();
  const later = <T>(value: T) => Promise.resolve().then(() => value);
  const store: SessionStore = {
    get: (id) => later(undefined).then(() => inner.get(id)),
    set: (id, history) => later(undefined).then(() => inner.set(id, history)),
    clear: () => later(undefined).then(() => inner.clear()),
  };
  const handler = contractHandler(referenceAgent({ store }));
  await seed(handler, "a");
  assertEquals(await recall(handler, "a"), TOLD);
  await reset(handler);
  assertEquals(await recall(handler, "a"), NOTHING);
});
