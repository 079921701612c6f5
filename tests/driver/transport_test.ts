import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { canReset, httpAnswer, rawServer, type Step } from "../../lib/wire/raw_server.ts";
import { driverOf, GOOD, playing, transportErrorOf } from "./support.ts";

const size = new TextEncoder().encode(GOOD).length;
const counted = (length: number) => `HTTP/1.1 200 OK\r\nContent-Length: ${length}\r\n\r\n`;
const chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";

const broken: readonly (readonly [what: string, steps: readonly Step[], kind: string])[] = [
  ["a connection dropped unanswered", [{ close: "fin" }], "no-response"],
  ["a cut head", [{ send: "HTTP/1.1 200 OK\r\nContent-" }, { close: "fin" }], "cut-head"],
  ["what is no HTTP", [{ send: `${GOOD}\r\n\r\n` }, { close: "fin" }], "bad-head"],
  [
    "a body shorter than declared",
    [{ send: counted(size + 1) + GOOD }, { close: "fin" }],
    "cut-body",
  ],
  [
    "a body longer than declared",
    [{ send: counted(size) + GOOD + "}" }, { close: "fin" }],
    "trailing-bytes",
  ],
  ["a chunked body that doesn't end", [{ send: `${chunked}${size.toString(16)}\r\n${GOOD}\r\n` }, {
    close: "fin",
  }], "cut-body"],
  [
    "a bad chunk",
    [{ send: `${chunked}zz\r\n${GOOD}\r\n0\r\n\r\n` }, { close: "fin" }],
    "bad-chunk",
  ],
];

for (const [what, steps, kind] of broken) {
  Deno.test(`inject() fails on ${what}, and sends nothing again`, async () => {
    await using server = rawServer(() => steps);
    const driver = driverOf(server);
    const error = await transportErrorOf(driver.inject("s", "t"));
    assertEquals([error.kind, error.route, error.name], [kind, "inject", "TransportError"]);
    assertEquals(error.exchange.fault?.kind, kind);
    assertStringIncludes(error.message, `Cannot inject a turn (POST ${server.url}/wt/inject): `);
    assertStringIncludes(error.message, `[${kind}]. `);
    assertEquals([server.connections, server.requests.length], [1, 1]);
  });
}

Deno.test("inject() sends a later turn exactly once too, when its connection is dropped", async () => {
  await using server = rawServer(({ index }) =>
    index < 2 ? [{ send: httpAnswer(200, GOOD, { connection: "keep-alive" }) }, { next: true }] : []
  );
  const driver = driverOf(server);
  await driver.inject("s", "1");
  await driver.inject("s", "2");
  assertEquals((await transportErrorOf(driver.inject("s", "3"))).kind, "no-response");
  assertEquals([server.connections, server.requests.length], [3, 3]);
});

Deno.test({
  name: "inject() fails on a reset, before the answer and inside it",
  ignore: !canReset,
  async fn() {
    await using server = rawServer(
      ({ index }) => index === 0 ? [{ close: "rst" }] : [{ send: counted(size) }, { close: "rst" }],
      { resets: true },
    );
    const driver = driverOf(server);
    assertEquals((await transportErrorOf(driver.inject("s", "1"))).kind, "reset");
    assertEquals((await transportErrorOf(driver.inject("s", "2"))).kind, "reset");
    assertEquals(server.connections, 2);
  },
});

Deno.test("inject() says that nothing listens", async () => {
  const server = playing();
  await server.close();
  const error = await transportErrorOf(driverOf(server).inject("s", "t"));
  assertEquals(error.kind, "refused");
  assertStringIncludes(
    error.message,
    "Start the endpoint, or set WT_INJECT_URL to where it listens.",
  );
});

const quick = { timeoutS: 0.1, graceS: 0.1 };

for (
  const [what, steps] of [
    ["no answer", [{ wait: new Promise<never>(() => {}) }]],
    ["a dripped head", [{ drip: `HTTP/1.1 200 OK\r\n${"X-A: b\r\n".repeat(9000)}` }]],
    ["a dripped body", [{ send: counted(50_000) }, { drip: " ".repeat(50_000) }]],
    ["a body whose end doesn't come", [{ send: counted(size) + GOOD.slice(0, -1) }, {
      wait: new Promise<never>(() => {}),
    }]],
  ] as const
) {
  Deno.test(`inject() gives up at its deadline over ${what}`, async () => {
    await using server = rawServer(() => steps);
    const started = performance.now();
    const error = await transportErrorOf(driverOf(server, quick).inject("s", "t"));
    const took = performance.now() - started;
    assertEquals(error.kind, "timeout");
    assert(took >= 195 && took < 5000, `gave up after ${took} ms`);
    // Our side hangs up, so that a stuck turn isn't left running.
    await server.peerClosed(0);
    assertEquals(server.requests.length, 1);
    assertStringIncludes(error.message, "WT_INJECT_TIMEOUT_S");
  });
}

Deno.test("reset() and surface() are under the same deadline", async () => {
  await using server = playing({ wait: new Promise<never>(() => {}) });
  const driver = driverOf(server, quick);
  assertEquals((await transportErrorOf(driver.reset())).kind, "timeout");
  const surface = await driver.surface();
  assertEquals(surface.status, "invalid");
});

Deno.test("HttpInject() gives an exchange five seconds past timeout_s", () => {
  const url = "http://127.0.0.1:1";
  assertEquals(driverOf({ url }, { timeoutS: 120 }).deadlineMs, 125_000);
  assertEquals(driverOf({ url }, { timeoutS: 0.5 }).deadlineMs, 5500);
});

Deno.test("inject() ends when the caller aborts, and hangs up", async () => {
  await using server = playing({ wait: new Promise<never>(() => {}) });
  const controller = new AbortController();
  const turn = driverOf(server).inject("s", "t", { signal: controller.signal });
  await server.received(1);
  controller.abort();
  assertEquals((await transportErrorOf(turn)).kind, "aborted");
  await server.peerClosed(0);
});

Deno.test("inject() reads no more than maxBodyBytes", async () => {
  await using server = playing({ send: "HTTP/1.1 200 OK\r\n\r\n" }, { endless: "x" });
  const error = await transportErrorOf(driverOf(server, { maxBodyBytes: 1000 }).inject("s", "t"));
  assertEquals(error.kind, "body-too-large");
  assertEquals(error.exchange.response?.body.length, 1000);
  await server.peerClosed(0);
});

Deno.test("TransportError says the status where one came", async () => {
  await using server = playing({ send: counted(9) }, { close: "fin" });
  const { message } = await transportErrorOf(driverOf(server).inject("s", "t"));
  assertStringIncludes(message, "(after status 200) [cut-body]");
});
