import { assertEquals, assertThrows } from "@std/assert";
import { oracles } from "../../lib/corpus/oracle/oracles.ts";
import type { Dialect } from "../../lib/corpus/transcript.ts";
import { named, unnamed, utf8 } from "./oracle_support.ts";
import {
  added,
  created,
  messageItem,
  numbered,
  partAdded,
  partDone,
  piece,
} from "./oracle_responses_events.ts";

/** When the first text is seen, each piece being read at the time of its place in the list. */
function firstTextAt(dialect: Dialect, pieces: readonly string[]): number | undefined {
  const reader = oracles[dialect].stream();
  for (const [index, text] of pieces.entries()) reader.feed(utf8(text), 10 * index);
  const at = reader.firstTextAtMs();
  reader.end("eof");
  assertEquals(reader.firstTextAtMs(), at);
  return at;
}

const chunk = (delta: object) =>
  unnamed({
    id: "x",
    object: "chat.completion.chunk",
    created: 1,
    model: "m",
    choices: [{ index: 0, delta, finish_reason: null }],
  });
const fragment = { index: 0, id: "c", type: "function", function: { name: "f", arguments: "" } };

Deno.test("firstTextAtMs() is when the first delta with text is whole, in Chat", () => {
  const head = chunk({ role: "assistant", content: "" });
  const call = chunk({ tool_calls: [fragment] });
  assertEquals(firstTextAt("chat", [head, call]), undefined);
  assertEquals(firstTextAt("chat", [head, call, chunk({ content: "a" }), chunk({})]), 20);
  const text = chunk({ content: "a" });
  assertEquals(firstTextAt("chat", [head, text.slice(0, -1), text.slice(-1)]), 20);
  assertEquals(firstTextAt("chat", [head + text]), 0);
});

Deno.test("firstTextAtMs() is when the first text_delta with text is whole, in Messages", () => {
  const block = {
    type: "content_block_start",
    index: 0,
    content_block: { type: "text", text: "" },
  };
  const delta = (type: string, name: string, text: string) =>
    named({ type: "content_block_delta", index: 0, delta: { type, [name]: text } });
  const start = named({ type: "message_start", message: {} }, block);
  assertEquals(firstTextAt("messages", [start, delta("text_delta", "text", "")]), undefined);
  assertEquals(
    firstTextAt("messages", [
      start,
      named({ type: "ping" }),
      delta("text_delta", "text", "a"),
      delta("text_delta", "text", "b"),
    ]),
    20,
  );
  const call = { ...block, content_block: { type: "tool_use", id: "t", name: "f", input: {} } };
  assertEquals(
    firstTextAt("messages", [named(call), delta("input_json_delta", "partial_json", "{}")]),
    undefined,
  );
});

Deno.test("firstTextAtMs() is when the first text delta or snapshot is whole, in Responses", () => {
  const events = [created(), added(0, messageItem(0)), partAdded(0)];
  const head = numbered(...events);
  assertEquals(firstTextAt("responses", [head, numbered(piece("output_text", 0, ""))]), undefined);
  assertEquals(firstTextAt("responses", [head, "", numbered(piece("output_text", 0, "a"))]), 20);
  assertEquals(firstTextAt("responses", [head, numbered(partDone(0, "a"))]), 10);
  assertEquals(
    firstTextAt("responses", [numbered(piece("function_call_arguments", 0, "{}"))]),
    undefined,
  );
});

Deno.test("a stream can't be fed after its end, and its transcript stays", () => {
  const reader = oracles.chat.stream();
  reader.feed(utf8(chunk({ role: "assistant", content: "a" })), 0);
  const transcript = reader.end("eof");
  assertThrows(() => reader.feed(utf8("x"), 1), Error, "Cannot feed bytes");
  assertEquals(reader.end("reset"), transcript);
});

Deno.test("texts that come in one read with other events are each read once", () => {
  const finish = { ...JSON.parse(chunk({}).slice(6)), choices: [] as object[] };
  finish.choices = [{ index: 0, delta: {}, finish_reason: "stop" }];
  const reader = oracles.chat.stream();
  reader.feed(
    utf8(
      chunk({ role: "assistant", content: "a" }) + chunk({ content: "a" }) +
        chunk({ content: "b" }) +
        unnamed(finish, "[DONE]"),
    ),
    0,
  );
  const { ending, parts, stop, faults } = reader.end("eof");
  assertEquals([ending, parts, stop, faults], ["complete", [{ text: "aab" }], "stop", []]);
});

Deno.test("a hundred thousand pings and comments leave nothing behind", () => {
  const reader = oracles.messages.stream();
  const pings = utf8(named({ type: "ping" }).repeat(1000) + ": x\n".repeat(1000));
  for (let read = 0; read < 100; read++) reader.feed(pings, read);
  assertEquals(reader.end("eof"), { ending: "truncated", parts: [], faults: [], other: {} });
});
