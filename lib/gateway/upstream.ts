/**
 * One attempt at the upstream: one connection, one request, never a second. The answer is read as it is
 * asked for, so that a slow client slows the upstream and not the gateway's memory.
 *
 * @module
 */
import {
  closeQuietly,
  ConnectFault,
  dial,
  isReset,
  systemDialer,
  textOf,
} from "../wire/connect.ts";
import type { HeaderList } from "../wire/exchange.ts";
import { type RequestMessage, requestMessage } from "../wire/http_write.ts";
import { AnswerReader, UpstreamFault } from "./upstream_read.ts";

/** What is asked, once. */
export interface UpstreamCall {
  readonly url: string;
  readonly headers: HeaderList;
  readonly body: Uint8Array;
  /** Closes the connection at once, in any phase. */
  readonly signal: AbortSignal;
  /** How long the upstream may say nothing, ms: before its head, and between two pieces. */
  readonly silenceMs: number;
}

/** An answer whose head has come. */
export interface UpstreamAnswer {
  readonly status: number;
  readonly headers: HeaderList;
  /** The body, transfer coding taken off. Throws {@linkcode UpstreamFault} where it is cut. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Closes the connection, whatever is still to come. Idempotent. */
  close(): void;
}

/** Asks the upstream. Throws {@linkcode UpstreamFault} where no head comes. */
export type Attempt = (call: UpstreamCall) => Promise<UpstreamAnswer>;

/** The attempt that the gateway makes: over `lib/wire`'s dialing and request writing. */
export const attemptOnce: Attempt = async (call) => {
  const message = requestMessage({ method: "POST", ...call });
  const watch = new Watch(call);
  let conn: Deno.Conn | undefined;
  try {
    conn = await connect(message, watch);
    const reading = new Reading(conn, watch);
    reading.send(message.bytes);
    return await reading.answer();
  } catch (error) {
    watch.release();
    if (conn !== undefined) closeQuietly(conn);
    throw error;
  }
};

/** The caller's signal and the upstream's silence: either ends the attempt. */
class Watch {
  readonly #call: UpstreamCall;
  readonly #controller = new AbortController();
  readonly #aborted = () => this.#stop("aborted");
  #timer: ReturnType<typeof setTimeout> | undefined;
  #cause: "aborted" | "timeout" | undefined;

  constructor(call: UpstreamCall) {
    this.#call = call;
    if (call.signal.aborted) this.#stop("aborted");
    else call.signal.addEventListener("abort", this.#aborted);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** What is awaited now may take as long as the upstream may be silent. */
  async during<T>(waiting: Promise<T>): Promise<T> {
    this.#timer = setTimeout(() => this.#stop("timeout"), this.#call.silenceMs);
    try {
      return await waiting;
    } finally {
      clearTimeout(this.#timer);
    }
  }

  /** The fault of having been stopped; undefined where nobody did. */
  fault(phase: "connect" | "head" | "body"): UpstreamFault | undefined {
    if (this.#cause === undefined) return undefined;
    const message = this.#cause === "timeout"
      ? `The upstream said nothing for ${this.#call.silenceMs} ms`
      : "The attempt was given up";
    return new UpstreamFault(this.#cause, phase, message);
  }

  release(): void {
    clearTimeout(this.#timer);
    this.#call.signal.removeEventListener("abort", this.#aborted);
  }

  #stop(cause: "aborted" | "timeout"): void {
    this.#cause ??= cause;
    this.#controller.abort();
  }
}

async function connect({ target }: RequestMessage, watch: Watch): Promise<Deno.Conn> {
  const stopped = watch.fault("connect");
  if (stopped !== undefined) throw stopped;
  try {
    const conn = await watch.during(dial(target, watch.signal, systemDialer, []));
    if ("setNoDelay" in conn) (conn as Deno.TcpConn).setNoDelay();
    return conn;
  } catch (error) {
    const fault = watch.fault("connect");
    if (fault !== undefined) throw fault;
    if (!(error instanceof ConnectFault)) throw error;
    throw new UpstreamFault(error.kind, "connect", error.message, { cause: error });
  }
}

/** One read takes at most this. */
const READ_BYTES = 64 * 1024;

class Reading {
  readonly #conn: Deno.Conn;
  readonly #watch: Watch;
  readonly #reader = new AnswerReader();
  readonly #buffer = new Uint8Array(READ_BYTES);
  readonly #close = () => closeQuietly(this.#conn);
  /** What of the body came with the head. */
  #first: Uint8Array = new Uint8Array(0);

  constructor(conn: Deno.Conn, watch: Watch) {
    this.#conn = conn;
    this.#watch = watch;
    watch.signal.addEventListener("abort", this.#close);
  }

  /** Reading goes on meanwhile: an upstream may refuse, and close, before it has read all. */
  send(bytes: Uint8Array): void {
    const write = async () => {
      try {
        for (let at = 0; at < bytes.length;) at += await this.#conn.write(bytes.subarray(at));
      } catch {
        // The reading side tells what became of the connection.
      }
    };
    write();
  }

  async answer(): Promise<UpstreamAnswer> {
    while (this.#reader.head === undefined) this.#first = await this.#more() ?? this.#first;
    const { status, headers } = this.#reader.head;
    return { status, headers, body: this.#body(), close: () => this.#end() };
  }

  async *#body(): AsyncGenerator<Uint8Array> {
    if (this.#first.length > 0) yield this.#first;
    while (!this.#reader.ended) {
      const piece = await this.#more();
      if (piece !== undefined && piece.length > 0) yield piece;
    }
  }

  /** Waits for bytes; undefined where the upstream's close ended the answer. */
  async #more(): Promise<Uint8Array | undefined> {
    const { phase } = this.#reader;
    let size: number | null;
    try {
      size = await this.#watch.during(this.#conn.read(this.#buffer));
    } catch (error) {
      const stopped = this.#watch.fault(phase);
      if (stopped !== undefined) throw stopped;
      // TLS tells a cut from a close.
      if (error instanceof Deno.errors.UnexpectedEof) return void this.#reader.end(true);
      const kind = isReset(error) ? "reset" : "io";
      const message = `The connection to the upstream broke: ${textOf(error)}`;
      throw new UpstreamFault(kind, phase, message, { cause: error });
    }
    const stopped = this.#watch.fault(phase);
    if (stopped !== undefined) throw stopped;
    if (size === null) return void this.#reader.end();
    return this.#reader.feed(this.#buffer.subarray(0, size));
  }

  #end(): void {
    this.#watch.release();
    this.#watch.signal.removeEventListener("abort", this.#close);
    closeQuietly(this.#conn);
  }
}
