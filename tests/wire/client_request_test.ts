import { assertEquals, assertRejects } from "@std/assert";
import { once } from "../../lib/wire/client.ts";
import { requestMessage } from "../../lib/wire/http_write.ts";
import { latin1 } from "../../lib/wire/bytes.ts";
import type { WireRequest } from "../../lib/wire/exchange.ts";
import { post, testServer } from "./_server.ts";

const NONE = new Uint8Array();

/** The request's bytes as text. */
function written(request: Partial<WireRequest>): string {
  return latin1(requestMessage(post("http://h.example/", request)).bytes);
}

Deno.test("once() writes head and body, with Host first and its own headers last", async () => {
  let seen = "";
  await using server = testServer((peer) => {
    seen = peer.request;
    return peer.send("HTTP/1.1 204 None\r\n\r\n");
  });
  const { request } = await once({
    method: "POST",
    url: `${server.url}/prefix/wt/inject?a=1&b=%20x#fragment`,
    headers: [["content-TYPE", "application/json"], ["X-Twice", "1"], ["X-Twice", "2"]],
    body: new TextEncoder().encode('{"é":1}'),
  });
  assertEquals(
    seen,
    "POST /prefix/wt/inject?a=1&b=%20x HTTP/1.1\r\n" +
      `Host: 127.0.0.1:${server.port}\r\n` +
      "content-TYPE: application/json\r\nX-Twice: 1\r\nX-Twice: 2\r\n" +
      "Content-Length: 8\r\nConnection: close\r\n\r\n" +
      '{"\xc3\xa9":1}',
  );
  // The exchange has the headers that were sent; sending it again sends the same.
  assertEquals(request.headers.map(([name]) => name), [
    "Host",
    "content-TYPE",
    "X-Twice",
    "X-Twice",
    "Content-Length",
    "Connection",
  ]);
  const first = seen;
  await once(request);
  assertEquals(seen, first);
});

Deno.test("requestMessage() takes host, port and target from the URL", () => {
  const rows: [url: string, hostname: string, port: number, secure: boolean, start: string][] = [
    ["http://h.example", "h.example", 80, false, "POST / HTTP/1.1\r\nHost: h.example\r\n"],
    ["https://h.example/", "h.example", 443, true, "POST / HTTP/1.1\r\nHost: h.example\r\n"],
    ["http://H.example:80/a", "h.example", 80, false, "POST /a HTTP/1.1\r\nHost: h.example\r\n"],
    ["http://[::1]:8647/x?", "::1", 8647, false, "POST /x HTTP/1.1\r\nHost: [::1]:8647\r\n"],
    ["http://1.2.3.4:1/ü?é", "1.2.3.4", 1, false, "POST /%C3%BC?%C3%A9 HTTP/1.1\r\nHost: 1.2."],
    ["https://ü.example:8/", "xn--tda.example", 8, true, "POST / HTTP/1.1\r\nHost: xn--tda.ex"],
  ];
  for (const [url, hostname, port, secure, start] of rows) {
    const { target, bytes } = requestMessage(post(url));
    assertEquals(target, { secure, hostname, port });
    assertEquals(latin1(bytes).slice(0, start.length), start);
  }
});

Deno.test("requestMessage() declares a length where the method or the body wants one", () => {
  const rows: [method: string, body: Uint8Array, line: string | undefined][] = [
    ["GET", NONE, undefined],
    ["HEAD", NONE, undefined],
    ["DELETE", NONE, undefined],
    ["POST", NONE, "Content-Length: 0"],
    ["PUT", NONE, "Content-Length: 0"],
    ["GET", Uint8Array.of(1), "Content-Length: 1"],
    ["DELETE", Uint8Array.of(1, 2), "Content-Length: 2"],
  ];
  for (const [method, body, line] of rows) {
    const text = written({ method, body });
    assertEquals(/Content-Length.*(?=\r)/.exec(text)?.[0], line, method);
  }
});

Deno.test("requestMessage() turns the URL's credentials into Basic authorization", () => {
  // "user:pä:ss" in UTF-8, as base64.
  const basic = "Authorization: Basic dXNlcjpww6Q6c3M=\r\n";
  const url = "http://user:p%C3%A4:ss@h.example/";
  const text = written({ url });
  assertEquals(text.includes(basic), true);
  assertEquals(text.includes("@"), false);
  const own = written({ url, headers: [["authorization", "Bearer x"]] });
  assertEquals(own.includes("Basic"), false);
  assertEquals(own.includes("authorization: Bearer x\r\n"), true);
});

Deno.test("requestMessage() writes Latin-1 header values as single bytes", () => {
  const text = written({ headers: [["X-A", "caf\xe9\x80"], ["X-T", "a\tb"]] });
  assertEquals(text.includes("X-A: caf\xe9\x80\r\nX-T: a\tb\r\n"), true);
});

Deno.test("once() rejects with a TypeError what it can't send, and sends nothing", async () => {
  await using server = testServer("never said");
  const { url } = server;
  const rows: [request: Partial<WireRequest>, words: string][] = [
    [{ url: "not a url" }, 'Cannot send to "not a url": not a URL'],
    [{ url: "/wt/inject" }, "not a URL"],
    [{ url: `ftp://127.0.0.1:${server.port}/` }, "the scheme must be http or https"],
    [{ url: `ws://127.0.0.1:${server.port}/` }, "the scheme must be http or https"],
    [{ method: "" }, 'method ""'],
    [{ method: "GET / HTTP/1.1\r\nX:" }, "Cannot send method"],
    [{ method: "CONNECT" }, "Cannot send method"],
    [
      { headers: [["X-A", "b\r\nX-C: d"]] },
      "Cannot send header X-A: its value has a CR, LF or NUL",
    ],
    [{ headers: [["X-A", "b\n"]] }, "CR, LF or NUL"],
    [{ headers: [["X-A", "b\r"]] }, "CR, LF or NUL"],
    [{ headers: [["X-A", "\0"]] }, "CR, LF or NUL"],
    [{ headers: [["X-A", "€"]] }, "characters above U+00FF"],
    [{ headers: [["X A", "b"]] }, 'header "X A": bad name'],
    [{ headers: [["X-A: b\r\nX-C", "d"]] }, "bad name"],
    [{ headers: [["", "d"]] }, "bad name"],
    [{ headers: [["Host", "elsewhere"]] }, "the client sets it, to 127.0.0.1"],
    [{ headers: [["content-length", "3"]] }, "the client sets it, to 2"],
    [{ headers: [["Content-Length", "0"]], body: NONE, method: "GET" }, "to nothing"],
    [{ headers: [["Connection", "keep-alive"]] }, "the client sets it, to close"],
    [{ headers: [["Transfer-Encoding", "chunked"]] }, "Content-Length"],
  ];
  for (const [request, words] of rows) {
    await assertRejects(() => once(post(url, request)), TypeError, words);
  }
  assertEquals(server.connections, 0);
});
