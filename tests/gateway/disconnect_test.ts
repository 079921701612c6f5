import { assertEquals } from "@std/assert";
import { GATEWAY_DIALECTS } from "../../lib/gateway/dialect.ts";
import type { Step } from "../../lib/wire/raw_server.ts";
import { ask, requestBytes, talk } from "./_client.ts";
import { ASK, block, delta, MESSAGE_START, RESPONSES_START, STREAMS } from "./_streams.ts";
import { chunk, events, pair, stream, STREAM_HEAD } from "./_upstream.ts";
import { gate, leasesBack, within } from "./_wait.ts";

const BACK = { active: 0, taken: 1, released: 1 };

/** The beginning of a stream, up to its first text. */
const FIRST = {
  chat: events(delta({ role: "assistant" }), delta({ content: "On " })),
  messages: events(
    MESSAGE_START,
    ...block(0, { type: "text", text: "" }, { type: "text_delta", text: "On " }).slice(0, -1),
  ),
  responses: events(...RESPONSES_START, {
    type: "response.output_text.delta",
    output_index: 0,
    content_index: 0,
    delta: "On ",
  }),
};

for (const client of GATEWAY_DIALECTS) {
  for (const upstream of GATEWAY_DIALECTS) {
    const path = `from ${client} to ${upstream}`;

    Deno.test(`startGateway() closes upstream at once when a client leaves before the head, ${path}`, async () => {
      const never = new Promise<void>(() => {});
      for (const body of [ASK[client], { ...ASK[client], stream: false }]) {
        await using ends = await pair(upstream, [{ wait: never }]);
        const leaving = await talk(ends.gateway.port, requestBytes(client, body));
        await within(ends.upstream.received(1), "the request");
        assertEquals(ends.gateway.leases(), { active: 1, taken: 1, released: 0 });
        leaving.close();
        await within(ends.upstream.peerClosed(0), "the close");
        assertEquals(ends.gateway.leases(), BACK);
        assertEquals(ends.upstream.connections, 1);
      }
    });

    Deno.test(`startGateway() closes upstream at once when a client leaves mid-stream, ${path}`, async () => {
      const never = new Promise<void>(() => {});
      await using ends = await pair(upstream, [
        { send: STREAM_HEAD + chunk(FIRST[upstream]) },
        { wait: never },
      ]);
      const leaving = await talk(ends.gateway.port, requestBytes(client, ASK[client]));
      // R006: the first event is there while the last is held back.
      await within(leaving.until("On "), "the first text");
      leaving.close();
      await within(ends.upstream.peerClosed(0), "the close");
      assertEquals(ends.gateway.leases(), BACK);
    });
  }
}

Deno.test("startGateway() closes upstream when a client leaves a stream that never pauses", async () => {
  for (const client of GATEWAY_DIALECTS) {
    const left = gate();
    await using ends = await pair("chat", function* (): Iterable<Step> {
      try {
        yield { send: STREAM_HEAD + chunk(events(delta({ content: "On " }))) };
        yield { endless: chunk(events(delta({ content: "x".repeat(1000) }))) };
      } finally {
        left.open();
      }
    });
    const leaving = await talk(ends.gateway.port, requestBytes(client, ASK[client]));
    await within(leaving.until("xxx"), "the first text");
    leaving.close();
    // Its write fails: who writes all the time sees a close so.
    await within(left.opened, "the close");
    await within(leasesBack(ends.gateway), "the lease");
    assertEquals(ends.gateway.leases(), BACK);
  }
});

Deno.test("startGateway() takes no lease for a client that leaves inside its request", async () => {
  await using ends = await pair("chat", stream(STREAMS.chat));
  const bytes = requestBytes("chat", ASK.chat);
  const leaving = await talk(ends.gateway.port, bytes.subarray(0, bytes.length - 1));
  leaving.close();
  const answer = await ask(ends.gateway.port, "chat", ASK.chat);
  assertEquals(answer.status, 200);
  assertEquals(ends.gateway.leases(), BACK);
});

Deno.test("startGateway() gives its leases back when it is closed, and cuts what stands", async () => {
  const never = new Promise<void>(() => {});
  for (const client of GATEWAY_DIALECTS) {
    const steps = [{ send: STREAM_HEAD + chunk(FIRST.chat) }, { wait: never }];
    await using ends = await pair("chat", steps);
    const cut = await talk(ends.gateway.port, requestBytes(client, ASK[client]));
    await within(cut.until("On "), "the first text");
    await within(ends.gateway.close(), "the gateway's close");
    assertEquals((await cut.end()).fault?.kind, "cut-body");
    await within(ends.upstream.peerClosed(0), "the close");
    assertEquals(ends.gateway.leases(), BACK);
  }
});

Deno.test("startGateway() is closed by its signal", async () => {
  const stop = new AbortController();
  await using ends = await pair("chat", stream(STREAMS.chat), { signal: stop.signal });
  assertEquals((await ask(ends.gateway.port, "chat", ASK.chat)).status, 200);
  stop.abort();
  await within(ends.gateway.close(), "the gateway's close");
});
