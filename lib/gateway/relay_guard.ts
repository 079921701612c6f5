/**
 * What a relay has to know of a stream that it passes on unchanged: when it is over, and whether it
 * ended or failed. 4.7: "no synthesized terminal".
 *
 * @module
 */
import type { PerDialect } from "./dialect.ts";
import { sum } from "./decimal.ts";
import { readInBandError, responsesCode, writeError } from "./errors.ts";
import { messagesEventError, responsesEventError } from "./errors_in_stream.ts";
import type { Fields } from "./fields.ts";
import { jsonText, raw } from "./json_out.ts";
import type { NeutralError } from "./neutral.ts";
import { type SseEvent, sseText } from "./sse.ts";
import { eventFields } from "./stream.ts";
import { Trouble, upstreamTrouble } from "./trouble.ts";

/** What an event means for the stream. */
export type Seen =
  | { readonly kind: "pass" }
  /** The success terminal, or an end that the dialect itself calls incomplete. */
  | { readonly kind: "last" }
  /** The upstream's own error, in its own form: passed on, and the last. */
  | { readonly kind: "error"; readonly error: NeutralError }
  /** A terminal that nothing before it bears out: not passed on. */
  | { readonly kind: "unfounded"; readonly error: NeutralError };

/** Watches one stream. */
export interface RelayGuard {
  see(event: SseEvent): Seen;
  /** The text of an error of ours, as it follows what was seen. */
  fail(error: NeutralError): string;
}

const PASS: Seen = { kind: "pass" };

function unfounded(what: string): Seen {
  return { kind: "unfounded", error: upstreamTrouble(`The upstream's stream ended ${what}`).error };
}

/** The object of an event; undefined where it is none, which is the client's to find out. */
function objectOf(event: SseEvent): Fields | undefined {
  try {
    return eventFields(event);
  } catch (error) {
    if (error instanceof Trouble) return undefined;
    throw error;
  }
}

function chatGuard(): RelayGuard {
  let finished = false;
  return {
    see(event) {
      if (event.data === "[DONE]") {
        return finished ? { kind: "last" } : unfounded("without a finish_reason");
      }
      const chunk = objectOf(event);
      const error = chunk === undefined ? undefined : readInBandError(chunk);
      if (error !== undefined) return { kind: "error", error };
      const choices = chunk?.value("choices");
      if (!Array.isArray(choices)) return PASS;
      finished ||= chunk!.children("choices").some((one) => one.value("finish_reason"));
      return PASS;
    },
    fail: (error) => sseText(writeError.chat(error)),
  };
}

function messagesGuard(): RelayGuard {
  let stopped = false;
  return {
    see(event) {
      const fields = objectOf(event);
      switch (fields?.value("type") ?? event.event) {
        case "error":
          return failed(fields, messagesEventError);
        case "message_delta":
          stopped ||= !!fields?.child("delta")?.value("stop_reason");
          return PASS;
        case "message_stop":
          return stopped ? { kind: "last" } : unfounded("without a stop_reason");
      }
      return PASS;
    },
    fail: (error) => sseText(writeError.messages(error), "error"),
  };
}

function responsesGuard(): RelayGuard {
  let sequence = "-1";
  return {
    see(event) {
      const fields = objectOf(event);
      sequence = fields?.count("sequence_number") ?? sequence;
      switch (fields?.value("type") ?? event.event) {
        case "response.completed":
        case "response.incomplete":
          return { kind: "last" };
        case "response.failed":
        case "error":
          return failed(fields, responsesEventError);
      }
      return PASS;
    },
    // 4.1: the in-band error event. A `response.failed` would have to repeat a response that is not ours.
    fail: (error) =>
      sseText(
        jsonText({
          type: "error",
          sequence_number: raw(sum(sequence, "1")),
          code: responsesCode(error),
          message: error.message,
          param: null,
        }),
        "error",
      ),
  };
}

function failed(fields: Fields | undefined, read: (fields: Fields) => NeutralError): Seen {
  return fields === undefined
    ? unfounded("with an error that can't be read")
    : { kind: "error", error: read(fields) };
}

/** A guard of a stream of each dialect. */
export const relayGuards: PerDialect<() => RelayGuard> = {
  chat: chatGuard,
  messages: messagesGuard,
  responses: responsesGuard,
};
