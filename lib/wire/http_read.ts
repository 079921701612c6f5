/**
 * Reads one HTTP/1.1 answer from bytes as they come: interim heads, the head, the body. Knows no
 * socket and no clock; what it can't read is a fault, never an exception.
 *
 * @module
 */
import { ByteBuffer, latin1 } from "./bytes.ts";
import { type Fault, type FaultKind, MAX_HEAD_BYTES, type WireResponse } from "./exchange.ts";
import { ChunkedReader, ChunkFault } from "./http_read_chunked.ts";
import { BadHead, framingOf, type Head, headEnd, parseHead } from "./http_read_head.ts";

/** How many 1xx answers are read before the final one; a server that sends more never ends. */
export const MAX_INTERIM = 64;
/** How much of a declared length is set aside before it came. */
const MAX_RESERVED = 256 * 1024;
/** Every answer starts so; what doesn't is refused before its first line ends. */
const SIGNATURE = "HTTP/";

/** Nothing is ever appended to it. */
const NO_BODY = new ByteBuffer();

type State = "head" | "length" | "chunked" | "until-close" | "done" | "failed";

/** A parser for the answer to one request. */
export class ResponseReader {
  readonly #method: string;
  readonly #maxBodyBytes: number;
  #state: State = "head";
  #head: Head | undefined;
  #framing: WireResponse["framing"] = "none";
  /** A head that came only in part. */
  #partial: ByteBuffer | undefined;
  #body = NO_BODY;
  #declared = 0;
  #chunks: ChunkedReader | undefined;
  #interim: number[] = [];
  #received = 0;
  #fault: Fault | undefined;

  constructor(method: string, maxBodyBytes: number) {
    this.#method = method;
    this.#maxBodyBytes = maxBodyBytes;
  }

  /** True once nothing more is read: the answer is whole, or can't be read on. */
  get ended(): boolean {
    return this.#state === "done" || this.#state === "failed";
  }

  get fault(): Fault | undefined {
    return this.#fault;
  }

  /** What is being read, or was when it failed. */
  get phase(): "head" | "body" {
    return this.#head === undefined ? "head" : "body";
  }

  /** True while not one byte has come. */
  get untouched(): boolean {
    return this.#received === 0;
  }

  get bodyLength(): number {
    return this.#body.length;
  }

  /** The body from `start` on, valid until the next {@linkcode feed}. */
  bodyFrom(start: number): Uint8Array {
    return this.#body.view(start);
  }

