/**
 * The exactly-once HTTP/1.1 client: one request, one connection, and never a second send. It
 * follows no redirect, asks no proxy, decodes no content, and says of every fault which it was.
 *
 * @module
 */
import { ExchangeLog } from "./client_log.ts";
import { Stop } from "./client_stop.ts";
import {
  closeQuietly,
  ConnectFault,
  dial,
  type Dialer,
  isReset,
  systemDialer,
  textOf,
} from "./connect.ts";
import {
  type Exchange,
  type Fault,
  MAX_BODY_BYTES,
  type Transport,
  type TransportOptions,
} from "./exchange.ts";
import { ResponseReader } from "./http_read.ts";
import {
  type RequestHead,
  type RequestMessage,
  requestMessage,
  requestWriter,
} from "./http_write.ts";

/** What a client is made with. */
export interface OnceOptions {
  /** Certificates (PEM) to trust beside the system's, for https. */
  readonly caCerts?: readonly string[];
  /** How hosts are reached; the platform's sockets unless given. */
  readonly dialer?: Dialer;
}

/**
 * One request on one connection, exactly once. Resolves to an {@linkcode Exchange} whatever the wire
 * does. Rejects with a TypeError for a request that can't be written (see `requestMessage`), and
 * with Deno's NotCapable where the run may not reach the host.
 *
 * The exchange's request has the headers as they were sent. Deno 2.4 can't interrupt a blocked
 * write: there, a stopped exchange whose request filled the socket returns in time, but its socket
 * closes only when the peer lets go.
 */
export const once: Transport = makeOnce();

/** Makes a client like {@linkcode once} with options of its own. */
export function makeOnce({ dialer = systemDialer, caCerts = [] }: OnceOptions = {}): Transport {
  return async (request, options = {}) =>
    await exchange(requestMessage(request), options, dialer, caCerts);
}

/** Sends a body, text as UTF-8, and waits for what comes of it: a {@linkcode Transport} to one place. */
export type Sender = (body: Uint8Array | string, options?: TransportOptions) => Promise<Exchange>;

/**
 * {@linkcode once} for requests that differ in their body alone: each goes out on a connection of its
 * own, and what they share is checked and written once. Throws a TypeError where that can't be sent.
 */
export function onceTo(head: RequestHead): Sender {
  const write = requestWriter(head);
  return (body, options = {}) => exchange(write(body), options, systemDialer, NO_CERTS);
}

const NO_CERTS: readonly string[] = [];

async function exchange(
  message: RequestMessage,
  options: TransportOptions,
  dialer: Dialer,
  caCerts: readonly string[],
): Promise<Exchange> {
  // The log's clock starts first: no exchange may seem shorter than the deadline that ended it.
  const log = new ExchangeLog(message.sent);
  const stop = new Stop(options);
  try {
    if (stop.stopped) return log.exchange(log.now(), undefined, stop.fault("connect"));
    let conn: Deno.Conn;
    try {
      conn = await dial(message.target, stop.signal, dialer, caCerts);
    } catch (error) {
      return log.exchange(log.now(), undefined, connectFault(error, stop));
    }
    log.mark("connectedMs", log.now());
    return await converse(conn, message, options, stop, log);
  } finally {
    stop.release();
  }
}

/** The fault of having no connection. Throws an error that is none. */
function connectFault(error: unknown, stop: Stop): Fault {
  if (stop.stopped) return stop.fault("connect");
  if (!(error instanceof ConnectFault)) throw error;
  return { kind: error.kind, phase: "connect", message: error.message };
}

/** Sends and receives on a connection, and closes it. */
async function converse(
  conn: Deno.Conn,
  message: RequestMessage,
  options: TransportOptions,
  stop: Stop,
  log: ExchangeLog,
): Promise<Exchange> {
  const reader = new ResponseReader(
    message.sent.method,
    options.maxBodyBytes ?? MAX_BODY_BYTES,
  );
  const buffer = idleBuffers.pop() ?? new Uint8Array(READ_BYTES);
  stop.onStop(() => closeQuietly(conn));
  try {
    // Reading starts with the writing: a server may answer, and hang up, before it has read all.
    const sending = send(conn, message.bytes, log);
    let fault = await receive(conn, buffer, reader, options, stop, log, sending);
    const endMs = log.now();
    const lingerMs = options.lingerMs ?? 0;
    if (fault === undefined && lingerMs > 0) {
      stop.endDeadline();
      fault = await linger(conn, buffer, lingerMs, stop, log);
    }
    return log.exchange(endMs, reader.response(), fault);
  } finally {
    closeQuietly(conn);
    if (idleBuffers.length < MAX_IDLE_BUFFERS) idleBuffers.push(buffer);
  }
}

