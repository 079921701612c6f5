/**
 * Ways to frame an answer that are legal, and unlike the reference's.
 *
 * @module
 */
import { type Answer, clean, type Mutant, type Steps } from "../mutant.ts";
import { headOf } from "../mutant_server.ts";
import { joined } from "../mutant_seams.ts";

const fin = { close: "fin" } as const;

/** Every answer on the wire in its own way. */
function odd(id: string, what: string, wire: (answer: Answer) => Steps): Mutant {
  const bodyless = (status: number) => status === 204 || status === 304;
  return {
    id: `odd-${id}`,
    breaks: undefined,
    what,
    wire: (answer) => bodyless(answer.status) ? undefined : wire(answer),
    expect: clean,
  };
}

/** The first answers of two routes alone, where each costs a client time. */
function seldom(mutant: Mutant): Mutant {
  return {
    ...mutant,
    wire: (answer, asked) =>
      asked.earlier < 4 && asked.route !== "surface" ? mutant.wire?.(answer, asked) : undefined,
  };
}

/** One odd header on every answer. */
function headers(id: string, what: string, ...list: Answer["headers"]): Mutant {
  return {
    id: `odd-${id}`,
    breaks: undefined,
    what,
    head: (answer) => ({ ...answer, headers: list }),
    expect: clean,
  };
}

const CHUNKED = ["transfer-encoding: chunked", "connection: close"] as const;

/** The body in chunks of a few bytes, so that characters and escapes fall apart. */
function chunks(body: Uint8Array, bytes: number, extension = ""): Uint8Array {
  const parts: (string | Uint8Array)[] = [];
  for (let at = 0; at < body.length; at += bytes) {
    const piece = body.subarray(at, at + bytes);
    parts.push(`${piece.length.toString(16)}${extension}\r\n`, piece, "\r\n");
  }
  return joined(...parts);
}

/** Answers in the open: everything by the plain rules but what `interim` says first. */
const after = (...interim: readonly string[]) => (answer: Answer): Steps => [
  ...interim.map((text) => ({ send: text })),
  { send: joined(headOf(answer), answer.body) },
  fin,
];

/** Legal ways to frame. */
export const wireOddities: readonly Mutant[] = [
  odd("chunked", "chunked, three bytes a chunk", (answer) => [
    { send: joined(headOf(answer, CHUNKED), chunks(answer.body, 3), "0\r\n\r\n") },
    fin,
  ]),
  odd("chunked-with-extensions", "chunks with extensions, sizes in capitals and with zeros", (
    answer,
  ) => [
    {
      send: joined(
        headOf(answer, CHUNKED),
        `000${answer.body.length.toString(16).toUpperCase()};ieof;note="a; b"\r\n`,
        answer.body,
        "\r\n0000;last\r\n\r\n",
      ),
    },
    fin,
  ]),
  odd("chunked-with-trailers", "trailers behind the last chunk", (answer) => [
    { send: joined(headOf(answer, [...CHUNKED, "trailer: x-cost"]), chunks(answer.body, 64)) },
    { send: "0\r\nX-Cost: 4417\r\nX-Model: none\r\n\r\n" },
    fin,
  ]),
  odd("chunked-in-odd-case", "the coding is spelled Chunked", (answer) => [
    {
      send: joined(
        headOf(answer, ["Transfer-Encoding: Chunked", "Connection: Close"]),
        chunks(answer.body, 100),
        "0\r\n\r\n",
      ),
    },
    fin,
  ]),
  seldom(odd("chunked-and-kept-alive", "chunked, and the connection stays open", (answer) => [
    {
      send: joined(
        headOf(answer, ["transfer-encoding: chunked"]),
        chunks(answer.body, 1000),
        "0\r\n\r\n",
      ),
    },
    { next: true },
  ])),
  seldom(odd("one-byte-a-write", "answers come one byte a write", (answer) => [
    { drip: joined(headOf(answer), answer.body) },
    fin,
  ])),
  seldom(odd("kept-alive", "the connection stays open after the body", (answer) => [
    { send: joined(headOf(answer, [`content-length: ${answer.body.length}`]), answer.body) },
    { next: true },
  ])),
  seldom(odd("kept-alive-by-name", "Connection: keep-alive, with its parameters", (answer) => [
    {
      send: joined(
        headOf(answer, [
          "Connection: keep-alive",
          "Keep-Alive: timeout=5, max=100",
          `Content-Length: ${answer.body.length}`,
        ]),
        answer.body,
      ),
    },
    { next: true },
  ])),
  odd("until-close", "no length: the body ends where the connection does", (answer) => [
    { send: joined(headOf(answer, ["connection: close"]), answer.body) },
    fin,
  ]),
  odd("until-close-without-a-word", "no length and no Connection header", (answer) => [
    { send: joined(headOf(answer, []), answer.body) },
    fin,
  ]),
  odd("half-closed", "the endpoint closes its side, and waits for ours", (answer) => [
    { send: joined(headOf(answer), answer.body) },
    { close: "half" },
  ]),
  odd("continue-first", "a 100 answer comes first", after("HTTP/1.1 100 Continue\r\n\r\n")),
  odd(
    "processing-first",
    "three 102 answers come first",
    after(
      ...Array.from({ length: 3 }, () => "HTTP/1.1 102 Processing\r\n\r\n"),
    ),
  ),
  odd(
    "early-hints-first",
    "a 103 answer with headers comes first",
    after(
      "HTTP/1.1 103 Early Hints\r\nLink: </style.css>; rel=preload\r\nContent-Length: 7\r\n\r\n",
    ),
  ),
  odd("head-and-body-apart", "head and body come in two writes", (answer) => [
    { send: headOf(answer) },
    { send: answer.body },
    fin,
  ]),
  odd("no-reason", "the status line has no reason", (answer) => [
    { send: joined(headOf(answer).replace(/^(HTTP\/1\.1 \d+ )[^\r]*/, "$1"), answer.body) },
    fin,
  ]),
  odd("another-reason", "the status line's reason is the server's own", (answer) => [
    {
      send: joined(headOf(answer).replace(/^(HTTP\/1\.1 \d+ )[^\r]*/, "$1Fine by me"), answer.body),
    },
    fin,
  ]),
  odd("headers-in-odd-case", "header names are in capitals, values lack or have white space", (
    answer,
  ) => [
    {
      send: joined(
        headOf(answer, [`CONTENT-LENGTH:${answer.body.length}`, "CONNECTION: \t close \t"]),
        answer.body,
      ),
    },
    fin,
  ]),
  headers("no-content-type", "there is no Content-Type"),
  headers("content-type-html", "Content-Type says HTML", ["content-type", "text/html"]),
  headers("content-type-latin-1", "Content-Type says latin-1, of UTF-8", [
    "content-type",
    "application/json; charset=iso-8859-1",
  ]),
  headers("content-type-of-a-problem", "Content-Type is another kind of JSON", [
    "content-type",
    "application/vnd.freight+json; v=1",
  ]),
  headers("content-encoding-identity", "Content-Encoding: identity", [
    "content-encoding",
    "identity",
  ]),
  headers(
    "many-headers",
    "sixty headers, some of them cookies",
    ...Array.from({ length: 60 }, (_, n) => ["set-cookie", `c${n}=${n}; Path=/`] as const),
  ),
  headers("empty-header", "a header has no value", ["x-empty", ""]),
];
