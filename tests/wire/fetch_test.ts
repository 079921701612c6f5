import { assertEquals, assertInstanceOf, assertRejects, assertStrictEquals } from "@std/assert";
import { fetchOver, onceFetch } from "../../lib/wire/fetch.ts";
import { makeOnce } from "../../lib/wire/client.ts";
import type { Exchange, Fault } from "../../lib/wire/exchange.ts";
import { gate, testServer } from "./_server.ts";

const OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

/** The error of a promise that must reject. */
async function rejection(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error("it did not reject");
}

Deno.test("onceFetch() gives a Response with status, words, headers, body and url", async () => {
  await using server = testServer(
    "HTTP/1.1 404 Not H\xe9re\r\nX-A: 1\r\nX-A: 2\r\nContent-Length: 11\r\n\r\n".replace(
      "\xe9",
      "e",
    ) +
      '{"ok":"no"}',
  );
  const response = await onceFetch(`${server.url}/a?b#c`);
  assertInstanceOf(response, Response);
  assertEquals([response.status, response.statusText, response.ok], [404, "Not Here", false]);
  assertEquals(response.headers.get("x-a"), "1, 2");
  assertEquals([response.redirected, response.url], [false, `${server.url}/a?b#c`]);
  assertEquals(await response.json(), { ok: "no" });
});

Deno.test("onceFetch() takes what fetch takes: strings, URLs, Requests, bodies", async () => {
  let seen = "";
  await using server = testServer((peer) => {
    seen = peer.request;
    return peer.send(OK);
  });
  await onceFetch(server.url, { method: "post", body: "é", headers: { "X-A": "b" } });
  assertEquals(seen.startsWith("POST / HTTP/1.1\r\n"), true);
  assertEquals(seen.includes("content-type: text/plain;charset=UTF-8\r\n"), true);
  assertEquals(seen.includes("x-a: b\r\n"), true);
  assertEquals(seen.includes("accept-encoding: identity\r\n"), true);
  assertEquals(seen.endsWith("\r\n\r\n\xc3\xa9"), true);

  await onceFetch(new URL("/p", server.url), { headers: { "accept-encoding": "gzip" } });
  assertEquals(seen.startsWith("GET /p HTTP/1.1\r\n"), true);
  assertEquals(seen.includes("accept-encoding: gzip\r\n"), true);
  assertEquals(seen.includes("identity"), false);

  const request = new Request(server.url, { method: "PUT", body: Uint8Array.of(0x41, 0xff) });
  await onceFetch(request);
  assertEquals(seen.endsWith("\r\n\r\nA\xff"), true);
});

Deno.test("onceFetch() hands a redirect back, and an answer that has no body", async () => {
  await using server = testServer((peer) => {
    const status = /POST \/([0-9]+)/.exec(peer.request)?.[1];
    return peer.send(`HTTP/1.1 ${status}\r\nLocation: /200\r\nContent-Length: 0\r\n\r\n`);
  });
  for (const status of [302, 307, 204, 205, 304]) {
    const response = await onceFetch(`${server.url}/${status}`, { method: "POST" });
    assertEquals([response.status, response.statusText], [status, ""]);
    assertEquals(response.headers.get("location"), "/200");
    assertEquals(await response.text(), "");
  }
  assertEquals(server.connections, 5);
});

Deno.test("onceFetch() rejects with a TypeError whose cause is the fault", async () => {
  const answers: Record<string, string> = {
    "no-response": "",
    "cut-body": "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nok",
    "bad-chunk": "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nx",
    // A Response can't have such a status.
    "bad-head": "HTTP/1.1 999 Odd\r\nContent-Length: 0\r\n\r\n",
  };
  await using server = testServer((peer) =>
    peer.send(answers[/GET \/([a-z-]+)/.exec(peer.request)?.[1] ?? ""] ?? "")
  );
  for (const kind of Object.keys(answers)) {
    const error = await rejection(onceFetch(`${server.url}/${kind}`));
    assertInstanceOf(error, TypeError);
    assertEquals(error.message.startsWith(`Cannot fetch ${server.url}/${kind}: `), true);
    assertEquals((error.cause as Fault).kind, kind);
  }
  await assertRejects(() => onceFetch("ftp://127.0.0.1/"), TypeError);
});

Deno.test("onceFetch() rejects with the reason of an aborted signal, as fetch does", async () => {
  const said = gate();
  await using server = testServer(async (peer) => {
    said.open();
    await peer.gone();
  });
  const name = async (promise: Promise<unknown>) => {
    const error = await rejection(promise);
    assertInstanceOf(error, DOMException);
    return error.name;
  };
  assertEquals(await name(onceFetch(server.url, { signal: AbortSignal.abort() })), "AbortError");
  assertEquals(server.connections, 0);
  const timed = onceFetch(server.url, { signal: AbortSignal.timeout(50) });
  assertEquals(await name(timed), "TimeoutError");

  const controller = new AbortController();
  const request = new Request(server.url, { signal: controller.signal });
  const sent = rejection(onceFetch(request));
  await said.opened;
  const reason = new Error("mine");
  controller.abort(reason);
  assertStrictEquals(await sent, reason);
});

Deno.test("fetchOver() gives any transport the shape of fetch", async () => {
  const seen: string[] = [];
  const exchange: Omit<Exchange, "request"> = {
    response: {
      httpVersion: "1.1",
      status: 200,
      reason: "O\x01K",
      headers: [],
      body: new Uint8Array(1),
      framing: "until-close",
      trailers: [],
      interim: [],
    },
    startedAt: "",
    times: { endMs: 0 },
    arrivals: [],
    raw: new Uint8Array(),
  };
  const fetch = fetchOver((request) => {
    seen.push(request.url);
    return Promise.resolve({ ...exchange, request });
  });
  const response = await fetch("http://h.example/x");
  // Response refuses control characters in its words.
  assertEquals([response.status, response.statusText], [200, ""]);
  assertEquals(seen, ["http://h.example/x"]);
});

Deno.test("fetchOver() over makeOnce() trusts its certificates", async () => {
  const read = (name: string) => Deno.readTextFile(new URL(`testdata/${name}`, import.meta.url));
  const [cert, key] = [await read("cert.pem"), await read("key.pem")];
  await using server = testServer(OK, { tls: { cert, key } });
  const response = await fetchOver(makeOnce({ caCerts: [cert] }))(server.url);
  assertEquals(await response.text(), "ok");
});
