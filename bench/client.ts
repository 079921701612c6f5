/**
 * The exactly-once client beside platform fetch: the same 1 KB POST to the same local server, in
 * turns, in one run. Prints requests a second and ratios; machines differ, so read the ratios.
 *
 *     deno run --allow-net=127.0.0.1 bench/client.ts
 *
 * @module
 */
import { once } from "../lib/wire/client.ts";

/** Rounds alternate between the two, so that a slow moment of the machine hits both. */
const ROUNDS = 5;
const ROUND_MS = 350;
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

async function compare(url: string, lanes: number): Promise<string> {
  const withOnce = async () => {
    const headers = [["Content-Type", "application/json"]] as const;
    const { response, fault } = await once({ method: "POST", url, headers, body });
    if (response?.status !== 200) throw new Error(fault?.message ?? "not 200");
  };
  const withFetch = async () => {
    const headers = { "content-type": "application/json" };
    const response = await fetch(url, { method: "POST", headers, body });
    await response.arrayBuffer();
  };
  const rates: { readonly once: number[]; readonly fetch: number[] } = { once: [], fetch: [] };
  for (let round = 0; round <= ROUNDS; round++) {
    const pair = [await rate(withOnce, lanes), await rate(withFetch, lanes)] as const;
    if (round === 0) continue; // warms both up
    rates.once.push(pair[0]);
    rates.fetch.push(pair[1]);
  }
  const [a, b] = [median(rates.once), median(rates.fetch)];
  return `${lanes} in flight: once ${a.toFixed(0)}/s, fetch ${b.toFixed(0)}/s, ratio ${
    (a / b).toFixed(2)
  }`;
}

const worker = new Worker(`data:application/javascript,${encodeURIComponent(SERVER)}`, {
  type: "module",
});
const port = await new Promise<number>((resolve) => {
  worker.onmessage = ({ data }) => resolve(data);
});
const url = `http://127.0.0.1:${port}/wt/inject`;
console.log(await compare(url, 1));
console.log(await compare(url, IN_FLIGHT));
worker.terminate();
