/**
 * The scripted raw server: it reads requests and answers with bytes as a script tells it, right or
 * wrong, whole or cut, at once or a byte at a time. It plays endpoints to drivers, upstreams to
 * gateways, and servers to the client's own tests.
 *
 * @module
 */
import { STATUS_TEXT } from "@std/http/status";
import { canReset, Peer } from "./raw_server_peer.ts";
import {
  Closing,
  isQuiet,
  play,
  type Received,
  type Script,
  ServerClosing,
  type Step,
} from "./raw_server_play.ts";
import { readRequest, type Unreadable } from "./raw_server_read.ts";

export { canReset };
export type { Received, Script, Step, Unreadable };

/** A server that is listening. Closing it ends every connection and leaves nothing behind. */
export interface RawServer extends AsyncDisposable {
  /** Without a trailing slash. */
  readonly url: string;
  readonly port: number;
  /** Requests that were read whole, in that order. Grows. */
  readonly requests: readonly Received[];
  /** What came and was no request: malformed, over a bound, or cut. Grows. */
  readonly unreadable: readonly Unreadable[];
  /** How many connections were accepted. */
  readonly connections: number;
  /**
   * Resolves when the peer's close (FIN or RST) of connection n is seen; a peer that only shut
   * its writing side looks the same, and a server that ignores its peers sees nothing. Rejects
   * when the server closes first.
   */
  peerClosed(connection: number): Promise<void>;
  /** Resolves once n requests in all have been read. Rejects when the server closes first. */
  received(n: number): Promise<void>;
  /**
   * Ends everything, also in the middle of a step. Rejects, once all is ended and on the first
   * call only, with what a script threw or could not be played.
   */
  close(): Promise<void>;
}

/** How the server listens and reads. */
export interface RawServerOptions {
  /** Default `127.0.0.1`. */
  readonly hostname?: string;
  /** Default 0: any free one. */
  readonly port?: number;
  /** `ignore` accepts and never reads nor answers. */
  readonly accept?: "read" | "ignore";
  /**
   * Makes `close: "rst"` possible: only a connection closed with a byte unread is reset, so the
   * last byte of each request stays unread until a step needs it, and `Received.unread` is 1. The
   * peer's close isn't seen meanwhile. Without it a script that resets is a fault of the script.
   */
  readonly resets?: boolean;
  /** PEM texts: the server speaks TLS. */
  readonly tls?: { readonly cert: string; readonly key: string };
  /** Takes its connections from here, in place of a listener of its own. */
  readonly source?: ConnectionSource;
}

/** Where connections come from: the part of a listener that a server needs. */
export interface ConnectionSource {
  readonly addr: Pick<Deno.NetAddr, "port">;
  /** The next one. Rejects once the source is closed. */
  accept(): Promise<Deno.Conn>;
  /** No more are taken. */
  close(): void;
}

/** A promise for something that may happen before or after somebody asks. */
class Awaited {
  readonly #given = new Map<number, PromiseWithResolvers<void>>();
  #ended: ServerClosing | undefined;

