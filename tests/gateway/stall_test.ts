import { assertEquals } from "@std/assert";
import { GATEWAY_DIALECTS } from "../../lib/gateway/dialect.ts";
import type { Step } from "../../lib/wire/raw_server.ts";
import { requestBytes, talk } from "./_client.ts";
import { ASK, delta } from "./_streams.ts";
import { chunk, events, pair, STREAM_HEAD } from "./_upstream.ts";
import { gate, leasesBack, within } from "./_wait.ts";

const PIECES = 1024;
const PIECE = chunk(events(delta({ content: "x".repeat(64 * 1024) })));

Deno.test("startGateway() reads no faster than its client, and sees it leave though it never read", async () => {
  for (const client of GATEWAY_DIALECTS) {
    let sent = 0;
    const left = gate();
    const steps = function* (): Iterable<Step> {
      try {
        yield { send: STREAM_HEAD };
        for (; sent < PIECES; sent++) yield { send: PIECE };
        yield { send: "0\r\n\r\n" };
      } finally {
        left.open();
      }
    };
    await using ends = await pair("chat", steps);
    const stalled = await talk(ends.gateway.port, requestBytes(client, ASK[client]));
    // The sockets between them take some pieces, and then nothing moves.
    for (let before = -1; before !== sent || sent === 0;) {
      before = sent;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    assertEquals(sent < PIECES / 2, true, `${sent} of ${PIECES} pieces were taken`);
    stalled.close();
    // Its write fails: who writes all the time sees a close so.
    await within(left.opened, "the close");
    assertEquals(sent < PIECES, true);
    await within(leasesBack(ends.gateway), "the lease");
  }
});
