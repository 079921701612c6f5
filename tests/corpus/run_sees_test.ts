import { assertEquals } from "@std/assert";
import type { CorpusTarget } from "../../lib/corpus/target.ts";
import {
  asks,
  chunk,
  corpusOf,
  DONE,
  exchange,
  says,
  turns,
  user,
  verdictOf,
  whole,
} from "./chat_corpus.ts";
import { type Faults, relayTarget } from "./relay.ts";
import type { Loose } from "./small.ts";

const relay = (faults: Faults = {}, more: Partial<CorpusTarget> = {}): CorpusTarget =>
  relayTarget(faults, { patienceMs: 2_000, ...more });
const impatient = (faults: Faults) => relay(faults, { patienceMs: 150 });

const streamed = (request: Loose): Loose => ({ ...request, stream: true });

Deno.test("runCorpus() sees a hidden retry, though its answer is the better one", async () => {
  const failure = { status: 500, body: { error: { message: "no", type: "server_error" } } };
  const corpus = await corpusOf({
    exchanges: [exchange(asks("Hello"), failure), exchange(asks("Hello"), says("Hi."))],
  }, {
    oracle: "transcript",
    requirement: "R008",
    exchanges: [
      {
        upstream: [turns("Hello")],
        answer: { ending: "error", parts: [], error: { status: { any_of: [500, 502, 503] } } },
      },
      { upstream: [turns("Hello")], answer: whole("Hi.") },
    ],
  });
  assertEquals(await verdictOf(corpus, relay()), ["passed"]);
  assertEquals(await verdictOf(corpus, relay({ retries: 1 })), ["failed", "hidden-attempt R008"]);
});

const FIRST = [user("My berth is 7."), { role: "assistant", content: "Noted." }];

Deno.test("runCorpus() sees an earlier message changed, apart from the final answer", async () => {
  const corpus = await corpusOf({
    exchanges: [
      exchange(asks("My berth is 7."), says("Noted.")),
      exchange(asks(...FIRST, "Which berth?"), says("7.")),
    ],
  }, {
    oracle: "append-only",
    exchanges: [
      { upstream: [turns("My berth is 7.")], answer: whole("Noted.") },
      { upstream: [turns("My berth is 7.", "Noted.", "Which berth?")], answer: whole("7.") },
    ],
  });
  assertEquals(await verdictOf(corpus, relay()), ["passed"]);
  const request = (text: string) =>
    text.includes("Which") ? text.replace("berth is 7", "berth is 8") : text;
  assertEquals(await verdictOf(corpus, relay({ request })), [
    "failed",
    "text-changed R003",
    "not-append-only R004",
  ]);
});

Deno.test("runCorpus() sees a buffered stream, judged twice before it counts", async () => {
  const stream = [chunk("a"), { hold: "first-text" }, chunk("b"), chunk(undefined, "stop"), DONE];
  const corpus = (oracle: string) =>
    corpusOf({ exchanges: [exchange(streamed(asks("x")), { stream })] }, {
      oracle,
      exchanges: [{ upstream: [turns("x")], answer: whole("ab") }],
    });
  assertEquals(await verdictOf(await corpus("early-event"), relay()), ["passed"]);
  assertEquals(await verdictOf(await corpus("early-event"), impatient({ buffered: true })), [
    "failed",
    "buffered R006",
  ]);
  // Where it isn't the question, a gateway may buffer.
  assertEquals(await verdictOf(await corpus("transcript"), impatient({ buffered: true })), [
    "passed",
  ]);
});

Deno.test("runCorpus() sees a truncated answer that ends as a success", async () => {
  const corpus = await corpusOf({
    exchanges: [exchange(streamed(asks("x")), { stream: [chunk("a")] })],
  }, {
    oracle: "no-false-success",
    exchanges: [{
      upstream: [turns("x")],
      answer: {
        ending: { any_of: ["error", "truncated"] },
        parts: [{ text: { prefix_of: "a" } }],
      },
    }],
  });
  const finish = `data: ${JSON.stringify(chunk(undefined, "stop").event)}\n\n`;
  assertEquals(await verdictOf(corpus, relay()), ["passed"]);
  assertEquals(await verdictOf(corpus, relay({ ending: `${finish}data: [DONE]\n\n` })), [
    "failed",
    "false-success R007",
    "false-success R007",
  ]);
  assertEquals(await verdictOf(corpus, relay({ ending: "data: [DONE]\n\n" })), [
    "failed",
    "grammar-done-without-finish R007",
  ]);
});