  at(n: number): PromiseWithResolvers<void> {
    const given = this.#given.get(n) ?? Promise.withResolvers<void>();
    this.#given.set(n, given);
    // Nobody has to be waiting when the server closes.
    given.promise.catch(() => {});
    if (this.#ended !== undefined) given.reject(this.#ended);
    return given;
  }

  end(what: string): void {
    this.#ended = new ServerClosing(what);
    for (const { reject } of this.#given.values()) reject(this.#ended);
  }
}

/** Listens at once; the port is known when this returns. */
export function rawServer(script: Script, options: RawServerOptions = {}): RawServer {
  const { hostname = "127.0.0.1", port = 0, accept = "read", resets = false, tls } = options;
  const listener: ConnectionSource = options.source ??
    (tls === undefined
      ? Deno.listen({ hostname, port })
      : Deno.listenTls({ hostname, port, cert: tls.cert, key: tls.key }));
  const bound = listener.addr.port;
  const closing = new Closing();
  const requests: Received[] = [];
  const unreadable: Unreadable[] = [];
  const problems: unknown[] = [];
  const conversations = new Set<Promise<void>>();
  const closes = new Awaited();
  const reads = new Awaited();
  let connections = 0;

  /** Reads requests and plays the script on one connection until either ends it. */
  async function converse(peer: Peer, connection: number): Promise<void> {
    if (accept === "ignore") return await closing.race(new Promise<never>(() => {}));
    for (;;) {
      const read = await readRequest(peer, closing, resets);
      if (read === undefined) return;
      if ("reason" in read) {
        unreadable.push({ connection, ...read });
        return;
      }
      const { release, ...parts } = read;
      const request = { connection, index: requests.length, ...parts, atMs: performance.now() };
      requests.push(request);
      reads.at(requests.length).resolve();
      const outcome = await play(script, request, peer, closing, release);
      if (outcome === "reset") return;
      await release();
      if (outcome === "end") return;
    }
  }

  async function serve(conn: Deno.Conn): Promise<void> {
    const connection = connections++;
    if ("setNoDelay" in conn) (conn as Deno.TcpConn).setNoDelay(true);
    const peer = new Peer(conn);
    peer.left.then(() => closes.at(connection).resolve());
    try {
      await converse(peer, connection);
    } catch (error) {
      if (!isQuiet(error)) problems.push(problem(connection, error));
    } finally {
      peer.close();
      await peer.settled();
    }
  }

  async function acceptAll(): Promise<void> {
    for (;;) {
      let conn: Deno.Conn;
      try {
        conn = await listener.accept();
      } catch (error) {
        if (!closing.begun) problems.push(error);
        return;
      }
      const conversation = serve(conn);
      conversations.add(conversation);
      conversation.finally(() => conversations.delete(conversation));
    }
  }

  const accepting = acceptAll();
  let ended: Promise<void> | undefined;

  async function end(): Promise<void> {
    closing.begin();
    listener.close();
    await accepting;
    await Promise.all(conversations);
    closes.end("the server closed before the peer did");
    reads.end("the server closed before that many requests came");
  }

  async function close(): Promise<void> {
    await (ended ??= end());
    const [first, ...others] = problems.splice(0);
    if (others.length > 0) throw new AggregateError([first, ...others], "Scripts failed");
    if (first !== undefined) throw first;
  }

  return {
    url: `${tls === undefined ? "http" : "https"}://${
      hostname.includes(":") ? `[${hostname}]` : hostname
    }:${bound}`,
    port: bound,
    requests,
    unreadable,
    get connections() {
      return connections;
    },
    peerClosed: (connection) => closes.at(connection).promise,
    received: (n) => n <= requests.length ? Promise.resolve() : reads.at(n).promise,
    close,
    [Symbol.asyncDispose]: close,
  };
}

function problem(connection: number, error: unknown): Error {
  const reason = error instanceof Error ? error.message : String(error);
  return new Error(`Cannot play the script on connection ${connection}: ${reason}`, {
    cause: error,
  });
}

const utf8 = new TextEncoder();

/**
 * The bytes of a plain HTTP/1.1 answer with Content-Length and Connection: close. A header given
 * under one of these names, any case, replaces it.
 */
export function httpAnswer(
  status: number,
  body: string | Uint8Array,
  headers: Readonly<Record<string, string>> = {},
): Uint8Array {
  const payload = typeof body === "string" ? utf8.encode(body) : body;
  const given = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  const own = Object.entries({ "content-length": `${payload.length}`, connection: "close" });
  const fields = [...Object.entries(headers), ...own.filter(([name]) => !given.has(name))];
  const lines = fields.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  const head = utf8.encode(`HTTP/1.1 ${status} ${STATUS_TEXT[status] ?? ""}\r\n${lines}\r\n`);
  const whole = new Uint8Array(head.length + payload.length);
  whole.set(head);
  whole.set(payload, head.length);
  return whole;
}

/** {@linkcode httpAnswer} of a value as JSON, with its Content-Type. */
export function jsonAnswer(value: unknown, status = 200): Uint8Array {
  return httpAnswer(status, JSON.stringify(value), { "content-type": "application/json" });
}
