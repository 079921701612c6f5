/**
 * A strict reader of server-sent events: bytes in, events out, as the HTML Standard's "interpreting
 * an event stream" has them, with the place and the time of each. What that text repairs or drops in
 * silence (bad UTF-8, a last block without its blank line) is done as it says, and reported.
 *
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
 * @module
 */
import type { GrammarFault } from "../transcript.ts";
import { Faults } from "./faults.ts";
import { watchUtf8 } from "./utf8.ts";

/** One event. */
export interface SseEvent {
  /** Its type; `message` where none was given. */
  readonly event: string;
  /** Its data lines, joined with LF. */
  readonly data: string;
  /** The last event id, which stays until another one comes; absent where it is empty. */
  readonly id?: string;
  /** Where the first line of its block begins, in bytes from the start of the stream. */
  readonly offset: number;
  /**
   * Past the byte that ends its blank line. That is the CR of a CRLF: the event is there before the
   * LF comes, in a later read perhaps.
   */
  readonly endOffset: number;
  /** The time given with the read in which it became whole, ms. */
  readonly atMs: number;
}

/** Reads one stream. */
export interface SseReader {
  /** Takes the next bytes; returns the events that they complete, each by itself. */
  feed(bytes: Uint8Array, atMs: number): SseEvent[];
  /** No more bytes come. Never an event: a block without its blank line isn't dispatched. */
  end(atMs: number): SseEvent[];
  /** The reader's side has left: what is unfinished is nobody's fault. */
  stop(): void;
  /** `bad-utf8`, `unterminated-block`, `event-too-large` (our bound, not the sender's fault). */
  readonly faults: readonly GrammarFault[];
  /** The reconnection time that the stream last asked for, ms. */
  readonly retryMs: number | undefined;
}

/** The largest event that is held, in bytes of its lines; a larger one is dropped and reported. */
export const MAX_EVENT_BYTES = 16 * 1024 * 1024;

const LF = 0x0a, CR = 0x0d, COLON = 0x3a;
/** A usual line fits; it grows from there. */
const MIN_BUFFER = 1024;
/** A buffer that a long line has left behind is kept up to this size. */
const MAX_IDLE_BUFFER = 1024 * 1024;

/** Starts a reader. `maxEventBytes` is for tests; default {@linkcode MAX_EVENT_BYTES}. */
export function readSse(options: { readonly maxEventBytes?: number } = {}): SseReader {
  const maxEventBytes = options.maxEventBytes ?? MAX_EVENT_BYTES;
  const faults = new Faults();
  const utf8 = watchUtf8((at) => faults.add("bad-utf8", "these bytes are not UTF-8", at));
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

  /** Of the first byte of the next read. */
  let offset = 0;
  let afterCr = false;
  let firstLine = true;
  let ended = false;

  // The line that is being read. Its bytes are held unless it is a comment or dropped.
  let lineStart = 0, lineBytes = 0;
  let isComment = false;
  const held = new ByteBuffer();

  // The block that is being read.
  let blockStart: number | undefined;
  let hasField = false, tooLarge = false;
  let heldBytes = 0;
  let data: string[] = [];
  let type = "";

  let lastId = "";
  let retryMs: number | undefined;

  function hold(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    if (lineBytes === 0) {
      isComment = bytes[0] === COLON;
      blockStart ??= lineStart;
    }
    lineBytes += bytes.length;
    if (isComment || tooLarge) return;
    if (heldBytes + lineBytes > maxEventBytes) {
      const message = `this event is larger than our bound of ${maxEventBytes} bytes`;
      faults.add("event-too-large", message, blockStart!);
      tooLarge = true;
      held.clear();
      data = [];
    } else held.push(bytes);
  }

  /** The bytes of the line so far; a byte order mark counts as one at the start of the stream only. */
  function line(): Uint8Array {
    const whole = held.bytes();
    const hasBom = firstLine && whole[0] === 0xef && whole[1] === 0xbb && whole[2] === 0xbf;
    if (!hasBom) return whole;
    if (blockStart === lineStart) blockStart += 3;
    return whole.subarray(3);
  }

  function endLine(endOffset: number, atMs: number, events: SseEvent[]): void {
    const whole = line();
    if (isComment || (tooLarge && lineBytes > 0)) hasField ||= !isComment;
    else if (whole.length > 0) field(decoder.decode(whole), whole.length);
    else dispatch(endOffset, atMs, events);
    firstLine = false;
    isComment = false;
    held.clear();
    lineBytes = 0;
  }

  function field(text: string, bytes: number): void {
    const colon = text.indexOf(":");
    if (colon === 0) return; // a comment behind the byte order mark
    hasField = true;
    const name = colon < 0 ? text : text.slice(0, colon);
    const raw = colon < 0 ? "" : text.slice(colon + 1);
    const value = raw.startsWith(" ") ? raw.slice(1) : raw;
    if (name === "data") {
      data.push(value);
      heldBytes += bytes;
    } else if (name === "event") type = value;
    else if (name === "id" && !value.includes("\0")) lastId = value;
    else if (name === "retry" && /^[0-9]+$/.test(value)) retryMs = Number(value);
  }

  function dispatch(endOffset: number, atMs: number, events: SseEvent[]): void {
    // A data field with nothing in it counts: it leaves an LF in the standard's data buffer.
    if (data.length > 0) {
      events.push({
        event: type === "" ? "message" : type,
        data: data.join("\n"),
        ...(lastId === "" ? {} : { id: lastId }),
        offset: blockStart!,
        endOffset,
        atMs,
      });
    }
    blockStart = undefined;
    hasField = false;
    tooLarge = false;
    heldBytes = 0;
    data = [];
    type = "";
  }

  return {
    feed(bytes, atMs) {
      if (ended) throw new Error("Cannot feed bytes: the stream has ended; start another reader");
      const events: SseEvent[] = [];
      utf8.feed(bytes);
      let from = 0;
      for (let at = 0; at < bytes.length; at++) {
        const byte = bytes[at];
        if (byte === LF || byte === CR) {
          const isSecondHalf = byte === LF && afterCr;
          if (!isSecondHalf) {
            hold(bytes.subarray(from, at));
            endLine(offset + at + 1, atMs, events);
          }
          from = at + 1;
          lineStart = offset + from;
        }
        afterCr = byte === CR;
      }
      hold(bytes.subarray(from));
      offset += bytes.length;
      return events;
    },
    end() {
      if (ended) return [];
      ended = true;
      utf8.end();
      const rest = line();
      const isField = !isComment && (rest.length > 0 ? rest[0] !== COLON : tooLarge);
      if (hasField || isField) {
        const message = "the stream ended inside this block: no blank line came, so it is no event";
        faults.add("unterminated-block", message, blockStart!);
      }
      return [];
    },
    stop() {
      ended = true;
    },
    get faults() {
      return faults.list();
    },
    get retryMs() {
      return retryMs;
    },
  };
}

/** Bytes that grow at their end. What is pushed is copied: callers reuse their read buffers. */
class ByteBuffer {
  #bytes = new Uint8Array(MIN_BUFFER);
  #length = 0;

  push(bytes: Uint8Array): void {
    const length = this.#length + bytes.length;
    if (length > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(length, 2 * this.#bytes.length));
      larger.set(this.bytes());
      this.#bytes = larger;
    }
    this.#bytes.set(bytes, this.#length);
    this.#length = length;
  }

  /** What is held: good until the next push or clear. */
  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  clear(): void {
    if (this.#bytes.length > MAX_IDLE_BUFFER) this.#bytes = new Uint8Array(MIN_BUFFER);
    this.#length = 0;
  }
}
