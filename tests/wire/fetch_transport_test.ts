import { assertEquals, assertRejects } from "@std/assert";
import { latin1 } from "../../lib/wire/bytes.ts";
import { fetchTransport, onceFetch } from "../../lib/wire/fetch.ts";
import { gate, post, testServer } from "./_server.ts";

/** Platform fetch over a pool of its own, so that a test leaves no connection open. */
function pooled() {
  const client = Deno.createHttpClient({ poolMaxIdlePerHost: 0 });
  return {
    fetch: (input: string | URL | Request, init?: RequestInit) => fetch(input, { ...init, client }),
    [Symbol.dispose]: () => client.close(),
  };
}

Deno.test("fetchTransport() makes an exchange of what fetch shows", async () => {
  let seen = "";
  await using server = testServer((peer) => {
    seen = peer.request;
    return peer.send("HTTP/1.1 201 Created\r\nX-A: b\r\nContent-Length: 2\r\n\r\nok");
  });
  using pool = pooled();
  const transport = fetchTransport(pool.fetch);
  assertEquals(transport.label, "exactly-once not guaranteed");
  assertEquals(fetchTransport(pool.fetch, "mine").label, "mine");
  const request = post(server.url, { headers: [["X-Own", "1"]] });
  const { response, fault, ...rest } = await transport(request, { deadlineMs: 10_000 });
  assertEquals(fault, undefined);
  assertEquals([response?.status, response?.reason], [201, "Created"]);
  assertEquals(response?.headers.find(([name]) => name === "x-a"), ["x-a", "b"]);
  assertEquals([response?.framing, latin1(response?.body ?? new Uint8Array())], [
    "content-length",
    "ok",
  ]);
  assertEquals([rest.request, rest.raw.length], [request, 0]);
  assertEquals(rest.arrivals.reduce((sum, [, bytes]) => sum + bytes, 0), 2);
  assertEquals((rest.times.headMs ?? Infinity) <= rest.times.endMs, true);
  assertEquals(/\r\nx-own: 1\r\n[^]*\r\n\r\n\{\}$/i.test(seen), true);
});

Deno.test("fetchTransport() follows no redirect, and says where a fetch hides it", async () => {
  await using server = testServer(
    "HTTP/1.1 302 Found\r\nLocation: /x\r\nContent-Length: 0\r\n\r\n",
  );
  using pool = pooled();
  const { response } = await fetchTransport(pool.fetch)(post(server.url));
  assertEquals(response?.status, 302);
  assertEquals(server.connections, 1);

  // A browser's fetch: of a redirect that is not followed it shows nothing.
  const opaque = Object.defineProperty(new Response(), "type", { value: "opaqueredirect" });
  const hidden = await fetchTransport(() => Promise.resolve(opaque))(post(server.url));
  assertEquals([hidden.fault?.kind, hidden.fault?.phase], ["io", "head"]);
  assertEquals(hidden.response, undefined);
});

Deno.test("fetchTransport() tells what faults it can, and calls the others io", async () => {
  await using server = testServer((peer) =>
    peer.send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhello")
  );
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr;
  listener.close();
  using pool = pooled();
  const transport = fetchTransport(pool.fetch);
  const refused = await transport(post(`http://127.0.0.1:${port}/`));
  assertEquals([refused.fault?.kind, refused.fault?.phase], ["refused", "connect"]);
  const cut = await transport(post(server.url));
  assertEquals([cut.fault?.kind, cut.fault?.phase], ["io", "body"]);
  assertEquals(latin1(cut.response?.body ?? new Uint8Array()), "hello");

  const rows: [error: Error, kind: string, phase: string][] = [
    [
      new TypeError("x", { cause: Object.assign(new Error(), { code: "ENOTFOUND" }) }),
      "dns",
      "connect",
    ],
    [new TypeError("x", { cause: new Error("invalid peer certificate") }), "tls", "connect"],
    [new TypeError("x", { cause: new Error("connection reset by peer") }), "reset", "head"],
    [new TypeError("fetch failed"), "io", "head"],
  ];
  for (const [error, kind, phase] of rows) {
    const { fault } = await fetchTransport(() => Promise.reject(error))(post(server.url));
    assertEquals([fault?.kind, fault?.phase], [kind, phase]);
  }
});

Deno.test("fetchTransport() ends at its deadline, on an abort and at its bound", async () => {
  const controller = new AbortController();
  const body = gate();
  await using server = testServer(async (peer) => {
    if (peer.request.includes("/silent")) return await peer.gone();
    await peer.send("HTTP/1.1 200 OK\r\n\r\n");
    await peer.endless("x".repeat(100));
  });
  using pool = pooled();
  const transport = fetchTransport(pool.fetch);
  const silent = await transport(post(`${server.url}/silent`), { deadlineMs: 150 });
  assertEquals([silent.fault?.kind, silent.fault?.phase], ["timeout", "head"]);
  const sent = transport(post(server.url), { signal: controller.signal, onBody: body.open });
  await body.opened;
  controller.abort();
  const aborted = await sent;
  assertEquals([aborted.fault?.kind, aborted.fault?.phase], ["aborted", "body"]);
  assertEquals(aborted.response?.status, 200);
  const large = await transport(post(server.url), { maxBodyBytes: 150 });
  assertEquals(large.fault?.kind, "body-too-large");
  assertEquals(large.response?.body.length, 150);
  const none = await transport(post(server.url), { signal: AbortSignal.abort() });
  assertEquals([none.fault?.kind, none.fault?.phase], ["aborted", "connect"]);
  // A fetch that knows no signals still ends.
  const deaf = fetchTransport(() => new Promise(() => {}));
  assertEquals((await deaf(post(server.url), { deadlineMs: 20 })).fault?.kind, "timeout");
});

Deno.test("fetchTransport() rejects for a caller's mistake and for a caller's error", async () => {
  await using server = testServer("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
  const transport = fetchTransport(onceFetch);
  await assertRejects(() => transport(post("nonsense")), TypeError);
  await assertRejects(() => transport(post(server.url, { headers: [["X", "a\nb"]] })), TypeError);
  const onBody = () => {
    throw new RangeError("the caller's own");
  };
  await assertRejects(() => transport(post(server.url), { onBody }), RangeError);
});
