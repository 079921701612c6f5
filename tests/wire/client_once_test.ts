import { assertEquals, assertGreaterOrEqual } from "@std/assert";
import { latin1 } from "../../lib/wire/bytes.ts";
import { once } from "../../lib/wire/client.ts";
import { post, testServer } from "./_server.ts";

const OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

Deno.test("once() sends a dropped request once, where platform fetch may send it again", async (t) => {
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
  const seen: string[] = [];
  // Answers the first request of a connection and keeps it open, drops the second unanswered.
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const url = `http://127.0.0.1:${listener.addr.port}/`;
  const serve = async (conn: Deno.Conn) => {
    const buffer = new Uint8Array(4096);
    for (let nth = 0; nth < 2; nth++) {
      const size = await conn.read(buffer).catch(() => null);
      if (size === null) break;
      const path = latin1(buffer.subarray(0, size)).split(" ")[1] ?? "";
      seen.push(path);
      if (path === "/drop" || nth === 1) break;
      await conn.write(new TextEncoder().encode(OK));
    }
    conn.close();
  };
  const accepting = (async () => {
    const running: Promise<void>[] = [];
    for await (const conn of listener) running.push(serve(conn));
    await Promise.all(running);
    finish();
  })();
  const drops = () => seen.filter((path) => path === "/drop").length;

  await t.step("once() is seen exactly once, also after an exchange that worked", async () => {
    assertEquals((await once(post(`${url}warm`))).fault, undefined);
    const { fault } = await once(post(`${url}drop`));
    assertEquals([fault?.kind, fault?.phase], ["no-response", "head"]);
    assertEquals(drops(), 1);
  });

  await t.step(
    "fetch is seen at least once: Deno 2.9.6 sends on a reused connection twice",
    async () => {
      seen.length = 0;
      const init = { method: "POST", body: "{}" };
      const client = Deno.createHttpClient({});
      try {
        await (await fetch(`${url}warm`, { ...init, client })).text();
        await fetch(`${url}drop`, { ...init, client }).then((r) => r.body?.cancel(), () => {});
      } finally {
        client.close();
      }
      assertGreaterOrEqual(drops(), 1);
    },
  );
  listener.close();
  await accepting;
  await finished;
});

Deno.test("once() follows no redirect", async () => {
  await using server = testServer((peer) =>
    peer.send("HTTP/1.1 307 Temporary Redirect\r\nLocation: /other\r\nContent-Length: 0\r\n\r\n")
  );
  const { response } = await once(post(server.url));
  assertEquals([response?.status, response?.reason], [307, "Temporary Redirect"]);
  assertEquals(server.connections, 1);
});

Deno.test("once() reads an answer that comes before its body was read", async () => {
  // The server reads nothing, answers and hangs up: the write fails, and the answer counts.
  await using server = testServer(
    "HTTP/1.1 413 Content Too Large\r\nContent-Length: 5\r\nConnection: close\r\n\r\nlarge",
    { unread: true },
  );
  const body = new Uint8Array(24 * 1024 * 1024);
  const { response, fault } = await once(post(server.url, { body }), { deadlineMs: 20_000 });
  assertEquals(fault, undefined);
  assertEquals(response?.status, 413);
  assertEquals(latin1(response?.body ?? new Uint8Array()), "large");
});

Deno.test("once() says so when the server hangs up on a long body without an answer", async () => {
  await using server = testServer("", { unread: true });
  const body = new Uint8Array(24 * 1024 * 1024);
  const { response, fault } = await once(post(server.url, { body }), { deadlineMs: 20_000 });
  assertEquals(response, undefined);
  // A close with unread bytes is a reset on some systems and an orderly end on others.
  assertEquals(["no-response", "reset"].includes(fault?.kind ?? ""), true, fault?.kind);
  assertEquals(fault?.phase, "send");
});

Deno.test("once() notes times, arrivals and raw bytes", async () => {
  await using server = testServer((peer) => peer.drip(OK));
  const before = new Date().toISOString();
  const { startedAt, times, arrivals, raw } = await once(post(server.url));
  assertEquals(startedAt >= before && startedAt <= new Date().toISOString(), true);
  const { connectedMs = -1, sentMs = -1, firstByteMs = -1, headMs = -1, endMs } = times;
  const order = [0, connectedMs, sentMs, firstByteMs, headMs, endMs];
  assertEquals(order, order.toSorted((a, b) => a - b));
  assertEquals(arrivals[0]?.[0], firstByteMs);
  assertEquals(arrivals.reduce((sum, [, bytes]) => sum + bytes, 0), OK.length);
  assertEquals(arrivals.length > 1, true);
  assertEquals(latin1(raw), OK);
});

Deno.test("once() hands each piece of body on, transfer coding taken off", async () => {
  await using server = testServer((peer) =>
    peer.drip(
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n2\r\nlo\r\n0\r\n\r\n",
    )
  );
  const pieces: string[] = [];
  const clock: number[] = [];
  const { response, times } = await once(post(server.url), {
    onBody(bytes, atMs) {
      pieces.push(latin1(bytes));
      clock.push(atMs);
      bytes.fill(0); // It is the caller's own copy.
    },
  });
  assertEquals(pieces.join(""), "hello");
  assertEquals(pieces.length > 1, true);
  assertEquals(clock, clock.toSorted((a, b) => a - b));
  assertEquals((clock.at(-1) ?? Infinity) <= times.endMs, true);
  assertEquals(latin1(response?.body ?? new Uint8Array()), "hello");
});

Deno.test("once() keeps exchanges apart that run side by side", async () => {
  await using server = testServer((peer) => {
    const path = peer.request.split(" ")[1] ?? "";
    return peer.send(`HTTP/1.1 200 OK\r\nContent-Length: ${path.length}\r\n\r\n${path}`);
  });
  const paths = Array.from({ length: 100 }, (_, i) => `/${i}`);
  const bodies = await Promise.all(paths.map(async (path) => {
    const { response } = await once(post(server.url + path));
    return latin1(response?.body ?? new Uint8Array());
  }));
  assertEquals(bodies, paths);
  assertEquals(server.connections, 100);
});
