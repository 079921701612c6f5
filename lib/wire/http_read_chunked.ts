/**
 * Takes the chunked transfer coding off (RFC 9112 7.1), piece by piece. Strict about line ends:
 * unlike a head, a chunk's framing has no licence for a bare LF, and guessing here moves the border
 * between body and framing.
 *
 * @module
 */
import { ByteBuffer, latin1 } from "./bytes.ts";
import { type FaultKind, type HeaderList, MAX_HEAD_BYTES } from "./exchange.ts";
import { BadHead, headEnd, parseFields } from "./http_read_head.ts";

/** Why a chunked body can't be read on. */
export class ChunkFault extends Error {
  readonly kind: FaultKind;

  constructor(kind: "bad-chunk" | "body-too-large" | "head-too-large", message: string) {
    super(message);
    this.kind = kind;
  }
}

const LF = 10;
const CR = 13;
const SEMICOLON = 59;

/** Decodes into a {@linkcode ByteBuffer} that its owner reads. */
export class ChunkedReader {
  readonly #body: ByteBuffer;
  readonly #maxBodyBytes: number;
  #state: "size" | "data" | "data-end" | "trailers" | "done" = "size";
  /** Bytes of this chunk still to come. */
  #left = 0;
  /** A size line, a chunk's end or a trailer section that came only in part. */
  #partial = new ByteBuffer();
  #trailers: HeaderList = [];

  constructor(body: ByteBuffer, maxBodyBytes: number) {
    this.#body = body;
    this.#maxBodyBytes = maxBodyBytes;
  }

  get done(): boolean {
    return this.#state === "done";
  }

  get trailers(): HeaderList {
    return this.#trailers;
  }

  /** Decodes from `at` on; returns the index of the first byte after the body. Throws {@linkcode ChunkFault}. */
  feed(bytes: Uint8Array, at: number): number {
    while (at < bytes.length && this.#state !== "done") {
      switch (this.#state) {
        case "size":
          at = this.#sizeLine(bytes, at);
          break;
        case "data": {
          const end = Math.min(bytes.length, at + this.#left);
          this.#body.append(bytes, at, end);
          this.#left -= end - at;
          at = end;
          if (this.#left === 0) this.#state = "data-end";
          break;
        }
        case "data-end":
          at = this.#dataEnd(bytes, at);
          break;
        case "trailers":
          at = this.#trailerSection(bytes, at);
      }
    }
    return at;
  }

  #sizeLine(bytes: Uint8Array, at: number): number {
    const lf = bytes.indexOf(LF, at);
    const end = lf === -1 ? bytes.length : lf + 1;
    if (this.#partial.length > 0 || lf === -1) {
      this.#partial.append(bytes, at, end);
      this.#bound("a chunk's size line");
      const line = this.#partial.view();
      if (hexDigit(line[0]) === -1) throw badSize(line, 0, line.length);
      if (lf === -1) return end;
      this.#startChunk(line, 0, line.length);
      this.#partial = new ByteBuffer();
    } else {
      this.#startChunk(bytes, at, end);
    }
    return end;
  }

  /** `line[start, end)` ends with LF. */
  #startChunk(line: Uint8Array, start: number, end: number): void {
    let at = start;
    let size = 0;
    for (let digit; (digit = hexDigit(line[at])) !== -1; at++) size = size * 16 + digit;
    const digits = at - start;
    // RFC 9112 7.1.1 allows white space before an extension's semicolon, and nowhere else.
    while (line[at] === 0x20 || line[at] === 0x09) at++;
    const extension = line[at] === SEMICOLON;
    const crAt = extension ? line.indexOf(CR, at) : at;
    if (
      digits === 0 || (!extension && at !== start + digits) || crAt !== end - 2 || line[crAt] !== CR
    ) {
      throw badSize(line, start, end);
    }
    if (this.#body.length + size > this.#maxBodyBytes) {
      throw new ChunkFault("body-too-large", `over ${this.#maxBodyBytes} bytes`);
    }
    this.#left = size;
    this.#state = size === 0 ? "trailers" : "data";
  }

  #dataEnd(bytes: Uint8Array, at: number): number {
    const expected = this.#partial.length === 0 ? CR : LF;
    if (bytes[at] !== expected) {
      throw new ChunkFault("bad-chunk", "a chunk's data is not followed by CRLF");
    }
    if (expected === CR && bytes[at + 1] === LF) {
      this.#state = "size";
      return at + 2;
    }
    if (expected === CR) {
      this.#partial.append(bytes, at, at + 1);
    } else {
      this.#partial = new ByteBuffer();
      this.#state = "size";
    }
    return at + 1;
  }

  #trailerSection(bytes: Uint8Array, at: number): number {
    if (this.#partial.length === 0 && bytes[at] === CR && bytes[at + 1] === LF) {
      this.#state = "done";
      return at + 2;
    }
    const before = this.#partial.length;
    this.#partial.append(bytes, at);
    const section = this.#partial.view();
    const emptyLine = section[0] === CR && section[1] === LF;
    const end = emptyLine ? 2 : headEnd(section, Math.max(0, before - 2));
    if (end === -1) {
      this.#bound("the trailer section");
      return bytes.length;
    }
    if (end > MAX_HEAD_BYTES) this.#bound("the trailer section");
    if (!emptyLine) this.#trailers = parseTrailers(latin1(section.subarray(0, end)));
    this.#state = "done";
    return at + end - before;
  }

  #bound(what: string): void {
    if (this.#partial.length > MAX_HEAD_BYTES) {
      throw new ChunkFault("head-too-large", `${what} is over ${MAX_HEAD_BYTES} bytes`);
    }
  }
}

function parseTrailers(text: string): HeaderList {
  if (/(?<!\r)\n|\r(?!\n)|\0/.test(text)) {
    throw new ChunkFault("bad-chunk", "a bare CR, a bare LF or a NUL stands in the trailers");
  }
  try {
    return parseFields(text, 0);
  } catch (error) {
    if (error instanceof BadHead) throw new ChunkFault("bad-chunk", `trailers: ${error.message}`);
    throw error;
  }
}

function badSize(line: Uint8Array, start: number, end: number): ChunkFault {
  const shown = JSON.stringify(latin1(line.subarray(start, Math.min(end, start + 40))));
  return new ChunkFault("bad-chunk", `${shown} is no chunk size line`);
}

/** The value of an ASCII hex digit, -1 of any other byte. */
function hexDigit(byte: number | undefined): number {
  if (byte === undefined) return -1;
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}
