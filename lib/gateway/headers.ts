/**
 * Header fields on their way through.
 *
 * @module
 */
import { header, type HeaderList } from "../wire/exchange.ts";
import type { Dialect } from "./dialect.ts";

/** Fields of one connection (RFC 9110 7.6.1), and those that each message has of its own. */
const OWN = new Set([
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "host",
  "content-length",
  "expect",
  // The gateway reads what it relays, and asks for it uncoded.
  "accept-encoding",
]);

/** What ties an attempt to its request where nothing else of the client's is carried. */
const CORRELATION = new Set(["x-request-id", "traceparent", "tracestate"]);

/** What of an answer another dialect's client is told: when to come again, and whom to ask. */
const ANSWER = new Set(["retry-after", "retry-after-ms", "x-request-id", "request-id"]);

const CREDENTIALS = ["authorization", "x-api-key"] as const;
/** The version of the API that 4.0 describes. */
const MESSAGES_VERSION = "2023-06-01";

/** What the upstream is told in the head of a request. */
export interface HeadParts {
  /** The client's. */
  readonly headers: HeaderList;
  readonly from: Dialect;
  readonly to: Dialect;
  readonly stream: boolean;
  /** The operator's: they stand in place of the client's. */
  readonly own: HeaderList;
}

/** The fields of an upstream request. Credentials of the operator's shut out the client's. */
export function requestHeaders(parts: HeadParts): HeaderList {
  const { from, to, own } = parts;
  const fields = from === to ? endToEnd(parts.headers) : translated(parts);
  const taken = new Set(own.map(([name]) => name.toLowerCase()));
  if (CREDENTIALS.some((name) => taken.has(name))) CREDENTIALS.forEach((name) => taken.add(name));
  return [
    ...fields.filter(([name]) => !taken.has(name.toLowerCase())),
    ...own,
    ["accept-encoding", "identity"],
  ];
}

function translated({ headers, to, stream }: HeadParts): HeaderList {
  const bearer = /^bearer +(.+)$/i.exec(header(headers, "authorization") ?? "")?.[1];
  const key = header(headers, "x-api-key") ?? bearer;
  const credentials: HeaderList = key === undefined
    ? []
    : to === "messages"
    ? [["x-api-key", key]]
    : [["authorization", `Bearer ${key}`]];
  return [
    ["content-type", "application/json"],
    ["accept", stream ? "text/event-stream" : "application/json"],
    ...(to === "messages" ? [["anthropic-version", MESSAGES_VERSION] as const] : []),
    ...credentials,
    ...headers.filter(([name]) => CORRELATION.has(name.toLowerCase())),
  ];
}

/** The fields of an answer that go on to the client, besides its content type. */
export function answerHeaders(headers: HeaderList, from: Dialect, to: Dialect): HeaderList {
  const fields = endToEnd(headers).filter(([name]) => name.toLowerCase() !== "content-type");
  return from === to ? fields : fields.filter(([name]) => ANSWER.has(name.toLowerCase()));
}

function endToEnd(headers: HeaderList): HeaderList {
  const named = headers.filter(([name]) => name.toLowerCase() === "connection")
    .flatMap(([, value]) => value.split(",").map((name) => name.trim().toLowerCase()));
  const dropped = new Set([...OWN, ...named]);
  return headers.filter(([name]) => !dropped.has(name.toLowerCase()));
}
