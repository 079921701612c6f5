import { assertEquals, assertThrows } from "@std/assert";
import { latin1, utf8Text } from "../../lib/wire/bytes.ts";
import { once, onceTo } from "../../lib/wire/client.ts";
import { isoTime } from "../../lib/wire/client_log.ts";
import { requestMessage, requestWriter } from "../../lib/wire/http_write.ts";
import { jsonAnswer, rawServer } from "../../lib/wire/raw_server.ts";
import { post, testServer } from "./_server.ts";

const utf8 = new TextEncoder();
const HEAD = {
  method: "POST",
  url: "http://u:p@h.example:81/a?b",
  headers: [["X-A", "b"], ["X-Empty", ""]],
} as const;
const WRITTEN = "POST /a?b HTTP/1.1\r\nHost: h.example:81\r\nX-A: b\r\nX-Empty:\r\n" +
  "Authorization: Basic dTpw\r\n";

Deno.test("requestWriter() writes each body as a request of its own", () => {
  const write = requestWriter(HEAD);
  const rows: readonly (readonly [body: string, length: number])[] = [
    ["", 0],
    ["plain", 5],
    ["\u0000\u007f", 2],
    ["naïve", 6],
    ["é", 2],
    ["\u0080", 2],
    ["北京 👩", 11],
    [`${"x".repeat(70_000)}é`, 70_002],
    ["plain again", 11],
  ];
  for (const [text, length] of rows) {
    const expected = `${WRITTEN}Content-Length: ${length}\r\nConnection: close\r\n\r\n${text}`;
    for (const body of [text, utf8.encode(text)]) {
      const { bytes, sent, target } = write(body);
      assertEquals(utf8Text(bytes), expected);
      assertEquals(utf8Text(sent.body), text);
      assertEquals(sent.headers.at(-2), ["Content-Length", String(length)]);
      assertEquals(target, { secure: false, hostname: "h.example", port: 81 });
    }
    assertEquals(write(text), requestMessage({ ...HEAD, body: utf8.encode(text) }));
  }
});

Deno.test("requestWriter() writes text after a Latin-1 header too", () => {
  const write = requestWriter({ ...HEAD, headers: [["X-A", "\xe9"]] });
  for (const text of ["plain", "é"]) {
    const { bytes } = write(text);
    const head = "POST /a?b HTTP/1.1\r\nHost: h.example:81\r\nX-A: \xe9\r\n" +
      `Authorization: Basic dTpw\r\nContent-Length: ${utf8.encode(text).length}\r\n` +
      "Connection: close\r\n\r\n";
    assertEquals(latin1(bytes), head + latin1(utf8.encode(text)));
  }
});

Deno.test("requestWriter() compares the caller's Content-Length with each body", () => {
  const write = requestWriter({ ...HEAD, headers: [["content-length", "2"]] });
  assertEquals(write("ok").sent.headers.filter(([name]) => /^content-length$/i.test(name)), [
    ["Content-Length", "2"],
  ]);
  for (const body of ["", "no!", "é!", utf8.encode("no!")]) {
    assertThrows(() => write(body), TypeError, "Cannot send header content-length");
  }
  const get = requestWriter({ ...HEAD, method: "GET", headers: [["Content-Length", "0"]] });
  assertThrows(() => get(""), TypeError, "the client sets it, to nothing");
});

Deno.test("onceTo() refuses a head that can't be sent before any body is there", () => {
  assertThrows(() => onceTo({ ...HEAD, url: "ftp://h.example/" }), TypeError, "http or https");
  assertThrows(
    () => onceTo({ ...HEAD, headers: [["X", "a\r\nB: c"]] }),
    TypeError,
    "CR, LF or NUL",
  );
});

Deno.test("onceTo() sends each body once, on a connection of its own", async () => {
  await using server = rawServer((received) => [
    { send: jsonAnswer({ echo: utf8Text(received.body) }) },
  ]);
  const send = onceTo({ ...HEAD, url: `${server.url}/a` });
  const bodies = ["one", "zwölf", "", "three"];
  const exchanges = await Promise.all(bodies.map((body) => send(body)));
  for (const [index, { response, fault, request }] of exchanges.entries()) {
    assertEquals(fault, undefined);
    assertEquals(utf8Text(request.body), bodies[index]);
    assertEquals(JSON.parse(utf8Text(response!.body)!), { echo: bodies[index] });
  }
  assertEquals([server.connections, server.requests.length], [4, 4]);
});

Deno.test("onceTo() sends a dropped request no second time", async () => {
  await using server = rawServer(() => [{ close: "fin" }]);
  const send = onceTo({ ...HEAD, url: server.url });
  for (const total of [1, 2]) {
    const { fault } = await send("turn", { deadlineMs: 10_000 });
    assertEquals([fault?.kind, fault?.phase], ["no-response", "head"]);
    assertEquals([server.connections, server.requests.length], [total, total]);
  }
});

Deno.test("once() leaves bytes that no later exchange changes", async () => {
  const answer = (letter: string, length: number) =>
    `HTTP/1.1 200 OK\r\nContent-Length: ${length}\r\n\r\n${letter.repeat(length)}`;
  const kept = [];
  // At once; past what is kept raw; in pieces that outgrow each other.
  for (const [letter, length] of [["a", 10], ["b", 100_000], ["c", 10], ["d", 3_000]] as const) {
    await using server = testServer(answer(letter, length));
    const { response, raw } = await once(post(server.url));
    kept.push({ letter, length, response, raw });
  }
  for (const { letter, length, response, raw } of kept) {
    assertEquals(utf8Text(response!.body), letter.repeat(length));
    assertEquals(utf8Text(raw), answer(letter, length).slice(0, 64 * 1024));
  }
});

Deno.test("isoTime() spells times as Date does", () => {
  const times = [0, 1, 999, 1_000, 1_001, 86_399_999, 951_782_400_000, 1_767_225_599_999];
  for (let i = 0; i < 2_000; i++) times.push(Math.floor(1.7e12 + i * 137.3), 4_102_444_800_000 - i);
  for (const ms of times) assertEquals(isoTime(ms), new Date(ms).toISOString());
});
