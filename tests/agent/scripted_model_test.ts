import { assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import { FREIGHT_TOOLS } from "../../lib/agent/freight.ts";
import { runTurn } from "../../lib/agent/loop.ts";
import type { Message, ModelRequest } from "../../lib/agent/messages.ts";
import { scriptedModel } from "../../lib/agent/scripted_model.ts";

const NONCE = "7b1d0c9e-52a4-4f3b-9c61-0d2f8a6e4b17";

/** Plays user turns in one conversation; tells the replies (or errors) and the calls. */
async function play(...turns: string[]) {
  const replies: string[] = [];
  const calls: unknown[] = [];
  let history: readonly Message[] = [{ role: "system", text: "You are a test." }];
  for (const user of turns) {
    const outcome = await runTurn({
      history,
      user,
      tools: FREIGHT_TOOLS,
      call: scriptedModel(),
      called: (name, args) => calls.push([name, args]),
    });
    replies.push(outcome.kind === "completed" ? outcome.reply : `error: ${outcome.error}`);
    if (outcome.kind === "completed") history = outcome.messages;
  }
  return { replies, calls };
}

Deno.test("scriptedModel() traces the misrouted pallet with two calls, the second made from the first's result", async () => {
  const { replies, calls } = await play("Which client ordered the misrouted pallet?");
  assertEquals(replies, ["Bluewing Logistics — order #4417, flagged at the Reno hub."]);
  assertEquals(calls, [
    ["client_lookup", { query: "misrouted pallet" }],
    ["order_status", { order_id: "4417" }],
  ]);
});

Deno.test("scriptedModel() goes by the tool result in its messages, not by what it knows", async () => {
  const asked: ModelRequest = {
    tools: FREIGHT_TOOLS,
    messages: [
      { role: "user", text: "Which client ordered the misrouted pallet?" },
      {
        role: "assistant",
        text: "",
        toolCalls: [{ id: "a", name: "client_lookup", arguments: '{"query":"misrouted pallet"}' }],
      },
      {
        role: "tool",
        callId: "a",
        name: "client_lookup",
        outcome: { ok: true, value: { clients: [{ client: "Nobody & Sons", order_id: "31" }] } },
      },
    ],
  };
  const reply = await scriptedModel()(asked, new AbortController().signal);
  assertEquals(reply, {
    text: "",
    toolCalls: [{ id: "call_3_0", name: "order_status", arguments: '{"order_id":"31"}' }],
    stop: "tool_calls",
  });
});

Deno.test("scriptedModel() makes two calls in one answer, and reports both results", async () => {
  const { replies, calls } = await play("What is the status of orders 4417 and 9999?");
  assertEquals(replies, [
    "order_id 4417, client Bluewing Logistics, status misrouted, hub Reno. " +
    'The tool failed: there is no order "9999".',
  ]);
  assertEquals(calls, [["order_status", { order_id: "4417" }], ["order_status", {
    order_id: "9999",
  }]]);
});

Deno.test("scriptedModel() uses one tool where one is asked for", async () => {
  const { replies, calls } = await play(
    "What is in stock at the hub in Duluth?",
    "File a claim for order 6004: it thawed",
  );
  assertEquals(replies, [
    "hub Duluth, pallets 58, free_docks 7.",
    "claim_id CL-6004, order_id 6004, reason it thawed, state filed.",
  ]);
  assertEquals(calls, [
    ["hub_inventory", { hub: "Duluth" }],
    ["file_claim", { order_id: "6004", reason: "it thawed" }],
  ]);
});

Deno.test("scriptedModel() calls no tool that it wasn't offered", async () => {
  const request = {
    messages: [{ role: "user" as const, text: "Which client ordered the misrouted pallet?" }],
    tools: [],
  };
  const reply = await scriptedModel()(request, new AbortController().signal);
  assertEquals(reply.text, "I have no tool named client_lookup.");
});

Deno.test("scriptedModel() recalls all that this conversation told it, and only that", async () => {
  const { replies } = await play(
    "What did I just tell you?",
    `Please remember this: ${NONCE}`,
    "Hello!",
    `My code is ${NONCE.toUpperCase()}, by the way.`,
    "What did I just tell you?",
    "Repeat the code that I asked you to remember.",
  );
  const recalled = `You told me: ${NONCE}\nMy code is ${NONCE.toUpperCase()}, by the way.`;
  assertEquals(replies, [
    "You have told me nothing yet.",
    "I will keep that in mind.",
    "This is the freight desk. Ask me about a client, an order or a hub.",
    "I will keep that in mind.",
    recalled,
    recalled,
  ]);
  assertEquals((await play("What did I just tell you?")).replies, [
    "You have told me nothing yet.",
  ]);
});

Deno.test("scriptedModel() recalls the last thing said where nothing was to be kept", async () => {
  const { replies } = await play("The dock is closed today.", "What did I say?", "What did I say?");
  assertEquals(replies.slice(1), [
    "You told me: The dock is closed today.",
    "You told me: The dock is closed today.",
  ]);
});

Deno.test("scriptedModel() repeats a text word for word", async () => {
  const text = ' {"a": "\u00e9\u{1f600}"}\r\n\ttab  \u2028 end. What did I just tell you? ';
  const long = "0123456789abcdef".repeat(4096);
  const { replies } = await play(`Repeat word for word: ${text}`, `Repeat word for word: ${long}`);
  assertEquals(replies, [text, long]);
  assertEquals((await play("Repeat word for word: ")).replies, ["There is nothing to repeat."]);
});

Deno.test("scriptedModel() fails on request, before a call or after one", async () => {
  const { replies, calls } = await play(
    "Simulate a model failure.",
    "Look up the misrouted pallet, then simulate a model failure.",
  );
  assertEquals(replies, [
    "error: model failure: the model was asked to fail",
    "error: model failure: the model was asked to fail",
  ]);
  assertEquals(calls, [["client_lookup", { query: "misrouted pallet" }]]);
});

Deno.test("scriptedModel() takes its time until its gate opens, its time is up, or its signal fires", async () => {
  const request = { messages: [{ role: "user" as const, text: "Take your time." }], tools: [] };
  const open = Promise.withResolvers<void>();
  const gated = scriptedModel({ gate: open.promise })(request, new AbortController().signal);
  open.resolve();
  assertEquals((await gated).text, "I have taken my time.");

  const timed = await scriptedModel({ slowMs: 1 })(request, new AbortController().signal);
  assertEquals(timed.text, "I have taken my time.");

  const controller = new AbortController();
  const endless = scriptedModel()(request, controller.signal);
  const reason = new Error("enough");
  controller.abort(reason);
  assertStrictEquals(await assertRejects(() => endless), reason);
  assertStrictEquals(
    await assertRejects(() => scriptedModel()(request, controller.signal)),
    reason,
  );
});
