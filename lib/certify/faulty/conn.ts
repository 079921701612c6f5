/**
 * Our client over connections that behave otherwise.
 *
 * @module
 */
import { makeOnce } from "../../wire/client.ts";
import { systemDialer } from "../../wire/connect.ts";
import type { Transport } from "../../wire/exchange.ts";

/** What a connection does in its own way. */
export interface ConnPatch {
  readonly read?: (conn: Deno.TcpConn, into: Uint8Array) => Promise<number | null>;
  readonly write?: (conn: Deno.TcpConn, bytes: Uint8Array) => Promise<number>;
}

/** The exactly-once client over patched connections. */
export function overConnections(patch: ConnPatch): Transport {
  return makeOnce({
    dialer: {
      ...systemDialer,
      connect: async (hostname, port, signal) =>
        patched(await systemDialer.connect(hostname, port, signal), patch),
    },
  });
}

function patched(conn: Deno.TcpConn, { read, write }: ConnPatch): Deno.TcpConn {
  return new Proxy(conn, {
    get(target, key) {
      if (key === "read" && read !== undefined) return (into: Uint8Array) => read(target, into);
      if (key === "write" && write !== undefined) {
        return (bytes: Uint8Array) => write(target, bytes);
      }
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
