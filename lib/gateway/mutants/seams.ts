/**
 * Where mutants cut in: each function makes the exchanged parts out of a change to what passes there.
 *
 * @module
 */
import {
  type JsonDocument,
  type JsonValue,
  parseJson,
  stringifyJson,
} from "../../contract/json.ts";
import { type Dialect, GATEWAY_DIALECTS, type PerDialect } from "../dialect.ts";
import type { NeutralAnswer, NeutralCall, NeutralEvent, NeutralRequest } from "../neutral.ts";
import { type GatewayParts, gatewayParts } from "../parts.ts";
import type { SseBlock } from "../sse.ts";
import { sseText } from "../sse.ts";
import type { UpstreamAnswer, UpstreamCall } from "../upstream.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** A part for each dialect. */
export function perDialect<T>(make: (dialect: Dialect) => T): PerDialect<T> {
  const [chat, messages, responses] = GATEWAY_DIALECTS;
  return { chat: make(chat), messages: make(messages), responses: make(responses) };
}

/** Requests that cross dialects, before they are written. */
export function requests(
  change: (request: NeutralRequest) => NeutralRequest,
): Pick<GatewayParts, "writeRequest"> {
  return {
    writeRequest: perDialect((dialect) => (request) =>
      gatewayParts.writeRequest[dialect](change(request))
    ),
  };
}

/** The bodies that a relay sends; the change is made in place, so that numbers keep their spelling. */
export function relayed(
  change: (body: { [key: string]: JsonValue }, dialect: Dialect) => void,
): Pick<GatewayParts, "relayRequest"> {
  return {
    relayRequest(bytes, dialect) {
      const doc: JsonDocument = parseJson(decoder.decode(bytes));
      change(doc.value as { [key: string]: JsonValue }, dialect);
      return encoder.encode(stringifyJson(doc));
    },
  };
}

/** Whole answers that cross dialects, before they are written. */
export function answers(
  change: (answer: NeutralAnswer) => NeutralAnswer,
): Pick<GatewayParts, "writeAnswer"> {
  return {
    writeAnswer: perDialect((dialect) => (answer, context) =>
      gatewayParts.writeAnswer[dialect](change(answer), context)
    ),
  };
}

/** The events of a stream that crosses dialects; a change is made for each stream. */
export function events(
  make: () => (event: NeutralEvent) => readonly NeutralEvent[],
): Pick<GatewayParts, "streamReader"> {
  return {
    streamReader: perDialect((dialect) => (steps) => {
      const reader = gatewayParts.streamReader[dialect](steps);
      const change = make();
      return { read: (event) => reader.read(event).flatMap(change) };
    }),
  };
}

/** Each call of an answer that crosses dialects, whole or streamed. */
export function calls(
  change: (call: NeutralCall) => NeutralCall,
): Pick<GatewayParts, "writeAnswer" | "streamReader"> {
  return {
    ...answers((answer) => ({
      ...answer,
      parts: answer.parts.map((part) =>
        part.kind === "call" ? { ...part, call: change(part.call) } : part
      ),
    })),
    ...events(() => (event) => [
      event.kind === "call" ? { ...event, call: change(event.call) } : event,
    ]),
  };
}

/** The text that tells an event of a stream to a client of another dialect. */
export function told(
  change: (text: string, dialect: Dialect, event: NeutralEvent) => string,
): Pick<GatewayParts, "streamWriter"> {
  return {
    streamWriter: perDialect((dialect) => (context) => {
      const writer = gatewayParts.streamWriter[dialect](context);
      return { write: (event) => change(writer.write(event), dialect, event) };
    }),
  };
}

/** One event of a stream as it is written. */
export interface Frame {
  readonly event: string;
  readonly data: string;
}

/** Changes a text of events one by one; comments pass. */
export function frames(text: string, change: (frame: Frame) => readonly Frame[]): string {
  return text.split(/(?<=\n\n)/).map((block) => {
    const lines = block.split("\n");
    const data = lines.filter((line) => line.startsWith("data: ")).map((line) => line.slice(6));
    if (data.length === 0) return block;
    const event = lines.find((line) => line.startsWith("event: "))?.slice(7) ?? "";
    const changed = change({ event, data: data.join("\n") });
    return changed.map((one) => sseText(one.data, one.event)).join("");
  }).join("");
}

/** The blocks of an upstream's stream, read by read; a change is made for each stream. */
export function reads(
  make: () => (blocks: readonly SseBlock[]) => readonly SseBlock[],
): Pick<GatewayParts, "sse"> {
  return {
    sse() {
      const splitter = gatewayParts.sse();
      const change = make();
      return {
        feed: (bytes) => change([...splitter.feed(bytes)]),
        rest: () => splitter.rest(),
      };
    },
  };
}

/** A block with other data. */
export function blockOf(data: string, event = ""): SseBlock {
  const bytes = encoder.encode(sseText(data, event));
  return { bytes, event: { event, data }, comment: false };
}

/** Each event of an upstream's stream that is a JSON object, changed in place; a change for each stream. */
export function eventsRead<E extends object>(
  make: () => (event: E) => void,
): Pick<GatewayParts, "sse"> {
  return reads(() => {
    const change = make();
    return (blocks) =>
      blocks.map((block) => {
        if (!block.event?.data.startsWith("{")) return block;
        const { event, data } = block.event;
        const value = JSON.parse(data) as E;
        const before = JSON.stringify(value);
        change(value);
        const after = JSON.stringify(value);
        return before === after ? block : blockOf(after, event);
      });
  });
}

/** The body of an upstream's answer as it is read. */
export function bodies(
  change: (answer: UpstreamAnswer, call: UpstreamCall) => AsyncIterable<Uint8Array>,
): Pick<GatewayParts, "attempt"> {
  return {
    async attempt(call) {
      const answer = await gatewayParts.attempt(call);
      return { ...answer, close: () => answer.close(), body: change(answer, call) };
    },
  };
}
