import { assertEquals } from "@std/assert";
import type { GatewayParts } from "../../lib/gateway/parts.ts";
import { gatewayParts } from "../../lib/gateway/parts.ts";
import type { SseEvent } from "../../lib/gateway/sse.ts";
import { httpAnswer } from "../../lib/wire/raw_server.ts";
import { ok } from "./_answers.ts";
import { ask } from "./_client.ts";
import { ASK, CHAT_STREAM, delta } from "./_streams.ts";
import { bodies, events, pair, stream } from "./_upstream.ts";

/** Each exchanges one part, and what it does must show: these are the seams for faults on purpose. */
const CALL = { id: "a", function: { name: "f", arguments: "[]" } };
const CALLED = JSON.stringify({
  choices: [{ message: { tool_calls: [CALL] }, finish_reason: "tool_calls" }],
});

Deno.test("GatewayParts lets a step believe malformed arguments", async () => {
  const parts: GatewayParts = {
    ...gatewayParts,
    steps: { ...gatewayParts.steps, arguments: () => "{}" },
  };
  await using ends = await pair("chat", [ok(CALLED)], { parts });
  const answer = await ask(ends.gateway.port, "messages", { ...ASK.messages, stream: false });
  assertEquals(JSON.parse(answer.text).content, [{
    type: "tool_use",
    id: "a",
    name: "f",
    input: {},
  }]);
});

Deno.test("GatewayParts lets a request's neutral form and a relayed body be changed", async () => {
  const parts: GatewayParts = {
    ...gatewayParts,
    writeRequest: {
      ...gatewayParts.writeRequest,
      messages: (request) => gatewayParts.writeRequest.messages({ ...request, model: "other" }),
    },
    relayRequest: () => new TextEncoder().encode('{"model":"other"}'),
  };
  await using ends = await pair("messages", [{ send: httpAnswer(500, "") }], { parts });
  await ask(ends.gateway.port, "chat", ASK.chat);
  await ask(ends.gateway.port, "messages", ASK.messages);
  assertEquals(bodies(ends.upstream).map((body) => (body as { model: string }).model), [
    "other",
    "other",
  ]);
});

Deno.test("GatewayParts lets an attempt be made twice, and a lease be lost", async () => {
  const parts: GatewayParts = {
    ...gatewayParts,
    attempt: async (call) => {
      const first = await gatewayParts.attempt(call);
      if (first.status < 500) return first;
      first.close();
      return await gatewayParts.attempt(call);
    },
    admission: (capacity) => {
      const admission = gatewayParts.admission(capacity);
      return {
        counts: admission.counts,
        take: () => {
          admission.take();
          return { release: () => {} };
        },
      };
    },
  };
  await using ends = await pair("chat", [{ send: httpAnswer(500, "{}") }], { parts });
  assertEquals((await ask(ends.gateway.port, "chat", ASK.chat)).status, 500);
  assertEquals(ends.upstream.requests.length, 2);
  assertEquals(ends.gateway.leases(), { active: 1, taken: 1, released: 0 });
});

Deno.test("GatewayParts lets events, blocks and statuses be changed", async () => {
  const parts: GatewayParts = {
    ...gatewayParts,
    streamReader: {
      ...gatewayParts.streamReader,
      chat: (steps) => {
        const reader = gatewayParts.streamReader.chat(steps);
        return {
          read: (event: SseEvent) =>
            reader.read(event).map((one) => one.kind === "end" ? { ...one, stop: "stop" } : one),
        };
      },
    },
    sse: () => {
      const splitter = gatewayParts.sse();
      return {
        rest: splitter.rest,
        *feed(bytes) {
          for (const block of splitter.feed(bytes)) {
            yield block;
            if (block.event?.data.includes('"content":"On "') === true) yield block;
          }
        },
      };
    },
    errorStatus: () => 200,
  };
  await using ends = await pair("chat", stream(CHAT_STREAM), { parts });
  const answer = await ask(ends.gateway.port, "messages", ASK.messages);
  assertEquals(answer.text.split('"text":"On "').length, 3);
  assertEquals(answer.text.includes('"stop_reason":"end_turn"'), true);
  await using failing = await pair("chat", stream(events({ error: { message: "why" } })), {
    parts,
  });
  assertEquals((await ask(failing.gateway.port, "messages", ASK.messages)).status, 200);
});

Deno.test("GatewayParts lets delivery hold a stream back", async () => {
  const sent: number[] = [];
  const parts: GatewayParts = {
    ...gatewayParts,
    deliver: (client) => ({
      whole: (status, headers, body) => client.whole(status, headers, body),
      begin: async (status, headers, first) => {
        sent.push(first.length);
        await client.begin(status, headers, first);
      },
      send: (bytes) => client.send(bytes),
      end: (last) => client.end(last),
    }),
  };
  const text = events(delta({ content: "x" }, "stop"), "[DONE]");
  await using ends = await pair("chat", stream(text), { parts });
  assertEquals((await ask(ends.gateway.port, "chat", ASK.chat)).text, text);
  assertEquals(sent.length, 1);
});
