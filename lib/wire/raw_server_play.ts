/**
 * Plays a script's steps on a connection of the scripted raw server.
 *
 * @module
 */
import type { HeaderList } from "./exchange.ts";
import { type Peer, PeerGone } from "./raw_server_peer.ts";

/** A request that was read, as the wire had it. */
export interface Received {
  /** Which connection it came on, from 0 in the order in which they were accepted. */
  readonly connection: number;
  /** Which request of the whole server it is, from 0 in the order in which they were read. */
  readonly index: number;
  readonly method: string;
  readonly target: string;
  readonly httpVersion: string;
  readonly headers: HeaderList;
  /** Transfer coding taken off. */
  readonly body: Uint8Array;
  /** Every byte, request line and framing included. */
  readonly raw: Uint8Array;
  /** 1 where the option `resets` left the last byte unread: `raw` (and a counted `body`) lacks it. */
  readonly unread: 0 | 1;
  /** When its last byte was read, on the clock of `performance.now()`. */
  readonly atMs: number;
}

/** One thing to do on the connection. */
export type Step =
  /** Written and flushed; strings as UTF-8. */
  | { readonly send: string | Uint8Array }
  /** Written in pieces of `size` bytes (default 1), each in its own macrotask so that they arrive apart. */
  | { readonly drip: string | Uint8Array; readonly size?: number }
  /** A gate. */
  | { readonly wait: Promise<unknown> }
  /** Repeated until the peer goes away or the server closes. */
  | { readonly endless: string | Uint8Array }
  /** `fin` closes both ways, `half` only ours, `rst` resets (see the option `resets`). */
  | { readonly close: "fin" | "half" | "rst" }
  /** Reads the byte that `resets` left unread: the peer's close is seen from here on, and no reset is possible. */
  | { readonly whole: true }
  /** Keeps the connection for another request. Ends the script. */
  | { readonly next: true };

/** What to do for a request. A script that ends without `close` or `next` closes with a FIN. */
export type Script = (
  request: Received,
) => Iterable<Step> | AsyncIterable<Step> | Promise<Iterable<Step>>;

/** The server is closing: ends a script quietly. */
export class ServerClosing extends Error {}

/** Lets a closing server interrupt whatever its connections wait for. */
export class Closing {
  readonly #waiting = new Set<(reason: ServerClosing) => void>();
  #begun = false;

  get begun(): boolean {
    return this.#begun;
  }

  begin(): void {
    this.#begun = true;
    for (const reject of this.#waiting) reject(new ServerClosing("the server is closing"));
    this.#waiting.clear();
  }

  /** The promise's outcome, or {@linkcode ServerClosing} if that comes first. */
  race<T>(promise: PromiseLike<T>): Promise<T> {
    const { promise: first, resolve, reject } = Promise.withResolvers<T>();
    if (this.#begun) reject(new ServerClosing("the server is closing"));
    else this.#waiting.add(reject);
    promise.then((value) => {
      this.#waiting.delete(reject);
      resolve(value);
    }, (error) => {
      this.#waiting.delete(reject);
      reject(error);
    });
    return first;
  }
}

const utf8 = new TextEncoder();

function bytesOf(data: string | Uint8Array): Uint8Array {
  return typeof data === "string" ? utf8.encode(data) : data;
}

/** Small pieces are sent together: the peer reads the same stream with a thousandth of the calls. */
const ENDLESS_WRITE = 16 * 1024;

function repeated(piece: Uint8Array): Uint8Array {
  if (piece.length === 0) throw new Error("endless needs at least one byte");
  const times = Math.max(1, Math.ceil(ENDLESS_WRITE / piece.length));
  const whole = new Uint8Array(piece.length * times);
  for (let i = 0; i < times; i++) whole.set(piece, i * piece.length);
  return whole;
}

/**
 * Plays the script's steps for one request. `next` is answered where the connection is to be
 * kept, `reset` where it no longer exists, `end` otherwise. `release` is called before a half close,
 * which needs the request read to its end.
 *
 * Throws {@linkcode PeerGone} and {@linkcode ServerClosing}, which are nobody's fault, and whatever
 * the script throws.
 */
export async function play(
  script: Script,
  request: Received,
  peer: Peer,
  closing: Closing,
  release: () => Promise<void>,
): Promise<"next" | "reset" | "end"> {
  const steps = await closing.race(Promise.resolve(script(request)));
  const iterator = Symbol.asyncIterator in steps
    ? steps[Symbol.asyncIterator]()
    : steps[Symbol.iterator]();
  let halfClosed = false;
  try {
    for (;;) {
      const { done, value: step } = await closing.race(Promise.resolve(iterator.next()));
      if (done === true) break;
      if ("next" in step) return "next";
      if ("whole" in step) {
        await release();
        peer.watch();
        continue;
      }
      if (!("close" in step)) {
        await perform(step, peer, closing);
        continue;
      }
      if (step.close === "rst") {
        await peer.reset();
        return "reset";
      }
      if (step.close === "fin") return "end";
      await release();
      await peer.closeWrite();
      halfClosed = true;
    }
  } finally {
    // Not awaited: a generator that waits for a gate of its own would never come back.
    Promise.resolve(iterator.return?.()).catch(() => {});
  }
  if (halfClosed) {
    peer.watch();
    await closing.race(peer.left);
  }
  return "end";
}

async function perform(
  step: Exclude<Step, { close: unknown } | { next: unknown } | { whole: unknown }>,
  peer: Peer,
  closing: Closing,
): Promise<void> {
  if ("wait" in step) {
    await closing.race(step.wait);
  } else if ("send" in step) {
    await closing.race(peer.write(bytesOf(step.send)));
  } else if ("endless" in step) {
    for (const bytes = repeated(bytesOf(step.endless));;) await closing.race(peer.write(bytes));
  } else {
    const bytes = bytesOf(step.drip);
    const size = step.size ?? 1;
    if (!(size >= 1)) throw new Error(`drip needs a size of 1 or more, not ${size}`);
    for (let at = 0; at < bytes.length; at += size) {
      await closing.race(peer.write(bytes.subarray(at, at + size)));
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
  }
}

/** True for the two ways in which a script ends without anybody's fault. */
export function isQuiet(error: unknown): boolean {
  return error instanceof PeerGone || error instanceof ServerClosing;
}
