/**
 * What is no fault of a gateway's: our own bounds, our own counting, and what a document only advises.
 */
import { assertEquals } from "@std/assert";
import { compareAnswer } from "../../lib/corpus/compare_answer.ts";
import { Ids } from "../../lib/corpus/ids.ts";
import { boundReached } from "../../lib/corpus/judge_around.ts";
import { oracles } from "../../lib/corpus/oracle/oracles.ts";
import type { AnswerTranscript } from "../../lib/corpus/transcript.ts";
import type { Exchange, FaultKind } from "../../lib/wire/exchange.ts";
import { asks, chunk, corpusOf, DONE, exchange, turns, verdictOf, whole } from "./chat_corpus.ts";
import { collector, inShort, said } from "./comparing.ts";
import { relayTarget } from "./relay.ts";

const WHOLE: AnswerTranscript = {
  ending: "complete",
  parts: [{ text: "Hi." }],
  stop: "stop",
  faults: [],
  other: {},
};

function differ(received: AnswerTranscript, ending: "complete" | "error" = "complete") {
  const grounds = { basis: "documented", source: "a test" } as const;
  const differences = collector("documented");
  compareAnswer(
    {
      ending: { values: [ending] },
      parts: ending === "complete" ? { values: [[said("Hi.")]] } : { any: true },
    },
    received,
    { stream: true, ownFaults: [], grounds },
    "",
    { ids: new Ids(true), dialect: "chat", differences },
  );
  return inShort(differences);
}

const fault = (code: string) => ({ code, message: "told", offset: 3 });

Deno.test("compareAnswer() warns of a key that came twice, whatever the grounds", () => {
  assertEquals(differ({ ...WHOLE, faults: [fault("duplicate-key")] }), [
    ["grammar-duplicate-key", "warned", ""],
  ]);
  const body =
    '{"id":"c","object":"chat.completion","created":1,"created":1,"model":"m","choices":' +
    '[{"index":0,"message":{"role":"assistant","content":"Hi."},"finish_reason":"stop"}]}';
  assertEquals(differ(oracles.chat.answer(200, [], new TextEncoder().encode(body))), [
    ["grammar-duplicate-key", "warned", ""],
  ]);
});

Deno.test("compareAnswer() warns of [DONE] behind an error, and fails a finish there", () => {
  const read = (...texts: string[]) => {
    const reader = oracles.chat.stream();
    for (const text of texts) reader.feed(new TextEncoder().encode(`data: ${text}\n\n`), 0);
    return reader.end("eof");
  };
  const error = '{"error":{"message":"no","type":"server_error","param":null,"code":null}}';
  const finish = '{"id":"c","object":"chat.completion.chunk","created":1,"model":"m","choices":' +
    '[{"index":0,"delta":{},"finish_reason":"stop"}]}';
  assertEquals(differ(read(error, "[DONE]"), "error"), [[
    "grammar-done-after-error",
    "warned",
    "",
  ]]);
  assertEquals(differ(read(error, finish), "error"), [
    ["grammar-success-after-error", "failed", ""],
  ]);
});

/** What some servers do, and no reader is misled by. */
const HARMLESS = [
  "done-after-error",
  "duplicate-key",
  "error-nested",
  "event-unnamed",
  "role-missing",
  "sequence-start",
];

for (const code of HARMLESS) {
  Deno.test(`compareAnswer() only warns of ${code}`, () => {
    assertEquals(differ({ ...WHOLE, faults: [fault(code)] }), [[`grammar-${code}`, "warned", ""]]);
  });
}

Deno.test("compareAnswer() makes nothing of faults that are only counted", () => {
  assertEquals(differ({ ...WHOLE, faults: [fault("more-faults")] }), []);
  assertEquals(differ({ ...WHOLE, faults: [fault("index-gap"), fault("more-faults")] }), [
    ["grammar-index-gap", "failed", ""],
  ]);
});

const reached = (kind: FaultKind | undefined, faults: AnswerTranscript["faults"] = []) =>
  boundReached({
    exchange: (kind === undefined ? {} : { fault: { kind, phase: "body", message: "cut" } }) as
      & Partial<Exchange>
      & Exchange,
    answer: { ...WHOLE, faults },
  });

Deno.test("boundReached() names a bound of ours, and no fault of a gateway's", () => {
  assertEquals(reached("body-too-large"), "the answer was not read to its end: cut");
  assertEquals(reached("head-too-large"), "the answer was not read to its end: cut");
  assertEquals(
    reached(undefined, [fault("event-too-large")]),
    "the answer was not read to its end: told",
  );
  for (const kind of ["cut-body", "reset", "timeout", "bad-head"] as const) {
    assertEquals(reached(kind), undefined);
  }
  assertEquals(reached(undefined, [fault("bad-utf8")]), undefined);
});

Deno.test("runCorpus() can't judge an answer larger than it reads", async () => {
  const stream = [chunk("Hi."), chunk(undefined, "stop"), DONE];
  const corpus = await corpusOf({
    exchanges: [exchange({ ...asks("Hello"), stream: true }, { stream })],
  }, { exchanges: [{ upstream: [turns("Hello")], answer: whole("Hi.") }] });
  const long = "x".repeat(17 * 1024 * 1024);
  const answer = (text: string) => text.replace("Hi.", long);
  assertEquals(await verdictOf(corpus, relayTarget()), ["passed"]);
  assertEquals(await verdictOf(corpus, relayTarget({ answer })), ["could_not_run"]);
});
