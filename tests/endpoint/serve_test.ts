import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { contractHandler, type Turn } from "../../lib/endpoint/handler.ts";
import { referenceAgent } from "../../lib/endpoint/reference.ts";
import { ListenError, serveEndpoint } from "../../lib/endpoint/serve.ts";
import { agentOf, fired } from "./support.ts";

/** Sends one request on a connection of its own and reads until the server closes. */
async function exchange(port: number, head: string, body: string | Uint8Array): Promise<string> {
  const conn = await Deno.connect({ hostname: "127.0.0.1", port });
  await write(conn, `${head}\r\nHost: 127.0.0.1\r\nConnection: close\r\n`);
  await write(conn, `Content-Length: ${body.length}\r\n\r\n`);
  await write(conn, body);
  return await new Response(conn.readable).text();
}

async function write(conn: Deno.Conn, data: string | Uint8Array): Promise<void> {
  const bytes = typeof data === "string" ? new TextEncoder().encode(data) : data;
  for (let at = 0; at < bytes.length;) at += await conn.write(bytes.subarray(at));
}

function injectBody(text: string, timeout_s = 30): string {
  return JSON.stringify({ wt_inject: 1, session_id: "s", text, timeout_s });
}

Deno.test("serveEndpoint() serves the contract on a real socket, without a Content-Type", async () => {
  const served = await serveEndpoint({ port: 0, handler: contractHandler(referenceAgent()) });
  assertEquals(served.url, `http://127.0.0.1:${served.port}`);
  const answer = await exchange(
    served.port,
    "POST /wt/inject HTTP/1.1",
    injectBody("Which client ordered the misrouted pallet?"),
  );
  assertEquals(answer.startsWith("HTTP/1.1 200 OK\r\n"), true);
  assertEquals(
    answer.slice(answer.indexOf("\r\n\r\n") + 4),
    '{"wt_inject":1,"reply":"Bluewing Logistics — order #4417, flagged at the Reno hub.",' +
      '"tool_calls":[{"name":"client_lookup","arguments":{"query":"misrouted pallet"}},' +
      '{"name":"order_status","arguments":{"order_id":"4417"}}]}',
  );
  const reset = await exchange(served.port, "POST /wt/reset HTTP/1.1", '{"wt_inject": 1}');
  assertEquals(reset.slice(reset.indexOf("\r\n\r\n") + 4), '{"wt_inject":1}');
  await served.close();
  await served.finished;
});

Deno.test("serveEndpoint() answers 404, 405 with Allow, and 413 on a real socket", async () => {
  const handler = contractHandler(referenceAgent(), { maxBodyBytes: 1000 });
  const served = await serveEndpoint({ port: 0, handler });
  const missing = await exchange(served.port, "POST /wt/other HTTP/1.1", "{}");
  assertStringIncludes(missing, "HTTP/1.1 404 ");
  const wrong = await exchange(served.port, "PUT /wt/reset HTTP/1.1", "{}");
  assertStringIncludes(wrong, "HTTP/1.1 405 ");
  assertStringIncludes(wrong.toLowerCase(), "\r\nallow: post\r\n");
  const large = await exchange(served.port, "POST /wt/reset HTTP/1.1", "x".repeat(1001));
  assertStringIncludes(large, "HTTP/1.1 413 ");
  await served.close();
});

Deno.test("serveEndpoint() answers 500 with the words, no stack, for a handler that rejects", async () => {
  const served = await serveEndpoint({
    port: 0,
    handler: () => Promise.reject(new Error("out of ideas")),
  });
  const answer = await exchange(served.port, "POST /wt/reset HTTP/1.1", "{}");
  assertStringIncludes(answer, "HTTP/1.1 500 ");
  assertStringIncludes(answer, '\r\n\r\n{"wt_inject":1,"error":"Cannot answer: out of ideas"}');
  await served.close();
});

