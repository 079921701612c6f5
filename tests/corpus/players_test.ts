import { assert, assertEquals, assertGreater, assertLess } from "@std/assert";
import { parseJson } from "../../lib/contract/json.ts";
import type { Answer } from "../../lib/corpus/fixture.ts";
import { playClient } from "../../lib/corpus/players/client.ts";
import { scriptedUpstream, type Upstream } from "../../lib/corpus/players/upstream.ts";
import { once } from "../../lib/wire/client.ts";

const utf8 = new TextEncoder();
const doc = parseJson("{}");
const never = new Promise<void>(() => {});

/** An upstream that answers each exchange in turn. */
function upstreamOf(
  answers: readonly Answer[],
  options: { patienceMs?: number; firstText?: Promise<void>; markers?: readonly string[] } = {},
): Upstream {
  const { patienceMs = 2_000, firstText = never, markers } = options;
  return scriptedUpstream({
    dialect: "chat",
    patienceMs,
    together: markers?.length ?? 0,
    parts: answers.map((answer, index) => ({ answer, doc, marker: markers?.[index], firstText })),
  });
}

/** Asks it. */
async function ask(url: string, body = "{}", signal?: AbortSignal) {
  const exchange = await once({
    method: "POST",
    url: `${url}/v1/chat/completions`,
    headers: [],
    body: utf8.encode(body),
  }, signal === undefined ? {} : { signal });
  const text = new TextDecoder().decode(exchange.response?.body);
  return { status: exchange.response?.status, text, fault: exchange.fault?.kind, exchange };
}

const STREAM = '{"stream":true}';

Deno.test("scriptedUpstream() answers by the exchange that is under way, and counts attempts", async () => {
  const upstream = upstreamOf([{ status: 500, body: { n: 1 } }, { body: { n: 2 } }]);
  try {
    assertEquals((await ask(upstream.url)).text, '{"n":1}');
    assertEquals((await ask(upstream.url)).status, 500, "a second attempt gets the same");
    upstream.begin(1);
    assertEquals((await ask(upstream.url, '{"m":2}')).text, '{"n":2}');
    assertEquals(upstream.attempts.map(({ exchange }) => exchange), [0, 0, 1]);
    const last = upstream.attempts[2]!;
    assertEquals([last.dialect, new TextDecoder().decode(last.body)], ["chat", '{"m":2}']);
  } finally {
    await upstream.close();
  }
});

Deno.test("scriptedUpstream() tells attempts from probes and from strays", async () => {
  const upstream = upstreamOf([{ body: {} }]);
  try {
    const get = async (path: string, method = "GET") => {
      const body = utf8.encode(method === "POST" ? "{}" : "");
      const request = { method, url: upstream.url + path, headers: [], body };
      return (await once(request)).response?.status;
    };
    assertEquals(await get("/v1/models"), 200);
    assertEquals(await get("/health"), 200);
    assertEquals(await get("/metrics"), 404);
    assertEquals([upstream.attempts.length, upstream.strays], [0, 0]);
    assertEquals(await get("/v1/embeddings", "POST"), 404);
    assertEquals([upstream.attempts.length, upstream.strays], [1, 1]);
    assertEquals(await get("/any/base/v1/messages?beta=1", "POST"), 200);
    assertEquals(upstream.attempts.map(({ dialect }) => dialect), [undefined, "messages"]);
  } finally {
    await upstream.close();
  }
});

Deno.test("scriptedUpstream() holds a stream until the client has seen its text", async () => {
  const seen = Promise.withResolvers<void>();
  const stream = [{ text: "a" }, { hold: "first-text" as const }, { text: "b" }];
  const upstream = upstreamOf([{ stream }], { firstText: seen.promise });
  try {
    let early = "";
    const request = {
      method: "POST",
      url: `${upstream.url}/v1/chat/completions`,
      headers: [],
      body: utf8.encode(STREAM),
    };
    const exchange = await once(request, {
      onBody(bytes) {
        early += new TextDecoder().decode(bytes);
        // Only now may the rest come.
        if (early === "a") seen.resolve();
      },
    });
    assertEquals([early, exchange.fault], ["ab", undefined]);
    assertEquals(upstream.attempts[0]?.holds.map(({ end }) => end), ["happened"]);
  } finally {
    await upstream.close();
  }
});

Deno.test("scriptedUpstream() waits no longer than patience lasts, and says so", async () => {
  const stream = [{ text: "a" }, { hold: "first-text" as const }, { text: "b" }];
  const upstream = upstreamOf([{ stream }], { patienceMs: 60 });
  try {
    assertEquals((await ask(upstream.url, STREAM)).text, "ab");
    const [hold] = upstream.attempts[0]!.holds;
    assertEquals(hold?.end, "patience");
    assertGreater(hold?.waitedMs ?? 0, 50);
    assertLess(hold?.waitedMs ?? 0, 2_000);
  } finally {
    await upstream.close();
  }
});

