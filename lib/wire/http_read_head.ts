/**
 * The head of an HTTP/1.1 answer: where it ends, what it says, and how the body after it is
 * framed. RFC 9112 decides; where it leaves a choice, the comment says which and why.
 *
 * @module
 */
import { latin1, utf8Text } from "./bytes.ts";
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

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/** Reads a whole head, with its closing empty line. Throws {@linkcode BadHead}. */
export function parseHead(bytes: Uint8Array): Head {
  const text = headText(bytes);
  const { line, next } = firstLine(text);
  const status = statusOf(line);
  if (status === -1) throw new BadHead(`${quote(line)} is no HTTP/1 status line`);
  const headers = parseFields(text, next);
  return { httpVersion: line.slice(5, 8), status, reason: line.slice(13), headers };
}

/** A head as Latin-1 text. Throws {@linkcode BadHead} where a bare CR or a NUL stands in it. */
function headText(bytes: Uint8Array): string {
  let seen = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    seen |= byte;
    if (byte === 0 || (byte === CR && bytes[at + 1] !== LF)) {
      throw new BadHead("a bare CR or a NUL stands in the head");
    }
  }
  // The same text where all is ASCII, as it nearly always is, and by far the faster way to it.
  return seen < 0x80 ? utf8Text(bytes)! : latin1(bytes);
}

/**
 * The status of `HTTP/1.x nnn reason`; -1 of any other line. By hand: a regular expression costs as
 * much as all else here. RFC 9112 4 wants the space before an empty reason; servers leave it out, and
 * nothing is lost.
 */
function statusOf(line: string): number {
  if (!line.startsWith("HTTP/1.") || line.charCodeAt(8) !== 0x20) return -1;
  if (line.length > 12 && line.charCodeAt(12) !== 0x20) return -1;
  const minor = digit(line, 7), first = digit(line, 9);
  const second = digit(line, 10), third = digit(line, 11);
  if (minor < 0 || first < 1 || second < 0 || third < 0) return -1;
  return first * 100 + second * 10 + third;
}

/** The value of an ASCII digit, -1 of any other character. */
function digit(text: string, at: number): number {
  const value = text.charCodeAt(at) - 0x30;
  return value >= 0 && value <= 9 ? value : -1;
}

/** The first line, without its line end, and where the next one starts. */
export function firstLine(text: string): { readonly line: string; readonly next: number } {
  const lf = text.indexOf("\n");
  return { line: text.slice(0, lineEnd(text, lf)), next: lf + 1 };
}

/** Where a line's own text ends, given the place of its LF. */
function lineEnd(text: string, lf: number): number {
  return text.charCodeAt(lf - 1) === CR ? lf - 1 : lf;
}

/**
 * Reads field lines, each ending with LF, from `start` up to the first empty one. Throws
 * {@linkcode BadHead}.
 */
export function parseFields(text: string, start: number): HeaderList {
  const fields: [string, string][] = [];
  for (let lf; (lf = text.indexOf("\n", start)) !== -1; start = lf + 1) {
    const end = lineEnd(text, lf);
    if (end <= start) break;
    if (isBlank(text.charCodeAt(start))) {
      // RFC 9112 5.2: a user agent that receives an obs-fold "MUST replace each received obs-fold
      // with one or more SP octets". Before the first field there is nothing to fold (2.2: reject).
      const last = fields.at(-1);
      if (last === undefined) throw new BadHead("white space stands before the first header");
      last[1] += ` ${trimmed(text, start, end)}`;
      continue;
    }
    const colon = text.indexOf(":", start);
    if (colon === -1 || colon >= end) {
      throw new BadHead(`${quote(text.slice(start, end))} is no header: it has no colon`);
    }
    const name = text.slice(start, colon);
    // RFC 9112 5.1: "No whitespace is allowed between the field name and colon."
    if (!TOKEN.test(name)) throw new BadHead(`${quote(name)} is no header name`);
    fields.push([name, trimmed(text, colon + 1, end)]);
  }
  return fields;
}

/** Decides the framing by the order of RFC 9112 6.3. Throws {@linkcode BadHead}. */
export function framingOf(head: Head, method: string): Framing {
  if (method === "HEAD" || head.status === 204 || head.status === 304) return { kind: "none" };
  const codings = values(head.headers, "transfer-encoding");
  if (codings !== NONE) {
    // 6.1: an HTTP/1.0 message with Transfer-Encoding has faulty framing, whatever else it says.
    if (head.httpVersion === "1.0") throw new BadHead("an HTTP/1.0 answer has Transfer-Encoding");
    if (codings.length > 1 || codings[0]?.toLowerCase() !== "chunked") {
      throw new BadHead(`transfer coding ${quote(codings.join(", "))} is unknown`);
    }
    // 6.3: "the Transfer-Encoding overrides the Content-Length", so that is not even looked at.
    return { kind: "chunked" };
  }
  const lengths = values(head.headers, "content-length");
  if (lengths === NONE) return { kind: "until-close" };
  const only = lengths.length === 1 ? lengths[0]! : "";
  if (/^[0-9]+$/.test(only)) return { kind: "content-length", length: Number(only) };
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

const NONE: readonly string[] = [];

/** A field's comma-separated members, of all its lines; one empty member where it is blank. */
function values(headers: HeaderList, name: string): readonly string[] {
  let found: string[] | undefined;
  for (const [key, value] of headers) {
    if (key.length !== name.length || key.toLowerCase() !== name) continue;
    found ??= [];
    for (const member of value.split(",")) found.push(trimmed(member, 0, member.length));
  }
  return found ?? NONE;
}

/** `text[start, end)` without spaces and tabs at its ends. By hand: `/[ \t]+$/` is quadratic. */
function trimmed(text: string, start: number, end: number): string {
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
