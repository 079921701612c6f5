import { assertEquals } from "@std/assert";
import { type Dialect, GATEWAY_DIALECTS } from "../../lib/gateway/dialect.ts";
import type { Step } from "../../lib/wire/raw_server.ts";
import { ask, headerOf, heardEvents } from "./_client.ts";
import { ASK, STREAMS } from "./_streams.ts";
import { chatTold, messagesTold, responsesTold } from "./_told.ts";
import { chunk, pair, stream, STREAM_HEAD } from "./_upstream.ts";

const TOLD = { chat: chatTold, messages: messagesTold, responses: responsesTold };
const IDS = { chat: "c1", messages: "m1", responses: "r1" };

/** 4.1: "UTF-8 may be cut anywhere between TCP reads." Cut inside each character, and in between. */
function pieces(text: string): Step[] {
  const bytes = new TextEncoder().encode(text);
  const steps: Step[] = [];
  for (let start = 0, at = 1; at <= bytes.length; at++) {
    const inside = ((bytes[at] ?? 0) & 0xc0) === 0x80;
    if (!inside && at - start < 97 && at < bytes.length) continue;
    steps.push({ drip: bytes.subarray(start, at), size: at - start });
    start = at;
  }
  return steps;
}

/** The seconds are ours; everything else is pinned. */
function pinned(text: string): string {
  return text.replace(/("created(?:_at)?":)\d+/g, "$10");
}

const CROSS = GATEWAY_DIALECTS.flatMap((client) =>
  GATEWAY_DIALECTS.filter((upstream) => upstream !== client).map((upstream) =>
    [client, upstream] as const
  )
);

async function check(client: Dialect, upstream: Dialect, steps: readonly Step[]): Promise<void> {
  await using ends = await pair(upstream, steps);
  const answer = await ask(ends.gateway.port, client, ASK[client]);
  assertEquals(answer.fault, undefined);
  assertEquals(answer.status, 200, answer.text);
  // A ping is a comment where the dialect has none (4.2).
  const told = pinned(answer.text).replaceAll(": ping\n\n", "")
    .replaceAll('event: ping\ndata: {"type":"ping"}\n\n', "");
  assertEquals(heardEvents(told), [...TOLD[client](IDS[upstream])]);
  assertEquals(headerOf(answer, "content-type"), "text/event-stream");
  assertEquals(ends.upstream.requests.length, 1);
}

for (const [client, upstream] of CROSS) {
  Deno.test(`startGateway() carries a ${upstream} stream to a ${client} client`, async () => {
    await check(client, upstream, stream(STREAMS[upstream]));
  });

  Deno.test(`startGateway() carries it from ${upstream} to ${client} in pieces`, async () => {
    await check(client, upstream, pieces(STREAM_HEAD + chunk(STREAMS[upstream]) + "0\r\n\r\n"));
  });
}

/** Bytes of one stream as others would write it: each is the same stream by the WHATWG's rules. */
const SPELLINGS: readonly (readonly [name: string, spell: (text: string) => string])[] = [
  ["CRLF", (text) => text.replaceAll("\n", "\r\n")],
  ["CR", (text) => text.replaceAll("\n", "\r")],
  ["a BOM", (text) => `\uFEFF${text}`],
  ["no space after the colon", (text) => text.replace(/^(data|event): /gm, "$1:")],
  ["comments and unknown fields", (text) => text.replaceAll("\n\n", "\nid: 7\nx\n: c\n\n: d\n\n")],
  ["two data lines", (text) => text.replace(/^data: \{/gm, "data: {\ndata: ")],
];
for (const [name, spell] of SPELLINGS) {
  for (const [client, upstream] of [["messages", "chat"], ["chat", "messages"]] as const) {
    Deno.test(`startGateway() reads a ${upstream} stream with ${name}`, async () => {
      await check(client, upstream, stream(spell(STREAMS[upstream])));
    });
  }
}

Deno.test("startGateway() reads a stream that is ended by the close of its connection", async () => {
  const head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n";
  await check("messages", "chat", [{ send: head + STREAMS.chat }]);
});

for (const dialect of GATEWAY_DIALECTS) {
  for (const [name, spell] of [["as it is", (text: string) => text] as const, ...SPELLINGS]) {
    Deno.test(`startGateway() relays a ${dialect} stream byte for byte: ${name}`, async () => {
      const text = spell(STREAMS[dialect]);
      await using ends = await pair(dialect, stream(text));
      const answer = await ask(ends.gateway.port, dialect, ASK[dialect]);
      assertEquals([answer.status, answer.fault], [200, undefined]);
      // What follows the terminal is nobody's: the comments and the second half of its last CRLF.
      assertEquals(text.startsWith(answer.text), true, answer.text);
      assertEquals(text.slice(answer.text.length).replace(/^: d(\r\n|\n|\r){2}/, "").trim(), "");
      assertEquals(
        JSON.parse(new TextDecoder().decode(ends.upstream.requests[0]?.body)),
        ASK[dialect],
      );
    });
  }
}
