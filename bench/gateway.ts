/**
 * How much later a client sees a stream's first event through the reference gateway than through a bare
 * TCP relay that copies bytes, in one run on one machine. Read the ratios; a relay can't be beaten.
 *
 *     deno run --allow-net=127.0.0.1 bench/gateway.ts
 *
 * @module
 */
import { startGateway } from "../lib/gateway/gateway.ts";

const ROUNDS = 400;
const WARM = 50;

const EVENTS = [
  { role: "assistant", content: "" },
  { content: "Berth" },
  { content: " seven." },
].map((delta) => ({
  id: "chatcmpl-1",
  object: "chat.completion.chunk",
  created: 1,
  model: "m",
  choices: [{ index: 0, delta, finish_reason: null }],
}));

const LAST = { ...EVENTS[0], choices: [{ index: 0, delta: {}, finish_reason: "stop" }] };
const STREAM = [...EVENTS, LAST].map((event) => `data: ${JSON.stringify(event)}\n\n`).join("") +
  "data: [DONE]\n\n";
const ANSWER = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n" +
  STREAM;

/** An upstream that answers every request with the same stream, all of it at once. */
const UPSTREAM = `
  const answer = new TextEncoder().encode(${JSON.stringify(ANSWER)});
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  self.postMessage(listener.addr.port);
  for await (const conn of listener) {
    conn.setNoDelay(true);
    (async () => {
      let text = "";
      const buffer = new Uint8Array(65536);
      for (;;) {
        const read = await conn.read(buffer);
        if (read === null) break;
        text += new TextDecoder().decode(buffer.subarray(0, read));
        const head = text.indexOf("\\r\\n\\r\\n");
        const length = Number(/content-length: *(\\d+)/i.exec(text)?.[1] ?? 0);
        if (head >= 0 && text.length >= head + 4 + length) break;
      }
      await conn.write(answer);
      conn.close();
    })().catch(() => {});
  }
`;

/** Copies bytes both ways, connection for connection. */
function relay(port: number): { readonly port: number; close(): void } {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  (async () => {
    for await (const client of listener) {
      client.setNoDelay(true);
      const upstream = await Deno.connect({ hostname: "127.0.0.1", port });
      upstream.setNoDelay(true);
      client.readable.pipeTo(upstream.writable).catch(() => {});
      upstream.readable.pipeTo(client.writable).catch(() => {});
    }
  })();
  return { port: listener.addr.port, close: () => listener.close() };
}

const ask = { model: "m", stream: true, messages: [{ role: "user", content: "Where?" }] };

function requestBytes(route: string, body: unknown): Uint8Array {
  const text = JSON.stringify(body);
  return new TextEncoder().encode(
    `POST ${route} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n` +
      `content-length: ${text.length}\r\nconnection: close\r\n\r\n${text}`,
  );
}

/** Milliseconds from the request until "Berth" has come. */
async function firstText(port: number, request: Uint8Array): Promise<number> {
  const began = performance.now();
  const conn = await Deno.connect({ hostname: "127.0.0.1", port });
  conn.setNoDelay(true);
  try {
    await conn.write(request);
    const buffer = new Uint8Array(65536);
    for (let seen = "";;) {
      const read = await conn.read(buffer);
      if (read === null) throw new Error(`the stream ended without its text: ${seen}`);
      seen += new TextDecoder().decode(buffer.subarray(0, read));
      if (seen.includes("Berth")) return performance.now() - began;
    }
  } finally {
    conn.close();
  }
}

const worker = new Worker(`data:application/javascript,${encodeURIComponent(UPSTREAM)}`, {
  type: "module",
});
const port = await new Promise<number>((resolve) => {
  worker.onmessage = ({ data }) => resolve(data);
});
const bare = relay(port);
const gateway = await startGateway({
  upstream: { url: `http://127.0.0.1:${port}`, dialect: "chat" },
});
const chat = requestBytes("/v1/chat/completions", ask);
const ways = [
  { name: "straight", port, request: chat },
  { name: "TCP relay", port: bare.port, request: chat },
  { name: "gateway, chat-to-chat", port: gateway.port, request: chat },
  {
    name: "gateway, messages-to-chat",
    port: gateway.port,
    request: requestBytes("/v1/messages", { ...ask, max_tokens: 64 }),
  },
  {
    name: "gateway, responses-to-chat",
    port: gateway.port,
    request: requestBytes("/v1/responses", {
      model: "m",
      stream: true,
      store: false,
      input: "Where?",
    }),
  },
];
const delays = new Map<string, number[]>(ways.map(({ name }) => [name, []]));
for (let round = 0; round < WARM + ROUNDS; round++) {
  for (const { name, port, request } of ways) {
    const ms = await firstText(port, request);
    if (round >= WARM) delays.get(name)!.push(ms);
  }
}
const at = (name: string, share: number) =>
  delays.get(name)!.toSorted((a, b) => a - b)[Math.floor(ROUNDS * share)]!;
console.log(`time to a stream's first text, ${ROUNDS} requests each, one at a time`);
for (const { name } of ways) {
  const [half, most] = [at(name, 0.5), at(name, 0.99)];
  console.log(
    `  ${name.padEnd(28)} median ${half.toFixed(2)} ms (${
      (half / at("TCP relay", 0.5)).toFixed(2)
    } x the relay), p99 ${most.toFixed(2)} ms`,
  );
}
bare.close();
await gateway.close();
worker.terminate();
