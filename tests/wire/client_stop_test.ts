import { assertEquals, assertRejects } from "@std/assert";
import { latin1 } from "../../lib/wire/bytes.ts";
import { makeOnce, once } from "../../lib/wire/client.ts";
import { systemDialer } from "../../lib/wire/connect.ts";
import type { Exchange, Fault, TransportOptions } from "../../lib/wire/exchange.ts";
import { gate, type Peer, post, testServer } from "./_server.ts";

/** A server's answer that never ends, and the fault that a stop inside it is. */
interface Phase {
  readonly name: string;
  readonly answer: (peer: Peer) => Promise<void>;
  readonly phase: Fault["phase"];
  /** What of the body must have been kept; `undefined` where no head came. */
  readonly body?: RegExp;
}

const HEAD = "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n";

const PHASES: readonly Phase[] = [
  { name: "a silent server", answer: (peer) => peer.gone(), phase: "head" },
  {
    name: "half a head",
    answer: async (peer) => {
      await peer.send("HTTP/1.1 200 OK\r\nX-A: b");
      await peer.gone();
    },
    phase: "head",
  },
  {
    name: "an interim answer and nothing more",
    answer: async (peer) => {
      await peer.send("HTTP/1.1 102 Processing\r\n\r\n");
      await peer.gone();
    },
    phase: "head",
  },
  {
    name: "half a body",
    answer: async (peer) => {
      await peer.send(HEAD + "half");
      await peer.gone();
    },
    phase: "body",
    body: /^half$/,
  },
  {
    // Bytes keep coming, so only a deadline over the whole exchange ends it.
    name: "a dripping body that never ends",
    answer: async (peer) => {
      await peer.send("HTTP/1.1 200 OK\r\n\r\n");
      await peer.endless(".");
    },
    phase: "body",
    body: /^\.*$/,
  },
  {
    name: "a dripping head that never ends",
    answer: async (peer) => {
      await peer.send("HTTP/1.1 200 OK\r\n");
      await peer.endless("X: y\r\n");
    },
    phase: "head",
  },
];

function assertStopped(exchange: Exchange, kind: Fault["kind"], { phase, body }: Phase) {
  assertEquals([exchange.fault?.kind, exchange.fault?.phase], [kind, phase]);
  const { response } = exchange;
  assertEquals(response !== undefined, body !== undefined);
  if (response && body) assertEquals(body.test(latin1(response.body)), true);
}

for (const phase of PHASES) {
  Deno.test(`once() ends at its deadline in the face of ${phase.name}`, async () => {
    await using server = testServer(phase.answer);
    const exchange = await once(post(server.url), { deadlineMs: 150 });
    assertStopped(exchange, "timeout", phase);
    assertEquals(exchange.times.endMs >= 149, true);
    assertEquals(server.connections, 1);
  });

  Deno.test(`once() ends when the caller aborts in the face of ${phase.name}`, async () => {
    const controller = new AbortController();
    const said = gate();
    await using server = testServer((peer) => {
      said.open();
      return phase.answer(peer);
    });
    const options: TransportOptions = {
      signal: controller.signal,
      // Where a body is begun the abort waits for a piece of it.
      ...(phase.body && { onBody: () => controller.abort() }),
    };
    const sent = once(post(server.url), options);
    await said.opened;
    if (phase.body === undefined) controller.abort();
    assertStopped(await sent, "aborted", phase);
    assertEquals(server.connections, 1);
  });
}

Deno.test("once() opens no connection once it is aborted or its deadline is past", async () => {
  await using server = testServer("never said");
  const aborted = await once(post(server.url), { signal: AbortSignal.abort("why") });
  assertEquals(aborted.fault, {
    kind: "aborted",
    phase: "connect",
    message: "The caller aborted the exchange before a connection stood",
  });
  for (const deadlineMs of [0, -1]) {
    const late = await once(post(server.url), { deadlineMs });
    assertEquals([late.fault?.kind, late.fault?.phase], ["timeout", "connect"]);
  }
  assertEquals(server.connections, 0);
});

Deno.test("once() ends while it connects, and closes a connection that comes too late", async () => {
  await using server = testServer(async (peer) => await peer.gone(), { unread: true });
  const pending = Promise.withResolvers<Deno.TcpConn>();
  const hanging = makeOnce({
    dialer: {
      ...systemDialer,
      connect: (_hostname, _port, signal) => {
        signal.addEventListener("abort", () => pending.reject(signal.reason));
        return pending.promise;
      },
    },
  });
  const late = await hanging(post(server.url), { deadlineMs: 20 });
  assertEquals([late.fault?.kind, late.fault?.phase], ["timeout", "connect"]);

  const controller = new AbortController();
  const deaf = makeOnce({
    dialer: {
      ...systemDialer,
      async connect(hostname, port) {
        const conn = await Deno.connect({ hostname, port });
        controller.abort();
        return conn;
      },
    },
  });
  // The resource sanitizer proves that the connection is closed.
  const { fault } = await deaf(post(server.url), { signal: controller.signal });
  assertEquals(fault?.kind, "aborted");
});

Deno.test("once() ends at its deadline while the server reads nothing of a long body", async () => {
  const done = gate();
  await using server = testServer(() => done.opened, { unread: true });
  const body = new Uint8Array(24 * 1024 * 1024);
  const exchange = await once(post(server.url, { body }), { deadlineMs: 100 });
  assertEquals([exchange.fault?.kind, exchange.fault?.phase], ["timeout", "send"]);
  assertEquals(exchange.times.sentMs, undefined);
  done.open();
});

Deno.test("once() takes any deadline that is a number, and no other", async () => {
  await using server = testServer("HTTP/1.1 204 None\r\n\r\n");
  for (const deadlineMs of [Infinity, 2 ** 40, 2 ** 31]) {
    const { fault } = await once(post(server.url), { deadlineMs });
    assertEquals(fault, undefined);
  }
  await assertRejects(() => once(post(server.url), { deadlineMs: NaN }), TypeError, "not a number");
});

Deno.test("once() reports an abort while it lingers, and no deadline there", async () => {
  const controller = new AbortController();
  await using server = testServer(async (peer) => {
    await peer.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
    await peer.gone();
  });
  const sent = once(post(server.url), {
    signal: controller.signal,
    deadlineMs: 5000,
    lingerMs: 60_000,
    onBody: () => queueMicrotask(() => controller.abort()),
  });
  const { fault, response } = await sent;
  assertEquals([fault?.kind, fault?.phase], ["aborted", "after"]);
  assertEquals(response?.status, 200);

  const { fault: none } = await once(post(server.url), { deadlineMs: 300, lingerMs: 400 });
  assertEquals(none, undefined);
});
