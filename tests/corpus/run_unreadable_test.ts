/**
 * What can't be read as it came: requests upstream that are framed oddly, coded, or no JSON; answers that
 * are another thing than JSON.
 */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { parseJson } from "../../lib/contract/json.ts";
import { scriptedUpstream } from "../../lib/corpus/players/upstream.ts";
import { runCorpus } from "../../lib/corpus/run.ts";
import type { CorpusTarget } from "../../lib/corpus/target.ts";
import { once } from "../../lib/wire/client.ts";
import { httpAnswer, rawServer, type Step } from "../../lib/wire/raw_server.ts";
import {
  asks,
  chunk,
  corpusOf,
  DONE,
  exchange,
  says,
  turns,
  verdictOf,
  whole,
} from "./chat_corpus.ts";
import { relayTarget } from "./relay.ts";

const utf8 = new TextEncoder();

/** Sends bytes to an upstream that will reset; what of the body it took for the request. */
async function readBefore(reset: string, bytes: string): Promise<string> {
  const upstream = scriptedUpstream({
    dialect: "chat",
    patienceMs: 2_000,
    together: 0,
    parts: [{
      answer: { stream: [{ text: reset }], end: "reset" },
      doc: parseJson("{}"),
      marker: undefined,
      firstText: new Promise(() => {}),
    }],
  });
  const { hostname, port } = new URL(upstream.url);
  using conn = await Deno.connect({ hostname, port: Number(port) });
  try {
    await conn.write(utf8.encode(`POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\n${bytes}`));
    const buffer = new Uint8Array(4_096);
    let text = "";
    for (let count; (count = await conn.read(buffer).catch(() => null)) !== null;) {
      text += new TextDecoder().decode(buffer.subarray(0, count));
    }
    assertStringIncludes(text, "200 OK", "the body was read for what it asks");
    return new TextDecoder().decode(upstream.attempts[0]!.body);
  } finally {
    await upstream.close();
  }
}

Deno.test({
  name: "scriptedUpstream() that will reset reads bodies whole, however they are framed and end",
  ignore: Deno.build.os !== "linux", // no way to reset
  async fn() {
    const body = '{"stream":true}';
    const length = (text: string) => `Content-Length: ${text.length}\r\n\r\n${text}`;
    const chunked = (text: string) =>
      `Transfer-Encoding: chunked\r\n\r\n${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`;
    for (const bytes of [length(body), length(`${body}\n`), length(`${body}\r\n`), chunked(body)]) {
      assertEquals((await readBefore("x", bytes)).trim(), body, JSON.stringify(bytes));
    }
    assertEquals(await readBefore("x", chunked(`${body} `)), `${body} `);
  },
});

const plain = () =>
  corpusOf({ exchanges: [exchange(asks("x"), says("y"))] }, {
    exchanges: [{ upstream: [turns("x")], answer: whole("y") }],
  });

Deno.test("runCorpus() says of a request upstream that it is no JSON, whatever its mode", async () => {
  for (const request of [(text: string) => text.slice(0, -1), () => "[1]", () => "hello"]) {
    const [verdict, first] = await verdictOf(await plain(), relayTarget({ request }));
    assertEquals([verdict, first], ["failed", "request-not-json R003"]);
  }
});

/** What a request is sent upstream as: its content coding, and its bytes. */
type Coded = readonly [coding: string, code: (body: Uint8Array) => Promise<Uint8Array>];

