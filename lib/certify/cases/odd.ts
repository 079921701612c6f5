/**
 * Endpoints that are odd and legal: a driver that refuses them refuses a conforming endpoint.
 *
 * @module
 */
import {
  byteLength,
  chunked,
  GOOD_INJECT,
  GOOD_RESET,
  GOOD_SURFACE,
  head,
  kept,
  ok,
} from "../answers.ts";
import type { DriverCase } from "../case.ts";
import { accepted, either, LONG_RUN, runOf, table, turn } from "./build.ts";

const plainHead = head(`content-length: ${byteLength(GOOD_INJECT)}`, "connection: close");
const LENGTH = `Content-Length: ${byteLength(GOOD_INJECT)}\r\n`;

const LARGE = "pallet ".repeat(149_797).trim();

/** An interim answer, then the real one. */
function after(interim: string): DriverCase["script"] {
  return turn([{ send: `${interim}\r\n\r\n${plainHead}${GOOD_INJECT}` }]);
}

const http = table({
  family: "odd",
  clause: "transport.json-utf8",
  mend: "Read the answer with a whole HTTP/1.1 client: any legal framing, any header case.",
}, [
  {
    id: "http.chunked",
    title: "the body in chunks",
    script: turn([{
      send: head("transfer-encoding: chunked", "connection: close") + chunked(GOOD_INJECT) + "\r\n",
    }]),
    expect: accepted(),
  },
  {
    id: "http.chunk-extensions",
    title: "chunks with extensions, and a trailer after them",
    script: turn([{
      send: head("Transfer-Encoding: chunked", "Connection: close") +
        chunked(GOOD_INJECT, 7, ";part=a") + "X-Sum: 4\r\n\r\n",
    }]),
    expect: accepted(),
  },
  {
    id: "http.until-close",
    title: "a body that ends with the connection, without a length",
    script: turn([{ send: head("connection: close") + GOOD_INJECT }, { close: "fin" }]),
    expect: accepted(),
  },
  {
    id: "http.header-case",
    title: "headers in odd letter case, without spaces, and many of them",
    script: turn([{
      send: `HTTP/1.1 200 OK\r\ncOnTeNt-LeNgTh:${byteLength(GOOD_INJECT)}\r\n` +
        "CONTENT-TYPE:application/json\r\nconnection:close\r\n" +
        Array.from({ length: 40 }, (_, n) => `X-${n}: y\r\n`).join("") + `\r\n${GOOD_INJECT}`,
    }]),
    expect: accepted(),
  },
  {
    id: "http.no-content-type",
    title: "no Content-Type",
    mend: "Don't ask for a Content-Type: the contract doesn't.",
    script: turn([{ send: `HTTP/1.1 200 OK\r\n${LENGTH}Connection: close\r\n\r\n${GOOD_INJECT}` }]),
    expect: accepted(),
  },
  {
    id: "http.other-content-type",
    title: "Content-Type text/plain in Latin-1, on a body that is JSON in UTF-8",
    mend: "Read the body as UTF-8 whatever its Content-Type says.",
    script: turn(ok('{"wt_inject":1,"reply":"Gr\u00fc\u00dfe","tool_calls":[]}', {
      "content-type": "text/plain; charset=iso-8859-1",
    })),
    expect: accepted({ content: "Gr\u00fc\u00dfe" }),
  },
  {
    id: "http.no-reason",
    title: "a status line without a reason",
    script: turn([{ send: plainHead.replace("200 OK", "200 ") + GOOD_INJECT }]),
    expect: accepted(),
  },
  {
    id: "http.byte-by-byte",
    title: "head and body in writes of one byte",
    script: turn([{ drip: plainHead + GOOD_INJECT }]),
    expect: accepted(),
  },
  {
    id: "http.keep-alive",
    title: "a run on connections that stay open",
    op: LONG_RUN,
    script: { reset: [kept(GOOD_RESET)], inject: [kept(GOOD_INJECT)] },
    expect: { outcome: ["ok"], requests: runOf(3) },
  },
  {
    id: "http.large-reply",
    title: "a reply of 1 MiB",
    script: turn(ok(`{"wt_inject":1,"reply":"${LARGE}","tool_calls":[]}`)),
    expect: accepted({ content: LARGE }),
  },
  {
    id: "http.interim-100",
    title: "100 Continue before the answer",
    mend: "Skip interim answers (1xx): the final one follows.",
    script: after("HTTP/1.1 100 Continue"),
    expect: accepted(),
  },
  {
    id: "http.interim-102",
    title: "102 Processing, twice, before the answer",
    mend: "Skip interim answers (1xx): the final one follows.",
    script: after("HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 102 Processing"),
    expect: accepted(),
  },
  {
    id: "http.interim-103",
    title: "103 Early Hints before the answer",
    mend: "Skip interim answers (1xx): the final one follows.",
    script: after("HTTP/1.1 103 Early Hints\r\nlink: </style.css>"),
    expect: accepted(),
  },
  {
    id: "http.version-1.0",
    title: "a status line of HTTP/1.0: refused or accepted, but settled",
    script: turn([{ send: plainHead.replace("HTTP/1.1", "HTTP/1.0") + GOOD_INJECT }]),
    expect: either(),
  },
]);

const UNKNOWN = '"x_future":{"a":[1,2,{"b":null}]},"trace_id":"t-1"';

const fields = table({
  family: "odd",
  clause: "version.unknown-fields",
  mend: "Ignore fields that you don't know, at every level.",
}, [
  {
    id: "fields.unknown-inject",
    title: "a turn's answer with unknown fields, in the envelope and in a call",
    script: turn(
      ok(
        `{${UNKNOWN},"wt_inject":1,"reply":"Bay 4.","tool_calls":[{"name":"count","id":"c9",` +
          `"result":{"n":2},"arguments":{"n":1}}],"usage":{"tokens":12}}`,
      ),
    ),
    expect: accepted({ content: "Bay 4.", calls: [{ name: "count", arguments: '{"n":1}' }] }),
  },
  {
    id: "fields.unknown-reset",
    title: "a reset's answer with unknown fields",
    op: { op: "reset" },
    script: { reset: [ok(`{"wt_inject":1,${UNKNOWN},"status":"wiped"}`)] },
    expect: { outcome: ["ok"], requests: ["reset"] },
  },
  {
    id: "fields.unknown-surface",
    title: "a surface with unknown fields, in the envelope and in its segments",
    op: { op: "surface" },
    script: {
      surface: [
        ok(
          GOOD_SURFACE.replaceAll('"content":', '"x_unit":1,"content":')
            .replace('"surface":{', `${UNKNOWN},"surface":{"x_kind":"full",`),
        ),
      ],
    },
    expect: { outcome: ["ok"], requests: ["surface"], surface: "reported" },
  },
  {
    id: "fields.other-order",
    title: "the fields in another order, with white space around everything",
    script: turn(
      ok(' \r\n\t{ "tool_calls" : [ ] ,\n "reply" : "Bay 4." , "wt_inject" : 1 }\n\n '),
    ),
    expect: accepted(),
  },
]);

/** Cases of odd but legal endpoints: HTTP and fields. */
export const oddCases: readonly DriverCase[] = [...http, ...fields];
