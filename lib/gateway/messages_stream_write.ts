/**
 * Writes a Messages stream.
 *
 * @module
 */
import type { AnswerContext } from "./context.ts";
import { writeError } from "./errors.ts";
import { jsonText, type Out } from "./json_out.ts";
import { MESSAGES_STOP_REASON } from "./messages_answer.ts";
import type { NeutralCall, NeutralEvent, NeutralStop, NeutralUsage } from "./neutral.ts";
import { sseText } from "./sse.ts";
import type { StreamWriter } from "./stream.ts";
import { messagesUsage } from "./usage.ts";

/** A writer of one stream. Blocks are numbered without a gap, and one is open at a time: 4.1. */
export function messagesStreamWriter(context: AnswerContext): StreamWriter {
  let index = -1;
  let textIsOpen = false;

  function event(type: string, members: { readonly [key: string]: Out | undefined } = {}): string {
    return sseText(jsonText({ type, ...members }), type);
  }

  function start(id: string | undefined, model: string | undefined): string {
    return event("message_start", {
      message: {
        id: `msg_${id ?? context.unique}`,
        type: "message",
        role: "assistant",
        model: model ?? context.model,
        content: [],
        stop_reason: null,
        stop_sequence: null,
        // 4.3: "input_tokens 0 or known"; the counts come with `message_delta`, and overwrite these.
        usage: messagesUsage(),
      },
    });
  }

  function blockStart(block: Out): string {
    index++;
    return event("content_block_start", { index, content_block: block });
  }

  function blockDelta(delta: Out): string {
    return event("content_block_delta", { index, delta });
  }

  function closeText(): string {
    if (!textIsOpen) return "";
    textIsOpen = false;
    return event("content_block_stop", { index });
  }

  function text(piece: string): string {
    const opened = textIsOpen ? "" : blockStart({ type: "text", text: "" });
    textIsOpen = true;
    return opened + blockDelta({ type: "text_delta", text: piece });
  }

  function call({ id, name, arguments: json }: NeutralCall): string {
    return closeText() + blockStart({ type: "tool_use", id, name, input: {} }) +
      blockDelta({ type: "input_json_delta", partial_json: json }) +
      event("content_block_stop", { index });
  }

  function end(stop: NeutralStop, usage: NeutralUsage | undefined): string {
    const delta = { stop_reason: MESSAGES_STOP_REASON[stop], stop_sequence: null };
    return closeText() + event("message_delta", { delta, usage: messagesUsage(usage) }) +
      event("message_stop");
  }

  return {
    write(told: NeutralEvent): string {
      switch (told.kind) {
        case "start":
          return start(told.id, told.model);
        case "text":
          return text(told.text);
        case "text-end":
          return closeText();
        case "call":
          return call(told.call);
        case "ping":
          return event("ping");
        case "end":
          return end(told.stop, told.usage);
        case "error":
          // 4.1: it "ends the stream; no `message_stop` follows".
          return sseText(writeError.messages(told.error), "error");
      }
    },
  };
}
