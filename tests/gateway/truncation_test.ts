import { assertEquals, assertStringIncludes } from "@std/assert";
import { type Dialect, GATEWAY_DIALECTS } from "../../lib/gateway/dialect.ts";
import type { Step } from "../../lib/wire/raw_server.ts";
import { ask, heardEvents } from "./_client.ts";
import { errorOf, lastError } from "./_errors.ts";
import {
  ASK,
  block,
  delta,
  fragment,
  MESSAGE_START,
  messageEnd,
  RESPONSES_START,
} from "./_streams.ts";
import { chunk, events, pair, stream, STREAM_HEAD } from "./_upstream.ts";

const textBlock = block(0, { type: "text", text: "" }, { type: "text_delta", text: "On it" });
const textDelta = {
  type: "response.output_text.delta",
  output_index: 0,
  content_index: 0,
  delta: "On it",
};

/** Streams that stop short of their end. */
const SHORT: readonly (readonly [upstream: Dialect, name: string, text: string])[] = [
  [
    "chat",
    "no finish and no [DONE]",
    events(delta({ role: "assistant" }), delta({ content: "On it" })),
  ],
  // 4.3: "`[DONE]` without finish".
  ["chat", "[DONE] without a finish", events(delta({ content: "On it" }), "[DONE]")],
  ["chat", "a finish without [DONE]", events(delta({ content: "On it" }), delta({}, "stop"))],
  [
    "chat",
    "a [DONE] without its blank line",
    events(delta({ content: "On it" }), delta({}, "stop"), "[DONE]").slice(0, -1),
  ],
  ["chat", "an open call", events(delta({ content: "On it" }), delta(fragment(0, "{", "a", "f")))],
  ["messages", "an open block", events(MESSAGE_START, ...textBlock.slice(0, -1))],
  ["messages", "no message_delta", events(MESSAGE_START, ...textBlock)],
  ["messages", "message_stop alone", events(MESSAGE_START, ...textBlock, { type: "message_stop" })],
  [
    "messages",
    "no message_stop",
    events(MESSAGE_START, ...textBlock, ...messageEnd("end_turn", {}).slice(0, -1)),
  ],
  ["responses", "no terminal", events(...RESPONSES_START, textDelta)],
  [
    "responses",
    "every done but the response's",
    events(
      ...RESPONSES_START,
      textDelta,
      { type: "response.output_text.done", output_index: 0, content_index: 0, text: "On it" },
    ),
  ],
];

for (const [upstream, name, text] of SHORT) {
  for (const client of GATEWAY_DIALECTS) {
    Deno.test(`startGateway() tells ${client} of a ${upstream} stream with ${name}`, async () => {
      // However the connection ends: by the framing, by a close inside it, by a close that is all.
      const ways: readonly (readonly Step[])[] = [
        stream(text),
        [{ send: STREAM_HEAD + chunk(text) }, { close: "fin" }],
        [{ send: `HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n${text}` }],
      ];
      for (const steps of ways) {
        await using ends = await pair(upstream, steps);
        const answer = await ask(ends.gateway.port, client, ASK[client]);
        if (client === upstream) {
          // 4.7: what came is passed on, and an error after it; never a terminal of ours.
          assertStringIncludes(answer.text, "On it");
          assertStringIncludes(answer.text.slice(-700), '"error"');
          assertEquals(answer.text.includes("[DONE]"), false);
          assertEquals(answer.text.includes('"type":"message_stop"'), false);
        } else {
          assertEquals(lastError(client, answer).message !== undefined, true);
          assertStringIncludes(answer.text, "On it");
        }
        assertEquals(ends.upstream.connections, 1);
        assertEquals(ends.gateway.leases(), { active: 0, taken: 1, released: 1 });
      }
    });
  }
}

Deno.test("startGateway() answers an empty stream with an error's status", async () => {
  for (const client of GATEWAY_DIALECTS) {
    for (const upstream of GATEWAY_DIALECTS) {
      for (const text of ["", ": wait\n"]) {
        await using ends = await pair(upstream, stream(text));
        const answer = await ask(ends.gateway.port, client, ASK[client]);
        assertEquals(answer.status, 502, answer.text);
        errorOf(client, answer);
      }
    }
  }
});

Deno.test("startGateway() ends a client's stream at the terminal, whatever the upstream keeps open", async () => {
  const never = new Promise<void>(() => {});
  const text = events(delta({ content: "On it" }), delta({}, "stop"), "[DONE]");
  for (const client of GATEWAY_DIALECTS) {
    await using ends = await pair("chat", [{ send: STREAM_HEAD + chunk(text) }, { wait: never }]);
    const answer = await ask(ends.gateway.port, client, ASK[client]);
    assertEquals([answer.status, answer.fault], [200, undefined]);
    await ends.upstream.peerClosed(0);
    assertEquals(ends.gateway.leases(), { active: 0, taken: 1, released: 1 });
  }
});

Deno.test("startGateway() goes on numbering where a relayed Responses stream breaks off", async () => {
  // 4.1: "each with `sequence_number` increasing from 0".
  const numbered = [...RESPONSES_START, textDelta].map((one, n) => ({
    ...one,
    sequence_number: n,
  }));
  await using ends = await pair("responses", stream(events(...numbered)));
  const answer = await ask(ends.gateway.port, "responses", ASK.responses);
  assertEquals(heardEvents(answer.text).at(-1), ["error", {
    type: "error",
    sequence_number: 3,
    code: "server_error",
    message: "The upstream's stream ended before its terminal",
    param: null,
  }]);
  assertStringIncludes(answer.text, events(...numbered));
});
