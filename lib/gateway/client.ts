/**
 * A client's connection: its request in, one answer out, and its going noticed at any time. Raw, because
 * a server that waits for a write to fail sees a client go only once there is something to write.
 *
 * @module
 */
import { STATUS_TEXT } from "@std/http/status";
import { closeQuietly } from "../wire/connect.ts";
import type { HeaderList } from "../wire/exchange.ts";
import { type ClientRequest, readRequest } from "./client_request.ts";
import { ClientGone } from "./trouble.ts";

/** How long a client may take to send its request, ms. */
const REQUEST_MS = 60_000;
/** How long, ms, and how far a client that is refused in the middle of its request is listened to. */
const LINGER_MS = 1_000;
const LINGER_BYTES = 4 * 1024 * 1024;
const READ_BYTES = 64 * 1024;

const encoder = new TextEncoder();

/** Where an answer goes. Every way of writing rejects with ClientGone once nobody reads. */
export interface Delivery {
  /** An answer with its body. */
  whole(status: number, headers: HeaderList, body: Uint8Array): Promise<void>;
  /** The head of a streamed answer and its first bytes. */
  begin(status: number, headers: HeaderList, first: Uint8Array): Promise<void>;
  /** More bytes, written before this returns. */
  send(bytes: Uint8Array): Promise<void>;
  /** The last bytes of a streamed answer, and its end. */
  end(last: Uint8Array): Promise<void>;
}

/** A connection. One request is read, one answer is written, and then it is closed. */
export class Client implements Delivery {
  readonly #conn: Deno.Conn;
  readonly #gone = new AbortController();
  readonly #stopping: AbortSignal;
  readonly #stop = () => this.#leave();
  #watching: Promise<void> | undefined;
  /** Rejects the write that is under way, or the last one, which takes no harm. */
  #interrupt: ((reason: unknown) => void) | undefined;
  #httpVersion = "1.1";

  /** `stopping` ends the connection as its client's going does. */
  constructor(conn: Deno.Conn, stopping: AbortSignal) {
    this.#conn = conn;
    this.#stopping = stopping;
    if ("setNoDelay" in conn) (conn as Deno.TcpConn).setNoDelay();
    if (stopping.aborted) this.#leave();
    else stopping.addEventListener("abort", this.#stop);
  }

  /** Aborted when the client closes, or resets, its side. A half close counts: RFC 9112 9.6 lets it. */
  get gone(): AbortSignal {
    return this.#gone.signal;
  }

  /** The request; undefined where the client left, or took too long. Throws a BadRequest. */
  async request(maxBodyBytes: number): Promise<ClientRequest | undefined> {
    const timer = setTimeout(() => this.#leave(), REQUEST_MS);
    try {
      const request = await readRequest({
        read: () => this.#read(new Uint8Array(READ_BYTES)),
        write: (bytes) => this.#write(bytes),
      }, maxBodyBytes);
      this.#httpVersion = request?.httpVersion ?? "1.1";
      return request;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Watches for the client's going from now on. What it still sends is dropped. */
  watch(): void {
    this.#watching ??= this.#drain(Infinity).then(() => this.#leave());
  }

  async whole(status: number, headers: HeaderList, body: Uint8Array): Promise<void> {
    const head = headOf(status, [...headers, ["content-length", String(body.length)]]);
    const bytes = new Uint8Array(head.length + body.length);
    bytes.set(head);
    bytes.set(body, head.length);
    await this.#write(bytes);
  }

  async begin(status: number, headers: HeaderList, first: Uint8Array): Promise<void> {
    const framing: HeaderList = this.#isChunked ? [["transfer-encoding", "chunked"]] : [];
    const head = headOf(status, [...headers, ...framing]);
    await this.#write(joined(head, this.#framed(first)));
  }

  async send(bytes: Uint8Array): Promise<void> {
    if (bytes.length > 0) await this.#write(this.#framed(bytes));
  }

  async end(last: Uint8Array): Promise<void> {
    const end = this.#isChunked ? encoder.encode("0\r\n\r\n") : new Uint8Array(0);
    await this.#write(joined(last.length === 0 ? last : this.#framed(last), end));
  }

  /**
   * Listens for a while to a client that was answered before it had sent all: closing on unread bytes
   * resets the connection, and may take the answer with it.
   */
  async linger(): Promise<void> {
    // Watched, it has sent its request whole.
    if (this.#watching !== undefined) return;
    const timer = setTimeout(() => this.#leave(), LINGER_MS);
    try {
      await this.#conn.closeWrite();
      await this.#drain(LINGER_BYTES);
    } catch {
      // It has gone.
    } finally {
      clearTimeout(timer);
    }
  }

  /** Closes the connection, and settles once nothing of ours reads from it. */
  async close(): Promise<void> {
    this.#stopping.removeEventListener("abort", this.#stop);
    closeQuietly(this.#conn);
    await this.#watching;
  }

  get #isChunked(): boolean {
    return this.#httpVersion !== "1.0";
  }

  #framed(bytes: Uint8Array): Uint8Array {
    if (!this.#isChunked || bytes.length === 0) return bytes;
    const size = encoder.encode(`${bytes.length.toString(16)}\r\n`);
    const framed = new Uint8Array(size.length + bytes.length + 2);
    framed.set(size);
    framed.set(bytes, size.length);
    framed.set([13, 10], size.length + bytes.length);
    return framed;
  }

  async #drain(most: number): Promise<void> {
    const buffer = new Uint8Array(4096);
    for (let left = most; left > 0;) {
      const bytes = await this.#read(buffer);
      if (bytes === undefined) return;
      left -= bytes.length;
    }
  }

  /** The next bytes; undefined at the end, whichever way it came. */
  async #read(buffer: Uint8Array): Promise<Uint8Array | undefined> {
    try {
      const size = await this.#conn.read(buffer);
      return size === null ? undefined : buffer.subarray(0, size);
    } catch {
      return undefined;
    }
  }

  async #write(bytes: Uint8Array): Promise<void> {
    try {
      for (let at = 0; at < bytes.length;) at += await this.#writeSome(bytes.subarray(at));
    } catch (error) {
      this.#leave();
      throw new ClientGone("The client has gone", { cause: error });
    }
  }

  /** Deno 2.4 leaves a write to a client that doesn't read blocked, closed connection or not. */
  #writeSome(bytes: Uint8Array): Promise<number> {
    return new Promise((resolve, reject) => {
      if (this.#gone.signal.aborted) return reject(this.#gone.signal.reason);
      this.#interrupt = reject;
      this.#conn.write(bytes).then(resolve, reject);
    });
  }

  #leave(): void {
    if (this.#gone.signal.aborted) return;
    this.#gone.abort();
    closeQuietly(this.#conn);
    this.#interrupt?.(this.#gone.signal.reason);
  }
}

/**
 * Every answer closes its connection: a client that finds a kept one closed may send its request again
 * on its own, and the gateway promises one attempt for each.
 */
function headOf(status: number, headers: HeaderList): Uint8Array {
  const fields = [...headers, ["connection", "close"] as const];
  const lines = fields.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  return latin1Bytes(`HTTP/1.1 ${status} ${STATUS_TEXT[status] ?? ""}\r\n${lines}\r\n`);
}

function latin1Bytes(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0) & 0xff);
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  const whole = new Uint8Array(one.length + other.length);
  whole.set(one);
  whole.set(other, one.length);
  return whole;
}