/** A request on its way. */
interface Sending {
  done: boolean;
  error: unknown;
}

/** Writes all of `bytes`. A failure is noted, not thrown: an answer may be there all the same. */
function send(conn: Deno.Conn, bytes: Uint8Array, log: ExchangeLog): Sending {
  const sending: Sending = { done: false, error: undefined };
  write(conn, bytes, log, sending);
  return sending;
}

async function write(
  conn: Deno.Conn,
  bytes: Uint8Array,
  log: ExchangeLog,
  sending: Sending,
): Promise<void> {
  try {
    let sent = await conn.write(bytes);
    while (sent < bytes.length) sent += await conn.write(bytes.subarray(sent));
    sending.done = true;
    log.mark("sentMs", log.now());
  } catch (error) {
    sending.error = error;
  }
}

/** Reads until the answer has ended; returns the fault, if there is one. */
async function receive(
  conn: Deno.Conn,
  buffer: Uint8Array,
  reader: ResponseReader,
  options: TransportOptions,
  stop: Stop,
  log: ExchangeLog,
  sending: Sending,
): Promise<Fault | undefined> {
  const phase = () => reader.untouched && !sending.done ? "send" : reader.phase;
  while (!reader.ended) {
    let size: number | null;
    try {
      size = await conn.read(buffer);
    } catch (error) {
      if (stop.stopped) return stop.fault(phase());
      // TLS tells a close from a cut; a message with a length of its own needs no such proof.
      if (error instanceof Deno.errors.UnexpectedEof) reader.end(true);
      else return ioFault(error, phase());
      break;
    }
    const atMs = log.now();
    if (stop.check(atMs)) return stop.fault(phase());
    if (size === null) {
      // The write may have eaten the reset that the read would have reported.
      if (reader.untouched && sending.error instanceof Deno.errors.ConnectionReset) {
        return ioFault(sending.error, "send");
      }
      reader.end();
      break;
    }
    const bytes = buffer.subarray(0, size);
    const before = reader.bodyLength;
    const kept = log.arrived(bytes, atMs);
    reader.feed(kept ?? bytes, kept !== undefined);
    if (reader.phase === "body") log.mark("headMs", atMs);
    if (options.onBody !== undefined && reader.bodyLength > before) {
      options.onBody(reader.bodyFrom(before).slice(), atMs);
    }
  }
  const fault = reader.fault;
  return fault?.kind === "no-response" ? { ...fault, phase: phase() } : fault;
}

/** Looks for bytes after a whole answer. Only bytes, and the caller's abort, are faults here. */
async function linger(
  conn: Deno.Conn,
  buffer: Uint8Array,
  lingerMs: number,
  stop: Stop,
  log: ExchangeLog,
): Promise<Fault | undefined> {
  const timer = setTimeout(() => closeQuietly(conn), lingerMs);
  try {
    const size = await conn.read(buffer);
    if (size === null) return undefined;
    log.arrived(buffer.subarray(0, size), log.now());
    const extra = `at least ${size} bytes follow the whole answer`;
    const message = `The answer does not end where it says: ${extra}`;
    return { kind: "trailing-bytes", phase: "after", message };
  } catch {
    return stop.stopped ? stop.fault("after") : undefined;
  } finally {
    clearTimeout(timer);
  }
}

function ioFault(error: unknown, phase: Fault["phase"]): Fault {
  if (isReset(error)) {
    return { kind: "reset", phase, message: `The peer reset the connection: ${textOf(error)}` };
  }
  // What TLS calls corrupt: the record layer, not the request or the answer.
  const kind = error instanceof Deno.errors.InvalidData ? "tls" : "io";
  return { kind, phase, message: `Cannot read the answer: ${textOf(error)}` };
}

/** One read takes at most this. */
const READ_BYTES = 64 * 1024;
/** Read buffers between exchanges, for reuse: zeroing one costs more than a small exchange's parse. */
const MAX_IDLE_BUFFERS = 64;
const idleBuffers: Uint8Array<ArrayBuffer>[] = [];