Deno.test("contractHandler() aborts a turn when its client drops the connection", async () => {
  const begun = Promise.withResolvers<Turn>();
  const handler = contractHandler(agentOf(async (turn) => {
    if (turn.text === "next") return { reply: "next" };
    begun.resolve(turn);
    await fired(turn.signal);
    throw turn.signal.reason;
  }));
  const served = await serveEndpoint({ port: 0, handler });
  const conn = await Deno.connect({ hostname: "127.0.0.1", port: served.port });
  const body = injectBody("long");
  await write(
    conn,
    `POST /wt/inject HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n`,
  );
  await write(conn, body);
  const { signal } = await begun.promise;
  assertEquals(signal.aborted, false);
  conn.close();
  await fired(signal);
  const next = await exchange(served.port, "POST /wt/inject HTTP/1.1", injectBody("next"));
  assertStringIncludes(next, '"reply":"next"');
  await served.close();
});

Deno.test("contractHandler() answers an expired turn on the socket, full envelope and 200", async () => {
  const served = await serveEndpoint({ port: 0, handler: contractHandler(referenceAgent()) });
  const answer = await exchange(
    served.port,
    "POST /wt/inject HTTP/1.1",
    injectBody("Look up the misrouted pallet, then take your time.", 0.05),
  );
  assertStringIncludes(answer, "HTTP/1.1 200 OK\r\n");
  assertStringIncludes(
    answer,
    '{"wt_inject":1,"reply":"","tool_calls":' +
      '[{"name":"client_lookup","arguments":{"query":"misrouted pallet"}}],' +
      '"error":"timed out after 0.05 s"}',
  );
  await served.close();
});

Deno.test("serveEndpoint() says which port is in use, and what to do", async () => {
  const handler = () => new Response();
  const served = await serveEndpoint({ port: 0, handler });
  const error = await assertRejects(
    () => serveEndpoint({ port: served.port, handler }),
    ListenError,
  );
  assertEquals(
    error.message,
    `Cannot listen on 127.0.0.1:${served.port}: the port is in use. ` +
      "Stop what listens there, or serve on another port (0: any).",
  );
  await served.close();
});

Deno.test("serveEndpoint() says that it may not, where Deno wasn't allowed to", async () => {
  const error = await assertRejects(
    () => serveEndpoint({ hostname: "192.0.2.1", port: 0, handler: () => new Response() }),
    ListenError,
  );
  assertStringIncludes(error.message, "Cannot listen on 192.0.2.1:0: ");
});

Deno.test("serveEndpoint() close() waits for what is in flight, and can be called again", async () => {
  const begun = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const served = await serveEndpoint({
    port: 0,
    handler: async () => {
      begun.resolve();
      await release.promise;
      return new Response("in time");
    },
  });
  const answer = exchange(served.port, "POST / HTTP/1.1", "{}");
  await begun.promise;
  let closed = false;
  const closing = served.close().then(() => {
    closed = true;
  });
  await Promise.resolve();
  assertEquals(closed, false);
  release.resolve();
  assertStringIncludes(await answer, "in time");
  await Promise.all([closing, served.close(), served.finished]);
});

Deno.test("serveEndpoint() stops on its signal", async () => {
  const stop = new AbortController();
  const handler = () => new Response("there");
  const served = await serveEndpoint({ port: 0, handler, signal: stop.signal });
  assertStringIncludes(await exchange(served.port, "POST / HTTP/1.1", ""), "there");
  stop.abort();
  await served.finished;
  await assertRejects(() => exchange(served.port, "POST / HTTP/1.1", ""));
  await served.close();
});

Deno.test("serveEndpoint() gives an IPv6 address brackets in its URL", async () => {
  const served = await serveEndpoint({
    hostname: "::1",
    port: 0,
    handler: contractHandler(referenceAgent()),
  });
  assertEquals(served.url, `http://[::1]:${served.port}`);
  const response = await fetch(`${served.url}/wt/reset`, {
    method: "POST",
    body: '{"wt_inject":1}',
  });
  assertEquals(await response.json(), { wt_inject: 1 });
  await served.close();
});
