import { assertEquals } from "@std/assert";
import { idsGiven, NO_REPLAY, replayed, replayedRequest } from "../../lib/corpus/replay.ts";
import type { AnswerTranscript } from "../../lib/corpus/transcript.ts";
import { asks, corpusOf, exchange, says, user, verdictOf, whole } from "./chat_corpus.ts";
import { call, said, wants } from "./comparing.ts";
import { relayTarget } from "./relay.ts";
import type { Loose } from "./small.ts";

const answer = (...ids: (string | undefined)[]): AnswerTranscript => ({
  ending: "complete",
  parts: [
    { text: "x" },
    ...ids.map((id) => ({
      call: { ...(id === undefined ? {} : { id }), arguments: { kind: "raw" as const, text: "" } },
    })),
  ],
  faults: [],
  other: {},
});

Deno.test("idsGiven() ties an upstream's ids to those that the client got, by place", () => {
  assertEquals(idsGiven(answer("a", "b"), answer("x", "b")), [["a", "x"], ["b", "b"]]);
  assertEquals(idsGiven(answer("a", undefined, "c"), answer("x", "y")), [["a", "x"]]);
});

Deno.test("replayed() replaces whole strings, and no part of another", () => {
  const json = '{"id":"a","t":"say \\"a\\" twice: a","more":["a","ab"]}';
  assertEquals(
    replayed(json, new Map([["a", 'x"']])),
    '{"id":"x\\"","t":"say \\"a\\" twice: a","more":["x\\"","ab"]}',
  );
  assertEquals(replayed(json, NO_REPLAY), json);
});

Deno.test("replayedRequest() expects the ids that the client sends", () => {
  const request = {
    turns: [
      { role: "assistant" as const, parts: [said("a"), call("a")] },
      { role: "tool" as const, parts: [wants("a", "a"), wants("b", "b")] },
    ],
    tools: [],
    other: {},
  };
  const { turns } = replayedRequest(request, new Map([["a", "x"]]));
  assertEquals(turns, [
    { role: "assistant", parts: [said("a"), call("x")] },
    { role: "tool", parts: [wants("x", "a"), wants("b", "b")] },
  ]);
});

/** An upstream's call, then a history in which it has its result. */
const calling = (ids: readonly string[]): Loose[] =>
  ids.map((id) => ({ id, type: "function", function: { name: "f", arguments: "{}" } }));

const CALLS = {
  body: {
    id: "c",
    object: "chat.completion",
    created: 1,
    model: "m",
    choices: [{
      index: 0,
      message: { role: "assistant", content: null, tool_calls: calling(["id_a", "id_b"]) },
      finish_reason: "tool_calls",
    }],
  },
};

Deno.test("runCorpus() sends back the ids that it was given, so that a renaming is seen through", async () => {
  const history = asks(
    user("x"),
    { role: "assistant", content: null, tool_calls: calling(["id_a", "id_b"]) },
    { role: "tool", tool_call_id: "id_a", content: "1" },
    { role: "tool", tool_call_id: "id_b", content: "2" },
  );
  const call = (id: string) => ({ call: { id, name: "f", arguments: {} } });
  const result = (id: string, text: string) => ({ result: { id, text } });
  const corpus = await corpusOf({
    exchanges: [
      exchange(asks("x"), CALLS),
      exchange(history, says("done"), { replay: true }),
    ],
  }, {
    exchanges: [
      {
        upstream: [{ turns: [{ role: "user", parts: [{ text: "x" }] }] }],
        answer: { ending: "complete", parts: [call("id_a"), call("id_b")], stop: "tool_calls" },
      },
      {
        upstream: [{
          turns: [
            { role: "user", parts: [{ text: "x" }] },
            { role: "assistant", parts: [call("id_a"), call("id_b")] },
            { role: "tool", parts: [result("id_a", "1"), result("id_b", "2")] },
          ],
        }],
        answer: whole("done"),
      },
    ],
  });
  const sent: string[] = [];
  const rename = relayTarget({
    answer: (text) => text.replaceAll("id_a", "other_a").replaceAll("id_b", "other_b"),
    request: (text) => (sent.push(text), text),
  });
  const [verdict, ...codes] = await verdictOf(corpus, rename);
  // One dialect at both ends: the renaming itself fails, but no result is parted from its call.
  assertEquals([verdict, new Set(codes)], ["failed", new Set(["id-changed R003"])]);
  assertEquals(sent[1]?.includes('"tool_call_id":"other_a"'), true);
  assertEquals(sent[1]?.includes("id_a"), false);
});
