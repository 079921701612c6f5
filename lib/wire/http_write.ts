/**
 * The bytes of one HTTP/1.1 request, and where they go.
 *
 * @module
 */
import { toBase64, writeLatin1 } from "./bytes.ts";
import { header, type HeaderList, type WireRequest } from "./exchange.ts";

/** Where a request goes. */
export interface Target {
  readonly secure: boolean;
  /** A name or an address, IPv6 without brackets. */
  readonly hostname: string;
  readonly port: number;
}

/** A request ready to be sent. */
export interface RequestMessage {
  readonly target: Target;
  /** Head and body, for a single write. */
  readonly bytes: Uint8Array;
  /** The request with the headers as they cross the wire, Host, Content-Length and Connection too. */
  readonly sent: WireRequest;
}

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const UNSAFE_VALUE = /[\r\n\0]/;
// deno-lint-ignore no-control-regex -- Latin-1 is what a field value can carry
const NOT_LATIN1 = /[^\x00-\xff]/;
// deno-lint-ignore no-control-regex -- ASCII
const ASCII = /^[\x00-\x7f]*$/;
/** RFC 9110 8.6: these anticipate content, so an empty body is declared too. */
const WITH_CONTENT = new Set(["POST", "PUT", "PATCH"]);

const encoder = new TextEncoder();

/** A request without its body: what many requests may share. */
export type RequestHead = Omit<WireRequest, "body">;

/**
 * Writes a request in origin form: the caller's headers in their order and spelling, after `Host`
 * and before `Content-Length` and `Connection: close`. Credentials in the URL become Basic
 * authorization (RFC 7617) unless a header has it already. Throws a TypeError for a request that
 * must not be sent: a URL that isn't http or https, a name or value that would inject a line, a
 * header of ours with another value.
 */
export function requestMessage(request: WireRequest): RequestMessage {
  return requestWriter(request)(request.body);
}

/**
 * {@linkcode requestMessage} for requests that differ in their body alone: what they share is checked
 * and written once. A body that is text is sent as UTF-8. The writer throws only where the caller's own
 * Content-Length is not the body's.
 */
export function requestWriter(
  { method, url: text, headers: given }: RequestHead,
): (body: Uint8Array | string) => RequestMessage {
  const url = parseUrl(text);
  if (!TOKEN.test(method) || method === "CONNECT") {
    throw new TypeError(`Cannot send method ${JSON.stringify(method)}: not supported`);
  }
  const host = ["Host", url.host] as const;
  const headers = [host, ...given.filter((field) => !isOurs(field, [host, CLOSE]))];
  const credentials = urlCredentials(url);
  if (credentials && header(given, "authorization") === undefined) headers.push(credentials);
  const lengths = given.filter(([name]) => name.toLowerCase() === "content-length");

  let start = `${method} ${url.pathname}${url.search} HTTP/1.1\r\n`;
  for (const [name, value] of headers) {
    start += value === "" ? `${name}:\r\n` : `${name}: ${value}\r\n`;
  }
  const ascii = ASCII.test(start);
  const target = targetOf(url);

  const write = (given: Uint8Array | string): RequestMessage => {
    const framing = framingHeaders(method, given.length);
    let head = start;
    for (const [name, value] of framing) head += `${name}: ${value}\r\n`;
    head += "\r\n";
    const bytes = new Uint8Array(head.length + given.length);
    let body: Uint8Array;
    if (typeof given === "string") {
      // Text in ASCII has as many bytes as characters; any other doesn't fit, and is encoded first.
      const { read } = encoder.encodeInto(head + given, bytes);
      if (!ascii || read < bytes.length) return write(encoder.encode(given));
      body = bytes.subarray(head.length);
    } else {
      if (ascii) encoder.encodeInto(head, bytes);
      else writeLatin1(head, bytes);
      bytes.set(given, head.length);
      body = given;
    }
    for (const [name, value] of lengths) refuseOther(name, value, header(framing, name));
    return { target, bytes, sent: { method, url: text, headers: headers.concat(framing), body } };
  };
  return write;
}

function targetOf(url: URL): Target {
  const secure = url.protocol === "https:";
  return {
    secure,
    hostname: url.hostname.startsWith("[") ? url.hostname.slice(1, -1) : url.hostname,
    port: url.port === "" ? (secure ? 443 : 80) : Number(url.port),
  };
}

function parseUrl(text: string): URL {
  const url = URL.parse(text);
  if (url === null) throw new TypeError(`Cannot send to ${JSON.stringify(text)}: not a URL`);
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw new TypeError(`Cannot send to ${text}: the scheme must be http or https`);
  }
  return url;
}

const CLOSE = ["Connection", "close"] as const;

function framingHeaders(method: string, length: number): HeaderList {
  if (length === 0 && !WITH_CONTENT.has(method)) return [CLOSE];
  return [["Content-Length", String(length)], CLOSE];
}

/** True of a header that we write anyway; throws where it would contradict ours or break the head. */
function isOurs([name, value]: readonly [string, string], ours: HeaderList): boolean {
  if (!TOKEN.test(name)) {
    throw new TypeError(`Cannot send header ${JSON.stringify(name)}: bad name`);
  }
  if (UNSAFE_VALUE.test(value)) {
    throw new TypeError(`Cannot send header ${name}: its value has a CR, LF or NUL`);
  }
  if (NOT_LATIN1.test(value)) {
    throw new TypeError(`Cannot send header ${name}: its value has characters above U+00FF`);
  }
  switch (name.toLowerCase()) {
    case "host":
    case "connection":
      refuseOther(name, value, header(ours, name));
      return true;
    case "content-length":
      // Compared with each body's.
      return true;
    case "transfer-encoding":
      throw new TypeError(`Cannot send header ${name}: bodies are sent with Content-Length`);
  }
  return false;
}

function refuseOther(name: string, value: string, own: string | undefined): void {
  if (own === value) return;
  throw new TypeError(`Cannot send header ${name}: the client sets it, to ${own ?? "nothing"}`);
}

/** The Basic authorization header that a URL's user info stands for. */
export function urlCredentials(url: URL): readonly [string, string] | undefined {
  if (url.username === "" && url.password === "") return undefined;
  const pair = `${decoded(url.username)}:${decoded(url.password)}`;
  return ["Authorization", `Basic ${toBase64(encoder.encode(pair))}`];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
