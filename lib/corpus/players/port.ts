/**
 * An upstream's address for a whole run: one cell's script after the other behind one port, and
 * somebody there between them.
 *
 * @module
 */
import { UsageError } from "../../contract/usage.ts";
import {
  canReset,
  type ConnectionSource,
  type RawServer,
  rawServer,
  type Received,
  type Step,
} from "../../wire/raw_server.ts";
import type { Marks } from "../marks.ts";
import { probe, refusal } from "./probes.ts";
import { routeOf } from "./routes.ts";

/** An address that is listened on. */
export interface UpstreamPort {
  /** Without a trailing slash. */
  readonly url: string;
  readonly hostname: string;
  readonly port: number;
  /**
   * From now on connections come here, until it is closed. One at a time. `serve` answers what comes
   * over a connection that a gateway had opened before, to have it at hand.
   */
  lease(serve: LeasedScript): Lease;
  close(): Promise<void>;
}

/** An address that is somebody's for a while. */
export interface Lease extends ConnectionSource {
  /** What came over early connections meanwhile, and was no request. */
  readonly unreadable: number;
}

/** Answers one request; `left` resolves when its connection's other side is gone. */
export type LeasedScript = (request: Received, left: Promise<void>) => AsyncIterable<Step>;

/** Connections that wait for somebody who takes them. */
class Queue implements ConnectionSource {
  readonly #conns: Deno.Conn[] = [];
  #waiting: PromiseWithResolvers<Deno.Conn> | undefined;
  #closed = false;

  constructor(readonly addr: { readonly port: number }, readonly onClose: () => void) {}

  push(conn: Deno.Conn): void {
    if (this.#closed) return conn.close();
    if (this.#waiting === undefined) return void this.#conns.push(conn);
    this.#waiting.resolve(conn);
    this.#waiting = undefined;
  }

  accept(): Promise<Deno.Conn> {
    const conn = this.#conns.shift();
    if (conn !== undefined) return Promise.resolve(conn);
    if (this.#closed) return Promise.reject(new Error("the source is closed"));
    this.#waiting ??= Promise.withResolvers();
    return this.#waiting.promise;
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.onClose();
    for (const conn of this.#conns.splice(0)) conn.close();
    this.#waiting?.reject(new Error("the source is closed"));
  }
}

/**
 * Listens at once.
 *
 * @param models what a list of models names
 * @throws {UsageError} where the address can't be had
 */
export function upstreamPort(
  { hostname = "127.0.0.1", port = 0 }: { readonly hostname?: string; readonly port?: number },
  models: readonly string[],
  marks: Marks,
): UpstreamPort {
  const listener = listening(hostname, port);
  const addr = { port: listener.addr.port };
  let leased: { readonly queue: Queue; readonly serve: LeasedScript } | undefined;
  const own = new Queue(addr, () => {});
  const resident: RawServer = rawServer(async function* (request): AsyncIterable<Step> {
    if (leased !== undefined) {
      return yield* leased.serve(request, resident.peerClosed(request.connection));
    }
    if (request.method !== "POST") return yield* probe(request, models);
    marks.between(request.body, routeOf(request) !== undefined);
    yield* refusal(400);
  }, { hostname, source: own, resets: canReset });

  const accepting = (async () => {
    try {
      for (;;) {
        const conn = await listener.accept();
        (leased?.queue ?? own).push(conn);
      }
    } catch {
      // The listener is closed.
    }
  })();

  return {
    url: resident.url,
    hostname,
    port: addr.port,
    lease(serve) {
      const queue = new Queue(addr, () => {
        if (leased?.queue === queue) leased = undefined;
      });
      leased = { queue, serve };
      const before = resident.unreadable.length;
      return {
        addr,
        accept: () => queue.accept(),
        close: () => queue.close(),
        get unreadable() {
          return resident.unreadable.length - before;
        },
      };
    },
    async close() {
      listener.close();
      await accepting;
      leased?.queue.close();
      await resident.close();
    },
  };
}

function listening(hostname: string, port: number): Deno.TcpListener {
  try {
    return Deno.listen({ hostname, port });
  } catch (error) {
    if (error instanceof Deno.errors.NotCapable || !(error instanceof Error)) throw error;
    const reason = error instanceof Deno.errors.AddrInUse ? "the port is in use" : error.message;
    throw new UsageError(
      `Cannot listen on ${hostname}:${port} as the gateway's upstream: ${reason}`,
      "End what listens there, or name another address, here and in the gateway's own settings.",
    );
  }
}
