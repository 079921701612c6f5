import { assertEquals, assertMatch, assertRejects } from "@std/assert";
import { httpAnswer, jsonAnswer, rawServer } from "../../lib/wire/raw_server.ts";
import { dialAndSend, hear, post, sendAll, talk } from "./raw_server_talk.ts";

const utf8 = new TextEncoder();
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

Deno.test("rawServer() hands a request to the script as it stood on the wire", async () => {
  await using server = rawServer(() => [{ send: httpAnswer(200, "ok") }]);
  const request = "POST /a/b?c=1 HTTP/1.1\r\nHost: x\r\nX-One:  1 \r\nx-one: 2\r\n" +
    "content-length: 5\r\n\r\nhé!\n";
  const before = performance.now();
  await talk(server.port, request);
  const [received] = server.requests;
  assertEquals(received?.method, "POST");
  assertEquals(received?.target, "/a/b?c=1");
  assertEquals(received?.httpVersion, "1.1");
  assertEquals(received?.headers, [
    ["Host", "x"],
    ["X-One", "1"],
    ["x-one", "2"],
    ["content-length", "5"],
  ]);
  assertEquals(received?.body, utf8.encode("hé!\n"));
  assertEquals(received?.raw, utf8.encode(request));
  assertEquals([received?.connection, received?.index, received?.unread], [0, 0, 0]);
  assertEquals(received !== undefined && received.atMs >= before, true);
  assertEquals(server.url, `http://127.0.0.1:${server.port}`);
});

Deno.test("rawServer() takes the coding off a chunked request and keeps its bytes", async () => {
  await using server = rawServer(() => [{ send: httpAnswer(204, "") }]);
  const head = "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n";
  const chunks = "3;ext=1\r\nabc\r\n0A\r\n0123456789\r\n0\r\nTrailer: t\r\n\r\n";
  await talk(server.port, head + chunks);
  assertEquals(text(server.requests[0]?.body ?? new Uint8Array()), "abc0123456789");
  assertEquals(text(server.requests[0]?.raw ?? new Uint8Array()), head + chunks);
});

Deno.test("rawServer() reads a request that comes a byte at a time", async () => {
  await using server = rawServer(({ body }) => [{ send: body }]);
  const conn = await dialAndSend(server.port, "");
  conn.setNoDelay(true);
  for (const character of post("abc")) await sendAll(conn, character);
  assertEquals((await hear(conn)).text, "abc");
  conn.close();
});

Deno.test("rawServer() answers 100 Continue to a client that waits for it", async () => {
  await using server = rawServer(({ body }) => [{ send: body }]);
  const conn = await dialAndSend(
    server.port,
    "POST / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n",
  );
  assertEquals((await hear(conn, 25)).text, "HTTP/1.1 100 Continue\r\n\r\n");
  await sendAll(conn, "hi");
  assertEquals((await hear(conn)).text, "hi");
  conn.close();
});

Deno.test("rawServer() keeps a connection for as long as its scripts say next", async () => {
  await using server = rawServer(({ index }) =>
    index < 2 ? [{ send: `<${index}>` }, { next: true }] : [{ send: "<last>" }]
  );
  // Two at once, the third after the answers: pipelined requests are answered in order.
  const conn = await dialAndSend(server.port, post("a") + post("b"));
  assertEquals((await hear(conn, 6)).text, "<0><1>");
  await sendAll(conn, post("c"));
  assertEquals((await hear(conn)).text, "<last>");
  conn.close();
  assertEquals(server.requests.map(({ connection, body }) => [connection, text(body)]), [
    [0, "a"],
    [0, "b"],
    [0, "c"],
  ]);
  assertEquals(server.connections, 1);
});

Deno.test("rawServer() serves connections at the same time", async () => {
  const gate = Promise.withResolvers<void>();
  await using server = rawServer(({ connection }) =>
    connection === 0 ? [{ wait: gate.promise }, { send: "first" }] : [{ send: "second" }]
  );
  const first = talk(server.port, post("1"));
  await server.received(1);
  assertEquals((await talk(server.port, post("2"))).text, "second");
  gate.resolve();
  assertEquals((await first).text, "first");
  assertEquals(server.connections, 2);
});

Deno.test("rawServer() keeps what was no request apart, and doesn't call the script", async () => {
  let called = 0;
  await using server = rawServer(() => {
    called++;
    return [];
  });
  const cases: readonly (readonly [sent: string, reason: RegExp])[] = [
    ["hello\r\n\r\n", /bad request line: hello/],
    ["GET / HTTP/1.1\r\nno colon\r\n\r\n", /without a name: no colon/],
    ["POST / HTTP/1.1\r\nContent-Length: x\r\n\r\n", /content-length x/],
    ["POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\na", /declared twice/],
    [
      "POST / HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
      /declared twice/,
    ],
    ["POST / HTTP/1.1\r\nContent-Length: 99999999\r\n\r\n", /body over 16777216 bytes/],
    ["POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", /chunk size zz/],
    ["POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nabc\r\n", /longer than its size/],
    ["POST / HTTP/1.1\r\nTransfer-Encoding: gzip\r\n\r\n", /transfer coding gzip/],
  ];
  for (const [sent, reason] of cases) {
    assertEquals((await talk(server.port, sent)).text, "");
    const entry = server.unreadable.at(-1);
    assertMatch(entry?.reason ?? "", reason);
    assertEquals(text(entry?.raw ?? new Uint8Array()), sent);
  }
  const cut = await dialAndSend(server.port, post("abc").slice(0, -1));
  await cut.closeWrite();
  await hear(cut);
  cut.close();
  assertEquals(server.unreadable.at(-1)?.reason, "the peer closed inside a request");
  const silent = await dialAndSend(server.port, "");
  await silent.closeWrite();
  await hear(silent);
  silent.close();
  assertEquals([called, server.requests.length, server.unreadable.length], [0, 0, 10]);
});

Deno.test("rawServer() says when n requests have been read", async () => {
  const server = rawServer(() => [{ send: "x" }]);
  const two = server.received(2);
  await talk(server.port, post("1"));
  await talk(server.port, post("2"));
  await two;
  await server.received(1);
  const three = server.received(3);
  await server.close();
  await assertRejects(() => three, Error, "the server closed before that many requests came");
  await assertRejects(() => server.peerClosed(9), Error, "the server closed before the peer did");
});

Deno.test("httpAnswer() and jsonAnswer() write plain answers", () => {
  assertEquals(
    text(httpAnswer(404, "né", { "X-A": "1" })),
    "HTTP/1.1 404 Not Found\r\nX-A: 1\r\ncontent-length: 3\r\nconnection: close\r\n\r\nné",
  );
  assertEquals(
    text(httpAnswer(200, "ab", { "Content-Length": "7", Connection: "keep-alive" })),
    "HTTP/1.1 200 OK\r\nContent-Length: 7\r\nConnection: keep-alive\r\n\r\nab",
  );
  assertEquals(
    text(jsonAnswer({ wt_inject: 1 })),
    "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 15\r\n" +
      'connection: close\r\n\r\n{"wt_inject":1}',
  );
  assertMatch(text(jsonAnswer(null, 599)), /^HTTP\/1\.1 599 \r\n/);
});
