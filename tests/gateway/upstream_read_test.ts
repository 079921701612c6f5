import { assertEquals, assertThrows } from "@std/assert";
import { AnswerReader, UpstreamFault } from "../../lib/gateway/upstream_read.ts";

const encode = (text: string) => new TextEncoder().encode(text);

/** Reads an answer in pieces; returns its status, its body, and whether it has ended. */
function read(text: string, size: number, closes = false) {
  const reader = new AnswerReader();
  const bytes = encode(text);
  let body = "";
  for (let at = 0; at < bytes.length && !reader.ended; at += size) {
    body += new TextDecoder().decode(reader.feed(bytes.subarray(at, at + size)));
  }
  if (closes) reader.end();
  return { status: reader.head?.status, body, ended: reader.ended };
}

const WHOLE: readonly (readonly [name: string, text: string, body: string, closes?: true])[] = [
  ["Content-Length", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello", "hello"],
  ["bytes after it", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhello", "he"],
  ["no body", "HTTP/1.1 204 No\r\n\r\n", ""],
  ["an empty body", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", ""],
  [
    "chunks and trailers",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3;x\r\nhel\r\n2\r\nlo\r\n0\r\nT: 1\r\n\r\n",
    "hello",
  ],
  [
    "interim answers",
    "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Hints\r\nA: b\r\n\r\nHTTP/1.1 200\r\nContent-Length: 2\r\n\r\nok",
    "ok",
  ],
  ["its connection's end", "HTTP/1.0 200 OK\r\n\r\nhello", "hello", true],
];
for (const [name, text, body, closes] of WHOLE) {
  Deno.test(`AnswerReader reads an answer with ${name}, in pieces of any size`, () => {
    for (let size = 1; size <= text.length; size++) {
      const { status, ...rest } = read(text, size, closes);
      assertEquals([status === 200 || status === 204, rest], [true, { body, ended: true }]);
    }
  });
}

const BROKEN: readonly (readonly [kind: string, text: string])[] = [
  ["no-response", ""],
  ["cut-head", "HTTP/1.1 200 OK\r\n"],
  ["cut-head", "HTTP/1.1 100 Continue\r\n\r\n"],
  ["cut-body", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhell"],
  ["cut-body", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n"],
  ["bad-chunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"],
  ["bad-head", "HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n"],
  ["bad-head", "HTTP/1.1 101 Switching\r\n\r\n"],
  ["head-too-large", `HTTP/1.1 200 OK\r\nX: ${"x".repeat(70_000)}`],
];
for (const [kind, text] of BROKEN) {
  Deno.test(`AnswerReader throws ${kind} for ${JSON.stringify(text.slice(0, 70))}`, () => {
    const error = assertThrows(() => read(text, 4096, true), UpstreamFault);
    assertEquals(error.fault.kind, kind);
  });
}
