/**
 * Answers that aren't whole HTTP/1.1 responses.
 *
 * @module
 */
import { type Answer, fails, type Mutant, type Steps, warns } from "../mutant.ts";
import { headOf } from "../mutant_server.ts";
import { isOrdinary, joined } from "../mutant_seams.ts";

const FRAMING = "transport.framing";
const JSON_UTF8 = "transport.json-utf8";

const fin = { close: "fin" } as const;

/** Puts every reply on the wire in its own way. */
function framed(
  id: string,
  what: string,
  wire: (answer: Answer) => Steps,
  expect = fails(FRAMING),
): Mutant {
  return {
    id: `framing-${id}`,
    breaks: JSON_UTF8,
    what,
    wire: (answer, asked) => isOrdinary(asked) && answer.status === 200 ? wire(answer) : undefined,
    expect,
  };
}

/** A whole body behind headers of one's own. */
const behind = (...framing: readonly string[]) => (answer: Answer): Steps => [
  { send: joined(headOf(answer, framing), answer.body) },
  fin,
];

const CHUNKED = ["transfer-encoding: chunked", "connection: close"] as const;

/** A chunked body whose chunks are written as they come out of `write`. */
const inChunks = (write: (body: Uint8Array) => readonly (string | Uint8Array)[]) =>
(
  answer: Answer,
): Steps => [{ send: joined(headOf(answer, CHUNKED), ...write(answer.body)) }, fin];

const size = (body: Uint8Array) => body.length.toString(16);

/** Broken framing, on every reply. */
export const framingMutants: readonly Mutant[] = [
  framed("cut-body", "the connection ends in the middle of the body", (answer) => [
    { send: joined(headOf(answer), answer.body.subarray(0, 10)) },
    fin,
  ]),
  framed("no-body", "a head promises a body, and the connection ends", (answer) => [
    { send: headOf(answer) },
    fin,
  ]),
  {
    ...framed(
      "reset-in-the-body",
      "the connection is reset in the middle of the body",
      (answer) => [
        { send: joined(headOf(answer), answer.body.subarray(0, 10)) },
        { close: "rst" },
      ],
    ),
    resets: true,
  },
  framed(
    "length-too-long",
    "Content-Length is one more than the body has",
    (answer) => behind(`content-length: ${answer.body.length + 1}`, "connection: close")(answer),
  ),
  framed(
    "length-too-short",
    "Content-Length is one less than the body has",
    (answer) => behind(`content-length: ${answer.body.length - 1}`, "connection: close")(answer),
    {
      ...fails(FRAMING, JSON_UTF8),
      why: "a byte is left over, and what the length covers lacks its last brace",
    },
  ),
  framed(
    "length-in-characters",
    "Content-Length counts characters, and the reply has one of two bytes",
    (answer) => {
      const body = joined(
        new TextDecoder().decode(answer.body).replace('"reply":"', '"reply":"Ren\u00e9: '),
      );
      return behind(`content-length: ${body.length - 1}`, "connection: close")({ ...answer, body });
    },
    fails(FRAMING, JSON_UTF8),
  ),
  framed("bytes-behind-the-body", "a line break and words stand behind the body", (answer) => [
    { send: joined(headOf(answer), answer.body, "\r\nOK") },
    fin,
  ]),
  framed("length-no-number", "Content-Length is a word", behind("content-length: many")),
  framed("length-negative", "Content-Length is below zero", behind("content-length: -1")),
  framed("lengths-disagree", "two Content-Length headers disagree", (answer) =>
    behind(
      `content-length: ${answer.body.length}`,
      `content-length: ${answer.body.length + 7}`,
      "connection: close",
    )(answer)),
  framed(
    "chunk-size-no-number",
    "a chunk's size is no number",
    inChunks((body) => ["zz\r\n", body, "\r\n0\r\n\r\n"]),
  ),
  framed(
    "chunk-size-too-small",
    "a chunk is longer than its size",
    inChunks((body) => [(body.length - 3).toString(16), "\r\n", body, "\r\n0\r\n\r\n"]),
  ),
  framed(
    "chunk-size-too-large",
    "a chunk is shorter than its size",
    inChunks((body) => [(body.length + 3).toString(16), "\r\n", body, "\r\n0\r\n\r\n"]),
  ),
  framed(
    "last-chunk-missing",
    "the connection ends without the last chunk",
    inChunks((body) => [size(body), "\r\n", body, "\r\n"]),
  ),
  framed(
    "last-chunk-half",
    "the connection ends inside the last chunk",
    inChunks((body) => [size(body), "\r\n", body, "\r\n0\r\n"]),
  ),
  framed("chunked-in-name-only", "the head says chunked, the body isn't", behind(...CHUNKED)),
  framed(
    "bytes-behind-the-last-chunk",
    "words stand behind the last chunk",
    inChunks((body) => [size(body), "\r\n", body, "\r\n0\r\n\r\n", "OK"]),
  ),
  framed("no-status-line", "a reply is the JSON alone, without a head", ({ body }) => [
    { send: body },
    fin,
  ]),
  framed("cut-head", "the connection ends in the middle of the head", (answer) => [
    { send: headOf(answer).slice(0, 30) },
    fin,
  ]),
  framed("interim-only", "a 100 answer comes, and then the end of the connection", () => [
    { send: "HTTP/1.1 100 Continue\r\n\r\n" },
    fin,
  ]),
  framed("half-close-and-nothing", "the endpoint closes its side without a byte", () => [
    { close: "half" },
  ]),
  framed(
    "http-1.0",
    "replies have an HTTP/1.0 status line",
    (answer) => [
      { send: joined(headOf(answer).replace("HTTP/1.1", "HTTP/1.0"), answer.body) },
      fin,
    ],
    warns(FRAMING),
  ),
  {
    id: "framing-http-1.0-on-reset",
    breaks: JSON_UTF8,
    what: "a reset's answer has an HTTP/1.0 status line and no Content-Length",
    wire: (answer, { route }) =>
      route === "reset"
        ? [{ send: joined("HTTP/1.0 200 OK\r\n\r\n", answer.body) }, fin]
        : undefined,
    expect: warns(FRAMING),
  },
  {
    id: "framing-cut-body-on-surface",
    breaks: JSON_UTF8,
    what: "a surface ends in the middle",
    wire: (answer, { route }) =>
      route === "surface"
        ? [{ send: joined(headOf(answer), answer.body.subarray(0, 40)) }, fin]
        : undefined,
    expect: { ...fails(FRAMING), unproven: ["surface.shape", "surface.fresh-session"] },
  },
];