  /** Reads on. Keeps no reference to `bytes`, unless they are `lasting`: never to be written again. */
  feed(bytes: Uint8Array, lasting = false): void {
    this.#received += bytes.length;
    try {
      let at = 0;
      while (this.#state === "head" && at < bytes.length) at = this.#readHead(bytes, at);
      if (at < bytes.length || this.#state === "done") this.#readBody(bytes, at, lasting);
    } catch (error) {
      if (error instanceof BadHead) {
        this.#fail("bad-head", `Cannot read the head: ${error.message}`);
      } else if (error instanceof ChunkFault) {
        this.#fail(error.kind, `Cannot read the chunked body: ${error.message}`);
      } else throw error;
    }
  }

  /** The peer has closed. `truncated`: in a way that TLS calls a cut, so that no end is proven. */
  end(truncated = false): void {
    if (this.#state === "until-close" && !truncated) this.#state = "done";
    if (this.ended) return;
    const body = `${this.#body.length} bytes of the body`;
    if (this.untouched) {
      this.#fail("no-response", "The peer closed the connection without sending a byte");
    } else if (this.#head === undefined) {
      const interim = this.#interim.length > 0 && this.#partial === undefined;
      this.#fail(
        "cut-head",
        `The peer closed the connection ${interim ? "after an interim answer" : "inside the head"}`,
      );
    } else if (this.#state === "length") {
      this.#fail("cut-body", `The peer closed after ${body}; Content-Length is ${this.#declared}`);
    } else if (this.#state === "chunked") {
      this.#fail("cut-body", `The peer closed after ${body}, before the last chunk's end`);
    } else {
      this.#fail("cut-body", `The TLS connection was cut after ${body}, without a close_notify`);
    }
  }

  /** The answer, whole or up to the fault; `undefined` before its head is whole. */
  response(): WireResponse | undefined {
    if (this.#head === undefined) return undefined;
    const { httpVersion, status, reason, headers } = this.#head;
    return {
      httpVersion,
      status,
      reason,
      headers,
      body: this.#body.take(),
      framing: this.#framing,
      trailers: this.#chunks?.trailers ?? [],
      interim: this.#interim,
    };
  }

  #fail(kind: FaultKind, message: string, phase: Fault["phase"] = this.phase): void {
    this.#state = "failed";
    this.#fault = { kind, phase, message };
  }

  /** Reads one head, interim or final, from `at` on; returns where it stopped. */
  #readHead(bytes: Uint8Array, at: number): number {
    const partial = this.#partial;
    const buffered = partial?.length ?? 0;
    partial?.append(bytes, at);
    const source = partial?.view() ?? bytes;
    const start = buffered > 0 ? 0 : at;
    checkSignature(source, start);
    const end = headEnd(source, buffered > 0 ? Math.max(0, buffered - 2) : at);
    const size = (end === -1 ? source.length : end) - start;
    if (size > MAX_HEAD_BYTES) {
      this.#fail("head-too-large", `Cannot read the head: it is over ${MAX_HEAD_BYTES} bytes`);
      return bytes.length;
    }
    if (end === -1) {
      if (partial === undefined) (this.#partial = new ByteBuffer()).append(bytes, at);
      return bytes.length;
    }
    const head = parseHead(source.subarray(start, end));
    this.#partial = undefined;
    this.#accept(head);
    return at + size - buffered;
  }

  #accept(head: Head): void {
    if (head.status < 200) {
      // RFC 9110 7.8: a server may switch only to a protocol that the request asked for.
      if (head.status === 101) throw new BadHead("101 switches protocols, which nobody asked for");
      if (this.#interim.length === MAX_INTERIM) {
        // Any number is legal: this bound is ours, and no fault of theirs.
        this.#fail(
          "head-too-large",
          `Cannot read the head: more than ${MAX_INTERIM} interim answers came before the final one`,
        );
        return;
      }
      this.#interim.push(head.status);
      return;
    }
    const framing = framingOf(head, this.#method);
    this.#head = head;
    this.#framing = framing.kind;
    switch (framing.kind) {
      case "none":
        this.#state = "done";
        break;
      case "content-length":
        this.#declared = framing.length;
        if (framing.length > this.#maxBodyBytes) {
          this.#tooLarge(`${framing.length} bytes are declared`);
        } else {
          this.#state = framing.length === 0 ? "done" : "length";
        }
        break;
      case "chunked":
        this.#state = "chunked";
        this.#body = new ByteBuffer();
        this.#chunks = new ChunkedReader(this.#body, this.#maxBodyBytes);
        break;
      case "until-close":
        this.#state = "until-close";
        this.#body = new ByteBuffer();
    }
  }

  #readBody(bytes: Uint8Array, at: number, lasting: boolean): void {
    if (this.#state === "length") {
      const end = Math.min(bytes.length, at + this.#declared - this.#body.length);
      if (lasting && end - at === this.#declared) {
        // All at once, as most bodies come.
        this.#body = ByteBuffer.over(bytes.subarray(at, end));
      } else {
        if (this.#body === NO_BODY) {
          this.#body = new ByteBuffer(Math.min(this.#declared, MAX_RESERVED));
        }
        this.#body.append(bytes, at, end);
      }
      at = end;
      if (this.#body.length === this.#declared) this.#state = "done";
    } else if (this.#state === "until-close") {
      const end = Math.min(bytes.length, at + this.#maxBodyBytes - this.#body.length);
      this.#body.append(bytes, at, end);
      if (end < bytes.length) this.#tooLarge("and no end has come");
    } else if (this.#chunks !== undefined && this.#state === "chunked") {
      at = this.#chunks.feed(bytes, at);
      if (this.#chunks.done) this.#state = "done";
    }
    if (this.#state === "done" && at < bytes.length) {
      const extra = `at least ${bytes.length - at} bytes follow the whole answer`;
      this.#fail("trailing-bytes", `The answer does not end where it says: ${extra}`, "after");
    }
  }

  #tooLarge(why: string): void {
    const message = `Cannot read the body: it is over ${this.#maxBodyBytes} bytes (${why})`;
    this.#fail("body-too-large", message);
  }
}

function checkSignature(bytes: Uint8Array, start: number): void {
  const end = Math.min(bytes.length, start + SIGNATURE.length);
  for (let i = start; i < end; i++) {
    if (bytes[i] === SIGNATURE.charCodeAt(i - start)) continue;
    // A TLS record of type alert or handshake: what a TLS server answers to plain text.
    if (i === start && (bytes[i] === 0x15 || bytes[i] === 0x16)) {
      throw new BadHead("it is a TLS record; use https");
    }
    const shown = JSON.stringify(latin1(bytes.subarray(start, Math.min(bytes.length, start + 40))));
    throw new BadHead(`it starts with ${shown}, not with "HTTP/"`);
  }
}
