import { assertEquals } from "@std/assert";
import type { CorpusTarget } from "../../lib/corpus/target.ts";
import { once } from "../../lib/wire/client.ts";
import { httpAnswer, rawServer, type Received, type Step } from "../../lib/wire/raw_server.ts";
import { asks, chunk, corpusOf, exchange, turns, verdictOf } from "./chat_corpus.ts";

/** An admission of so many requests, from outside a number and nothing more. */
function admitting(capacity: number, release: "once" | "never" | "twice"): CorpusTarget {
  return {
    label: "a gateway with an admission",
    paths: ["chat-to-chat"],
    parallel: 1,
    patienceMs: 200,
    open(_, upstreamUrl) {
      let free = capacity;
      let first = true;
      const server = rawServer(async function* (request: Received): AsyncIterable<Step> {
        if (free <= 0) {
          yield { send: httpAnswer(503, '{"error":{"message":"full","type":"overloaded"}}') };
          return yield { close: "fin" };
        }
        free--;
        const leaving = new AbortController();
        server.peerClosed(request.connection).then(() => leaving.abort(), () => leaving.abort());
        // What came is handed on at once, so that a client can leave on it.
        const pieces: Uint8Array[] = [];
        let wake = Promise.withResolvers<void>();
        const asked = once({
          method: "POST",
          url: upstreamUrl + request.target,
          headers: [],
          body: request.body,
        }, { signal: leaving.signal, onBody: (bytes) => (pieces.push(bytes), wake.resolve()) });
        let over = false;
        asked.finally(() => (over = true, wake.resolve()));
        try {
          yield { send: "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n" };
          while (!over) {
            await wake.promise;
            wake = Promise.withResolvers<void>();
            for (const send of pieces.splice(0)) yield { send };
          }
        } finally {
          await asked;
          // The first request is the one whose client leaves.
          free += !first || release === "once" ? 1 : release === "never" ? 0 : 2;
          first = false;
        }
        yield { close: "fin" };
      });
      return Promise.resolve({
        url: `${server.url}/v1/chat/completions`,
        capacity: { requests: capacity },
        close: () => server.close(),
      });
    },
  };
}

const stream = [chunk("a"), { hold: "gateway-leaves" }];
const corpus = await corpusOf({
  exchanges: [
    exchange({ ...asks("x"), stream: true }, { stream, end: "cut" }, { leave: "first-text" }),
  ],
}, {
  oracle: "disconnect",
  requirement: "R007",
  exchanges: [{ upstream: [turns("x")], answer: "left" }],
});

Deno.test("fillLeases() finds every lease back after a disconnect", async () => {
  assertEquals(await verdictOf(corpus, admitting(3, "once")), ["passed"]);
  assertEquals(await verdictOf(corpus, admitting(1, "once")), ["passed"]);
});

Deno.test("fillLeases() finds a lease that was lost, though nobody tells of any", async () => {
  assertEquals(await verdictOf(corpus, admitting(3, "never")), ["failed", "lease-lost R007"]);
  assertEquals(await verdictOf(corpus, admitting(1, "never")), ["failed", "lease-lost R007"]);
});

Deno.test("fillLeases() finds a lease that was given back twice", async () => {
  assertEquals(await verdictOf(corpus, admitting(2, "twice")), [
    "failed",
    "lease-released-twice R007",
  ]);
});
