import { assertEquals } from "@std/assert";
import { codes, type Data, named, readStream, unnamed } from "./oracle_support.ts";
import {
  added,
  callItem,
  created,
  done,
  ended,
  error,
  failed,
  messageItem,
  numbered,
  piece,
  pieceDone,
  progress,
  wholeCall,
  wholeText,
} from "./oracle_responses_events.ts";

// spec/dialects.md 4.1, RS.

Deno.test("responses stream: the documented order, with snapshots that repeat", () => {
  const stream = numbered(
    created(),
    progress(),
    ...wholeText(0, ["Grüß", " Gott 😀"]),
    ...wholeCall(1, "c1", "sum", ['{"a":1.', '10,"b":12345678901234567890}']),
    ended(
      [
        messageItem(0, "Grüß Gott 😀"),
        callItem(1, "c1", "sum", '{"a":1.10,"b":12345678901234567890}'),
      ],
      {
        usage: {
          input_tokens: 20,
          input_tokens_details: { cached_tokens: 4 },
          output_tokens: 9,
          output_tokens_details: { reasoning_tokens: 3 },
          total_tokens: 29,
        },
        error: null,
        incomplete_details: null,
      },
    ),
  );
  assertEquals(readStream("responses", stream), {
    ending: "complete",
    parts: [
      { text: "Grüß Gott 😀" },
      {
        call: {
          id: "c1",
          name: "sum",
          arguments: { kind: "object", json: '{"a":1.10,"b":12345678901234567890}' },
        },
      },
    ],
    stop: "tool_calls",
    usage: { input: "20", cached: "4", output: "9", reasoning: "3", total: "29" },
    faults: [],
    other: {},
  });
  // "no [DONE] needed", and tolerated where one comes.
  assertEquals(
    readStream("responses", stream + unnamed("[DONE]")),
    readStream("responses", stream),
  );
});

Deno.test("responses stream: where no deltas come, the snapshots are the only source", () => {
  const call = { call: { id: "c", name: "f", arguments: { kind: "object", json: '{"a":1}' } } };
  const sources: readonly (readonly Data[])[] = [
    // in arguments.done alone
    [
      added(0, callItem(0, "c", "f", "", "in_progress")),
      pieceDone("function_call_arguments", 0, { arguments: '{"a":1}' }),
      done(0, callItem(0, "c", "f", '{"a":1}')),
    ],
    // in all of them, after deltas
    wholeCall(0, "c", "f", ['{"a"', ":1}"]),
  ];
  for (const events of sources) {
    const answer = readStream(
      "responses",
      numbered(created(), ...events, ended([callItem(0, "c", "f", '{"a":1}')])),
    );
    assertEquals([answer.parts, codes(answer), answer.ending], [[call], [], "complete"]);
  }
  const text = readStream(
    "responses",
    numbered(
      created(),
      ...wholeText(0, [], "all"),
      ended([
        messageItem(0, "all"),
      ]),
    ),
  );
  assertEquals([text.parts, codes(text), text.stop], [[{ text: "all" }], [], "stop"]);
});

Deno.test("responses stream: arguments that a snapshot writes otherwise are the same value", () => {
  const stream = numbered(
    created(),
    added(0, callItem(0, "c", "f", "")),
    piece("function_call_arguments", 0, '{"a":1.0,"b":"é"}'),
    pieceDone("function_call_arguments", 0, { arguments: '{"b": "\\u00e9", "a": 1}' }),
    done(0, callItem(0, "c", "f", '{"a":1e0,"b":"é"}')),
    ended([callItem(0, "c", "f", '{"b":"é","a":1}')]),
  );
  const answer = readStream("responses", stream);
  assertEquals(codes(answer), []);
  assertEquals(answer.parts, [
    { call: { id: "c", name: "f", arguments: { kind: "object", json: '{"a":1.0,"b":"é"}' } } },
  ]);
});

Deno.test("responses stream: an item nobody knows stays whole, and so do its events", () => {
  const reasoning = { type: "reasoning", id: "i0", summary: [] };
  const stream = numbered(
    created(),
    { ...progress(), type: "response.queued" },
    added(0, reasoning),
    { type: "response.reasoning_text.delta", delta: "hm", item_id: "i0", output_index: 0 },
    { type: "response.content_part.added", item_id: "i0", output_index: 0, content_index: 0 },
    done(0, { ...reasoning, summary: [{ text: "hm" }] }),
    ...wholeText(1, ["a"]),
    ended([{ ...reasoning, summary: [{ text: "hm" }] }, messageItem(1, "a")], { top_p: 1.0 }),
  );
  const answer = readStream("responses", stream);
  assertEquals(answer.parts, [
    { other: '{"type":"reasoning","id":"i0","summary":[{"text":"hm"}]}' },
    { text: "a" },
  ]);
  assertEquals(codes(answer), []);
  assertEquals(Object.keys(answer.other), [
    "event:response.reasoning_text.delta",
    "event:response.content_part.added",
    "top_p",
  ]);
});

