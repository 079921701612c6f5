import { assertEquals, assertStringIncludes } from "@std/assert";
import { latin1 } from "../../lib/wire/bytes.ts";
import { once } from "../../lib/wire/client.ts";
import type { Fault } from "../../lib/wire/exchange.ts";
import { gate, post, testServer } from "./_server.ts";

const CHUNKED = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";

/** An answer after which the server closes; the fault's words; the body read before it, if any. */
type Row = readonly [answer: string, words: string, body?: string];

const ROWS: Readonly<Partial<Record<Fault["kind"], readonly Row[]>>> = {
  "no-response": [["", "without sending a byte"]],
  "cut-head": [
    ["H", "inside the head"],
    ["HTTP/1.1 200 OK\r\nContent-Length: 0\r\n", "inside the head"],
    ["HTTP/1.1 100 Continue\r\n\r\n", "after an interim answer"],
    ["HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 2", "inside the head"],
  ],
  "bad-head": [
    ["SSH-2.0-OpenSSH_9.6\r\n", 'it starts with "SSH-2.0-OpenSSH_9.6'],
    ["\x15\x03\x01\x00\x02\x02\x46", "it is a TLS record; use https"],
    ["\r\nHTTP/1.1 200 OK\r\n\r\n", 'not with "HTTP/"'],
    ["HTTP/2 200\r\n\r\n", '"HTTP/2 200" is no HTTP/1 status line'],
    ["HTTP/0.9 200 OK\r\n\r\n", "is no HTTP/1 status line"],
    ["HTTP/1.1 20 OK\r\n\r\n", "is no HTTP/1 status line"],
    ["HTTP/1.1 099 OK\r\n\r\n", "is no HTTP/1 status line"],
    ["HTTP/1.1  200 OK\r\n\r\n", "is no HTTP/1 status line"],
    ["HTTP/1.1 200 OK\r\nServer : x\r\n\r\n", '"Server " is no header name'],
    ["HTTP/1.1 200 OK\r\n: x\r\n\r\n", '"" is no header name'],
    ["HTTP/1.1 200 OK\r\nS(r): x\r\n\r\n", '"S(r)" is no header name'],
    ["HTTP/1.1 200 OK\r\nnothing\r\n\r\n", '"nothing" is no header: it has no colon'],
    ["HTTP/1.1 200 OK\r\n folded: x\r\n\r\n", "white space stands before the first header"],
    ["HTTP/1.1 200 OK\r\nA: b\rc\r\n\r\n", "a bare CR or a NUL"],
    ["HTTP/1.1 200 OK\r\nA: b\r\r\n\r\n", "a bare CR or a NUL"],
    ["HTTP/1.1 200 OK\r\nA: \0\r\n\r\n", "a bare CR or a NUL"],
    ["HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n", "101 switches protocols"],
    ["HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nok", 'values "2, 3"'],
    ["HTTP/1.1 200 OK\r\nContent-Length: +2\r\n\r\nok", '"+2" is no number'],
    ["HTTP/1.1 200 OK\r\nContent-Length: 2 2\r\n\r\nok", '"2 2" is no number'],
    ["HTTP/1.1 200 OK\r\nContent-Length: 0x2\r\n\r\nok", '"0x2" is no number'],
    ["HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n", '"-1" is no number'],
    ["HTTP/1.1 200 OK\r\nContent-Length:\r\n\r\n", '"" is no number'],
    ["HTTP/1.1 200 OK\r\nContent-Length: 2,\r\n\r\nok", '"" is no number'],
    ["HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n", 'coding "gzip" is unknown'],
    ["HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n", "is unknown"],
    ["HTTP/1.1 200 OK\r\nTransfer-Encoding:\r\n\r\n", 'coding "" is unknown'],
    ["HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "an HTTP/1.0 answer has"],
  ],
  "head-too-large": [
    ["HTTP/1.1 100 A\r\n\r\n".repeat(65), "more than 64 interim answers"],
  ],
  "cut-body": [
    ["HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhel", "after 3 bytes of the body", "hel"],
    ["HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n", "Content-Length is 5", ""],
    [CHUNKED, "before the last chunk's end", ""],
    [CHUNKED + "5\r\nhel", "after 3 bytes", "hel"],
    [CHUNKED + "3\r\nhel\r\n", "after 3 bytes", "hel"],
    [CHUNKED + "3\r\nhel\r\n0\r\n", "before the last chunk's end", "hel"],
    [CHUNKED + "3\r\nhel\r\n0\r\nX: y\r\n", "before the last chunk's end", "hel"],
  ],
  "bad-chunk": [
    [CHUNKED + "hello", '"hello" is no chunk size line', ""],
    [CHUNKED + "3\nhel\r\n0\r\n\r\n", "is no chunk size line", ""],
    [CHUNKED + "\r\n", "is no chunk size line", ""],
    [CHUNKED + "-1\r\n\r\n", "is no chunk size line", ""],
    [CHUNKED + "0x3\r\nhel\r\n", "is no chunk size line", ""],
    [CHUNKED + "3 \r\nhel\r\n", "is no chunk size line", ""],
    [CHUNKED + "3;a\rb\r\nhel\r\n", "is no chunk size line", ""],
    [CHUNKED + "3\r\nhello\r\n", "not followed by CRLF", "hel"],
    [CHUNKED + "3\r\nhel\n0\r\n\r\n", "not followed by CRLF", "hel"],
    [CHUNKED + "1\r\na\r\nz\r\n", "is no chunk size line", "a"],
    [CHUNKED + "1\r\na\r\n0\r\nno colon\r\n\r\n", "trailers", "a"],
    [CHUNKED + "1\r\na\r\n0\r\nX: y\n\r\n", "a bare LF", "a"],
  ],
  "trailing-bytes": [
    ["HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok.", "follow the whole answer", "ok"],
    [CHUNKED + "2\r\nok\r\n0\r\n\r\n\r\n", "follow the whole answer", "ok"],
  ],
};

for (const [kind, rows] of Object.entries(ROWS)) {
  Deno.test(`once() tells ${kind} apart`, async () => {
    await using server = testServer((peer) => {
      const index = Number(/^POST \/([0-9]+) /.exec(peer.request)?.[1]);
      return peer.send(Uint8Array.from(rows[index]?.[0] ?? "", (char) => char.charCodeAt(0)));
    });
    for (const [index, [answer, words, body]] of rows.entries()) {
      const exchange = await once(post(`${server.url}/${index}`), { deadlineMs: 10_000 });
      const { fault, response } = exchange;
      assertEquals(fault?.kind, kind, answer);
      assertStringIncludes(fault?.message ?? "", words);
      assertEquals(response && latin1(response.body), body, answer);
      assertEquals(latin1(exchange.raw), answer);
      const after = kind === "trailing-bytes";
      assertEquals(fault?.phase, after ? "after" : body === undefined ? "head" : "body", answer);
      assertEquals(exchange.times.headMs !== undefined, body !== undefined, answer);
    }
    assertEquals(server.connections, rows.length);
  });
}

Deno.test("once() tells refused apart, and names the place", async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr;
  listener.close();
  const { fault, response, times } = await once(post(`http://127.0.0.1:${port}/`));
  assertEquals(fault, {
    kind: "refused",
    phase: "connect",
    message: `Cannot connect to 127.0.0.1:${port}: connection refused`,
  });
  assertEquals(response, undefined);
  assertEquals(Object.keys(times), ["endMs"]);
});

