import { assertEquals, assertStringIncludes } from "@std/assert";
import { httpAnswer } from "../../lib/wire/raw_server.ts";
import { CHAT_ANSWER } from "./_answers.ts";
import { headerOf, talk } from "./_client.ts";
import { STREAMS } from "./_streams.ts";
import { pair, stream } from "./_upstream.ts";
import { within } from "./_wait.ts";

const encode = (text: string) => new TextEncoder().encode(text);
const BODY = '{"model":"m"}';
const OK = { send: httpAnswer(200, CHAT_ANSWER) };
const POST = "POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\n";

/** What HTTP itself, or the gateway's bounds, forbid. */
const REFUSED: readonly (readonly [name: string, bytes: string, status: number])[] = [
  ["another path", `POST /v1/models HTTP/1.1\r\nContent-Length: 0\r\n\r\n`, 404],
  ["another method", "GET /v1/messages HTTP/1.1\r\n\r\n", 405],
  ["a body over the bound", `${POST}Content-Length: 101\r\n\r\n`, 413],
  ["chunks over the bound", `${POST}Transfer-Encoding: chunked\r\n\r\n65\r\n`, 413],
  ["a head over the bound", `${POST}X: ${"x".repeat(70_000)}`, 431],
  ["a request line that is none", "hello\r\n\r\n", 400],
  ["two lengths", `${POST}Content-Length: 1\r\nContent-Length: 2\r\n\r\n`, 400],
  ["a length and chunks", `${POST}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n`, 400],
  ["a length that is no number", `${POST}Content-Length: -1\r\n\r\n`, 400],
  ["an unknown transfer coding", `${POST}Transfer-Encoding: gzip\r\n\r\n`, 501],
  ["bad chunks", `${POST}Transfer-Encoding: chunked\r\n\r\nzz\r\n`, 400],
  ["a header without a colon", `${POST}oops\r\n\r\n`, 400],
  ["a bare CR in its head", `${POST}X: a\rb\r\n\r\n`, 400],
  ["a coded body", `${POST}Content-Encoding: gzip\r\nContent-Length: 1\r\n\r\nx`, 415],
];

for (const [name, bytes, status] of REFUSED) {
  Deno.test(`startGateway() refuses ${name} with ${status}, in a dialect`, async () => {
    await using ends = await pair("chat", [OK], { maxBodyBytes: 100 });
    const answer = await within((await talk(ends.gateway.port, encode(bytes))).end(), "the answer");
    assertEquals([answer.status, answer.fault], [status, undefined], answer.text);
    const said = JSON.parse(answer.text);
    assertEquals(said.type, bytes.includes("/v1/messages") ? "error" : undefined);
    assertStringIncludes(said.error.message, "Cannot read the request: ");
    assertEquals(headerOf(answer, "allow"), status === 405 ? "POST" : undefined);
    assertEquals(ends.upstream.connections, 0);
  });
}

/** One request, spelled in other ways. */
const SPELLED: readonly (readonly [name: string, bytes: string])[] = [
  [
    "chunks",
    `${POST}Transfer-Encoding: chunked\r\n\r\n5;x=y\r\n{"mod\r\n8\r\nel":"m"}\r\n0\r\nT: 1\r\n\r\n`,
  ],
  ["a query", `POST /v1/chat/completions?beta=true HTTP/1.1\r\nContent-Length: 13\r\n\r\n${BODY}`],
  ["bytes after it", `${POST}Content-Length: 13\r\n\r\n${BODY}GET / HTTP/1.1\r\n\r\n`],
];
for (const [name, bytes] of SPELLED) {
  Deno.test(`startGateway() reads a request with ${name}`, async () => {
    await using ends = await pair("chat", [OK]);
    const answer = await within((await talk(ends.gateway.port, encode(bytes))).end(), "the answer");
    assertEquals([answer.status, answer.text], [200, CHAT_ANSWER]);
    assertEquals(new TextDecoder().decode(ends.upstream.requests[0]?.body), BODY);
  });
}

Deno.test("startGateway() asks a client that expects it to go on", async () => {
  await using ends = await pair("chat", [OK]);
  const conn = await Deno.connect({ hostname: "127.0.0.1", port: ends.gateway.port });
  await conn.write(encode(`${POST}Expect: 100-continue\r\nContent-Length: 13\r\n\r\n`));
  const buffer = new Uint8Array(4096);
  const size = await conn.read(buffer) ?? 0;
  assertEquals(new TextDecoder().decode(buffer.subarray(0, size)), "HTTP/1.1 100 Continue\r\n\r\n");
  await conn.write(encode(BODY));
  const rest = await conn.read(buffer) ?? 0;
  assertStringIncludes(new TextDecoder().decode(buffer.subarray(0, rest)), "HTTP/1.1 200 OK\r\n");
  conn.close();
});

Deno.test("startGateway() streams to HTTP/1.0 until it closes", async () => {
  await using ends = await pair("chat", stream(STREAMS.chat));
  const bytes = `POST /v1/chat/completions HTTP/1.0\r\nContent-Length: 13\r\n\r\n${BODY}`;
  const answer = await within((await talk(ends.gateway.port, encode(bytes))).end(), "the answer");
  assertEquals([answer.status, answer.text], [200, STREAMS.chat]);
  assertEquals(headerOf(answer, "transfer-encoding"), undefined);
});
