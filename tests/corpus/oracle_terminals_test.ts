import { assertEquals } from "@std/assert";
import type { Dialect } from "../../lib/corpus/transcript.ts";
import { codes, named, readStream, unnamed } from "./oracle_support.ts";

// spec/dialects.md 4.1: exactly one terminal, and nothing after it. Each row is a stream that has
// ended, each column an event that comes all the same.

const chunk = (more: object) =>
  unnamed({ id: "x", object: "chat.completion.chunk", created: 1, model: "m", ...more });
const choice = (delta: object, finish_reason: string | null = null) =>
  chunk({ choices: [{ index: 0, delta, finish_reason }] });

const CHAT = {
  text: choice({ role: "assistant", content: "a" }),
  finish: choice({}, "stop"),
  usage: chunk({ choices: [], usage: { prompt_tokens: 1 } }),
  "[DONE]": unnamed("[DONE]"),
  error: unnamed({ error: { message: "m" } }),
};

const block = { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } };
const message = { id: "m", type: "message", role: "assistant", content: [], usage: {} };
const MESSAGES = {
  message_start: named({ type: "message_start", message }),
  block: named(block),
  message_delta: named({ type: "message_delta", delta: { stop_reason: "end_turn" }, usage: {} }),
  message_stop: named({ type: "message_stop" }),
  error: named({ type: "error", error: { type: "t", message: "m" } }),
  unknown: named({ type: "x" }),
  ping: named({ type: "ping" }),
};

const event = (type: string, status: string, more: object = {}) => (sequence_number: number) =>
  named({ type, sequence_number, response: { id: "r", status, output: [], ...more } });
const RESPONSES = {
  created: event("response.created", "in_progress"),
  progress: event("response.in_progress", "in_progress"),
  completed: event("response.completed", "completed"),
  incomplete: event("response.incomplete", "incomplete"),
  failed: event("response.failed", "failed", { error: { message: "m" } }),
  error: (sequence_number: number) => named({ type: "error", sequence_number, message: "m" }),
  unknown: (sequence_number: number) => named({ type: "x", sequence_number }),
};

type Row<Event extends string> = Readonly<Record<Event, string>>;

function testRows<Event extends string>(
  dialect: Dialect,
  write: (events: readonly Event[]) => string,
  rows: readonly (readonly [before: readonly Event[], own: readonly string[], row: Row<Event>])[],
): void {
  for (const [before, own, row] of rows) {
    for (const [next, code] of Object.entries(row) as [Event, string][]) {
      Deno.test(`${dialect} stream: ${next} after ${before.join(", ")} is ${code || "legal"}`, () => {
        const answer = readStream(dialect, write([...before, next]));
        assertEquals(codes(answer), code === "" ? own : [...own, code]);
        const ended = readStream(dialect, write(before));
        if (code !== "") assertEquals({ ...answer, faults: [] }, { ...ended, faults: [] });
      });
    }
  }
}

const after = "after-terminal";
const second = "second-terminal";

testRows<keyof typeof CHAT>("chat", (events) => events.map((one) => CHAT[one]).join(""), [
  [["text", "finish", "[DONE]"], [], {
    text: after,
    finish: after,
    usage: after,
    "[DONE]": second,
    error: after,
  }],
  [["text", "[DONE]"], ["done-without-finish"], {
    text: after,
    finish: after,
    usage: after,
    "[DONE]": second,
    error: after,
  }],
  [["text", "error"], [], {
    text: after,
    finish: "success-after-error",
    usage: after,
    "[DONE]": "done-after-error",
    error: second,
  }],
]);

testRows<keyof typeof MESSAGES>(
  "messages",
  (events) => events.map((one) => MESSAGES[one]).join(""),
  [
    [["message_start", "message_delta", "message_stop"], [], {
      message_start: after,
      block: after,
      message_delta: after,
      message_stop: second,
      error: after,
      unknown: after,
      ping: "",
    }],
    [["message_start", "error"], [], {
      message_start: after,
      block: after,
      message_delta: after,
      message_stop: "success-after-error",
      error: second,
      unknown: after,
      ping: "",
    }],
  ],
);

const gone = { created: after, progress: after, unknown: after };
const noSuccess = { completed: "success-after-error", incomplete: "success-after-error" };

testRows<keyof typeof RESPONSES>(
  "responses",
  (events) => events.map((one, index) => RESPONSES[one](index)).join(""),
  [
    [["created", "completed"], [], {
      ...gone,
      completed: second,
      incomplete: second,
      failed: second,
      error: after,
    }],
    [["created", "incomplete"], [], {
      ...gone,
      completed: second,
      incomplete: second,
      failed: second,
      error: after,
    }],
    [["created", "failed"], [], { ...gone, ...noSuccess, failed: second, error: "" }],
    [["created", "error"], [], { ...gone, ...noSuccess, failed: "", error: second }],
    [["created", "error", "failed"], [], { ...gone, ...noSuccess, failed: second, error: second }],
    [["created", "failed", "error"], [], { ...gone, ...noSuccess, failed: second, error: second }],
  ],
);

Deno.test("an error may come as late as before the last event of a success", () => {
  const chat = CHAT.text + CHAT.finish;
  for (const before of [chat, chat + CHAT.usage]) {
    const answer = readStream("chat", before + CHAT.error);
    assertEquals([answer.ending, codes(answer)], ["error", []]);
  }
  const { message_start, message_delta, error } = MESSAGES;
  const answer = readStream("messages", message_start + message_delta + error);
  assertEquals([answer.ending, codes(answer)], ["error", []]);
});