Deno.test("once() finds trailing bytes that come later only where it lingers", async () => {
  const whole = [gate(), gate()];
  let count = 0;
  await using server = testServer(async (peer) => {
    const { opened } = whole[count++] ?? gate();
    await peer.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
    await opened;
    await peer.send(".");
    await peer.gone();
  });
  const hasty = await once(post(server.url));
  whole[0]?.open();
  assertEquals(hasty.fault, undefined);
  const patient = await once(post(server.url), {
    lingerMs: 10_000,
    onBody: () => whole[1]?.open(),
  });
  assertEquals([patient.fault?.kind, patient.fault?.phase], ["trailing-bytes", "after"]);
  assertEquals(latin1(patient.response?.body ?? new Uint8Array()), "ok");
  assertEquals(latin1(patient.raw.subarray(-3)), "ok.");
});

Deno.test("once() ends its lingering when the peer closes, or when the time is over", async () => {
  await using server = testServer(async (peer) => {
    await peer.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
    if (peer.request.includes("/hold")) await peer.gone();
  });
  const start = performance.now();
  // Were it not ended by the close, this would take a minute.
  const closed = await once(post(server.url), { lingerMs: 60_000 });
  assertEquals(closed.fault, undefined);
  const held = await once(post(`${server.url}/hold`), { lingerMs: 30, deadlineMs: 30_000 });
  assertEquals(held.fault, undefined);
  assertEquals(performance.now() - start < 30_000, true);
  assertEquals(held.times.endMs < 30_000, true);
});