const asItIs = (body: Uint8Array) => Promise.resolve(body);
const zipped = async (body: Uint8Array) => {
  const stream = new Blob([body.slice()]).stream().pipeThrough(new CompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
};

/** A target of which every answer is these bytes, after its request went upstream in these forms. */
function answering(bytes: Uint8Array, ...forms: readonly Coded[]): CorpusTarget {
  return {
    ...relayTarget(),
    open(_path, upstreamUrl) {
      const server = rawServer(async function* (request): AsyncIterable<Step> {
        for (const [coding, code] of forms.length === 0 ? [["identity", asItIs]] as const : forms) {
          await once({
            method: "POST",
            url: `${upstreamUrl}${request.target}`,
            headers: [["Content-Encoding", coding]],
            body: await code(request.body),
          });
        }
        yield { send: bytes };
        yield { close: "fin" };
      });
      return Promise.resolve({
        url: `${server.url}/v1/chat/completions`,
        close: () => server.close(),
      });
    },
  };
}

const GOOD = httpAnswer(200, JSON.stringify(says("y").body));

Deno.test("runCorpus() reads requests upstream through gzip, and could not run what it can't read", async () => {
  for (const form of [["identity", asItIs], ["gzip", zipped], ["X-GZIP", zipped]] as const) {
    assertEquals(await verdictOf(await plain(), answering(GOOD, form)), ["passed"]);
  }
  for (const form of [["br", asItIs], ["gzip", asItIs]] as const) {
    const target = answering(GOOD, form);
    const { results } = await runCorpus({
      corpus: await plain(),
      target,
      paths: ["chat-to-chat"],
    });
    assertEquals(results[0]!.verdict, "could_not_run");
    assertStringIncludes(results[0]!.message, "the gateway's request has a content coding that");
  }
});

Deno.test("runCorpus() sees a hidden attempt, however it is coded", async () => {
  for (const form of [["gzip", zipped], ["br", asItIs]] as const) {
    const target = answering(GOOD, ["identity", asItIs], form);
    const [verdict, code] = await verdictOf(await plain(), target);
    assertEquals([verdict, code], ["failed", "hidden-attempt R008"], form[0]);
  }
});

Deno.test("runCorpus() could not run coded requests that are under way at once, either", async () => {
  const corpus = await corpusOf({
    together: true,
    exchanges: ["first", "second"].map((text) => exchange(asks(text), says("y"), { marker: text })),
  }, {
    exchanges: ["first", "second"].map((text) => ({ upstream: [turns(text)], answer: whole("y") })),
  });
  assertEquals(await verdictOf(corpus, answering(GOOD, ["br", asItIs])), ["could_not_run"]);
  assertEquals(await verdictOf(corpus, answering(GOOD, ["gzip", zipped])), ["passed"]);
});

Deno.test("runCorpus() plays once more, alone, what ended late, whatever was told by then", async () => {
  let plays = 0;
  const corpus = await corpusOf({
    exchanges: [exchange({ ...asks("x"), stream: true }, {
      stream: [chunk("y"), chunk(undefined, "stop"), DONE],
    })],
  }, { exchanges: [{ upstream: [turns("x")], answer: whole("y") }] });
  const late = Promise.withResolvers<void>();
  const target: CorpusTarget = {
    ...relayTarget({}, { patienceMs: 200 }),
    open(_path, upstreamUrl) {
      const first = plays++ === 0;
      const server = rawServer(async function* (request): AsyncIterable<Step> {
        const { response } = await once({
          method: "POST",
          url: `${upstreamUrl}${request.target}`,
          headers: [],
          body: request.body,
        });
        const text = new TextDecoder().decode(response?.body);
        const done = text.indexOf("data: [DONE]");
        yield { send: "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n" };
        yield { send: text.slice(0, done) };
        if (first) yield { wait: late.promise };
        yield { send: text.slice(done) };
        yield { close: "fin" };
      });
      return Promise.resolve({
        url: `${server.url}/v1/chat/completions`,
        close: () => server.close(),
      });
    },
  };
  assertEquals(await verdictOf(corpus, target), ["passed"]);
  assertEquals(plays, 2);
});

Deno.test("runCorpus() says what an answer is that is no JSON: its type, status, coding, or no HTTP", async () => {
  const raw = (text: string) => utf8.encode(text);
  const cases: readonly (readonly [bytes: Uint8Array, code: string, received: string])[] = [
    [
      httpAnswer(200, "<html>", { "content-type": "text/html; charset=x" }),
      "not-json",
      "text/html",
    ],
    [httpAnswer(200, "hello", { "content-type": "a b" }), "not-json", "a text of 3 characters"],
    [raw("HTTP/1.1 204 No Content\r\n\r\n"), "not-json", "status-204"],
    [httpAnswer(200, "x", { "content-encoding": "gzip" }), "content-coding", "gzip"],
    [raw("SSH-2.0-x\r\n\r\n"), "not-http", "bad-head"],
    [httpAnswer(307, "", { location: "/elsewhere" }), "redirected", "status-307"],
    // What was cut stays that.
    [httpAnswer(200, '{"choices":['), "ending", "truncated"],
    [raw("HTTP/1.1 200 OK\r\ncontent-length: 90\r\n\r\n<html>"), "ending", "truncated"],
  ];
  for (const [bytes, code, received] of cases) {
    const { results } = await runCorpus({
      corpus: await plain(),
      target: answering(bytes),
      paths: ["chat-to-chat"],
    });
    const [one] = results[0]!.findings;
    assertEquals([results[0]!.verdict, one?.code], ["failed", code]);
    assertStringIncludes(one!.received, received);
  }
});
