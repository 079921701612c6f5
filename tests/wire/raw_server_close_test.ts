import { assert, assertEquals } from "@std/assert";
import { canReset, rawServer, type Step } from "../../lib/wire/raw_server.ts";
import { dialAndSend, hear, post, talk } from "./raw_server_talk.ts";

const never = new Promise<never>(() => {});
const read = (name: string) => Deno.readTextFileSync(new URL(`testdata/${name}`, import.meta.url));

// The sanitizers are the assertion here: nothing may be left when close() is done.
const middles: readonly (readonly [name: string, steps: readonly Step[]])[] = [
  ["a gate that never opens", [{ send: "a" }, { wait: never }]],
  ["an endless answer that is read", [{ endless: "a" }]],
  ["a drip", [{ drip: "a".repeat(100_000) }]],
  ["a half close", [{ send: "a" }, { close: "half" }]],
  ["waiting for the next request", [{ send: "a" }, { next: true }]],
];

for (const [name, steps] of middles) {
  Deno.test(`close() ends ${name}`, async () => {
    const server = rawServer(() => steps);
    const conn = await dialAndSend(server.port, post(""));
    await hear(conn, 1);
    await server.close();
    await hear(conn);
    conn.close();
  });
}

Deno.test("close() ends a send that the peer doesn't read", async () => {
  const server = rawServer(() => [{ endless: "a".repeat(1 << 20) }]);
  const conn = await dialAndSend(server.port, post(""));
  await server.received(1);
  await server.close();
  conn.close();
});

Deno.test("close() ends a script that is stuck in a generator of its own", async () => {
  const server = rawServer(async function* () {
    yield { send: "a" };
    await never;
  });
  const conn = await dialAndSend(server.port, post(""));
  await hear(conn, 1);
  await server.close();
  conn.close();
});

Deno.test("close() ends a request that is half read, and a connection that says nothing", async () => {
  const server = rawServer(() => []);
  const half = await dialAndSend(server.port, "POST / HTTP/1.1\r\nContent-Length: 9\r\n\r\nabc");
  const silent = await dialAndSend(server.port, "");
  while (server.connections < 2) await new Promise((resolve) => setTimeout(resolve, 1));
  await server.close();
  await Promise.all([hear(half), hear(silent)]);
  half.close();
  silent.close();
  assertEquals(server.requests, []);
});

Deno.test("rawServer() that ignores accepts, and never reads nor answers", async () => {
  const server = rawServer(() => [{ send: "no" }], { accept: "ignore" });
  const conn = await dialAndSend(server.port, post("x"));
  const heard = hear(conn);
  const first = await Promise.race([
    heard.then(() => "answered"),
    new Promise((resolve) => setTimeout(resolve, 30, "silence")),
  ]);
  assertEquals(first, "silence");
  assertEquals([server.connections, server.requests.length], [1, 0]);
  await server.close();
  await heard;
  conn.close();
});

Deno.test("rawServer() listens on IPv6 and writes its URL with brackets", async () => {
  let server;
  try {
    server = rawServer(() => [{ send: "six" }], { hostname: "::1" });
  } catch {
    return; // A machine without IPv6 has nothing to test.
  }
  assertEquals(server.url, `http://[::1]:${server.port}`);
  const conn = await Deno.connect({ hostname: "::1", port: server.port });
  await conn.write(new TextEncoder().encode(post("")));
  assertEquals((await hear(conn)).text, "six");
  conn.close();
  await server.close();
});

Deno.test("rawServer() speaks TLS", async () => {
  const tls = { cert: read("cert.pem"), key: read("key.pem") };
  await using server = rawServer(({ body }) => [{ send: body }, { close: "half" }], {
    hostname: "localhost",
    tls,
  });
  assertEquals(server.url, `https://localhost:${server.port}`);
  const conn = await Deno.connectTls({
    hostname: "localhost",
    port: server.port,
    caCerts: [tls.cert],
  });
  await conn.write(new TextEncoder().encode(post("secret")));
  assertEquals((await hear(conn)).text, "secret");
  conn.close();
  await server.peerClosed(0);
});

const reset = { resets: true } as const;

Deno.test({
  name: "rawServer() resets: the peer's read fails, before an answer and inside one",
  ignore: !canReset,
  async fn() {
    const gate = Promise.withResolvers<void>();
    await using server = rawServer(
      ({ index }) =>
        index === 0
          ? [{ close: "rst" }]
          : [{ send: "HTTP/1.1 200" }, { wait: gate.promise }, { close: "rst" }],
      reset,
    );
    assertEquals((await talk(server.port, post("{}"))).error, "ConnectionReset");
    const conn = await dialAndSend(server.port, post("{}"));
    assertEquals((await hear(conn, 12)).text, "HTTP/1.1 200");
    gate.resolve();
    assertEquals((await hear(conn)).error, "ConnectionReset");
    conn.close();
    const [first] = server.requests;
    assert(first !== undefined);
    assertEquals(new TextDecoder().decode(first.raw), post("{}").slice(0, -1));
    assertEquals([new TextDecoder().decode(first.body), first.unread], ["{", 1]);
  },
});

Deno.test({
  name: "rawServer() resets after a chunked request and after one without a body",
  ignore: !canReset,
  async fn() {
    await using server = rawServer(() => [{ close: "rst" }], reset);
    const chunked = "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n";
    assertEquals((await talk(server.port, chunked)).error, "ConnectionReset");
    assertEquals((await talk(server.port, "GET / HTTP/1.1\r\n\r\n")).error, "ConnectionReset");
    const bodies = server.requests.map(({ body }) => new TextDecoder().decode(body));
    assertEquals(bodies, ["hi", ""]);
  },
});

Deno.test("rawServer() that can reset answers, closes and goes on like any other", async () => {
  await using server = rawServer(
    ({ index }) =>
      index === 0
        ? [{ send: "one" }, { next: true }]
        : index === 1
        ? [{ send: "two" }, { close: "fin" }]
        : [{ send: "three" }, { close: "half" }],
    reset,
  );
  const conn = await dialAndSend(server.port, post("a"));
  assertEquals((await hear(conn, 3)).text, "one");
  await conn.write(new TextEncoder().encode(post("b")));
  assertEquals(await hear(conn), { text: "two", sizes: [3] });
  conn.close();
  assertEquals(await talk(server.port, post("c")), { text: "three", sizes: [5] });
  await server.peerClosed(1);
});
