/**
 * A handler on a port, with Deno's own server. The one module of the kit that needs Deno.
 *
 * @module
 */
import { VERSION, wordsOf } from "./envelope.ts";

/** The contract's default port: a driver without settings looks here. */
export const DEFAULT_PORT = 8647;

/** Where to serve, and what. */
export interface ServeOptions {
  /** Default `127.0.0.1`: the contract has no authentication. */
  readonly hostname?: string;
  /** Default {@linkcode DEFAULT_PORT}; 0 takes any free one. */
  readonly port?: number;
  /** Answers each request, as `contractHandler` does. */
  readonly handler: (request: Request) => Response | Promise<Response>;
  /** Stops serving at once, and cuts what is in flight. */
  readonly signal?: AbortSignal;
}

/** An endpoint that is being served. */
export interface ServedEndpoint {
  /** Base URL without a trailing slash, such as `http://127.0.0.1:8647`. */
  readonly url: string;
  /** The port that it listens on. */
  readonly port: number;
  /** Settles once serving has ended. */
  readonly finished: Promise<void>;
  /** Takes no more connections, and settles when every request in flight has been answered. */
  close(): Promise<void>;
}

/**
 * Thrown where a port can't be had. The message says which, why, and what to do.
 *
 * @example A port that is taken
 * ```ts
 * import { assertRejects } from "@std/assert";
 * import { ListenError, serveEndpoint } from "@wt/inject";
 *
 * const handler = () => new Response();
 * const first = await serveEndpoint({ port: 0, handler });
 * try {
 *   await assertRejects(() => serveEndpoint({ port: first.port, handler }), ListenError);
 * } finally {
 *   await first.close();
 * }
 * ```
 */
export class ListenError extends Error {
  /** For those who have lost the class. */
  override readonly name = "ListenError";
}

/**
 * Serves a handler, and says nothing on the console. Settles once connections are taken.
 *
 * @throws {ListenError} where the address can't be listened on
 *
 * @example An agent on a free port
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { contractHandler, HttpInject, serveEndpoint } from "@wt/inject";
 *
 * const handler = contractHandler({
 *   inject: ({ text }) => Promise.resolve({ reply: text.toUpperCase() }),
 *   reset: () => {},
 * });
 * const endpoint = await serveEndpoint({ port: 0, handler });
 * try {
 *   const { reply } = await new HttpInject({ baseUrl: endpoint.url, timeoutS: 30 }).inject("s", "lamp");
 *   assertEquals(reply, "LAMP");
 * } finally {
 *   await endpoint.close();
 * }
 * ```
 */
// deno-lint-ignore require-await -- so that a failure is a rejection, as the caller expects
export async function serveEndpoint(options: ServeOptions): Promise<ServedEndpoint> {
  const { hostname = "127.0.0.1", port = DEFAULT_PORT, handler, signal } = options;
  let server: Deno.HttpServer<Deno.NetAddr>;
  try {
    server = Deno.serve({
      hostname,
      port,
      onListen: () => {},
      onError: (error) =>
        Response.json(
          { wt_inject: VERSION, error: `Cannot answer: ${wordsOf(error)}` },
          { status: 500 },
        ),
      ...(signal === undefined ? {} : { signal }),
    }, handler);
  } catch (error) {
    throw listenError(error, hostname, port);
  }
  let closing: Promise<void> | undefined;
  return {
    url: `http://${reachable(hostname)}:${server.addr.port}`,
    port: server.addr.port,
    finished: server.finished,
    close: () => closing ??= server.shutdown(),
  };
}

function listenError(error: unknown, hostname: string, port: number): ListenError {
  const [reason, remedy] = reasonOf(error);
  return new ListenError(`Cannot listen on ${bracketed(hostname)}:${port}: ${reason}. ${remedy}`, {
    cause: error,
  });
}

function reasonOf(error: unknown): readonly [reason: string, remedy: string] {
  if (error instanceof Deno.errors.AddrInUse) {
    return ["the port is in use", "Stop what listens there, or serve on another port (0: any)."];
  }
  if (error instanceof Deno.errors.AddrNotAvailable) {
    return ["this machine has no such address", "Use 127.0.0.1, or an address of this machine."];
  }
  if (error instanceof Deno.errors.NotCapable) {
    return ["Deno was not allowed to", "Run it with --allow-net=HOST:PORT for this address."];
  }
  if (error instanceof Deno.errors.PermissionDenied) {
    return ["the system forbids it", "Ports below 1024 need privileges: use a higher one."];
  }
  const message = error instanceof Error ? error.message : String(error);
  return [message, "Choose another address or port."];
}

// What listens everywhere isn't an address that every client can connect to.
function reachable(hostname: string): string {
  if (hostname === "0.0.0.0") return "127.0.0.1";
  return bracketed(hostname === "::" ? "::1" : hostname);
}

function bracketed(hostname: string): string {
  return hostname.includes(":") ? `[${hostname}]` : hostname;
}
