/**
 * The head of an HTTP/1.1 answer: where it ends, what it says, and how the body after it is
 * framed. RFC 9112 decides; where it leaves a choice, the comment says which and why.
 *
 * @module
 */
import type { HeaderList, WireResponse } from "./exchange.ts";

/** A head that RFC 9112 doesn't allow. The message is one sentence about the bytes. */
export class BadHead extends Error {}

/** A status line and its fields. */
export interface Head {
  readonly httpVersion: string;
  readonly status: number;
  readonly reason: string;
  readonly headers: HeaderList;
}

/** How the body is delimited; `length` is exact up to 2^53, and merely huge past it. */
export type Framing =
  | { readonly kind: Exclude<WireResponse["framing"], "content-length"> }
  | { readonly kind: "content-length"; readonly length: number };

const LF = 10;
const CR = 13;

/**
 * The index after the empty line that ends a head, or -1. A single LF ends a line too: RFC 9112
 * 2.2 lets a recipient "recognize a single LF as a line terminator and ignore any preceding CR",
 * and every common client does. `from` must not pass the last two bytes searched before.
 */
export function headEnd(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(LF, from); at !== -1; at = bytes.indexOf(LF, at + 1)) {
    const next = bytes[at + 1];
    if (next === LF) return at + 2;
    if (next === CR && bytes[at + 2] === LF) return at + 3;
  }
  return -1;
}

// RFC 9112 4 wants the space before an empty reason; servers leave it out, and nothing is lost.
const STATUS_LINE = /^HTTP\/(1\.[0-9]) ([1-9][0-9]{2})(?: (.*))?$/;
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const FORBIDDEN = /\r(?!\n)|\0/;

/** Reads a whole head, given as Latin-1 text with its closing empty line. Throws {@linkcode BadHead}. */
export function parseHead(text: string): Head {
  if (FORBIDDEN.test(text)) throw new BadHead("a bare CR or a NUL stands in the head");
  const lines = linesOf(text);
  const line = lines[0] ?? "";
  const match = STATUS_LINE.exec(line);
  if (match === null) throw new BadHead(`${quote(line)} is no HTTP/1 status line`);
  const [, httpVersion = "", status = "", reason = ""] = match;
  return { httpVersion, status: Number(status), reason, headers: parseFields(lines.slice(1)) };
}

/** The lines of a text in which every line ends with LF, without their line ends. */
export function linesOf(text: string): string[] {
  const lines: string[] = [];
  let start = 0;
  for (let at; (at = text.indexOf("\n", start)) !== -1; start = at + 1) {
    lines.push(text.slice(start, text.charCodeAt(at - 1) === CR ? at - 1 : at));
  }
  return lines;
}

/** Reads field lines up to the first empty one. Throws {@linkcode BadHead}. */
export function parseFields(lines: readonly string[]): HeaderList {
  const fields: [string, string][] = [];
  for (const line of lines) {
    if (line === "") break;
    const first = line.charCodeAt(0);
    if (first === 0x20 || first === 0x09) {
      // RFC 9112 5.2: a user agent that receives an obs-fold "MUST replace each received obs-fold
      // with one or more SP octets". Before the first field there is nothing to fold (2.2: reject).
      const last = fields.at(-1);
      if (last === undefined) throw new BadHead("white space stands before the first header");
      last[1] += ` ${trimmed(line, 0)}`;
      continue;
    }
    const colon = line.indexOf(":");
    if (colon === -1) throw new BadHead(`${quote(line)} is no header: it has no colon`);
    const name = line.slice(0, colon);
    // RFC 9112 5.1: "No whitespace is allowed between the field name and colon."
    if (!TOKEN.test(name)) throw new BadHead(`${quote(name)} is no header name`);
    fields.push([name, trimmed(line, colon + 1)]);
  }
  return fields;
}

/** Decides the framing by the order of RFC 9112 6.3. Throws {@linkcode BadHead}. */
export function framingOf(head: Head, method: string): Framing {
  if (method === "HEAD" || head.status === 204 || head.status === 304) return { kind: "none" };
  const codings = values(head.headers, "transfer-encoding");
  if (codings.length > 0) {
    // 6.1: an HTTP/1.0 message with Transfer-Encoding has faulty framing, whatever else it says.
    if (head.httpVersion === "1.0") throw new BadHead("an HTTP/1.0 answer has Transfer-Encoding");
    if (codings.length > 1 || codings[0]?.toLowerCase() !== "chunked") {
      throw new BadHead(`transfer coding ${quote(codings.join(", "))} is unknown`);
    }
    // 6.3: "the Transfer-Encoding overrides the Content-Length", so that is not even looked at.
    return { kind: "chunked" };
  }
  const lengths = values(head.headers, "content-length");
  if (lengths.length === 0) return { kind: "until-close" };
  // 6.3 lets a list of the same value stand for that value; any other list is invalid.
  const digits = new Set(lengths.map((value) => {
    if (!/^[0-9]+$/.test(value)) throw new BadHead(`Content-Length ${quote(value)} is no number`);
    return value.replace(/^0+(?=.)/, "");
  }));
  if (digits.size > 1) {
    throw new BadHead(`Content-Length has differing values ${quote([...digits].join(", "))}`);
  }
  return { kind: "content-length", length: Number(lengths[0]) };
}

/** A field's comma-separated members, of all its lines; one empty member where it is blank. */
function values(headers: HeaderList, name: string): string[] {
  const found: string[] = [];
  for (const [key, value] of headers) {
    if (key.length !== name.length || key.toLowerCase() !== name) continue;
    for (const member of value.split(",")) found.push(trimmed(member, 0));
  }
  return found;
}

/** `text` from `start` on without spaces and tabs at its ends. By hand: `/[ \t]+$/` is quadratic. */
function trimmed(text: string, start: number): string {
  let end = text.length;
  while (start < end && isBlank(text.charCodeAt(start))) start++;
  while (end > start && isBlank(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09;
}

/** A bounded, printable piece of what came. */
function quote(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
}
