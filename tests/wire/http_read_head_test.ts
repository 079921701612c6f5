import { assertEquals, assertThrows } from "@std/assert";
import { BadHead, parseHead } from "../../lib/wire/http_read_head.ts";

/** Each character as the byte of the same number. */
const head = (text: string) => parseHead(Uint8Array.from(text, (c) => c.charCodeAt(0)));

Deno.test("parseHead() reads status lines, and no space before no reason", () => {
  const rows:
    readonly (readonly [line: string, version: string, status: number, reason: string])[] = [
      ["HTTP/1.1 200 OK", "1.1", 200, "OK"],
      ["HTTP/1.0 404 Not Found", "1.0", 404, "Not Found"],
      ["HTTP/1.1 204 ", "1.1", 204, ""],
      ["HTTP/1.1 204", "1.1", 204, ""],
      ["HTTP/1.9 999  two spaces ", "1.9", 999, " two spaces "],
      ["HTTP/1.1 100 \xe9\x85\x80", "1.1", 100, "\xe9\x85\x80"],
    ];
  for (const [line, httpVersion, status, reason] of rows) {
    for (const end of ["\r\n", "\n"]) {
      assertEquals(head(`${line}${end}A: b${end}${end}`), {
        httpVersion,
        status,
        reason,
        headers: [["A", "b"]],
      });
      assertEquals(head(line + end + end).headers, []);
    }
  }
});

Deno.test("parseHead() refuses every other first line", () => {
  const lines = [
    "",
    " ",
    "HTTP/1.1",
    "HTTP/1.1 ",
    "HTTP/1.1 20",
    "HTTP/1.1 020 OK",
    "HTTP/1.1 2000 OK",
    "HTTP/1.1 200OK",
    "HTTP/1.1 200\tOK",
    "HTTP/1.1 2x0 OK",
    "HTTP/1.1 20: OK",
    "HTTP/1.1 /00 OK",
    "HTTP/1.1  200 OK",
    "HTTP/1.1\t200 OK",
    "HTTP/1.12 200 OK",
    "HTTP/1. 200 OK",
    "HTTP/1.x 200 OK",
    "HTTP/2.0 200 OK",
    "HTTP/2 200",
    "http/1.1 200 OK",
    " HTTP/1.1 200 OK",
    "HTTP/1.1 \xb2\xb2\xb2 OK",
  ];
  for (const line of lines) {
    assertThrows(() => head(`${line}\r\n\r\n`), BadHead, "is no HTTP/1 status line");
  }
});

Deno.test("parseHead() reads Latin-1 and ASCII heads alike, and refuses a bare CR and a NUL in both", () => {
  for (const value of ["plain", "\xe9\xff\x80", "\x7f\x01"]) {
    assertEquals(head(`HTTP/1.1 200 OK\r\nX: ${value}\r\n\r\n`).headers, [["X", value]]);
    for (const odd of ["\0", "\r", "\r\r"]) {
      const text = `HTTP/1.1 200 OK\r\nX: ${value}${odd}y\r\n\r\n`;
      assertThrows(() => head(text), BadHead, "a bare CR or a NUL stands in the head");
    }
  }
});

Deno.test("parseHead() reads fields up to the first empty line", () => {
  const text = "HTTP/1.1 200 OK\nA:\nB: \t b c \t\r\n  folded \r\nC::d\r\n\r\nD: e\r\n";
  assertEquals(head(text).headers, [["A", ""], ["B", "b c folded"], ["C", ":d"]]);
  for (const line of ["no colon", "A B: c", ": c", "A : c"]) {
    assertThrows(() => head(`HTTP/1.1 200 OK\r\n${line}\r\nX: y\r\n\r\n`), BadHead);
  }
  assertThrows(() => head("HTTP/1.1 200 OK\r\n A: b\r\n\r\n"), BadHead, "before the first header");
});
