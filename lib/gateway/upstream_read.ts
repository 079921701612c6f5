/**
 * Reads an upstream's answer as it comes, and keeps none of it: `lib/wire`'s reader keeps a body whole,
 * for evidence, where a gateway must not. Heads and framing are read by its functions.
 *
 * @module
 */
import { ByteBuffer } from "../wire/bytes.ts";
import { type Fault, MAX_HEAD_BYTES } from "../wire/exchange.ts";
import { MAX_INTERIM } from "../wire/http_read.ts";
import { ChunkedReader, ChunkFault } from "../wire/http_read_chunked.ts";
import {
  BadHead,
  type Framing,
  framingOf,
  type Head,
  headEnd,
  parseHead,
} from "../wire/http_read_head.ts";

/** Why no whole answer came. */
export class UpstreamFault extends Error {
  override readonly name = "UpstreamFault";
  readonly fault: Fault;

  constructor(kind: Fault["kind"], phase: Fault["phase"], message: string, options?: ErrorOptions) {
    super(message, options);
    this.fault = { kind, phase, message };
  }
}

/** Where a chunked body's bytes go: handed on, not kept. */
class Passage extends ByteBuffer {
  #pieces: Uint8Array[] = [];

  override append(source: Uint8Array, start = 0, end = source.length): void {
    if (end > start) this.#pieces.push(source.slice(start, end));
  }

  override get length(): number {
    return 0;
  }

  /** All that came since the last call, in one piece. */
  drain(): Uint8Array {
    const [first = new Uint8Array(0), ...others] = this.#pieces;
    this.#pieces = [];
    if (others.length === 0) return first;
    const joined = new ByteBuffer(others.reduce((sum, { length }) => sum + length, first.length));
    for (const piece of [first, ...others]) joined.append(piece);
    return joined.take();
  }
}

/** A parser for one answer to a POST. Throws {@linkcode UpstreamFault} for what it can't read. */
export class AnswerReader {
  readonly #passage = new Passage();
  #partial = new ByteBuffer();
  #interim = 0;
  #head: Head | undefined;
  #framing: Framing | undefined;
  #chunks: ChunkedReader | undefined;
  #left = Infinity;
  #untouched = true;
  #ended = false;

  /** The final head, once it is whole. */
  get head(): Head | undefined {
    return this.#head;
  }

  /** True once the body is whole. Whatever follows it is nobody's. */
  get ended(): boolean {
    return this.#ended;
  }

  get phase(): "head" | "body" {
    return this.#head === undefined ? "head" : "body";
  }

  /** Reads on; returns the bytes of the body that came. Keeps no reference to `bytes`. */
  feed(bytes: Uint8Array): Uint8Array {
    if (bytes.length > 0) this.#untouched = false;
    try {
      const rest = this.#head === undefined ? this.#readHead(bytes) : bytes;
      if (rest.length > 0) this.#readBody(rest);
    } catch (error) {
      if (error instanceof BadHead) throw this.#fault("bad-head", error);
      if (error instanceof ChunkFault) throw this.#fault(error.kind, error);
      throw error;
    }
    return this.#passage.drain();
  }

  /** The upstream has closed. Throws unless that ends the answer. */
  end(truncated = false): void {
    if (this.#framing?.kind === "until-close" && !truncated) this.#ended = true;
    if (this.#ended) return;
    if (this.#untouched) {
      throw new UpstreamFault("no-response", "head", "The upstream closed without an answer");
    }
    const kind = this.#head === undefined ? "cut-head" : "cut-body";
    throw new UpstreamFault(kind, this.phase, `The upstream closed inside the ${this.phase}`);
  }

  #readHead(bytes: Uint8Array): Uint8Array {
    let from = Math.max(0, this.#partial.length - 2);
    this.#partial.append(bytes);
    while (this.#head === undefined) {
      const held = this.#partial.view();
      const end = headEnd(held, from);
      from = 0;
      if ((end === -1 ? held.length : end) > MAX_HEAD_BYTES) {
        throw new UpstreamFault("head-too-large", "head", "The upstream's head is too large");
      }
      if (end === -1) return new Uint8Array(0);
      const head = parseHead(held.subarray(0, end));
      const rest = new ByteBuffer();
      rest.append(held, end);
      this.#partial = rest;
      this.#accept(head);
    }
    const rest = this.#partial.take();
    this.#partial = new ByteBuffer();
    return rest;
  }

  #accept(head: Head): void {
    if (head.status < 200) {
      if (head.status === 101) throw new BadHead("101 switches protocols, which nobody asked for");
      if (++this.#interim > MAX_INTERIM) throw new BadHead("too many interim answers came");
      return;
    }
    const framing = framingOf(head, "POST");
    this.#head = head;
    this.#framing = framing;
    if (framing.kind === "content-length") this.#left = framing.length;
    if (framing.kind === "chunked") this.#chunks = new ChunkedReader(this.#passage, Infinity);
    this.#ended = framing.kind === "none" || this.#left === 0;
  }

  #readBody(bytes: Uint8Array): void {
    if (this.#ended) return;
    if (this.#chunks !== undefined) {
      this.#chunks.feed(bytes, 0);
      this.#ended = this.#chunks.done;
      return;
    }
    const size = Math.min(bytes.length, this.#left);
    this.#passage.append(bytes, 0, size);
    this.#left -= size;
    this.#ended = this.#left === 0;
  }

  #fault(kind: Fault["kind"], error: Error): UpstreamFault {
    const message = `Cannot read the upstream's answer: ${error.message}`;
    return new UpstreamFault(kind, this.phase, message, { cause: error });
  }
}
