import { assertEquals, assertRejects } from "@std/assert";
import { SessionBusyError } from "../../lib/driver/http_inject.ts";
import { httpAnswer, rawServer } from "../../lib/wire/raw_server.ts";
import { driverOf, GOOD, playing, transportErrorOf } from "./support.ts";

Deno.test("inject() refuses a second turn in a busy session, before anything is sent", async () => {
  const gate = Promise.withResolvers<void>();
  await using server = playing({ wait: gate.promise }, { send: httpAnswer(200, GOOD) });
  const driver = driverOf(server);
  const first = driver.inject("a", "1");
  const error = await assertRejects(
    () => driver.inject("a", "2"),
    SessionBusyError,
    'Cannot inject a turn into session "a": it is busy with another.',
  );
  assertEquals(error.sessionId, "a");
  await server.received(1);
  gate.resolve();
  await first;
  assertEquals([server.connections, server.requests.length], [1, 1]);
  // The refused turn left nothing behind, and neither did the finished one.
  assertEquals((await driver.inject("a", "3")).reply, "12");
});

Deno.test("inject() runs turns of different sessions at the same time", async () => {
  const both = Promise.withResolvers<void>();
  await using server = rawServer(({ index }) => {
    if (index === 1) both.resolve();
    return [{ wait: both.promise }, { send: httpAnswer(200, GOOD) }];
  });
  const driver = driverOf(server);
  const turns = await Promise.all([driver.inject("a", "1"), driver.inject("b", "2")]);
  assertEquals(turns.map(({ reply }) => reply), ["12", "12"]);
});

Deno.test("inject() frees the session when a turn fails", async () => {
  await using server = rawServer(({ index }) =>
    index === 0 ? [{ close: "fin" }] : [{ send: httpAnswer(200, GOOD) }]
  );
  const driver = driverOf(server);
  await transportErrorOf(driver.inject("a", "1"));
  assertEquals((await driver.inject("a", "2")).reply, "12");
});
