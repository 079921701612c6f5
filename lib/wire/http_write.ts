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

/**
 * Writes a request in origin form: the caller's headers in their order and spelling, after `Host`
 * and before `Content-Length` and `Connection: close`. Credentials in the URL become Basic
 * authorization (RFC 7617) unless a header has it already. Throws a TypeError for a request that
 * must not be sent: a URL that isn't http or https, a name or value that would inject a line, a
 * header of ours with another value.
 */
export function requestMessage(request: WireRequest): RequestMessage {
  const url = parseUrl(request.url);
  if (!TOKEN.test(request.method) || request.method === "CONNECT") {
    throw new TypeError(`Cannot send method ${JSON.stringify(request.method)}: not supported`);
  }
  const headers: (readonly [string, string])[] = [["Host", url.host]];
  const framing = framingHeaders(request);
  const ours = [...headers, ...framing];
  for (const field of request.headers) {
    if (!isOurs(field, ours)) headers.push(field);
  }
  const credentials = urlCredentials(url);
  if (credentials && header(request.headers, "authorization") === undefined) {
    headers.push(credentials);
  }
  headers.push(...framing);

  let head = `${request.method} ${url.pathname}${url.search} HTTP/1.1\r\n`;
  for (const [name, value] of headers) {
    head += value === "" ? `${name}:\r\n` : `${name}: ${value}\r\n`;
  }
  head += "\r\n";
  const bytes = new Uint8Array(head.length + request.body.length);
  if (ASCII.test(head)) encoder.encodeInto(head, bytes);
  else writeLatin1(head, bytes);
  bytes.set(request.body, head.length);

  const secure = url.protocol === "https:";
  const target: Target = {
    secure,
    hostname: url.hostname.startsWith("[") ? url.hostname.slice(1, -1) : url.hostname,
    port: url.port === "" ? (secure ? 443 : 80) : Number(url.port),
  };
  return { target, bytes, sent: { ...request, headers } };
}

function parseUrl(text: string): URL {
  const url = URL.parse(text);
  if (url === null) throw new TypeError(`Cannot send to ${JSON.stringify(text)}: not a URL`);
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw new TypeError(`Cannot send to ${text}: the scheme must be http or https`);
  }
  return url;
}

function framingHeaders(request: WireRequest): HeaderList {
  const close = ["Connection", "close"] as const;
  if (request.body.length === 0 && !WITH_CONTENT.has(request.method)) return [close];
  return [["Content-Length", String(request.body.length)], close];
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
    case "content-length": {
      const own = header(ours, name);
      if (own === value) return true;
      throw new TypeError(`Cannot send header ${name}: the client sets it, to ${own ?? "nothing"}`);
    }
    case "transfer-encoding":
      throw new TypeError(`Cannot send header ${name}: bodies are sent with Content-Length`);
  }
  return false;
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
