import { assertEquals, assertMatch, assertNotEquals, assertRejects } from "@std/assert";
import { UsageError } from "../../lib/contract/usage.ts";
import { newSessionId } from "../../lib/driver/session_id.ts";
import { answering, driverOf, GOOD } from "./support.ts";

const text = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);

Deno.test("inject() puts exactly these bytes on the wire", async () => {
  await using server = answering(GOOD);
  const driver = driverOf(server, { timeoutS: 120 });
  await driver.inject("wt-3f9a1c2e", "Which client ordered the misrouted pallet?");
  assertEquals(
    text(server.requests[0]?.raw),
    "POST /wt/inject HTTP/1.1\r\n" +
      `Host: 127.0.0.1:${server.port}\r\n` +
      "Content-Type: application/json\r\n" +
      "Accept: application/json\r\n" +
      "Accept-Encoding: identity\r\n" +
      "User-Agent: wt-inject/0.1.0\r\n" +
      "Content-Length: 110\r\n" +
      "Connection: close\r\n" +
      "\r\n" +
      '{"wt_inject":1,"session_id":"wt-3f9a1c2e",' +
      '"text":"Which client ordered the misrouted pallet?","timeout_s":120}',
  );
  assertEquals([server.connections, server.requests.length], [1, 1]);
});

Deno.test("reset() and surface() send the version alone, and no scope", async () => {
  await using server = answering('{"wt_inject":1}');
  const driver = driverOf(server);
  await driver.reset();
  await driver.surface();
  assertEquals(
    server.requests.map(({ method, target, body }) => [method, target, text(body)]),
    [
      ["POST", "/wt/reset", '{"wt_inject":1}'],
      ["POST", "/wt/surface", '{"wt_inject":1}'],
    ],
  );
});

Deno.test("HttpInject() keeps the base URL's path as a prefix", async () => {
  await using server = answering(GOOD);
  await driverOf({ url: `${server.url}/agents/a%20b/` }).inject("s", "t");
  assertEquals(server.requests[0]?.target, "/agents/a%20b/wt/inject");
});

Deno.test("inject() sends text as it was given", async () => {
  await using server = answering(GOOD);
  const driver = driverOf(server, { timeoutS: 0.25 });
  const texts = [
    "",
    " \t two\nlines\r\n",
    "naïve café – 北京 – 👩‍👩‍👧 – e\u0301",
    '{"wt_inject":1,"text":"\\u0000"}',
    "\u0000\u0001\u001f\u007f\u0085\u2028\ufeff\uffff",
    "</script>'\"\\",
    "x".repeat(70_000),
  ];
  for (const given of texts) await driver.inject("s", given);
  const bodies = server.requests.map(({ body }) => JSON.parse(text(body)));
  assertEquals(bodies.map((body) => body.text), texts);
  for (const body of bodies) {
    assertEquals(Object.keys(body), ["wt_inject", "session_id", "text", "timeout_s"]);
    assertEquals(body.timeout_s, 0.25);
  }
  // UTF-8 as it is, not escaped to ASCII.
  assertMatch(text(server.requests[2]?.body), /北京 – 👩‍👩‍👧/);
});

Deno.test("inject() sends the newest turn only, whatever went before", async () => {
  await using server = answering(GOOD);
  const driver = driverOf(server);
  await driver.inject("s", "first");
  await driver.inject("s", "second");
  assertEquals(
    text(server.requests[1]?.body),
    '{"wt_inject":1,"session_id":"s","text":"second","timeout_s":30}',
  );
});

Deno.test("inject() refuses what UTF-8 can't carry, before anything is sent", async () => {
  await using server = answering(GOOD);
  const driver = driverOf(server);
  await assertRejects(
    () => driver.inject("s", "👍a\ud83d"),
    UsageError,
    "Cannot send the text: character 2 is a lone surrogate",
  );
  await assertRejects(
    () => driver.inject("\udc00", "t"),
    UsageError,
    "Cannot send the session id: character 0 is a lone surrogate",
  );
  assertEquals(server.connections, 0);
  // The session isn't left busy.
  assertEquals((await driver.inject("s", "t")).reply, "12");
});

Deno.test("newSessionId() mints a new UUID each time", () => {
  const id = newSessionId();
  assertMatch(id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assertNotEquals(newSessionId(), id);
});
