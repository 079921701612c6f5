import { assertEquals } from "@std/assert";
import { GATEWAY_DIALECTS } from "../../lib/gateway/dialect.ts";
import { ask, headerOf, requestBytes, talk } from "./_client.ts";
import { errorOf } from "./_errors.ts";
import { ASK, delta } from "./_streams.ts";
import { chunk, events, pair, STREAM_HEAD } from "./_upstream.ts";
import { gate, within } from "./_wait.ts";

const START = STREAM_HEAD + chunk(events(delta({ role: "assistant" }), delta({ content: "On " })));
const END = chunk(events(delta({}, "stop"), "[DONE]")) + "0\r\n\r\n";

Deno.test("startGateway() refuses past its capacity in the client's dialect, and not a moment longer", async () => {
  for (const client of GATEWAY_DIALECTS) {
    const held = gate();
    await using ends = await pair("chat", [{ send: START }, { wait: held.opened }, { send: END }], {
      capacity: 1,
    });
    const first = await talk(ends.gateway.port, requestBytes(client, ASK[client]));
    await within(first.until("On "), "the first text");

    const refused = await ask(ends.gateway.port, client, ASK[client]);
    // 4.0: 529 is Messages' own.
    assertEquals(refused.status, client === "messages" ? 529 : 503);
    assertEquals(errorOf(client, refused).type, "overloaded_error");
    assertEquals(headerOf(refused, "retry-after"), "1");
    assertEquals(ends.upstream.connections, 1);
    assertEquals(ends.gateway.leases(), { active: 1, taken: 1, released: 0 });

    held.open();
    assertEquals((await within(first.end(), "the end")).status, 200);
    // Whoever has seen the end finds the lease back: no wait stands here.
    assertEquals(ends.gateway.leases(), { active: 0, taken: 1, released: 1 });
    const next = await talk(ends.gateway.port, requestBytes(client, ASK[client]));
    assertEquals((await next.end()).status, 200);
    assertEquals(ends.gateway.leases(), { active: 0, taken: 2, released: 2 });
  }
});

Deno.test("startGateway() carries 200 streams at once, and has every lease back", async () => {
  const count = 200;
  const held = gate();
  const script = [{ send: START }, { wait: held.opened }, { send: END }];
  await using ends = await pair("chat", script, { capacity: count });
  const open = await Promise.all(Array.from({ length: count }, async (_, index) => {
    const client = GATEWAY_DIALECTS[index % 3]!;
    const one = await talk(ends.gateway.port, requestBytes(client, ASK[client]));
    await one.until("On ");
    return one;
  }));
  assertEquals(ends.gateway.leases(), { active: count, taken: count, released: 0 });
  held.open();
  const heard = await within(Promise.all(open.map((one) => one.end())), "the ends", 20_000);
  assertEquals(
    heard.map(({ status, fault }) => [status, fault]),
    heard.map(() => [200, undefined]),
  );
  assertEquals(ends.gateway.leases(), { active: 0, taken: count, released: count });
  assertEquals(ends.upstream.requests.length, count);
});
