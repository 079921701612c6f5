import { assertEquals, assertStringIncludes } from "@std/assert";
import { GATEWAY_DIALECTS } from "../../lib/gateway/dialect.ts";
import { startGateway } from "../../lib/gateway/gateway.ts";
import { MAX_EVENT_BYTES } from "../../lib/gateway/sse.ts";
import { canReset, httpAnswer, type Step } from "../../lib/wire/raw_server.ts";
import { CHAT_ANSWER, MESSAGES_ANSWER, RESPONSES_ANSWER } from "./_answers.ts";
import { ask, requestBytes, talk } from "./_client.ts";
import { errorOf, lastError } from "./_errors.ts";
import { ASK, delta } from "./_streams.ts";
import { chunk, events, pair, stream, STREAM_HEAD } from "./_upstream.ts";

const WHOLE = { chat: CHAT_ANSWER, messages: MESSAGES_ANSWER, responses: RESPONSES_ANSWER };

/** What an upstream does instead of answering. */
const BEFORE: readonly (readonly [name: string, steps: readonly Step[]])[] = [
  ["closes without a byte", [{ close: "fin" }]],
  ["closes inside its head", [{ send: "HTTP/1.1 200 OK\r\nContent-" }, { close: "fin" }]],
  ["speaks no HTTP", [{ send: "hello\r\n\r\n" }]],
  ["sends no whole answer", [
    { send: "HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n{" },
    { close: "fin" },
  ]],
  ["sends what is no JSON", [{ send: httpAnswer(200, "<html>") }]],
  ["sends JSON that its close cuts", [{
    send: `HTTP/1.1 200 OK\r\n\r\n${WHOLE.chat.slice(0, 90)}`,
  }]],
  ["sends a list", [{ send: httpAnswer(200, "[1]") }]],
  ["sends bad UTF-8", [{ send: httpAnswer(200, Uint8Array.of(0x7b, 0xff, 0x7d)) }]],
  ["compresses", [{ send: httpAnswer(200, "x", { "content-encoding": "gzip" }) }]],
  ["says an interim answer and no more", [{ send: "HTTP/1.1 103 Early Hints\r\n\r\n" }]],
];

for (const [name, steps] of BEFORE) {
  Deno.test(`startGateway() answers 502 where the upstream ${name}`, async () => {
    for (const client of GATEWAY_DIALECTS) {
      for (const upstream of [client, "chat"] as const) {
        await using ends = await pair(upstream, steps);
        const answer = await ask(ends.gateway.port, client, { ...ASK[client], stream: false });
        assertEquals([answer.status, answer.fault], [502, undefined], answer.text);
        errorOf(client, answer);
        assertEquals(ends.upstream.connections, 1);
        assertEquals(ends.gateway.leases(), { active: 0, taken: 1, released: 1 });
      }
    }
  });
}

Deno.test("startGateway() answers 502 where nobody listens upstream", async () => {
  // Port 1 is nobody's; one that was free a moment ago may be somebody's by now.
  const upstream = { url: "http://127.0.0.1:1", dialect: "chat" } as const;
  await using gateway = await startGateway({ upstream });
  for (const client of GATEWAY_DIALECTS) {
    const answer = await ask(gateway.port, client, ASK[client]);
    assertEquals(answer.status, 502);
    assertStringIncludes(String(errorOf(client, answer).message), "refused");
  }
  assertEquals(gateway.leases(), { active: 0, taken: 3, released: 3 });
});

/** Long enough for a busy machine to send what comes before the silence. */
const SILENCE_MS = 500;

Deno.test("startGateway() answers 504 where the upstream is silent", async () => {
  const never = new Promise<void>(() => {});
  await Promise.all(GATEWAY_DIALECTS.map(async (client) => {
    await using ends = await pair("chat", [{ wait: never }], { silenceMs: SILENCE_MS });
    const answer = await ask(ends.gateway.port, client, ASK[client]);
    assertEquals(answer.status, 504);
    assertEquals(errorOf(client, answer).type, "timeout_error");
    await ends.upstream.peerClosed(0);
    assertEquals(ends.gateway.leases(), { active: 0, taken: 1, released: 1 });
  }));
});

