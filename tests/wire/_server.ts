/**
 * A server that says exactly what a test tells it to, on a loopback socket of its own.
 *
 * @module
 */
import { latin1 } from "../../lib/wire/bytes.ts";
import type { WireRequest } from "../../lib/wire/exchange.ts";

/** One connection that a test server holds; closed when its answer function returns. */
export interface Peer {
  /** The request, head and body, as Latin-1 text. */
  readonly request: string;
  /** Writes text (as UTF-8) or bytes in one piece. A peer that went away is no error. */
  send(data: string | Uint8Array): Promise<void>;
  /** Writes it a byte at a time, each in a turn of the event loop of its own. */
  drip(data: string | Uint8Array): Promise<void>;
  /** Writes it over and over until the peer goes away. */
  endless(data: string): Promise<void>;
  /** Resolves when the peer has closed. */
  gone(): Promise<void>;
}

export interface TestServer extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  /** Connections accepted so far. */
  readonly connections: number;
}

export interface TestServerOptions {
  readonly hostname?: string;
  readonly tls?: { readonly cert: string; readonly key: string };
  /** Call the answer function at once, without reading a request. */
  readonly unread?: boolean;
}

/** Starts a server; a string is the answer to every request, given in one piece. */
export function testServer(
  answer: string | Uint8Array | ((peer: Peer) => Promise<void> | void),
  { hostname = "127.0.0.1", tls, unread = false }: TestServerOptions = {},
): TestServer {
  const listener: Deno.Listener = tls
    ? Deno.listenTls({ hostname, port: 0, ...tls })
    : Deno.listen({ hostname, port: 0 });
  const { port } = listener.addr as Deno.NetAddr;
  const host = hostname.includes(":") ? `[${hostname}]` : hostname;
  const running: Promise<void>[] = [];
  const held: Deno.Conn[] = [];
  const serve = async (conn: Deno.Conn) => {
    held.push(conn);
    try {
      const peer = peerOf(conn, unread ? "" : await readRequest(conn));
      if (typeof answer === "function") await answer(peer);
      else await peer.send(answer);
    } catch {
      // The client hung up, or refused the certificate: its test looks at that from the other end.
    } finally {
      close(conn);
    }
  };
  const accept = async () => {
    for await (const conn of listener) running.push(serve(conn));
  };
  const accepting = accept();
  return {
    url: `${tls ? "https" : "http"}://${host}:${port}`,
    port,
    get connections() {
      return running.length;
    },
    async [Symbol.asyncDispose]() {
      listener.close();
      held.forEach(close);
      await accepting;
      await Promise.all(running);
    },
  };
}

/** A request with a body that no test cares about. */
export function post(url: string, more: Partial<WireRequest> = {}): WireRequest {
  return { method: "POST", url, headers: [], body: new TextEncoder().encode("{}"), ...more };
}

/** A promise and the function that resolves it. */
export function gate(): { readonly opened: Promise<void>; readonly open: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: promise, open: resolve };
}

/** False where this machine has no IPv6 loopback, so that its tests have nothing to run on. */
export function hasIPv6(): boolean {
  try {
    Deno.listen({ hostname: "::1", port: 0 }).close();
    return true;
  } catch {
    return false;
  }
}

/** A turn of the event loop. */
export function turn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

async function readRequest(conn: Deno.Conn): Promise<string> {
  const buffer = new Uint8Array(65536);
  let text = "";
  for (;;) {
    const end = text.indexOf("\r\n\r\n");
    const length = Number(/\r\ncontent-length: *([0-9]+)/i.exec(text)?.[1] ?? 0);
    if (end !== -1 && text.length >= end + 4 + length) return text;
    const size = await conn.read(buffer);
    if (size === null) throw new Error("the client sent less than a request");
    text += latin1(buffer.subarray(0, size));
  }
}

function peerOf(conn: Deno.Conn, request: string): Peer {
  const send = async (data: string | Uint8Array) => {
    const bytes = typeof data === "string" ? new TextEncoder().encode(data) : data;
    for (let at = 0; at < bytes.length;) at += await conn.write(bytes.subarray(at));
  };
  return {
    request,
    send,
    async drip(data) {
      const bytes = typeof data === "string" ? new TextEncoder().encode(data) : data;
      if ("setNoDelay" in conn) (conn as Deno.TcpConn).setNoDelay();
      for (let at = 0; at < bytes.length; at++) {
        await send(bytes.subarray(at, at + 1));
        await turn();
      }
    },
    async endless(data) {
      for (;;) {
        await send(data);
        await turn();
      }
    },
    async gone() {
      const buffer = new Uint8Array(65536);
      while (await conn.read(buffer) !== null);
    },
  };
}

function close(conn: Deno.Conn): void {
  try {
    conn.close();
  } catch {
    // Closed before.
  }
}
