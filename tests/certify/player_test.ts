import { assert, assertEquals, assertRejects } from "@std/assert";
import { ok, status } from "../../lib/certify/answers.ts";
import { SELF_TEST_CLOCK } from "../../lib/certify/clock.ts";
import { type Player, playScript } from "../../lib/certify/player.ts";
import type { Script } from "../../lib/certify/script.ts";
import { once } from "../../lib/wire/client.ts";
import type { Exchange, TransportOptions } from "../../lib/wire/exchange.ts";

const encode = (text: string) => new TextEncoder().encode(text);
const textOf = (exchange: Exchange) => new TextDecoder().decode(exchange.response?.body);

/** Plays a script under a base path, and gives a way to ask. */
async function played(
  script: Script,
  test: (
    ask: (path: string, options?: TransportOptions, method?: string) => Promise<Exchange>,
    player: Player,
  ) => Promise<void>,
  basePath = "",
): Promise<void> {
  const player = playScript(script, {
    clock: SELF_TEST_CLOCK,
    timeoutS: SELF_TEST_CLOCK.shortTimeoutS,
    basePath,
    port: 0,
  });
  const ask = (path: string, options: TransportOptions = {}, method = "POST") =>
    once({ method, url: player.url + path, headers: [], body: encode("{}") }, options);
  try {
    await test(ask, player);
  } finally {
    await player.close();
  }
}

Deno.test("playScript() gives each route its answers in turn, the last one again and again", async () => {
  const script = { inject: [ok("one"), ok("two")], reset: [status(500, "kaput")] };
  await played(script, async (ask) => {
    const said = [];
    for (let n = 0; n < 3; n++) said.push(textOf(await ask("/wt/inject")));
    assertEquals(said, ["one", "two", "two"]);
    assertEquals((await ask("/wt/reset")).response?.status, 500);
  });
});

Deno.test("playScript() is a good endpoint without a surface where a script says nothing", async () => {
  await played({}, async (ask) => {
    assertEquals(JSON.parse(textOf(await ask("/wt/inject"))).wt_inject, 1);
    assertEquals(JSON.parse(textOf(await ask("/wt/reset"))), { wt_inject: 1 });
    assertEquals((await ask("/wt/surface")).response?.status, 404);
  });
});

Deno.test("playScript() tells the routes from what is none, and from where redirects lead", async () => {
  await played({}, async (ask, { seen }) => {
    await ask("/bench/wt/inject");
    await ask("/wt/inject");
    await ask("/bench/wt/inject", {}, "GET");
    await ask("/bench/wt/inject?x=1");
    await ask("/elsewhere/inject", {}, "GET");
    assertEquals(seen.map(({ route }) => route), [
      "inject",
      "other",
      "other",
      "other",
      "elsewhere",
    ]);
  }, "/bench");
});

Deno.test("playScript() notes when a driver leaves before it has its answer", async () => {
  await played({ inject: [[{ pause: 60_000 }]] }, async (ask, { seen, server }) => {
    const { fault } = await ask("/wt/inject", { deadlineMs: 50 });
    assertEquals(fault?.kind, "timeout");
    await server.peerClosed(0);
    const [one] = seen;
    assertEquals(one?.endedAtMs, undefined);
    assert((one?.leftAtMs ?? 0) - (one?.received.atMs ?? 0) > 20);
  });
});

Deno.test("playScript() keeps the bytes that it wrote, and when it was done", async () => {
  await played({ inject: [ok("one")] }, async (ask, { seen }) => {
    await ask("/wt/inject");
    const [one] = seen;
    const text = new TextDecoder().decode(one?.answer);
    assert(text.startsWith("HTTP/1.1 200 OK\r\n") && text.endsWith("\r\n\r\none"), text);
    assertEquals(one?.size, text.length);
    assert((one?.endedAtMs ?? 0) >= (one?.received.atMs ?? Infinity));
  });
});

Deno.test("playScript() waits for a moment, and spreads bytes up to it", async () => {
  const head = "HTTP/1.1 200 OK\r\ncontent-length: 40\r\nconnection: close\r\n\r\n";
  const script: Script = {
    inject: [[{ pause: "in-grace" }, ...ok("late")]],
    reset: [[{ send: head }, { spread: "x".repeat(40), until: "in-grace" }]],
  };
  // timeout_s 0.3 and the self-tests' 0.1; a timer may be a little early or late.
  const dueMs = 400;
  await played(script, async (ask) => {
    const late = await ask("/wt/inject");
    assert(late.times.endMs > dueMs - 20, `${late.times.endMs}`);
    const spread = await ask("/wt/reset");
    assertEquals(textOf(spread), "x".repeat(40));
    assert(spread.times.endMs > dueMs - 20, `${spread.times.endMs}`);
    const whole = spread.arrivals.filter(([atMs]) => atMs > 20);
    assert(whole.length >= 3, `${spread.arrivals.length} arrivals`);
  });
});

Deno.test("playScript() floods no faster than a machine can bear, and ends when it is closed", async () => {
  const head = "HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n";
  const script: Script = { inject: [[{ send: head }, { flood: " ", until: "too-late" }]] };
  await played(script, async (ask, { seen }) => {
    const { fault, response } = await ask("/wt/inject", { deadlineMs: 200 });
    assertEquals(fault?.kind, "timeout");
    const size = response?.body.length ?? 0;
    assert(size > 32_000 && size < 2_000_000, `${size} bytes`);
    assert((seen[0]?.answer.length ?? Infinity) <= 16 * 1024);
  });
});

Deno.test("playScript() holds an answer until another request comes, if one does", async () => {
  const script: Script = { inject: [[{ overlap: 10_000 }, ...ok("one")], ok("two")] };
  await played(script, async (ask, { seen, server }) => {
    const first = ask("/wt/inject");
    await server.received(1);
    assertEquals(textOf(await ask("/wt/inject")), "two");
    assertEquals(textOf(await first), "one");
    assert(seen[1]!.received.atMs < seen[0]!.endedAtMs!);
  });
});

Deno.test("settled() waits for the requests, for the driver's leave, and for a while", async () => {
  await played({}, async (ask, player) => {
    let over = false;
    const settled = player.settled(1).then(() => {
      over = true;
    });
    await ask("/wt/reset");
    assertEquals(over, false);
    await settled;
    assertEquals(player.seen.length, 1);
  });
});

Deno.test("playScript() says where its port is taken", async () => {
  await played({}, async (_, { server }) => {
    const options = { clock: SELF_TEST_CLOCK, timeoutS: 1, basePath: "", port: server.port };
    await assertRejects(
      () => Promise.resolve().then(() => playScript({}, options)),
      Deno.errors.AddrInUse,
    );
  });
});
