/**
 * Reads one request off a connection of the scripted raw server.
 *
 * @module
 */
import type { Peer } from "./raw_server_peer.ts";
import type { Closing, Received } from "./raw_server_play.ts";
import { MAX_REQUEST_BYTES, type ParsedRequest, parseRequest } from "./raw_server_request.ts";

/** Bytes that were no request. */
export interface Unreadable {
  readonly connection: number;
  /** Why, in words. */
  readonly reason: string;
  /** What came. */
  readonly raw: Uint8Array;
}

/** A request that was read, but for its place on the server and the clock. */
export interface ReadRequest extends Omit<Received, "connection" | "index" | "atMs"> {
  /** Reads the last byte where it was left unread. Idempotent. */
  readonly release: () => Promise<void>;
}

const CONTINUE = new TextEncoder().encode("HTTP/1.1 100 Continue\r\n\r\n");

/**
 * The next request; `undefined` where the peer closed between two. With `hold`, its last byte is
 * left unread until `release`. A client that expects 100 gets it, since nobody could read its body
 * otherwise.
 */
export async function readRequest(
  peer: Peer,
  closing: Closing,
  hold: boolean,
): Promise<ReadRequest | Omit<Unreadable, "connection"> | undefined> {
  const exact = hold && !peer.watched;
  let continued = false;
  for (;;) {
    const parsed = parseRequest(peer.buffered);
    if (parsed.state === "bad") return { reason: parsed.reason, raw: peer.buffered.slice() };
    if (parsed.state === "done") {
      const raw = peer.buffered.slice(0, parsed.request.size);
      peer.consume(parsed.request.size);
      if (!exact) peer.watch();
      return whole(parsed.request, raw);
    }
    if (peer.buffered.length > MAX_REQUEST_BYTES) {
      return { reason: `a request over ${MAX_REQUEST_BYTES} bytes`, raw: peer.buffered.slice() };
    }
    if (parsed.expectsContinue && !continued) {
      continued = true;
      await closing.race(peer.write(CONTINUE));
    }
    if (exact) {
      const held = lacksOne(peer.buffered, parsed.atLeast);
      if (held !== undefined) return heldBack(held, peer, closing);
    }
    const more = exact ? peer.exactly(Math.max(1, parsed.atLeast - 1)) : peer.more();
    if (await closing.race(more)) continue;
    if (peer.buffered.length === 0) return undefined;
    return { reason: "the peer closed inside a request", raw: peer.buffered.slice() };
  }
}

function whole(request: ParsedRequest, raw: Uint8Array): ReadRequest {
  const { method, target, httpVersion, headers, body } = request;
  return { method, target, httpVersion, headers, body, raw, unread: 0, release: async () => {} };
}

/** The request that one more byte would complete; `undefined` where none would. */
function lacksOne(bytes: Uint8Array, atLeast: number): ParsedRequest | undefined {
  if (atLeast !== 1) return undefined;
  // A head and chunk framing end in LF. A counted body may end in any byte, so LF does there too.
  const completed = new Uint8Array(bytes.length + 1);
  completed.set(bytes);
  completed[bytes.length] = 10;
  const parsed = parseRequest(completed);
  return parsed.state === "done" ? parsed.request : undefined;
}

function heldBack(request: ParsedRequest, peer: Peer, closing: Closing): ReadRequest {
  const { method, target, httpVersion, headers, size } = request;
  const chunked = headers.some(([name]) => name.toLowerCase() === "transfer-encoding");
  const body = chunked ? request.body : request.body.slice(0, -1);
  const raw = peer.buffered.slice(0, size - 1);
  let released: Promise<void> | undefined;
  const read = async () => {
    await closing.race(peer.exactly(1));
    peer.consume(size);
  };
  const release = () => released ??= read();
  return { method, target, httpVersion, headers, body, raw, unread: 1, release };
}
