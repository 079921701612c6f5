import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { makeOnce, once } from "../../lib/wire/client.ts";
import { latin1 } from "../../lib/wire/bytes.ts";
import { systemDialer } from "../../lib/wire/connect.ts";
import { gate, hasIPv6, post, testServer } from "./_server.ts";

// Self-signed by `openssl ca -selfsign` for localhost, 127.0.0.1 and ::1, valid from 2020 to 2120.
// CA:FALSE, because the TLS library refuses an authority as a server.
const cert = Deno.readTextFileSync(new URL("testdata/cert.pem", import.meta.url));
const key = Deno.readTextFileSync(new URL("testdata/key.pem", import.meta.url));
const tls = { cert, key };
const trusting = makeOnce({ caCerts: [cert] });
const OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

for (const hostname of ["127.0.0.1", "::1"]) {
  Deno.test({
    name: `makeOnce() speaks TLS with a server on ${hostname} that caCerts vouch for`,
    ignore: hostname === "::1" && !hasIPv6(),
    fn: async () => {
      await using server = testServer(OK, { hostname, tls });
      for (const url of [server.url, `https://localhost:${server.port}/`]) {
        const { response, fault } = await trusting(post(url));
        assertEquals(fault, undefined, url);
        assertEquals(latin1(response?.body ?? new Uint8Array()), "ok");
      }
    },
  });
}

Deno.test("once() refuses a certificate that nobody vouches for, and sends nothing", async () => {
  let requests = 0;
  await using server = testServer(() => void requests++, { tls });
  const { fault, response } = await once(post(server.url));
  assertEquals([fault?.kind, fault?.phase], ["tls", "connect"]);
  assertStringIncludes(fault?.message ?? "", `Cannot set up TLS with 127.0.0.1:${server.port}: `);
  assertEquals(response, undefined);
  assertEquals(requests, 0);
});

Deno.test("once() refuses a certificate for another name", async () => {
  await using server = testServer(OK, { tls });
  const transport = makeOnce({
    caCerts: [cert],
    dialer: {
      ...systemDialer,
      connect: (_hostname, _port, signal) => systemDialer.connect("127.0.0.1", server.port, signal),
    },
  });
  const { fault } = await transport(post("https://other.example/"));
  assertEquals([fault?.kind, fault?.phase], ["tls", "connect"]);
});

Deno.test("once() calls a server that speaks no TLS a tls fault", async () => {
  await using plain = testServer("HTTP/1.1 400 Bad Request\r\n\r\n", { unread: true });
  const { fault } = await once(post(`https://127.0.0.1:${plain.port}/`));
  assertEquals([fault?.kind, fault?.phase], ["tls", "connect"]);
  await using silent = testServer("", { unread: true });
  const { fault: closed } = await once(post(`https://127.0.0.1:${silent.port}/`));
  assertEquals(["tls", "reset"].includes(closed?.kind ?? ""), true, closed?.message);
});

Deno.test("once() ends at its deadline inside the TLS handshake", async () => {
  const done = gate();
  await using server = testServer(() => done.opened, { unread: true });
  const { fault } = await once(post(`https://127.0.0.1:${server.port}/`), { deadlineMs: 50 });
  done.open();
  assertEquals([fault?.kind, fault?.phase], ["timeout", "connect"]);
});

Deno.test("makeOnce() rejects with a TypeError where caCerts are none", async () => {
  await using server = testServer(OK, { tls });
  const transport = makeOnce({ caCerts: ["-----BEGIN CERTIFICATE-----\nno\n"] });
  await assertRejects(() => transport(post(server.url)), TypeError, "look at caCerts");
});

/** Passes bytes between a client and a TLS server, and cuts the client's side without TLS's goodbye. */
function cutter(port: number, cut: Promise<void>) {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const pipe = async (from: Deno.Conn, to: Deno.Conn) => {
    const buffer = new Uint8Array(65536);
    for (let size; (size = await from.read(buffer).catch(() => null)) !== null;) {
      await to.write(buffer.subarray(0, size)).catch(() => {});
    }
  };
  const running = (async () => {
    const client = await listener.accept();
    const server = await Deno.connect({ hostname: "127.0.0.1", port });
    const pipes = [pipe(client, server), pipe(server, client)];
    await cut;
    client.close();
    server.close();
    await Promise.all(pipes);
  })();
  return {
    url: `https://127.0.0.1:${(listener.addr as Deno.NetAddr).port}/`,
    async [Symbol.asyncDispose]() {
      await running;
      listener.close();
    },
  };
}

Deno.test("once() takes a TLS connection cut without goodbye for no end of a body", async () => {
  const rows: [answer: string, kind: string | undefined, body: string][] = [
    ["HTTP/1.1 200 OK\r\n\r\nhel", "cut-body", "hel"],
    ["HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhel", "cut-body", "hel"],
    // A length of its own is proof enough.
    ["HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nhel", undefined, "hel"],
  ];
  for (const [answer, kind, body] of rows) {
    const seen = gate();
    await using server = testServer(async (peer) => {
      await peer.send(answer);
      await peer.gone();
    }, { tls });
    await using proxy = cutter(server.port, seen.opened);
    const { fault, response } = await trusting(post(proxy.url), { onBody: seen.open });
    assertEquals(fault?.kind, kind, answer);
    assertEquals(latin1(response?.body ?? new Uint8Array()), body);
  }
});

Deno.test("once() takes TLS's goodbye for the end of a body without a length", async () => {
  await using server = testServer("HTTP/1.1 200 OK\r\n\r\nhello", { tls });
  const { fault, response } = await trusting(post(server.url));
  assertEquals(fault, undefined);
  assertEquals([response?.framing, latin1(response?.body ?? new Uint8Array())], [
    "until-close",
    "hello",
  ]);
});

Deno.test("once() says that https is wanted where a TLS server is asked in plain text", async () => {
  await using server = testServer(OK, { tls });
  const { fault } = await once(post(`http://127.0.0.1:${server.port}/`), { deadlineMs: 10_000 });
  // Some TLS servers send an alert, others hang up without a word.
  assertEquals(["bad-head", "no-response", "reset"].includes(fault?.kind ?? ""), true, fault?.kind);
});
