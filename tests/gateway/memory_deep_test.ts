import { assertEquals, assertLess } from "@std/assert";
import type { Step } from "../../lib/wire/raw_server.ts";
import { requestBytes } from "./_client.ts";
import { ASK, block, delta, MESSAGE_START, messageEnd } from "./_streams.ts";
import { chunk, events, pair, STREAM_HEAD } from "./_upstream.ts";

const MIB = 1024 * 1024;
/** Four times what has to be shown, so that garbage can't be taken for what is kept. */
const TOTAL = 256 * MIB;
const PIECE = 64 * 1024;
/** A stream that is kept would add 192 MiB from the first quarter to the last. */
const ROOM = 96 * MIB;

const TEXT = "Q".repeat(PIECE);
const [start, piece, stop] = block(0, { type: "text", text: "" }, {
  type: "text_delta",
  text: TEXT,
});

/** A stream of text, made as it is sent. */
const LONG = {
  chat: {
    first: events(delta({ role: "assistant" })),
    piece: events(delta({ content: TEXT })),
    last: events(delta({}, "stop"), "[DONE]"),
  },
  messages: {
    first: events(MESSAGE_START, start),
    piece: events(piece),
    last: events(stop, ...messageEnd("end_turn", { output_tokens: 1 })),
  },
};

function* steps({ first, piece, last }: (typeof LONG)["chat"]): Iterable<Step> {
  yield { send: STREAM_HEAD + chunk(first) };
  const bytes = new TextEncoder().encode(chunk(piece));
  for (let sent = 0; sent < TOTAL; sent += PIECE) yield { send: bytes };
  yield { send: `${chunk(last)}0\r\n\r\n` };
}

/** What the process holds, garbage included: the collector lets up to about 64 MiB of it lie. */
function held(): number {
  const { heapUsed, external } = Deno.memoryUsage();
  return heapUsed + external;
}

for (
  const [client, upstream] of [["chat", "chat"], ["chat", "messages"], [
    "messages",
    "chat",
  ]] as const
) {
  Deno.test(`startGateway() holds memory flat over 256 MiB from ${upstream} to ${client}`, async () => {
    await using ends = await pair(upstream, () => steps(LONG[upstream]));
    const conn = await Deno.connect({ hostname: "127.0.0.1", port: ends.gateway.port });
    const request = requestBytes(client, ASK[client]);
    for (let at = 0; at < request.length;) at += await conn.write(request.subarray(at));
    const buffer = new Uint8Array(PIECE);
    const least = [Infinity, Infinity, Infinity, Infinity];
    let count = 0;
    for (let size = await conn.read(buffer); size !== null; size = await conn.read(buffer)) {
      for (let at = 0; at < size; at++) if (buffer[at] === 0x51) count++;
      const quarter = Math.min(3, Math.floor(4 * count / TOTAL));
      least[quarter] = Math.min(least[quarter]!, held());
    }
    conn.close();
    assertEquals(count, TOTAL);
    const grown = least[3]! - least[0]!;
    assertLess(grown, ROOM, `it grew by ${Math.round(grown / MIB)} MiB`);
    assertEquals(ends.gateway.leases(), { active: 0, taken: 1, released: 1 });
  });
}
