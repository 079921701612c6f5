import { assertEquals } from "@std/assert";
import type { CorpusTarget } from "../../lib/corpus/target.ts";
import { httpAnswer, rawServer, type Step } from "../../lib/wire/raw_server.ts";
import { once } from "../../lib/wire/client.ts";
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

/** A gateway that is nothing but these steps, and may post upstream in between. */
function scripted(
  steps: (post: (route: string, body?: string) => Promise<unknown>) => AsyncIterable<Step>,
): CorpusTarget {
  return {
    label: "a script",
    paths: ["chat-to-chat"],
    parallel: 1,
    patienceMs: 150,
    open(_, upstreamUrl) {
      const post = (route: string, body = '{"model":"m","messages":[]}') =>
        once({
          method: "POST",
          url: `${upstreamUrl}${route}`,
          headers: [],
          body: new TextEncoder().encode(body),
        });
      const server = rawServer(() => steps(post));
      return Promise.resolve({ url: `${server.url}/v1`, close: () => server.close() });
    },
  };
}

const CHAT = "/v1/chat/completions";

const plain = await corpusOf({ exchanges: [exchange(asks("x"), says("y"))] }, {
  exchanges: [{ upstream: [turns("x")], answer: whole("y") }],
});

const stream = [chunk("y"), chunk(undefined, "stop"), DONE];
const streaming = await corpusOf({
  exchanges: [exchange({ ...asks("x"), stream: true }, { stream })],
}, { exchanges: [{ upstream: [turns("x")], answer: whole("y") }] });

const failed = async (...args: Parameters<typeof verdictOf>) => {
  const [verdict, ...codes] = await verdictOf(...args);
  assertEquals(verdict, "failed");
  return codes;
};

Deno.test("runCorpus() fails a gateway that hands on a stream to a client that asked for none", async () => {
  const target = relayTarget({ request: (text) => text.replace("{", '{"stream":true,') });
  const codes = await failed(plain, target);
  assertEquals(codes.includes("part-missing R003"), true, codes.join());
});

Deno.test("runCorpus() fails a gateway that hands on a whole answer for the stream that was asked for", async () => {
  const target = relayTarget({ request: (text) => text.replace(',"stream":true', "") });
  assertEquals(await failed(streaming, target), ["not-a-stream R006"]);
});

Deno.test("runCorpus() fails an answer that is no stream where one was asked for", async () => {
  const { open, ...rest } = relayTarget({ buffered: true });
  const answer = JSON.stringify(says("y").body);
  const target: CorpusTarget = {
    ...rest,
    open: async (path, url) => {
      const opened = await open(path, url);
      const front = rawServer(async function* (request): AsyncIterable<Step> {
        await once({ method: "POST", url: opened.url, headers: [], body: request.body });
        yield { send: httpAnswer(200, answer, { "content-type": "application/json" }) };
      });
      const close = async () => {
        await front.close();
        await opened.close();
      };
      return { url: `${front.url}/v1`, close };
    },
  };
  assertEquals(await failed(streaming, target), ["not-a-stream R006"]);
});

Deno.test("runCorpus() fails an answer that doesn't end, and waits no longer than patience lasts", async () => {
  const began = performance.now();
  const target = scripted(async function* (post) {
    await post(CHAT, '{"model":"m","messages":[{"role":"user","content":"x"}]}');
    yield { wait: new Promise(() => {}) };
  });
  const codes = await failed(plain, target);
  assertEquals(codes.includes("no-end R007"), true, codes.join());
  // Twice, as the verdict rests on time; each is bounded by a few times patience.
  assertEquals(performance.now() - began < 5_000, true);
});

Deno.test("runCorpus() fails a request to another dialect's route, and posts to none", async () => {
  const wrong = scripted(async function* (post) {
    await post("/v1/messages");
    yield { send: httpAnswer(200, JSON.stringify(says("y").body)) };
  });
  assertEquals(await failed(plain, wrong), ["wrong-route R008"]);
  const stray = scripted(async function* (post) {
    await post("/v1/embeddings");
    await post(CHAT, '{"model":"m","messages":[{"role":"user","content":"x"}]}');
    yield { send: httpAnswer(200, JSON.stringify(says("y").body)) };
  });
  const codes = await failed(plain, stray);
  assertEquals(codes.includes("hidden-attempt R008") && codes.includes("stray-request R008"), true);
});

Deno.test("runCorpus() fails an answer that was made up without an attempt", async () => {
  const target = scripted(async function* () {
    yield { send: httpAnswer(200, JSON.stringify(says("y").body)) };
  });
  assertEquals(await failed(plain, target), ["attempt-missing R008"]);
});

Deno.test("runCorpus() fails where no answer comes at all", async () => {
  const target = scripted(async function* (post) {
    await post(CHAT, '{"model":"m","messages":[{"role":"user","content":"x"}]}');
    yield { close: "fin" };
  });
  const codes = await failed(plain, target);
  assertEquals(codes[0], "no-answer R007");
});

Deno.test("runCorpus() sends the model that the target names, and asks for the one it says", async () => {
  const named = (model: string, upstreamModel?: string): CorpusTarget => {
    const { open, ...rest } = relayTarget();
    return {
      ...rest,
      open: async (...args) => ({
        ...await open(...args),
        model,
        ...(upstreamModel === undefined ? {} : { upstreamModel }),
      }),
    };
  };
  assertEquals(await verdictOf(plain, named("alias", "alias")), ["passed"]);
  assertEquals(await verdictOf(plain, named("alias")), ["passed"]);
  // A model is no invariant of R003 to R009, and this expectation is a policy of the test's.
  assertEquals(await verdictOf(plain, named("alias", "real")), ["warned", "model-changed R002"]);
});
