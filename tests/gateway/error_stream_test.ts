import { assertEquals } from "@std/assert";
import { GATEWAY_DIALECTS } from "../../lib/gateway/dialect.ts";
import { ask, heardEvents } from "./_client.ts";
import { errorOf, lastError } from "./_errors.ts";
import { ASK, block, delta, MESSAGE_START, RESPONSES_START } from "./_streams.ts";
import { events, pair, stream } from "./_upstream.ts";

/** Two pieces of text, in each dialect, with nothing after them. */
const TEXT = {
  chat: events(delta({ role: "assistant" }), delta({ content: "On " }), delta({ content: "it" })),
  messages: events(
    MESSAGE_START,
    ...block(0, { type: "text", text: "" }, { type: "text_delta", text: "On " }, {
      type: "text_delta",
      text: "it",
    }).slice(0, -1),
  ),
  responses: events(
    ...RESPONSES_START,
    { type: "response.output_text.delta", output_index: 0, content_index: 0, delta: "On " },
    { type: "response.output_text.delta", output_index: 0, content_index: 0, delta: "it" },
  ),
};

/** Errors inside a stream: 4.1. What a Messages client is told of them, by status and type. */
const INBAND = [
  [
    "chat",
    "an error",
    events({ error: { message: "why", type: "server_error" } }),
    500,
    "api_error",
  ],
  [
    "chat",
    "an error chunk with choices, its code a status",
    events({ id: "c1", choices: [], error: { message: "why", code: 429 } }),
    429,
    "rate_limit_error",
  ],
  [
    "chat",
    "a line of JSON that is no event",
    '{"error":{"message":"why","type":"overloaded_error"}}\n',
    503,
    "overloaded_error",
  ],
  [
    "messages",
    "an error event",
    events({ type: "error", error: { type: "overloaded_error", message: "why" } }),
    503,
    "overloaded_error",
  ],
  [
    "responses",
    "an error event",
    events({ type: "error", code: "rate_limit_exceeded", message: "why", param: null }),
    429,
    "rate_limit_error",
  ],
  [
    "responses",
    "a failed response",
    events({
      type: "response.failed",
      response: { status: "failed", error: { code: "server_error", message: "why" } },
    }),
    500,
    "api_error",
  ],
] as const;

for (const [upstream, name, text, status, type] of INBAND) {
  for (const client of GATEWAY_DIALECTS) {
    Deno.test(`startGateway() tells a ${client} client of ${upstream}'s ${name}`, async () => {
      await using ends = await pair(upstream, stream(TEXT[upstream] + text));
      const answer = await ask(ends.gateway.port, client, ASK[client]);
      if (client === upstream && text.startsWith("event: error")) {
        assertEquals(answer.text, TEXT[upstream] + text);
      } else {
        const error = lastError(client, answer);
        assertEquals(error.message, "why");
        if (client === "messages") assertEquals(error.type, type);
      }
      const told = JSON.stringify(heardEvents(answer.text));
      assertEquals([told.includes("On "), told.includes('"it"')], [true, true]);
      assertEquals(ends.upstream.requests.length, 1);
      assertEquals(ends.gateway.leases(), { active: 0, taken: 1, released: 1 });
    });

    // CASES 7: "200 whose first event is an error": "HTTP status class, dialect error body".
    Deno.test(`startGateway() gives ${upstream}'s ${name} a status for ${client}`, async () => {
      for (const before of ["", ": wait\n\n"]) {
        // A relay passes a comment on at once, and is in its stream from then.
        if (before !== "" && client === upstream) continue;
        await using ends = await pair(upstream, stream(before + text));
        const answer = await ask(ends.gateway.port, client, ASK[client]);
        // 4.0: an overload is Messages' own 529.
        const own = status === 503 && client === "messages" ? 529 : status;
        assertEquals(answer.status, own, answer.text);
        const error = errorOf(client, answer);
        assertEquals(error.message, "why");
        if (client === "messages") assertEquals(error.type, type);
        assertEquals(ends.upstream.requests.length, 1);
      }
    });
  }
}
