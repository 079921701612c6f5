import { assertEquals } from "@std/assert";
import { GATEWAY_DIALECTS } from "../../lib/gateway/dialect.ts";
import type { Step } from "../../lib/wire/raw_server.ts";
import { ask, requestBytes, talk } from "./_client.ts";
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
import { gate, within } from "./_wait.ts";

const WORDS = ["a1", "b2", "c3"];
const place = { output_index: 0, content_index: 0 };

/** Before, at and after each word, in each dialect. */
const SAID = {
  chat: {
    first: [delta({ role: "assistant" })],
    word: (text: string) => delta({ content: text }),
    last: [delta({}, "stop"), "[DONE]"],
  },
  messages: {
    first: [MESSAGE_START, block(0, { type: "text", text: "" })[0]],
    word: (text: string) => block(0, {}, { type: "text_delta", text })[1],
    last: [block(0, {})[1], ...messageEnd("end_turn", { output_tokens: 3 })],
  },
  responses: {
    first: RESPONSES_START,
    word: (text: string) => ({ type: "response.output_text.delta", ...place, delta: text }),
    last: [
      { type: "response.output_text.done", ...place, text: WORDS.join("") },
      {
        type: "response.completed",
        response: {
          status: "completed",
          output: [{ type: "message", content: [{ type: "output_text", text: WORDS.join("") }] }],
        },
      },
    ],
  },
};

for (const client of GATEWAY_DIALECTS) {
  for (const upstream of GATEWAY_DIALECTS) {
    Deno.test(`startGateway() tells each text as it is read, from ${upstream} to ${client}`, async () => {
      // R006: each is read by the client before the upstream lets go of the next.
      const gates = WORDS.map(gate);
      const { first, word, last } = SAID[upstream];
      const steps: Step[] = [
        { send: STREAM_HEAD + chunk(events(...first)) },
        ...WORDS.flatMap((text, index): Step[] => [
          { send: chunk(events(word(text))) },
          { wait: gates[index]!.opened },
        ]),
        { send: `${chunk(events(...last))}0\r\n\r\n` },
      ];
      await using ends = await pair(upstream, steps);
      const reading = await talk(ends.gateway.port, requestBytes(client, ASK[client]));
      for (const [index, text] of WORDS.entries()) {
        await within(reading.until(text), `the text ${text}`);
        gates[index]!.open();
      }
      const { status, fault } = await within(reading.end(), "the end");
      assertEquals([status, fault], [200, undefined]);
    });
  }
}

Deno.test("startGateway() lets no text wait behind a call that isn't whole", async () => {
  const seen = gate();
  for (const client of ["messages", "responses"] as const) {
    await using ends = await pair("chat", [
      {
        send: STREAM_HEAD +
          chunk(events(delta(fragment(0, '{"q":', "a", "f")), delta({ content: "meanwhile" }))),
      },
      { wait: seen.opened },
      {
        send: `${
          chunk(events(delta(fragment(0, "1}")), delta({}, "tool_calls"), "[DONE]"))
        }0\r\n\r\n`,
      },
    ]);
    const reading = await talk(ends.gateway.port, requestBytes(client, ASK[client]));
    await within(reading.until("meanwhile"), "the text");
    seen.open();
    assertEquals((await within(reading.end(), "the end")).fault, undefined);
  }
});

Deno.test("startGateway() passes signs of life on in the client's way, and none before the start", async () => {
  // 4.2: a ping is "nothing or SSE comment"; a comment's counterpart in Messages is a ping.
  const ping = events({ type: "ping" });
  const messages = ping + events(MESSAGE_START) + ping + events(...messageEnd("end_turn", {}));
  await using upstream = await pair("messages", stream(messages));
  for (const client of ["chat", "responses"] as const) {
    const { text } = await ask(upstream.gateway.port, client, ASK[client]);
    assertEquals(text.split("\n\n").filter((one) => one.startsWith(":")), [": ping"]);
    assertEquals(text.startsWith(":"), false);
  }
  const comments = ": a\n\n" + events(delta({ content: "x" })) + ": b\n\n" +
    events(delta({}, "stop"), "[DONE]");
  await using chat = await pair("chat", stream(comments));
  const { text } = await ask(chat.gateway.port, "messages", ASK.messages);
  assertEquals(text.split('event: ping\ndata: {"type":"ping"}\n\n').length, 2);
});
