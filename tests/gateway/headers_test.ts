import { assertEquals } from "@std/assert";
import type { Dialect } from "../../lib/gateway/dialect.ts";
import { startGateway } from "../../lib/gateway/gateway.ts";
import { assertRejects } from "@std/assert";
import { httpAnswer } from "../../lib/wire/raw_server.ts";
import { CHAT_ANSWER } from "./_answers.ts";
import { ask, headerOf } from "./_client.ts";
import { HEARD } from "./_requests.ts";
import { ASK } from "./_streams.ts";
import { pair, type PairOptions } from "./_upstream.ts";

/** The head that an upstream hears, but for what every message has of its own. */
async function head(
  client: Dialect,
  upstream: Dialect,
  said: Readonly<Record<string, string>>,
  options: PairOptions = {},
) {
  await using ends = await pair(upstream, [HEARD], options);
  await ask(ends.gateway.port, client, ASK[client], said);
  const [request] = ends.upstream.requests;
  const own = new Set(["host", "content-length", "connection"]);
  return {
    target: request?.target,
    headers: request?.headers.map(([name, value]) => [name.toLowerCase(), value])
      .filter(([name = ""]) => !own.has(name)),
  };
}

Deno.test("startGateway() relays a head end to end, and keeps what is a connection's own", async () => {
  const said = {
    "Authorization": "Bearer k",
    "Content-Type": "application/json",
    "X-Custom": "a, b",
    "Accept-Encoding": "gzip",
    "Keep-Alive": "timeout=5",
    "Connection": "keep-alive, X-Hop",
    "X-Hop": "1",
  };
  assertEquals(await head("chat", "chat", said), {
    target: "/v1/chat/completions",
    headers: [
      ["authorization", "Bearer k"],
      ["content-type", "application/json"],
      ["x-custom", "a, b"],
      ["accept-encoding", "identity"],
    ],
  });
});

Deno.test("startGateway() tells credentials in the way of the upstream's dialect", async () => {
  assertEquals(await head("chat", "messages", { authorization: "Bearer k", "x-request-id": "r" }), {
    target: "/v1/messages",
    headers: [
      ["content-type", "application/json"],
      ["accept", "text/event-stream"],
      ["anthropic-version", "2023-06-01"],
      ["x-api-key", "k"],
      ["x-request-id", "r"],
      ["accept-encoding", "identity"],
    ],
  });
  assertEquals(
    await head("messages", "responses", { "x-api-key": "k", "anthropic-version": "x" }),
    {
      target: "/v1/responses",
      headers: [
        ["content-type", "application/json"],
        ["accept", "text/event-stream"],
        ["authorization", "Bearer k"],
        ["accept-encoding", "identity"],
      ],
    },
  );
});

Deno.test("startGateway() puts the operator's headers in place of the client's", async () => {
  const headers = [["X-Api-Key", "ours"], ["X-Team", "t"]] as const;
  const { headers: heard } = await head("messages", "messages", {
    "x-api-key": "theirs",
    "authorization": "Bearer theirs",
    "x-team": "theirs",
    "anthropic-beta": "b",
  }, { headers });
  assertEquals(heard, [
    ["anthropic-beta", "b"],
    ["x-api-key", "ours"],
    ["x-team", "t"],
    ["accept-encoding", "identity"],
  ]);
});

Deno.test("startGateway() relays an answer's head end to end, and less of it to other dialects", async () => {
  const more = {
    "content-type": "application/json; charset=utf-8",
    "x-request-id": "r",
    "x-ratelimit-remaining": "3",
    "keep-alive": "timeout=5",
  };
  await using ends = await pair("chat", [{ send: httpAnswer(200, CHAT_ANSWER, more) }]);
  const relayed = await ask(ends.gateway.port, "chat", { ...ASK.chat, stream: false });
  assertEquals(
    ["content-type", "x-request-id", "x-ratelimit-remaining", "keep-alive", "connection"].map((
      name,
    ) => headerOf(relayed, name)),
    ["application/json; charset=utf-8", "r", "3", undefined, "close"],
  );
  const carried = await ask(ends.gateway.port, "messages", { ...ASK.messages, stream: false });
  assertEquals(
    ["content-type", "x-request-id", "x-ratelimit-remaining"].map((name) =>
      headerOf(carried, name)
    ),
    ["application/json", "r", undefined],
  );
});

Deno.test("startGateway() finds the upstream's route with and without /v1, and by its own name", async () => {
  for (
    const [path, target] of [
      ["", "/v1/messages"],
      ["/", "/v1/messages"],
      ["/v1", "/v1/messages"],
      ["/proxy/v1/", "/proxy/v1/messages"],
      ["/proxy", "/proxy/v1/messages"],
      ["/v1/messages", "/v1/messages"],
      ["/x?key=1", "/x/v1/messages?key=1"],
    ]
  ) {
    await using ends = await pair("messages", [HEARD]);
    const url = `${ends.upstream.url}${path}`;
    await using gateway = await startGateway({ upstream: { url, dialect: "messages" } });
    await ask(gateway.port, "messages", ASK.messages);
    assertEquals(ends.upstream.requests[0]?.target, target);
  }
});

Deno.test("startGateway() rejects an upstream that it could not ask", async () => {
  const dialect = "chat" as const;
  for (
    const upstream of [
      { url: "127.0.0.1:80", dialect },
      { url: "ftp://127.0.0.1/", dialect },
      { url: "http://127.0.0.1/", dialect, headers: [["bad name", "x"]] as const },
    ]
  ) {
    await assertRejects(() => startGateway({ upstream }), TypeError, "Cannot ");
  }
});