Deno.test("startGateway() ends a stream with an error where the upstream falls silent", async () => {
  const never = new Promise<void>(() => {});
  const steps = [{ send: STREAM_HEAD + chunk(events(delta({ content: "On" }))) }, { wait: never }];
  await Promise.all(GATEWAY_DIALECTS.map(async (client) => {
    await using ends = await pair("chat", steps, { silenceMs: SILENCE_MS });
    const error = lastError(client, await ask(ends.gateway.port, client, ASK[client]));
    assertStringIncludes(String(error.message), `said nothing for ${SILENCE_MS} ms`);
    await ends.upstream.peerClosed(0);
  }));
});

Deno.test({
  name: "startGateway() tells of a reset before and inside an answer, and tries no second time",
  ignore: !canReset,
  fn: async () => {
    const text = chunk(events(delta({ content: "On " }), delta({ content: "it" })));
    for (const client of GATEWAY_DIALECTS) {
      await using before = await pair("chat", [{ close: "rst" }], { resets: true });
      const answer = await ask(before.gateway.port, client, ASK[client]);
      assertEquals(answer.status, 502);
      errorOf(client, answer);
      assertEquals(before.upstream.connections, 1);

      const seen = Promise.withResolvers<void>();
      await using inside = await pair("chat", [
        { send: STREAM_HEAD + text },
        { wait: seen.promise },
        { close: "rst" },
      ], { resets: true });
      const reading = await talk(inside.gateway.port, requestBytes(client, ASK[client]));
      await reading.until("it");
      seen.resolve();
      lastError(client, await reading.end());
      assertEquals(inside.upstream.connections, 1);
      assertEquals(inside.gateway.leases(), { active: 0, taken: 1, released: 1 });
    }
  },
});

Deno.test("startGateway() refuses an answer over its bound, and a whole one in place of a stream", async () => {
  await using large = await pair("chat", [{ send: httpAnswer(200, CHAT_ANSWER) }], {
    maxBodyBytes: 500,
  });
  const answer = await ask(large.gateway.port, "messages", { ...ASK.messages, stream: false });
  assertEquals(answer.status, 502);
  assertStringIncludes(answer.text, "over 500 bytes");
  const type = { "content-type": "application/json" };
  await using whole = await pair("chat", [{ send: httpAnswer(200, CHAT_ANSWER, type) }]);
  const unstreamed = await ask(whole.gateway.port, "messages", ASK.messages);
  assertEquals(unstreamed.status, 502);
  assertStringIncludes(unstreamed.text, "did not stream");
});

Deno.test("startGateway() ends a stream that is not UTF-8 with an error, and keeps what came", async () => {
  for (const client of GATEWAY_DIALECTS) {
    const good = events(delta({ role: "assistant" }), delta({ content: "On it" }));
    await using ends = await pair("chat", () => {
      const bytes = new TextEncoder().encode(`${good}data: {"x":"?"}\n\n`);
      bytes[bytes.lastIndexOf(0x3f)] = 0xff;
      return [{ send: "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n" }, {
        send: bytes,
      }];
    });
    const answer = await ask(ends.gateway.port, client, ASK[client]);
    assertStringIncludes(String(lastError(client, answer).message), "not UTF-8");
    assertStringIncludes(answer.text, "On it");
  }
});

Deno.test("startGateway() gives an error in a whole 200 a status", async () => {
  const errors = [
    ["chat", '{"error":{"message":"why","code":"rate_limit_exceeded"}}', 429],
    ["messages", '{"type":"error","error":{"type":"overloaded_error","message":"why"}}', 503],
    [
      "responses",
      '{"status":"failed","output":[],"error":{"code":"server_error","message":"why"}}',
      500,
    ],
  ] as const;
  for (const [upstream, text, status] of errors) {
    for (const client of GATEWAY_DIALECTS) {
      // A response of status `failed` is that dialect's own way of saying so in a 200.
      if (client === "responses" && upstream === "responses") continue;
      await using ends = await pair(upstream, [{ send: httpAnswer(200, text) }]);
      const answer = await ask(ends.gateway.port, client, { ...ASK[client], stream: false });
      const own = status === 503 && client === "messages" ? 529 : status;
      assertEquals([answer.status, errorOf(client, answer).message], [own, "why"]);
    }
  }
});

Deno.test("startGateway() refuses a stream whose event has no end", async () => {
  await using ends = await pair("chat", stream(`data: ${"x".repeat(MAX_EVENT_BYTES)}`));
  const answer = await ask(ends.gateway.port, "messages", ASK.messages);
  assertEquals(answer.status, 502);
  assertStringIncludes(answer.text, "An event of the upstream's is over");
});
