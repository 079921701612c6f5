/**
 * What crossed a wire, as data. Clients and servers make these, judges read them, recordings
 * keep them. Nothing here touches a socket.
 *
 * @module
 */

/** Header fields in the order and spelling in which they crossed the wire. */
export type HeaderList = readonly (readonly [name: string, value: string])[];

/** A request as we sent it. */
export interface WireRequest {
  /** `POST`, as a rule. */
  readonly method: string;
  /** Absolute http or https URL. */
  readonly url: string;
  /** As the caller gave them; after sending, as they were sent. */
  readonly headers: HeaderList;
  /** Empty where there is none. */
  readonly body: Uint8Array;
}

/** A response as it came. With a {@linkcode Fault} beside it, the body is what came before the fault. */
export interface WireResponse {
  /** As the status line has it: `1.1`, `1.0`, … */
  readonly httpVersion: string;
  /** The status code. */
  readonly status: number;
  /** The reason phrase; may be empty. */
  readonly reason: string;
  /** In the order and spelling in which they came. */
  readonly headers: HeaderList;
  /** Transfer coding taken off, content coding left on. */
  readonly body: Uint8Array;
  /** What told the end of the body. */
  readonly framing: "content-length" | "chunked" | "until-close" | "none";
  /** Fields after a chunked body. */
  readonly trailers: HeaderList;
  /** Status codes of the 1xx answers that came first. */
  readonly interim: readonly number[];
}

/**
 * What went wrong on a wire, each told apart from the others.
 *
 * - connect: `dns`, `refused`, `unreachable`, `tls`
 * - before the head is whole: `no-response` (closed, not one byte came), `cut-head`, `bad-head`,
 *   `head-too-large`
 * - body: `cut-body` (fewer bytes than declared), `bad-chunk`, `body-too-large`
 * - after a whole body: `trailing-bytes`
 * - anywhere: `reset`, `timeout` (our deadline), `aborted` (the caller's signal), `io`
 */
export type FaultKind =
  | "dns"
  | "refused"
  | "unreachable"
  | "tls"
  | "no-response"
  | "cut-head"
  | "bad-head"
  | "head-too-large"
  | "cut-body"
  | "bad-chunk"
  | "body-too-large"
  | "trailing-bytes"
  | "reset"
  | "timeout"
  | "aborted"
  | "io";

/** A fault with the phase in which it struck. */
export interface Fault {
  /** What went wrong. */
  readonly kind: FaultKind;
  /** When it did. */
  readonly phase: "connect" | "send" | "head" | "body" | "after";
  /** One sentence, no stack. */
  readonly message: string;
}

/** Milliseconds since the exchange began; a phase that was never reached is absent. */
export interface Times {
  /** When the connection stood. */
  readonly connectedMs?: number;
  /** When the last byte of the request was written. */
  readonly sentMs?: number;
  /** When the first byte of the answer came. */
  readonly firstByteMs?: number;
  /** When the head was whole. */
  readonly headMs?: number;
  /** When the exchange was over. */
  readonly endMs: number;
}

/** One request and all that came of it. */
export interface Exchange {
  /** What was sent. */
  readonly request: WireRequest;
  /** What came back; absent where no head came. */
  readonly response?: WireResponse;
  /** What went wrong; absent where nothing did. */
  readonly fault?: Fault;
  /** UTC, ISO 8601. */
  readonly startedAt: string;
  /** When each phase was reached. */
  readonly times: Times;
  /** When bytes came and how many: `[ms since start, byte count]`. */
  readonly arrivals: readonly (readonly [ms: number, bytes: number])[];
  /** The response's raw bytes from the status line on, up to {@linkcode MAX_RAW_BYTES}. */
  readonly raw: Uint8Array;
  /** The longest stall of our own event loop while this exchange ran, ms; absent if not watched. */
  readonly lagMs?: number;
}

/** How many raw response bytes an exchange keeps for evidence. */
export const MAX_RAW_BYTES = 64 * 1024;
/** The largest response body that is read; past it the fault is `body-too-large`. */
export const MAX_BODY_BYTES = 16 * 1024 * 1024;
/** The largest response head (status line, headers, each interim head) that is read. */
export const MAX_HEAD_BYTES = 64 * 1024;

/** The first value of a header, any case; `undefined` where there is none. */
export function header(headers: HeaderList, name: string): string | undefined {
  const wanted = name.toLowerCase();
  return headers.find(([n]) => n.toLowerCase() === wanted)?.[1];
}

/** What {@linkcode Transport} is told besides the request. */
export interface TransportOptions {
  /** The caller's signal; aborting it ends the exchange with an `aborted` fault. */
  readonly signal?: AbortSignal;
  /** Deadline over the whole exchange, connect to last body byte, ms. None when absent. */
  readonly deadlineMs?: number;
  /** Default {@linkcode MAX_BODY_BYTES}. */
  readonly maxBodyBytes?: number;
  /** After a whole body: how long to look for bytes that should not be there, ms (default 0). */
  readonly lingerMs?: number;
  /** Called with each piece of body as it comes, transfer coding taken off. */
  readonly onBody?: (bytes: Uint8Array, atMs: number) => void;
}

/** One request on one connection. Never throws for what the wire does: that is the fault's job. */
export type Transport = (request: WireRequest, options?: TransportOptions) => Promise<Exchange>;
