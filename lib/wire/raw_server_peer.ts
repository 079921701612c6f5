/**
 * One accepted connection of the scripted raw server: what came in, a way to write, and the three
 * ways to end it.
 *
 * @module
 */
import { ByteBuffer } from "./bytes.ts";

/** The peer left while we were writing: ends a script quietly. */
export class PeerGone extends Error {}

/**
 * True where {@linkcode Peer.reset} is known to make the peer's read fail with ECONNRESET. It
 * rests on the kernel: a socket closed with bytes unread is reset. Linux is where that is tested.
 */
export const canReset: boolean = Deno.build.os === "linux";

/** Reading goes on ahead of the parser so that a close is seen, but not without end. */
const READ_AHEAD = 64 * 1024 * 1024;
const PIECE = 64 * 1024;

/** Not a certificate, on purpose: see {@linkcode Peer.reset}. */
const BAD_CERTIFICATE = "-----BEGIN CERTIFICATE-----\n!\n-----END CERTIFICATE-----\n";

/** A connection and what has come over it. */
export class Peer {
  readonly #conn: Deno.Conn;
  #incoming = new ByteBuffer();
  #pump: Promise<void> | undefined;
  #wake = Promise.withResolvers<void>();
  readonly #left = Promise.withResolvers<void>();
  #ended = false;
  #closed = false;

  constructor(conn: Deno.Conn) {
    this.#conn = conn;
  }

  /** Resolves when the peer's FIN or RST is seen; our own close is not taken for it. */
  get left(): Promise<void> {
    return this.#left.promise;
  }

  /** What has come and wasn't consumed. */
  get buffered(): Uint8Array {
    return this.#incoming.view();
  }

  /** Drops `size` bytes from the beginning of what has come. */
  consume(size: number): void {
    const rest = new ByteBuffer();
    rest.append(this.#incoming.view(), size);
    this.#incoming = rest;
    this.#notify();
  }

  /** True once {@linkcode watch} was called: bytes are read as they come. */
  get watched(): boolean {
    return this.#pump !== undefined;
  }

  /** Reads all the time from now on, so that the peer's close is seen whatever we do. */
  watch(): void {
    this.#pump ??= this.#read();
  }

  /** Waits for more bytes; false once none can come. */
  async more(): Promise<boolean> {
    this.watch();
    const before = this.#incoming.length;
    while (this.#incoming.length === before && !this.#ended) await this.#wake.promise;
    return this.#incoming.length > before;
  }

  /** Reads at most `size` bytes and not one further; false once none can come. Only before {@linkcode watch}. */
  async exactly(size: number): Promise<boolean> {
    return await this.#readOnce(Math.min(size, PIECE));
  }

  /** Writes all the bytes. Throws {@linkcode PeerGone}. */
  async write(bytes: Uint8Array): Promise<void> {
    try {
      for (let at = 0; at < bytes.length;) at += await this.#conn.write(bytes.subarray(at));
    } catch (error) {
      throw this.#gone(error);
    }
  }

  /** Ends our side of the connection and goes on reading. */
  async closeWrite(): Promise<void> {
    try {
      await this.#conn.closeWrite();
    } catch (error) {
      throw this.#gone(error);
    }
  }

  /** Closes both sides, FIN. Idempotent. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    try {
      this.#conn.close();
    } catch {
      // A connection that failed on its own is closed already.
    }
    this.#end();
  }

  /**
   * Resets the connection: the peer's next read fails with ECONNRESET. Needs a byte that came and
   * wasn't read, and {@linkcode canReset}; throws an Error that says so otherwise.
   *
   * Deno's close() shuts the writing side first, which sends a FIN that a peer would see before
   * the reset. startTls() takes the socket out of Deno's hands whole, and drops it when its
   * certificate authority can't be read: then the kernel closes it in one step.
   */
  async reset(): Promise<void> {
    if (!canReset) throw new Error(`no way to reset a connection on ${Deno.build.os}`);
    if (this.#pump !== undefined) {
      throw new Error("its request was read whole; give rawServer() the option resets: true");
    }
    if (!("setNoDelay" in this.#conn)) throw new Error("a TLS connection can't be reset");
    this.#closed = true;
    try {
      const tls = await Deno.startTls(this.#conn as Deno.TcpConn, { caCerts: [BAD_CERTIFICATE] });
      tls.close();
    } catch {
      this.#end();
      return;
    }
    throw new Error("the platform accepted a certificate that is none");
  }

  async #read(): Promise<void> {
    while (!this.#ended) {
      if (this.#incoming.length < READ_AHEAD) await this.#readOnce(PIECE);
      else await this.#wake.promise;
    }
  }

  async #readOnce(size: number): Promise<boolean> {
    const piece = new Uint8Array(size);
    let count: number | null = null;
    try {
      count = await this.#conn.read(piece);
    } catch {
      // A reset; or our own close, which isn't the peer's.
    }
    if (count === null) {
      if (!this.#closed) this.#left.resolve();
      this.#end();
      return false;
    }
    this.#incoming.append(piece, 0, count);
    this.#notify();
    return true;
  }

  /**
   * What a failed write tells. It may be the first sight of the peer's close: a script ends with it, and
   * closes the connection before the read that is under way has said so.
   */
  #gone(error: unknown): PeerGone {
    if (!this.#closed) this.#left.resolve();
    return new PeerGone("the peer is gone", { cause: error });
  }

  #end(): void {
    this.#ended = true;
    this.#notify();
  }

  #notify(): void {
    const { resolve } = this.#wake;
    this.#wake = Promise.withResolvers<void>();
    resolve();
  }

  /** Resolves when nothing of ours is reading any more. */
  async settled(): Promise<void> {
    await this.#pump;
  }
}
