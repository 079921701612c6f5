import { assertEquals, assertGreater, assertRejects } from "@std/assert";
import { rawServer, type Step } from "../../lib/wire/raw_server.ts";
import { dialAndSend, hear, post, sendAll, talk } from "./raw_server_talk.ts";

Deno.test("rawServer() drips bytes so that they arrive apart", async () => {
  await using server = rawServer(() => [{ drip: "aé!" }, { drip: "12345", size: 2 }]);
  const { text, sizes } = await talk(server.port, post(""));
  assertEquals(text, "aé!12345");
  // Seven writes; a machine under load may hand over two in one read.
  assertGreater(sizes.length, 4);
});

Deno.test("rawServer() holds at a gate until it opens", async () => {
  const gate = Promise.withResolvers<void>();
  await using server = rawServer(() => [{ send: "a" }, { wait: gate.promise }, { send: "b" }]);
  const conn = await dialAndSend(server.port, post(""));
  assertEquals((await hear(conn, 1)).text, "a");
  gate.resolve();
  assertEquals((await hear(conn)).text, "b");
  conn.close();
});

Deno.test("rawServer() takes scripts that are arrays, promises, and both kinds of generator", async () => {
  const scripts = [
    () => [{ send: "array" }],
    () => Promise.resolve([{ send: "promise" }]),
    function* (): Generator<Step> {
      yield { send: "gene" };
      yield { send: "rator" };
    },
    async function* (): AsyncGenerator<Step> {
      yield { send: "async " };
      await Promise.resolve();
      yield { send: "generator" };
    },
  ];
  await using server = rawServer((request) => scripts[request.index]?.() ?? []);
  const heard: string[] = [];
  for (const _ of scripts) heard.push((await talk(server.port, post(""))).text);
  assertEquals(heard, ["array", "promise", "generator", "async generator"]);
});

Deno.test("rawServer() sends bytes that are no text", async () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, i) => i);
  await using server = rawServer(() => [{ send: bytes }]);
  const conn = await dialAndSend(server.port, post(""));
  const got: number[] = [];
  const buffer = new Uint8Array(512);
  for (let n = await conn.read(buffer); n !== null; n = await conn.read(buffer)) {
    got.push(...buffer.subarray(0, n));
  }
  conn.close();
  assertEquals(Uint8Array.from(got), bytes);
});

Deno.test("rawServer() sends without end until the peer goes away", async () => {
  await using server = rawServer(() => [{ endless: "ab" }]);
  const conn = await dialAndSend(server.port, post(""));
  const { text } = await hear(conn, 300_000);
  assertGreater(text.length, 299_999);
  assertEquals(text.slice(0, 300_000), "ab".repeat(150_000));
  conn.close();
  await server.peerClosed(0);
});

Deno.test("rawServer() closes both ways with fin", async () => {
  let after = false;
  await using server = rawServer(function* () {
    yield { send: "bye" };
    yield { close: "fin" };
    after = true;
  });
  assertEquals(await talk(server.port, post("")), { text: "bye", sizes: [3] });
  assertEquals(after, false);
});

Deno.test("rawServer() goes on reading after half, and waits for the peer", async () => {
  await using server = rawServer(() => [{ send: "bye" }, { close: "half" }]);
  const conn = await dialAndSend(server.port, post(""));
  assertEquals((await hear(conn)).text, "bye");
  // Had the server closed both ways, this would be answered by a reset.
  await sendAll(conn, "x".repeat(100_000));
  await conn.closeWrite();
  assertEquals(await hear(conn), { text: "", sizes: [] });
  conn.close();
  await server.peerClosed(0);
});

Deno.test("rawServer() sees the peer's close while it waits at a gate", async () => {
  const gate = Promise.withResolvers<void>();
  await using server = rawServer(() => [{ send: "a" }, { wait: gate.promise }, { send: "b" }]);
  const conn = await dialAndSend(server.port, post(""));
  await hear(conn, 1);
  let seen = false;
  const closed = server.peerClosed(0).then(() => seen = true);
  assertEquals(seen, false);
  conn.close();
  await closed;
  gate.resolve();
});

Deno.test("rawServer() says what a script threw, when it closes", async () => {
  const faults: readonly (readonly [script: () => Iterable<Step>, message: string])[] = [
    [() => {
      throw new Error("no such case");
    }, "Cannot play the script on connection 0: no such case"],
    [() => [{ wait: Promise.reject(new Error("gate broke")) }], "connection 0: gate broke"],
    [() => [{ endless: "" }], "endless needs at least one byte"],
    [() => [{ drip: "a", size: 0 }], "drip needs a size of 1 or more, not 0"],
    [() => [{ close: "rst" }], "give rawServer() the option resets: true"],
  ];
  for (const [script, message] of faults) {
    const server = rawServer(script);
    assertEquals((await talk(server.port, post(""))).text, "");
    await assertRejects(() => server.close(), Error, message);
    await server.close();
  }
});

Deno.test("rawServer() doesn't take a peer that left for a fault", async () => {
  const gate = Promise.withResolvers<void>();
  const server = rawServer(() => [{ wait: gate.promise }, { drip: "x".repeat(50) }]);
  const conn = await dialAndSend(server.port, post(""));
  await server.received(1);
  conn.close();
  await server.peerClosed(0);
  gate.resolve();
  await server.close();
});