Deno.test("responses stream: parts that are no text stay, annotations too", () => {
  const refusal = { type: "refusal", refusal: "no" };
  const message = {
    ...messageItem(0, "a"),
    content: [
      { type: "output_text", text: "a", annotations: [{ url: "u" }], logprobs: [] },
      refusal,
    ],
  };
  const stream = numbered(
    created(),
    ...wholeText(0, ["a"]).slice(0, -1),
    {
      type: "response.content_part.added",
      item_id: "i0",
      output_index: 0,
      content_index: 1,
      part: { type: "refusal", refusal: "" },
    },
    {
      type: "response.refusal.delta",
      item_id: "i0",
      output_index: 0,
      content_index: 1,
      delta: "no",
    },
    {
      type: "response.content_part.done",
      item_id: "i0",
      output_index: 0,
      content_index: 1,
      part: refusal,
    },
    done(0, message),
    ended([message]),
  );
  const answer = readStream("responses", stream);
  assertEquals(answer.parts, [{ text: "a" }, { other: JSON.stringify(refusal) }]);
  assertEquals(answer.other["/output/0/content/0/annotations"], '[{"url":"u"}]');
  assertEquals(codes(answer), []);
});

Deno.test("responses stream: incomplete is told apart, partial output kept", () => {
  const cut = (reason: string | undefined) => {
    const item = callItem(0, "c", "f", '{"a', "incomplete");
    return readStream(
      "responses",
      numbered(
        created(),
        added(0, callItem(0, "c", "f", "", "in_progress")),
        piece("function_call_arguments", 0, '{"a'),
        done(0, item),
        ended([item], {
          status: "incomplete",
          incomplete_details: reason === undefined ? null : { reason },
        }),
      ),
    );
  };
  const answer = cut("max_output_tokens");
  assertEquals([answer.ending, answer.stop, codes(answer)], ["incomplete", "length", []]);
  assertEquals(answer.parts, [
    { call: { id: "c", name: "f", arguments: { kind: "raw", text: '{"a' } } },
  ]);
  assertEquals(answer.other, { "/output/0/status": '"incomplete"' });
  assertEquals([cut("content_filter").ending, cut("content_filter").stop], [
    "incomplete",
    "content_filter",
  ]);
  assertEquals([cut("steered").ending, cut("steered").stop], ["incomplete", "other:steered"]);
  assertEquals(cut(undefined).stop, "other:incomplete");
});

Deno.test("responses stream: failed, error, or both tell of one failure", () => {
  const partial = [created(), ...wholeText(0, ["a"]).slice(0, 3)];
  const read = { status: 200, code: "server_error", message: "boom" };
  for (const ends of [[failed()], [error()], [error(), failed()], [failed(), error()]]) {
    const answer = readStream("responses", numbered(...partial, ...ends));
    assertEquals([answer.ending, answer.error, answer.stop], ["error", read, undefined]);
    assertEquals([codes(answer), answer.parts], [[], [{ text: "a" }]]);
  }
  // The first event of all may be an error.
  const first = readStream("responses", numbered(error()));
  assertEquals(first, { ending: "error", parts: [], error: read, faults: [], other: {} });
  const counted = readStream(
    "responses",
    numbered(...partial, error(), failed({ usage: { output_tokens: 2 } })),
  );
  assertEquals([counted.error, counted.usage], [read, { output: "2" }]);
});

Deno.test("responses stream: the wire's end before a terminal is a truncation", () => {
  const events = [
    created(),
    progress(),
    ...wholeText(0, ["a", "b"]),
    ...wholeCall(1, "c", "f", [
      "{}",
    ]),
  ];
  for (let count = 0; count <= events.length; count++) {
    const answer = readStream("responses", numbered(...events.slice(0, count)));
    assertEquals([answer.ending, codes(answer)], ["truncated", []]);
  }
  assertEquals(readStream("responses", named({ type: "response.note" })).ending, "truncated");
});
