import { assertEquals, assertStringIncludes } from "@std/assert";
import type { Dialect } from "../../lib/gateway/dialect.ts";
import { MAX_KEPT_CHARACTERS } from "../../lib/gateway/stream.ts";
import type { Step } from "../../lib/wire/raw_server.ts";
import { ask } from "./_client.ts";
import { lastError } from "./_errors.ts";
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

const place = { output_index: 0, content_index: 0 };
const word = { type: "response.output_text.delta", ...place, delta: "On it" };
const item = { type: "function_call", call_id: "a", name: "f", arguments: "" };
const completed = { type: "response.completed", response: { status: "completed", output: [] } };
const text = block(0, { type: "text", text: "" }, { type: "text_delta", text: "On it" });
const use = { type: "tool_use", id: "a", name: "f", input: {} };

/** Streams that break their own grammar (4.1) after a first text. */
const BROKEN: readonly (readonly [upstream: Dialect, name: string, said: string])[] = [
  [
    "chat",
    "text after its finish",
    events(delta({ content: "On it" }, "stop"), delta({ content: "x" })),
  ],
  [
    "chat",
    "a call after its finish",
    events(delta({ content: "On it" }, "stop"), delta(fragment(0, "{}", "a", "f"))),
  ],
  [
    "chat",
    "a fragment of a call that was whole",
    events(
      delta({ content: "On it" }),
      delta(fragment(0, '{"q":1}', "a", "f")),
      delta({ content: "x" }),
      delta(fragment(0, "2}")),
    ),
  ],
  [
    "chat",
    "a second choice",
    events(delta({ content: "On it" }), { choices: [{ index: 1, delta: {} }] }),
  ],
  [
    "chat",
    "a call of the old kind",
    events(delta({ content: "On it" }), delta({ function_call: { name: "f" } })),
  ],
  [
    "chat",
    "a call for calls and none",
    events(delta({ content: "On it" }), delta({}, "tool_calls"), "[DONE]"),
  ],
  ["messages", "a second start", events(MESSAGE_START, ...text, MESSAGE_START)],
  [
    "messages",
    "an end inside a block",
    events(MESSAGE_START, ...text, block(1, use)[0], ...messageEnd("end_turn", {})),
  ],
  [
    "messages",
    "a block of another kind",
    events(MESSAGE_START, ...text, block(1, { type: "server_tool_use" })[0]),
  ],
  [
    "messages",
    "a block without its start",
    events(MESSAGE_START, ...text, { type: "content_block_start", index: 1 }),
  ],
  [
    "messages",
    "a delta that isn't there",
    events(MESSAGE_START, text[0], text[1], { type: "content_block_delta", index: 0 }),
  ],
  ["messages", "a paused turn", events(MESSAGE_START, ...text, ...messageEnd("pause_turn", {}))],
  [
    "responses",
    "a delta after its done",
    events(
      ...RESPONSES_START,
      word,
      { type: "response.output_text.done", ...place, text: "On it" },
      word,
    ),
  ],
  [
    "responses",
    "two items of one index",
    events(
      ...RESPONSES_START,
      word,
      { type: "response.output_item.added", output_index: 1, item },
      { type: "response.output_item.added", output_index: 1, item },
    ),
  ],
  [
    "responses",
    "an item that isn't there",
    events(...RESPONSES_START, word, { type: "response.output_item.done", output_index: 1 }),
  ],
  [
    "responses",
    "an item of another kind",
    events(...RESPONSES_START, word, {
      type: "response.output_item.added",
      output_index: 1,
      item: { type: "web_search_call" },
    }),
  ],
  [
    "responses",
    "a part of another kind",
    events(...RESPONSES_START, word, {
      type: "response.output_item.done",
      output_index: 0,
      item: { type: "message", content: [{ type: "output_audio" }] },
    }),
  ],
  [
    "responses",
    "an end without its response",
    events(...RESPONSES_START, word, { type: "response.completed" }),
  ],
  [
    "responses",
    "an end that nobody documents",
    events(...RESPONSES_START, word, {
      type: "response.incomplete",
      response: { status: "incomplete", incomplete_details: { reason: "steered" } },
    }),
  ],
];

for (const [upstream, name, said] of BROKEN) {
  Deno.test(`startGateway() doesn't believe a ${upstream} stream with ${name}`, async () => {
    for (const client of ["chat", "messages", "responses"] as const) {
      if (client === upstream) continue;
      await using ends = await pair(upstream, stream(said));
      const answer = await ask(ends.gateway.port, client, ASK[client]);
      const { message } = lastError(client, answer);
      assertStringIncludes(String(message), "Cannot carry the upstream's answer: ");
      assertStringIncludes(answer.text, "On it");
    }
  });
}

Deno.test("startGateway() settles a call of no arguments at the next item, and takes odd starts", async () => {
  const said = events(
    // No response.created, and an event that nobody knows.
    { type: "response.output_item.added", output_index: 0, item },
    { type: "response.brand_new", output_index: 0 },
    { type: "response.function_call_arguments.delta", output_index: 0, delta: "" },
    { type: "response.output_item.done", output_index: 0, item },
    { type: "response.output_item.added", output_index: 1, item: { ...item, call_id: "b" } },
    {
      type: "response.output_item.done",
      output_index: 1,
      item: { ...item, call_id: "b", arguments: '{"q":1}\n' },
    },
    completed,
  );
  await using ends = await pair("responses", stream(said));
  const { text } = await ask(ends.gateway.port, "messages", ASK.messages);
  const told = [...text.matchAll(/"id":"([ab])"|"partial_json":("[^}]*\}[^"]*")/g)];
  assertEquals(told.map(([, id, json]) => id ?? JSON.parse(json ?? "")), [
    "a",
    "{}",
    "b",
    '{"q":1}\n',
  ]);
  assertStringIncludes(text, '"stop_reason":"tool_use"');
});

Deno.test("startGateway() keeps no more of a stream than its bound", async () => {
  const PIECE = 1024 * 1024;
  const count = MAX_KEPT_CHARACTERS / PIECE + 1;
  const long = (one: Record<string, unknown>) =>
    function* (): Iterable<Step> {
      yield { send: STREAM_HEAD + chunk(events(delta({ content: "On it" }))) };
      for (let sent = 0; sent < count; sent++) yield { send: chunk(events(one)) };
      yield { send: chunk(events(delta({}, "stop"), "[DONE]")) + "0\r\n\r\n" };
    };
  // A text that Responses has to repeat at its end, and a call that is never whole.
  const texts = long(delta({ content: "x".repeat(PIECE) }));
  const calls = long(delta(fragment(0, "x".repeat(PIECE), "a", "f")));
  for (const [client, steps] of [["responses", texts], ["messages", calls]] as const) {
    await using ends = await pair("chat", steps);
    const answer = await ask(ends.gateway.port, client, ASK[client]);
    assertStringIncludes(String(lastError(client, answer).message), "it has to be kept");
    assertEquals(ends.gateway.leases(), { active: 0, taken: 1, released: 1 });
  }
});