Deno.test("scriptedUpstream() sees the gateway's close, and closing it ends every wait", async () => {
  const answer: Answer = { stream: [{ head: true }, { hold: "gateway-leaves" }], end: "cut" };
  const upstream = upstreamOf([answer], { patienceMs: 60_000 });
  const leaving = new AbortController();
  const asked = ask(upstream.url, STREAM, leaving.signal);
  await upstream.arrived(0);
  leaving.abort();
  assertEquals((await asked).fault, "aborted");
  await upstream.idle();
  assertEquals(upstream.attempts[0]?.holds.map(({ end }) => end), ["happened"]);
  // Another one, which nobody ends but the upstream itself.
  const left = ask(upstream.url, STREAM);
  await upstream.arrived(0, 2);
  await upstream.close();
  assert((await left).fault !== undefined);
});

Deno.test("scriptedUpstream() ends a stream properly, with a FIN, or with a reset", async () => {
  const ends = async (answer: Answer) => {
    const upstream = upstreamOf([answer]);
    try {
      const { text, fault, exchange } = await ask(upstream.url, STREAM);
      return [exchange.response?.framing, text, fault];
    } finally {
      await upstream.close();
    }
  };
  const stream = [{ text: "a" }];
  assertEquals(await ends({ stream }), ["chunked", "a", undefined]);
  assertEquals(await ends({ stream, framing: "close" }), ["until-close", "a", undefined]);
  assertEquals(await ends({ stream, end: "cut" }), ["chunked", "a", "cut-body"]);
  if (Deno.build.os !== "linux") return;
  assertEquals((await ends({ stream, end: "reset" }))[2], "reset");
});

Deno.test("scriptedUpstream() refuses what its script has no mode for", async () => {
  const upstream = upstreamOf([{ stream: [{ event: {} }] }, { status: 429, body: {} }]);
  try {
    assertEquals((await ask(upstream.url)).status, 400);
    upstream.begin(1);
    assertEquals((await ask(upstream.url, STREAM)).status, 429, "an error is one in either mode");
  } finally {
    await upstream.close();
  }
});

Deno.test("scriptedUpstream() tells requests at once apart by their markers, and waits for all", async () => {
  const markers = ["ALPHA", "BETA"];
  const upstream = upstreamOf([{ body: "a" }, { body: "b" }], { markers });
  try {
    const first = ask(upstream.url, '{"x":"BETA"}');
    await upstream.arrived(1);
    const second = ask(upstream.url, '{"x":"ALPHA"}');
    assertEquals([(await first).text, (await second).text], ['"b"', '"a"']);
    assertEquals(upstream.attempts.map(({ exchange }) => exchange), [1, 0]);
  } finally {
    await upstream.close();
  }
});

Deno.test("playClient() leaves on its first text, and says when it saw one", async () => {
  const chunk = {
    id: "c",
    object: "chat.completion.chunk",
    created: 1,
    model: "m",
    choices: [{ index: 0, delta: { role: "assistant", content: "Hi" }, finish_reason: null }],
  };
  const stream = [{ event: chunk }, { hold: "gateway-leaves" as const }];
  const upstream = upstreamOf([{ stream, end: "cut" }]);
  let seen = 0;
  const client = await playClient({
    url: `${upstream.url}/v1/chat/completions`,
    headers: [],
    dialect: "chat",
    body: utf8.encode(STREAM),
    stream: true,
    leave: "first-text",
    arrived: upstream.arrived(0),
    onFirstText: () => seen++,
    deadlineMs: 5_000,
  });
  await upstream.idle();
  await upstream.close();
  assertEquals([client.answer.ending, client.answer.parts, seen], [
    "truncated",
    [{ text: "Hi" }],
    1,
  ]);
  assert(client.leftAtMs !== undefined);
  assertEquals(upstream.attempts[0]?.holds[0]?.end, "happened");
});

Deno.test("scriptedUpstream() with a path of its own counts nobody who doesn't know it", async () => {
  const upstream = scriptedUpstream({
    dialect: "chat",
    patienceMs: 2_000,
    together: 0,
    prefix: "/cell-7",
    parts: [{ answer: { body: {} }, doc, marker: undefined, firstText: never }],
  });
  try {
    const port = new URL(upstream.url).port;
    assertEquals(upstream.url.endsWith("/cell-7"), true);
    // Somebody's late retry, meant for whoever listened here before.
    assertEquals((await ask(`http://127.0.0.1:${port}`)).status, 404);
    assertEquals((await ask(`http://127.0.0.1:${port}/cell-77`)).status, 404);
    assertEquals([upstream.attempts.length, upstream.strays], [0, 0]);
    assertEquals((await ask(upstream.url)).status, 200);
    assertEquals(upstream.attempts.length, 1);
  } finally {
    await upstream.close();
  }
});
