/**
 * What the driver's guarantees cost: turns a second through `HttpInject` against the platform's
 * fetch doing the same POST, in the same run and against the same server on a thread of its own.
 * Fetch runs twice: with its pool, which keeps connections and may send a dropped turn again, and
 * without one, which opens a connection a turn as the driver does.
 *
 * ```sh
 * deno run --allow-read --allow-net=127.0.0.1 bench/driver.ts
 * ```
 *
 * Read the ratios, not the digits: they hold across machines, turns a second don't.
 *
 * @module
 */
import { HttpInject } from "../lib/driver/http_inject.ts";

const ROUNDS = 5;
const TURN = "How many lamps are in the second crate of order 4417? ".repeat(18).trim();
const ANSWER = JSON.stringify({
  wt_inject: 1,
  reply: "Twelve lamps, packed in two layers.",
  tool_calls: [{ name: "crate_contents", arguments: { order_id: "4417", crate: 2 } }],
});

/** A server in a worker; resolves to its URL and a way to end it. */
async function serve(): Promise<{ url: string; end: () => void }> {
  const source = `
    const answer = ${JSON.stringify(ANSWER)};
    const headers = { "content-type": "application/json" };
    const listening = ({ port }) => postMessage(port);
    Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: listening }, async (request) => {
      await request.text();
      return new Response(answer, { headers });
    });`;
  const blob = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  const worker = new Worker(blob, { type: "module" });
  const port = await new Promise<number>((resolve, reject) => {
    worker.onmessage = ({ data }) => resolve(data);
    worker.onerror = ({ message }) => reject(new Error(`Cannot serve: ${message}`));
  });
  URL.revokeObjectURL(blob);
  return { url: `http://127.0.0.1:${port}`, end: () => worker.terminate() };
}

type Turn = (session: string) => Promise<unknown>;

/** Turns a second: `turns` of them, `inFlight` at a time, each lane in a session of its own. */
async function rate(turn: Turn, turns: number, inFlight: number): Promise<number> {
  let left = turns;
  const lane = async (_: unknown, index: number) => {
    while (left-- > 0) await turn(`lane-${index}`);
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: inFlight }, lane));
  return turns * 1000 / (performance.now() - started);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

const server = await serve();
const driver = new HttpInject({ baseUrl: server.url, timeoutS: 120 });
const throughDriver: Turn = (session) => driver.inject(session, TURN);
const unpooled = Deno.createHttpClient({ poolMaxIdlePerHost: 0 });

function throughFetch(client?: Deno.HttpClient): Turn {
  return async (session) => {
    const response = await fetch(`${server.url}/wt/inject`, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json" },
      body: JSON.stringify({ wt_inject: 1, session_id: session, text: TURN, timeout_s: 120 }),
      ...(client === undefined ? {} : { client }),
    });
    return await response.json();
  };
}

const contestants: readonly (readonly [name: string, turn: Turn])[] = [
  ["driver", throughDriver],
  ["fetch", throughFetch()],
  ["fetch, no pool", throughFetch(unpooled)],
];

console.log(`deno ${Deno.version.deno}, ${ROUNDS} rounds, medians, turns a second`);
for (
  const [load, turns, inFlight] of [["sequential", 500, 1], ["64 in flight", 2000, 64]] as const
) {
  const rates = contestants.map((): number[] => []);
  // By turns, so that a busy moment of the machine falls on all. The first round warms up.
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [index, [, turn]] of contestants.entries()) {
      const measured = await rate(turn, turns, inFlight);
      if (round > 0) rates[index]?.push(measured);
    }
  }
  const [ours = NaN, ...theirs] = rates.map(median);
  console.log(`${load}: driver ${ours.toFixed(0)}`);
  for (const [index, turnsPerSecond] of theirs.entries()) {
    const name = contestants[index + 1]?.[0];
    const ratio = (ours / turnsPerSecond).toFixed(2);
    console.log(`  ${name} ${turnsPerSecond.toFixed(0)}: the driver is ${ratio} times as fast`);
  }
}
unpooled.close();
server.end();
