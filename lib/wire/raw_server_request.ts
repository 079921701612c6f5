/**
 * Reads HTTP/1.1 requests off a byte buffer for the scripted raw server: strict about framing,
 * indifferent to everything else, and never past its bounds.
 *
 * @module
 */
import { ByteBuffer, latin1 } from "./bytes.ts";
import { type HeaderList, MAX_BODY_BYTES, MAX_HEAD_BYTES } from "./exchange.ts";

/** A whole request's parts, as the wire had them. */
export interface ParsedRequest {
  readonly method: string;
  readonly target: string;
  readonly httpVersion: string;
  readonly headers: HeaderList;
  /** Chunked coding taken off. */
  readonly body: Uint8Array;
  /** How many bytes of the buffer the request takes. */
  readonly size: number;
}

/** What a buffer holds: a request, the beginning of one, or something that is none. */
export type Parsed =
  | { readonly state: "done"; readonly request: ParsedRequest }
  | {
    readonly state: "more";
    /** No fewer bytes than this can complete the request. */
    readonly atLeast: number;
    /** True once the head is read and asks for a 100 answer. */
    readonly expectsContinue: boolean;
  }
  | { readonly state: "bad"; readonly reason: string };

/** A request can't be larger, chunk framing included. */
export const MAX_REQUEST_BYTES = MAX_HEAD_BYTES + 2 * MAX_BODY_BYTES;

const CR = 13;
const LF = 10;

/** The index after the first CRLF at or after `from`; -1 where there is none. */
function lineEnd(bytes: Uint8Array, from: number): number {
  for (let i = bytes.indexOf(LF, from); i !== -1; i = bytes.indexOf(LF, i + 1)) {
    if (i > from && bytes[i - 1] === CR) return i + 1;
  }
  return -1;
}

/** The index after the blank line that ends a head; -1 where it hasn't come. */
function headEnd(bytes: Uint8Array): number {
  let from = 0;
  for (;;) {
    const next = lineEnd(bytes, from);
    if (next === -1) return -1;
    if (next - from === 2 && from > 0) return next;
    from = next;
  }
}

function bad(reason: string): Parsed {
  return { state: "bad", reason };
}

function parseFields(lines: readonly string[]): HeaderList | string {
  const fields: (readonly [string, string])[] = [];
  for (const line of lines) {
    const colon = line.indexOf(":");
    if (colon < 1 || /\s/.test(line.slice(0, colon))) {
      return `a header line without a name: ${line}`;
    }
    fields.push([line.slice(0, colon), line.slice(colon + 1).trim()]);
  }
  return fields;
}

/** Parses the request at the beginning of `bytes`. Bytes after it are left alone. */
export function parseRequest(bytes: Uint8Array): Parsed {
  const end = headEnd(bytes);
  if (end === -1) {
    if (bytes.length > MAX_HEAD_BYTES) return bad(`a head over ${MAX_HEAD_BYTES} bytes`);
    return { state: "more", atLeast: 1, expectsContinue: false };
  }
  const [start = "", ...lines] = latin1(bytes.subarray(0, end - 4)).split("\r\n");
  const match = /^([!-~]+) ([!-~]+) HTTP\/(\d\.\d)$/.exec(start);
  if (match === null) return bad(`a bad request line: ${start.slice(0, 200)}`);
  const [, method = "", target = "", httpVersion = ""] = match;
  const headers = parseFields(lines);
  if (typeof headers === "string") return bad(headers.slice(0, 200));
  const body = parseBody(bytes, end, headers);
  if (body.state !== "done") return body;
  return {
    state: "done",
    request: { method, target, httpVersion, headers, body: body.body, size: body.size },
  };
}

type ParsedBody =
  | { readonly state: "done"; readonly body: Uint8Array; readonly size: number }
  | Exclude<Parsed, { state: "done" }>;

function parseBody(bytes: Uint8Array, from: number, headers: HeaderList): ParsedBody {
  const values = (name: string) =>
    headers.filter(([n]) => n.toLowerCase() === name).map(([, value]) => value.toLowerCase());
  const [coding, ...codings] = values("transfer-encoding");
  const [declared, ...lengths] = values("content-length");
  const expectsContinue = values("expect")[0] === "100-continue";
  const both = coding !== undefined && declared !== undefined;
  if (both || codings.length + lengths.length > 0) {
    return { state: "bad", reason: "a body whose length is declared twice" };
  }
  if (coding !== undefined) {
    if (coding !== "chunked") return { state: "bad", reason: `transfer coding ${coding}` };
    return parseChunks(bytes, from, expectsContinue);
  }
  if (declared === undefined) return { state: "done", body: new Uint8Array(0), size: from };
  if (!/^\d+$/.test(declared)) return { state: "bad", reason: `content-length ${declared}` };
  const size = from + Number(declared);
  if (size - from > MAX_BODY_BYTES) return TOO_LARGE;
  if (bytes.length < size) {
    return { state: "more", atLeast: size - bytes.length, expectsContinue };
  }
  return { state: "done", body: bytes.slice(from, size), size };
}

const TOO_LARGE = { state: "bad", reason: `a body over ${MAX_BODY_BYTES} bytes` } as const;
/** A chunk-size line may carry extensions, but not for ever. */
const MAX_CHUNK_LINE = 4096;

function parseChunks(bytes: Uint8Array, from: number, expectsContinue: boolean): ParsedBody {
  const more = { state: "more", atLeast: 1, expectsContinue } as const;
  const body = new ByteBuffer();
  let at = from;
  for (;;) {
    const data = lineEnd(bytes, at);
    if (data === -1) {
      if (bytes.length - at <= MAX_CHUNK_LINE) return more;
      return { state: "bad", reason: `a chunk-size line over ${MAX_CHUNK_LINE} bytes` };
    }
    const line = latin1(bytes.subarray(at, data - 2));
    const hex = /^([0-9a-fA-F]{1,8})[ \t]*(?:;.*)?$/.exec(line)?.[1];
    if (hex === undefined) return { state: "bad", reason: `chunk size ${line.slice(0, 60)}` };
    const size = parseInt(hex, 16);
    if (size === 0) return parseTrailers(bytes, data, body.take(), more);
    if (body.length + size > MAX_BODY_BYTES) return TOO_LARGE;
    at = data + size + 2;
    if (bytes.length < at) return { ...more, atLeast: at - bytes.length };
    if (bytes[at - 2] !== CR || bytes[at - 1] !== LF) {
      return { state: "bad", reason: "a chunk longer than its size" };
    }
    body.append(bytes, data, data + size);
  }
}

/** Trailers are read to their blank line and dropped: a judge of requests has no use for them. */
function parseTrailers(
  bytes: Uint8Array,
  from: number,
  body: Uint8Array,
  more: Extract<Parsed, { state: "more" }>,
): ParsedBody {
  for (let at = from;;) {
    const next = lineEnd(bytes, at);
    if (next === -1) {
      if (bytes.length - from <= MAX_HEAD_BYTES) return more;
      return { state: "bad", reason: `trailers over ${MAX_HEAD_BYTES} bytes` };
    }
    if (next - at === 2) return { state: "done", body, size: next };
    at = next;
  }
}
