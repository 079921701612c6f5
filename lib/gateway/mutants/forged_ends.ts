/**
 * What mutants put in place of an upstream's events: ends of a stream that it never told.
 *
 * @module
 */
import type { Dialect } from "../dialect.ts";
import type { GatewayParts } from "../parts.ts";
import type { SseBlock } from "../sse.ts";
import { blockOf, reads } from "./seams.ts";

/** What a stream has told before an event. */
export interface Told {
  readonly dialect: Dialect;
  readonly started: boolean;
  /** A block of Messages is open. */
  readonly open: boolean;
  readonly text: boolean;
  readonly called: boolean;
  /** It has said why it ends. */
  readonly reason: boolean;
}

const NOTHING_YET: Told = {
  dialect: "chat",
  started: false,
  open: false,
  text: false,
  called: false,
  reason: false,
};

/** An upstream's stream, event by event; undefined leaves one as it is. */
export function forged(
  change: (data: string, told: Told) => readonly SseBlock[] | undefined,
): Pick<GatewayParts, "sse"> {
  return reads(() => {
    let told = NOTHING_YET;
    return (blocks) =>
      blocks.flatMap((block) => {
        if (block.event === undefined) return [block];
        const { data } = block.event;
        if (data !== "[DONE]") told = { ...told, dialect: dialectOf(data) };
        const changed = change(data, told) ?? [block];
        told = after(data, told);
        return changed;
      });
  });
}

function dialectOf(data: string): Dialect {
  if (data.includes('"sequence_number":')) return "responses";
  return data.startsWith('{"type":') ? "messages" : "chat";
}

function after(data: string, told: Told): Told {
  return {
    dialect: told.dialect,
    started: true,
    open: /"type":"content_block_start"/.test(data) ||
      (told.open && !/"type":"content_block_stop"/.test(data)),
    text: told.text || /"content":"[^"]|"text_delta"|output_text\.delta"/.test(data),
    called: told.called || /"tool_calls":\[|"type":"(?:tool_use|function_call)"/.test(data),
    reason: told.reason || HAS_REASON.test(data),
  };
}

const HAS_REASON =
  /"finish_reason":"|"stop_reason":"|"type":"response\.(?:completed|incomplete|failed)"/;

/** True of an event that is an error, or holds one. */
export function isError(data: string): boolean {
  return /"error":\{|^\{"type":"(?:error|response\.failed)"/.test(data);
}

/** The events that end a stream well after what it has told. */
export function success(told: Told): readonly SseBlock[] {
  const { dialect, called } = told;
  if (dialect === "responses") return responsesSuccess(told);
  if (dialect === "messages") return messagesSuccess(told);
  const finish = called ? "tool_calls" : "stop";
  return [
    blockOf(
      '{"id":"x","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,' +
        `"delta":${told.started ? "{}" : '{"role":"assistant"}'},"finish_reason":"${finish}"}]}`,
    ),
    blockOf("[DONE]"),
  ];
}

function messagesSuccess({ started, open, called }: Told): readonly SseBlock[] {
  const event = (type: string, rest: string) => blockOf(`{"type":"${type}"${rest}}`, type);
  const reason = called ? "tool_use" : "end_turn";
  const start = ',"message":{"id":"msg_x","type":"message","role":"assistant","model":"m",' +
    '"content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":1,"output_tokens":1}}';
  return [
    ...(started ? [] : [event("message_start", start)]),
    ...(open ? [event("content_block_stop", ',"index":0')] : []),
    event(
      "message_delta",
      `,"delta":{"stop_reason":"${reason}","stop_sequence":null},"usage":{"output_tokens":1}`,
    ),
    event("message_stop", ""),
  ];
}

function responsesSuccess({ started }: Told): readonly SseBlock[] {
  const event = (type: string, sequence: number, status: string) =>
    blockOf(
      `{"type":"${type}","sequence_number":${sequence},"response":{"id":"resp_x","object":"response",` +
        `"created_at":1,"status":"${status}","model":"m","output":[]}}`,
      type,
    );
  return [
    ...(started ? [] : [event("response.created", 0, "in_progress")]),
    event("response.completed", 999, "completed"),
  ];
}

/** The dialect of an upstream's route. */
export function dialectOfUrl(url: string): Dialect {
  if (url.endsWith("/messages")) return "messages";
  return url.endsWith("/responses") ? "responses" : "chat";
}

/** The bytes of a stream in which nothing is said, and which ends well. */
export function emptyStream(dialect: Dialect): readonly Uint8Array[] {
  return success({ ...NOTHING_YET, dialect }).map(({ bytes }) => bytes);
}
