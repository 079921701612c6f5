/**
 * Cuts a stream of Server-Sent Events into blocks, at the bytes: a block keeps its own, so that a relay
 * can pass it on as it is, and is decoded when it is whole, so that no character is ever split.
 *
 * @module
 */
import { ByteBuffer, utf8Text } from "../wire/bytes.ts";
import { Trouble, upstreamTrouble } from "./trouble.ts";

/** One event. */
export interface SseEvent {
  /** The event's name; `""` where it has none. */
  readonly event: string;
  readonly data: string;
}

/** What stands between two blank lines. */
export interface SseBlock {
  /** Every byte, the blank line too. */
  readonly bytes: Uint8Array;
  /** Absent where the block has no data: comments, or nothing at all. */
  readonly event?: SseEvent;
  /** True where there is a comment and no event: a sign of life. */
  readonly comment: boolean;
  /** Lines that are JSON objects and no fields: how some servers end a stream that failed. */
  readonly stray?: string;
}

/** A splitter over one stream. */
export interface SseSplitter {
  /** The blocks that these bytes complete. Throws {@linkcode Trouble} where one can't be read. */
  feed(bytes: Uint8Array): Iterable<SseBlock>;
  /** What came after the last blank line; undefined where nothing did. It is no event. */
  rest(): SseBlock | undefined;
}

/** One event is not larger than this; past it the stream is refused. */
export const MAX_EVENT_BYTES = 16 * 1024 * 1024;

/**
 * The bytes of a block after which nothing is read: with the LF that its CRLF may still lack, since not
 * every client takes a CR for a line's end.
 */
export function closedBlock(bytes: Uint8Array): Uint8Array {
  const isCrLf = bytes.at(-1) === CR &&
    bytes.some((byte, at) => byte === LF && bytes[at - 1] === CR);
  if (!isCrLf) return bytes;
  const closed = new Uint8Array(bytes.length + 1);
  closed.set(bytes);
  closed[bytes.length] = LF;
  return closed;
}

const LF = 10;
const CR = 13;

/**
 * A splitter by the WHATWG's rules: lines end in LF, CR or CRLF. A block is handed on as soon as it is
 * whole: at the CR of a CRLF whose LF has not come, and then that LF goes with the next block.
 */
export function sseSplitter(): SseSplitter {
  let pending = new ByteBuffer();
  let first = true;
  let lineIsEmpty = true;
  let afterCr = false;

  function block(bytes: Uint8Array): SseBlock {
    const text = utf8Text(bytes);
    if (text === undefined) throw upstreamTrouble("The upstream's stream is not UTF-8");
    const read = readBlock(first ? text.replace(/^\uFEFF/, "") : text);
    first = false;
    return { bytes, ...read };
  }

  return {
    *feed(bytes) {
      let start = 0;
      for (let at = 0; at < bytes.length; at++) {
        const byte = bytes[at];
        if (byte !== LF && byte !== CR) {
          lineIsEmpty = false;
          afterCr = false;
          continue;
        }
        if (byte === LF && afterCr) {
          afterCr = false;
          continue;
        }
        afterCr = byte === CR;
        if (lineIsEmpty) {
          if (afterCr && bytes[at + 1] === LF) {
            at++;
            afterCr = false;
          }
          pending.append(bytes, start, at + 1);
          const whole = pending.take();
          pending = new ByteBuffer();
          start = at + 1;
          yield block(whole);
        }
        lineIsEmpty = true;
      }
      pending.append(bytes, start);
      if (pending.length > MAX_EVENT_BYTES) {
        throw upstreamTrouble(`An event of the upstream's is over ${MAX_EVENT_BYTES} bytes`);
      }
    },
    rest() {
      if (pending.length === 0) return undefined;
      try {
        return block(pending.take());
      } catch (error) {
        // Cut inside a character, as likely as not: there is nothing to be had from it.
        if (error instanceof Trouble) return undefined;
        throw error;
      }
    },
  };
}

function readBlock(text: string): Omit<SseBlock, "bytes"> {
  let event = "";
  let comment = false;
  const data: string[] = [];
  const stray: string[] = [];
  for (const line of text.split(/\r\n|\r|\n/)) {
    if (line.startsWith("{")) stray.push(line);
    const colon = line.indexOf(":");
    if (colon === 0) comment = true;
    const name = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? "" : line.slice(colon + (line[colon + 1] === " " ? 2 : 1));
    if (name === "data") data.push(value);
    else if (name === "event") event = value;
  }
  const joined = data.join("\n");
  // WHATWG: an event whose data buffer is empty is not dispatched. One empty data line isn't empty
  // there, but no dialect has an event without JSON, so it is passed over here too.
  const found = joined === "" ? {} : { event: { event, data: joined } };
  const left = stray.length === 0 ? {} : { stray: stray.join("\n") };
  return { ...found, ...left, comment: comment && joined === "" };
}

/** The text of one event: its name first where it has one, its data on as many lines as it has. */
export function sseText(data: string, event = ""): string {
  const lines = data.split("\n").map((line) => `data: ${line}\n`).join("");
  return `${event === "" ? "" : `event: ${event}\n`}${lines}\n`;
}
