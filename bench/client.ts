/**
 * The exactly-once client beside platform fetch: the same 1 KB POST to the same local server, in
 * turns, in one run. Fetch runs twice: with a connection a request, as the exactly-once client
 * must, and with the connections that it keeps. Machines differ, so read the ratios.
 *
 *     deno run --allow-net=127.0.0.1 bench/client.ts
 *
 * @module
 */
import { once } from "../lib/wire/client.ts";

/** Rounds alternate between the two, so that a slow moment of the machine hits both. */
const ROUNDS = 5;
const ROUND_MS = 200;
/** How many requests run side by side in the second measurement. */
const IN_FLIGHT = 64;

const body = new TextEncoder().encode(JSON.stringify({ wt_inject: 1, text: "x".repeat(1000) }));

const SERVER = `
  const server = Deno.serve({
    hostname: "127.0.0.1", port: 0,
    onListen: ({ port }) => self.postMessage(port),
  }, async (request) => {
    await request.arrayBuffer();
    return new Response('{"wt_inject":1,"reply":"ok","tool_calls":[]}', {
      headers: { "content-type": "application/json" },
    });
  });
`;

/** Requests a second that `send` reaches with `lanes` of them side by side. */
async function rate(send: () => Promise<void>, lanes: number): Promise<number> {
  const start = performance.now();
  let count = 0;
  const lane = async () => {
    for (; performance.now() - start < ROUND_MS; count++) await send();
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return count / ((performance.now() - start) / 1000);
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? NaN;
}

async function compare(url: string, lanes: number): Promise<void> {
  const headers = { "content-type": "application/json" };
  const viaFetch = (headers: Record<string, string>) => async () => {
    const response = await fetch(url, { method: "POST", headers, body });
    await response.arrayBuffer();
  };
  const senders = {
    once: async () => {
      const request = { method: "POST", url, headers: Object.entries(headers), body };
      const { response, fault } = await once(request, { deadlineMs: 10_000 });
      if (response?.status !== 200) throw new Error(fault?.message ?? "not 200");
    },
    "fetch, a connection each": viaFetch({ ...headers, connection: "close" }),
    "fetch, kept connections": viaFetch(headers),
  };
  const rates = new Map(Object.keys(senders).map((name) => [name, [] as number[]]));
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [name, send] of Object.entries(senders)) {
      const reached = await rate(send, lanes);
      if (round > 0) rates.get(name)?.push(reached); // the first round warms all up
    }
  }
  const own = median(rates.get("once") ?? []);
  console.log(`${lanes} in flight: once ${own.toFixed(0)}/s`);
  for (const [name, reached] of rates) {
    if (name === "once") continue;
    const other = median(reached);
    console.log(`  ${(own / other).toFixed(2)} x ${name} (${other.toFixed(0)}/s)`);
  }
}

const worker = new Worker(`data:application/javascript,${encodeURIComponent(SERVER)}`, {
  type: "module",
});
const port = await new Promise<number>((resolve) => {
  worker.onmessage = ({ data }) => resolve(data);
});
const url = `http://127.0.0.1:${port}/wt/inject`;
await compare(url, 1);
await compare(url, IN_FLIGHT);
worker.terminate();