Deno.test("runCorpus() sees whether the upstream is closed when the client has gone", async () => {
  const stream = [chunk("a"), { hold: "gateway-leaves" }];
  const corpus = await corpusOf({
    exchanges: [exchange(streamed(asks("x")), { stream, end: "cut" }, { leave: "first-text" })],
  }, {
    oracle: "disconnect",
    requirement: "R007",
    exchanges: [{ upstream: [turns("x")], answer: "left" }],
  });
  assertEquals(await verdictOf(corpus, relay()), ["passed"]);
  assertEquals(await verdictOf(corpus, impatient({ deaf: true })), [
    "failed",
    "upstream-still-open R007",
  ]);
  // However long it is given for that, and however short every other wait is.
  const patience = { disconnectMs: 700 };
  assertEquals(await verdictOf(corpus, relay({ deaf: true }, { patienceMs: 150, patience })), [
    "failed",
    "upstream-still-open R007",
  ]);
  // One that buffers never shows the text on which the client would leave.
  assertEquals((await verdictOf(corpus, impatient({ buffered: true })))[0], "could_not_run");
});

Deno.test("runCorpus() only warns where a call that isn't streamed is finished for nobody", async () => {
  const silent = { stream: [{ hold: "gateway-leaves" }], end: "cut" };
  const corpus = await corpusOf({
    exchanges: [exchange(asks("x"), silent, { leave: "sent" })],
  }, { exchanges: [{ upstream: [turns("x")], answer: "left" }] });
  assertEquals(await verdictOf(corpus, relay()), ["passed"]);
  assertEquals(await verdictOf(corpus, impatient({ deaf: true })), [
    "warned",
    "upstream-still-open R007",
  ]);
});

Deno.test("runCorpus() sees leases that are lost, and leases given back twice", async () => {
  const corpus = await corpusOf({ exchanges: [exchange(asks("x"), says("y"))] }, {
    exchanges: [{ upstream: [turns("x")], answer: whole("y") }],
  });
  assertEquals(await verdictOf(corpus, relay()), ["passed"]);
  assertEquals(await verdictOf(corpus, impatient({ leases: "lost" })), [
    "failed",
    "lease-lost R007",
  ]);
  assertEquals(await verdictOf(corpus, relay({ leases: "twice" })), [
    "failed",
    "lease-released-twice R007",
  ]);
});

Deno.test("runCorpus() sees one branch's turns in another's request, also at once", async () => {
  const branch = (name: string, secret: string) =>
    exchange(asks("Common.", { role: "assistant", content: "Yes." }, secret), says(name), {
      history: name,
      marker: secret,
    });
  const variant = {
    together: true,
    exchanges: [branch("left", "ALPHA goes left."), branch("right", "BETA goes right.")],
  };
  const expected = {
    oracle: "isolation",
    requirement: "R005",
    exchanges: [
      { upstream: [turns("Common.", "Yes.", "ALPHA goes left.")], answer: whole("left") },
      { upstream: [turns("Common.", "Yes.", "BETA goes right.")], answer: whole("right") },
    ],
  };
  const corpus = await corpusOf(variant, expected);
  assertEquals(await verdictOf(corpus, relay()), ["passed"]);
  let kept = "";
  const request = (text: string) => {
    const mixed = kept === "" ? text : text.replace('"Common."', `"Common.${kept}"`);
    kept = "ALPHA goes left.";
    return mixed;
  };
  const oneByOne = await corpusOf({ ...variant, together: undefined }, expected);
  const [verdict, ...codes] = await verdictOf(oneByOne, relay({ request }));
  assertEquals([verdict, codes.includes("branch-mixed R005")], ["failed", true]);
});
