/**
 * An exchange as a person can check it: a line that repeats the request, and bytes that can be read.
 *
 * @module
 */
import type { ReportBytes, ReportExchange } from "../contract/report.ts";
import { toBase64, utf8Text } from "./bytes.ts";
import { type Exchange, header, type WireRequest } from "./exchange.ts";
import { urlCredentials } from "./http_write.ts";
import { isSecretHeader, redactHeaders, redactUrl, secretVariable, splitUrl } from "./redact.ts";

/** How a line is written. */
export interface CurlOptions {
  /** Write secrets out. Never for a report. Default false: the line reads them from the environment. */
  readonly showSecrets?: boolean;
  /** A longer body is left out of the line, which then reads `body.bin`. Default 64 KiB. */
  readonly maxBodyBytes?: number;
  /** Headers that are secrets whatever their names say. */
  readonly secretHeaders?: readonly string[];
}

/** Headers that curl writes by itself, the same. */
const BY_CURL = new Set(["host", "content-length", "connection"]);
/** Headers that curl adds unless told not to. */
const ADDED_BY_CURL = ["User-Agent", "Accept", "Content-Type", "Expect"];

/**
 * One line for a POSIX shell that sends the request again, byte for byte but for `Connection`: no
 * curlrc, no proxy, no redirect, no header that the request hasn't. Secrets (authorization, cookies,
 * keys and tokens in headers, the query or the URL's user info) are read from variables such as
 * `$AUTHORIZATION`. Throws a TypeError where the URL is none.
 */
export function curlLine(request: WireRequest, options: CurlOptions = {}): string {
  const { showSecrets = false, maxBodyBytes = 64 * 1024, secretHeaders = [] } = options;
  const hide = (name: string) => !showSecrets && isSecretHeader(name, secretHeaders);
  const words = ["curl", "-q", "-sS", "-i", "--http1.1", "--path-as-is", "--globoff"];
  words.push("--noproxy", "'*'", ...methodWords(request));
  words.push(urlWord(request.url, showSecrets));

  for (const [name, value] of request.headers) {
    if (BY_CURL.has(name.toLowerCase())) continue;
    words.push("-H", hide(name) ? secretWord(`${name}: `, name) : headerWord(name, value));
  }
  words.push(...credentialWords(request, showSecrets));
  for (const name of ADDED_BY_CURL) {
    const forBody = name === "Content-Type" || name === "Expect";
    const added = !forBody || sendsBody(request);
    if (added && header(request.headers, name) === undefined) words.push("-H", quoted(`${name}:`));
  }

  const { body } = request;
  if (body.length > maxBodyBytes) {
    words.push("--data-binary", "@body.bin", `# body.bin: the request's ${body.length} bytes`);
  } else if (sendsBody(request)) {
    const text = utf8Text(body);
    if (text === undefined || !isPlain(text) || text.startsWith("@")) {
      return `printf ${printfWord(body)} | ${words.join(" ")} --data-binary @-`;
    }
    words.push("--data-binary", quoted(text));
  }
  return words.join(" ");
}

/**
 * Bytes for a report: as text where they are UTF-8 once cut to `limit` bytes at a character's border,
 * else the first `limit` bytes as base64. Text keeps control characters: whoever prints it must not.
 */
export function bytesForReport(bytes: Uint8Array, limit: number): ReportBytes {
  const truncated = bytes.length > limit;
  const shown = truncated ? bytes.subarray(0, limit) : bytes;
  const text = utf8Text(truncated ? upToCharacter(shown) : shown);
  const size = bytes.length;
  return text === undefined
    ? { base64: toBase64(shown), size, truncated }
    : { text, size, truncated };
}

/** Without a last character that was cut in two. */
function upToCharacter(bytes: Uint8Array): Uint8Array {
  for (let back = 1; back <= 3 && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back] as number;
    if ((byte & 0xc0) === 0x80) continue;
    const size = byte > 0xf4 ? 1 : byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc2 ? 2 : 1;
    return size > back ? bytes.subarray(0, bytes.length - back) : bytes;
  }
  return bytes;
}

function methodWords({ method, body }: WireRequest): readonly string[] {
  // curl waits for the body of a HEAD that it doesn't know to be one, and makes a body a POST.
  if (body.length === 0 && method === "HEAD") return ["--head"];
  return body.length === 0 && method === "GET" ? [] : ["-X", quoted(method)];
}

