/**
 * Reads a streamed answer of Anthropic Messages: named events, `event:` equal to `data.type`
 * (spec/dialects.md 4.1, AM).
 *
 * @module
 */
import type { StopReason, WireError } from "../transcript.ts";
import type { Said } from "./answer.ts";
import { endingOf, readError } from "./errors.ts";
import { given } from "./given.ts";
import { checkMessage, MESSAGE_MEMBERS } from "./messages_answer.ts";
import { MessagesBlocks } from "./messages_blocks.ts";
import { messagesStop } from "./messages_parts.ts";
import { isThere, items, member, moved, type Place, stringOf, textOf } from "./place.ts";
import { holdsObject } from "./reading.ts";
import type { SseEvent } from "./sse.ts";
import type { Grammar, Machine, StreamReading } from "./stream.ts";
import { MessagesUsage } from "./usage.ts";

/** `closing`: a message_delta came · `done`: message_stop · `failed`: an error. */
type State = "start" | "open" | "closing" | "done" | "failed";
/** `block`: a content_block event; which of them fits is for the blocks to say. */
type Move = "start" | "block" | "delta" | "stop" | "error";

const TABLE: Machine<State, Move> = {
  start: {
    start: ["open"],
    block: ["open", "start-missing"],
    delta: ["closing", "start-missing"],
    stop: ["done", "start-missing"],
    error: ["failed"],
  },
  open: {
    start: ["open", "second-start"],
    block: ["open"],
    delta: ["closing"],
    stop: ["done", "stop-without-reason"],
    error: ["failed"],
  },
  closing: {
    start: ["closing", "second-start"],
    block: ["closing", "block-after-message-delta"],
    delta: ["closing"],
    stop: ["done"],
    error: ["failed"],
  },
  done: {
    start: ["done", "after-terminal"],
    block: ["done", "after-terminal"],
    delta: ["done", "after-terminal"],
    stop: ["done", "second-terminal"],
    error: ["done", "after-terminal"],
  },
  failed: {
    start: ["failed", "after-terminal"],
    block: ["failed", "after-terminal"],
    delta: ["failed", "after-terminal"],
    stop: ["failed", "success-after-error"],
    error: ["failed", "second-terminal"],
  },
};

/** The members of all events of {@linkcode TABLE}. */
const EVENT_MEMBERS: readonly string[] = [
  "type",
  "message",
  "index",
  "content_block",
  "delta",
  "usage",
  "error",
  "request_id",
];

/** The grammar of a streamed Messages answer. */
export function messagesGrammar(reading: StreamReading): Grammar {
  const blocks = new MessagesBlocks(reading);
  const usage = new MessagesUsage();
  let state: State = "start";
  let stop: StopReason | undefined;
  let error: WireError | undefined;
  /** `output_tokens` of the message_delta before. */
  let reported: string | undefined;

  const isRunning = () => state !== "done" && state !== "failed";

  /** Makes a move; true where the stream was still running. */
  function move(name: Move): boolean {
    const wasRunning = isRunning();
    const [next, code] = TABLE[state][name];
    if (code !== undefined) reading.fault(code, `${name} came when the stream was at ${state}`);
    state = next;
    return wasRunning;
  }

  const handlers: Readonly<Record<string, (event: Place) => void>> = {
    message_start(event) {
      if (!move("start")) return;
      const message = member(event, "message");
      if (!holdsObject(message)) {
        reading.fault("message-missing", "message_start holds no message");
        return;
      }
      const here = moved(message, "");
      checkMessage(reading, here);
      if ((items(member(here, "content"))?.length ?? 0) > 0) {
        reading.fault("start-not-empty", "the message starts with content");
        reading.others.keep(member(here, "content")!);
      }
      if (isThere(member(here, "stop_reason"))) {
        reading.fault("start-not-empty", "the message starts with a stop_reason");
      }
      reading.others.rest(here, MESSAGE_MEMBERS);
      const counts = member(here, "usage");
      if (holdsObject(counts)) usage.take(reading, counts);
    },
    content_block_start(event) {
      if (move("block")) blocks.start(event);
    },
    content_block_delta(event) {
      if (move("block")) blocks.delta(event);
    },
    content_block_stop(event) {
      if (move("block")) blocks.stop(event);
    },
    message_delta(event) {
      if (!move("delta")) return;
      blocks.close();
      const delta = member(event, "delta");
      if (!holdsObject(delta)) reading.fault("delta-missing", "message_delta holds no delta");
      else reason(moved(delta, ""));
      const counts = member(event, "usage");
      if (!holdsObject(counts)) reading.fault("usage-missing", "message_delta has no usage");
      else count(moved(counts, "/usage"));
    },
    message_stop() {
      const hasClosed = state === "closing";
      if (!move("stop")) return;
      blocks.close();
      if (hasClosed && stop === undefined) {
        reading.fault("stop-without-reason", "no message_delta had a stop_reason");
      }
    },
    error(event) {
      if (!move("error")) return;
      const at = member(event, "error");
      error = readError(reading, at === undefined ? event : moved(at, "/error"), 200);
    },
    ping() {},
  };

  /** Later ones may say the same again, or null. */
  function reason(delta: Place): void {
    const next = messagesStop(reading, delta);
    if (next !== undefined && stop !== undefined && next !== stop) {
      reading.fault("second-finish", "another message_delta gives another stop_reason");
    }
    stop = next ?? stop;
    reading.others.rest(delta, ["stop_reason", "stop_sequence"]);
  }

  /** "counters are cumulative and overwrite": a later count is never the smaller one. */
  function count(counts: Place): void {
    usage.take(reading, counts);
    const now = isThere(member(counts, "output_tokens")) ? usage.count("output_tokens") : undefined;
    if (now !== undefined && reported !== undefined && Number(now) < Number(reported)) {
      reading.fault("usage-not-cumulative", `output_tokens fell from ${reported} to ${now}`);
    }
    reported = now ?? reported;
  }

  return {
    event(event: SseEvent) {
      if (event.data === "[DONE]") {
        reading.fault("done-marker", "Messages has no [DONE]");
        return;
      }
      const root = reading.object(event);
      if (root === undefined) return;
      const type = stringOf(member(root, "type"));
      if (type === undefined) reading.fault("type-missing", "the event's data has no type");
      else if (type !== event.event) {
        reading.fault(
          "event-name",
          `the event is named ${event.event}, its data's type is ${type}`,
        );
      }
      const word = type ?? event.event;
      if (!Object.hasOwn(handlers, word)) unknown(word, root);
      else {
        if (isRunning()) reading.others.rest(moved(root, `event:${word}`), EVENT_MEMBERS);
        handlers[word]!(root);
      }
    },
    said(): Said {
      const ending = state === "failed" ? "error" : state === "done" ? endingOf(stop) : "truncated";
      const parts = blocks.list();
      return { ending, parts, ...given<Said>({ stop, usage: usage.total(reading), error }) };
    },
  };

  /** "Unknown event types must be tolerated"; after the end nothing but a ping may come. */
  function unknown(word: string, root: Place): void {
    if (isRunning()) reading.others.note(`event:${word}`, textOf(root));
    else reading.fault("after-terminal", `an event came when the stream was at ${state}`);
  }
}