/** True where a body is sent, be it an empty one with its length. */
function sendsBody({ headers, method, body }: WireRequest): boolean {
  return body.length > 0 || header(headers, "content-length") !== undefined ||
    method === "POST" || method === "PUT" || method === "PATCH";
}

function urlWord(url: string, showSecrets: boolean): string {
  let word = "";
  let plain = "";
  for (const { text, secret } of splitUrl(url)) {
    if (secret === undefined || showSecrets) {
      plain += text;
      continue;
    }
    word += `${quoted(plain)}"$${secret}"`;
    plain = "";
  }
  return plain === "" ? word : word + quoted(plain);
}

/** The URL's own credentials, unless a header overrides them. */
function credentialWords(request: WireRequest, showSecrets: boolean): readonly string[] {
  const credentials = urlCredentials(new URL(request.url));
  if (credentials === undefined) return [];
  if (header(request.headers, "authorization") !== undefined) return [];
  const [name, value] = credentials;
  return ["-H", showSecrets ? headerWord(name, value) : secretWord(`${name}: `, name)];
}

function secretWord(before: string, name: string): string {
  return `${quoted(before)}"$${secretVariable(name)}"`;
}

function headerWord(name: string, value: string): string {
  // "Name:" would remove a header; "Name;" is how curl sends an empty one.
  if (value === "") return quoted(`${name};`);
  const line = `${name}: ${value}`;
  if (/^[\x20-\x7e]*$/.test(line)) return quoted(line);
  // A header crosses the wire in Latin-1, and a terminal speaks UTF-8: spell the bytes.
  const bytes = Uint8Array.from(line, (char) => char.charCodeAt(0));
  return `"$(printf ${printfWord(bytes)})"`;
}

/** True of text that a terminal shows as it is and a paste keeps: no control or format characters. */
function isPlain(text: string): boolean {
  return !/[\p{C}\u2028\u2029]/u.test(text);
}

/** A word that the shell reads as exactly this text. */
function quoted(text: string): string {
  return /^[A-Za-z0-9_@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** A format for POSIX printf that writes exactly these bytes: octal for all but plain ASCII. */
function printfWord(bytes: Uint8Array): string {
  let word = "'";
  for (const [index, byte] of bytes.entries()) {
    const char = String.fromCharCode(byte);
    if (char === "%") word += "%%";
    else if (char === "\\") word += "\\\\";
    // A quote would end the word, and a leading "-" would start an option.
    else if (byte < 0x20 || byte > 0x7e || char === "'" || (index === 0 && char === "-")) {
      word += `\\${byte.toString(8).padStart(3, "0")}`;
    } else word += char;
  }
  return `${word}'`;
}

/** An exchange's times as reports name them; a phase that was never reached is absent. */
export function timesForReport({ times }: Exchange): ReportExchange["times_ms"] {
  return {
    ...(times.connectedMs === undefined ? {} : { connected: times.connectedMs }),
    ...(times.sentMs === undefined ? {} : { sent: times.sentMs }),
    ...(times.firstByteMs === undefined ? {} : { first_byte: times.firstByteMs }),
    ...(times.headMs === undefined ? {} : { head: times.headMs }),
    end: times.endMs,
  };
}

/** An exchange as evidence, `limit` bytes of each body shown. Nothing is withheld: that is the caller's to do. */
export function exchangeForReport(
  exchange: Exchange,
  about: { readonly id: string; readonly purpose: string },
  limit: number,
  secretHeaders: readonly string[] = [],
): ReportExchange {
  const { request, response, fault, startedAt, raw } = exchange;
  return {
    ...about,
    curl: curlLine(request, { secretHeaders }),
    request: {
      method: request.method,
      url: redactUrl(request.url),
      headers: redactHeaders(request.headers, secretHeaders),
      body: bytesForReport(request.body, limit),
    },
    ...(response === undefined ? {} : {
      response: {
        status: response.status,
        http_version: response.httpVersion,
        headers: response.headers,
        body: bytesForReport(response.body, limit),
      },
    }),
    ...(raw.length === 0 ? {} : { raw: bytesForReport(raw, limit) }),
    ...(fault === undefined ? {} : { fault }),
    started_at: startedAt,
    times_ms: timesForReport(exchange),
  };
}
