/**
 * An upstream's answer in its other mode: the corpus's own answers, all of them, and some by hand.
 */
import { assert, assertEquals } from "@std/assert";
import { parseJson } from "../../lib/contract/json.ts";
import { carriedFiles } from "../../lib/corpus/files.ts";
import type { Answer, JsonBody } from "../../lib/corpus/fixture.ts";
import { loadCorpus } from "../../lib/corpus/load.ts";
import { hasNoMode, inOtherMode, saysTheSame } from "../../lib/corpus/players/other_mode.ts";
import { ownAnswer } from "../../lib/corpus/players/own_answer.ts";
import type { Dialect } from "../../lib/corpus/transcript.ts";
import { broken } from "./stream_shapes.ts";

const corpus = await loadCorpus(carriedFiles());

interface Written {
  readonly where: string;
  readonly dialect: Dialect;
  readonly answer: Answer;
  readonly doc: ReturnType<typeof parseJson>;
}

const written: readonly Written[] = corpus.cases.flatMap(({ about, fixture, doc }) =>
  Object.entries(fixture.variants).flatMap(([variant, { exchanges = [] }]) =>
    exchanges.flatMap(({ answer }, index) =>
      Object.entries(answer).map(([dialect, one]) => ({
        where: `${about.id}.${variant} ${index} ${dialect}`,
        dialect: dialect as Dialect,
        answer: one,
        doc,
      }))
    )
  )
);
const withMode = written.filter(({ answer }) => !hasNoMode(answer));
const streamText = (answer: Answer | undefined) =>
  answer !== undefined && "stream" in answer
    ? answer.stream.map((step) => "text" in step ? step.text : "?").join("")
    : "";

Deno.test("inOtherMode() says of every answer of the corpus what that says, without a fault", () => {
  const wrong: string[] = [];
  let count = 0;
  for (const { where, dialect, answer, doc } of withMode) {
    const other = inOtherMode({ answer, doc }, dialect, true);
    if (other === undefined) continue;
    count++;
    const [one, two] = [
      ownAnswer({ answer, doc }, dialect),
      ownAnswer({ answer: other, doc }, dialect),
    ];
    if (two.faults.length > 0 || !saysTheSame(one, two)) wrong.push(where);
    if ("stream" in answer) continue;
    wrong.push(...broken(dialect, streamText(other)).map((what) => `${where}: ${what}`));
    // There and back again.
    const steps = streamText(other).split("\n\n").filter((event) => event !== "");
    const texts = steps.map((event) => event.slice(event.indexOf("data: ") + "data: ".length));
    const json = parseJson(`[${texts.filter((text) => text !== "[DONE]").join(",")}]`);
    const events = (json.value as JsonBody[]).map((event) => ({ event }));
    const end = texts.includes("[DONE]") ? [{ text: "data: [DONE]\n\n" }] : [];
    const back = inOtherMode({ answer: { stream: [...events, ...end] }, doc: json }, dialect, true);
    if (back === undefined || !saysTheSame(one, ownAnswer({ answer: back, doc }, dialect))) {
      wrong.push(`${where}: not back again`);
    }
  }
  assertEquals(wrong, []);
  assert(count > 300, String(count));
});

Deno.test("inOtherMode() tells every whole answer of the corpus but those that are none", () => {
  const not = withMode.filter(({ answer, dialect, doc }) =>
    !("stream" in answer) && inOtherMode({ answer, doc }, dialect, true) === undefined
  );
  const variants = new Set(not.map(({ where }) => where.split(" ")[0]));
  assertEquals([...variants], [
    "client-retry-is-explicit.after-half-a-body",
    "stream-inband-error.whole",
    "zero-argument-tool.absent",
  ]);
});

Deno.test("inOtherMode() tells no stream whole that is about bytes, holds, errors or an end", () => {
  const about =
    /^(?:stream-first-event|stream-split-utf8|stream-disconnect|stream-truncated|stream-inband-error|stream-end-without-finish)\./;
  const told = withMode.filter(({ where, answer, dialect, doc }) =>
    about.test(where) && "stream" in answer &&
    inOtherMode({ answer, doc }, dialect, true) !== undefined
  );
  // The second exchange of a case on its first is an answer like any other.
  assertEquals(
    told.map(({ where }) => where).filter((where) => !where.includes(".after-first-text 1")),
    [],
  );
});

Deno.test("inOtherMode() has counts in a stream of Chat only where they were asked for", () => {
  for (const { where, dialect, answer, doc } of withMode) {
    if (dialect !== "chat" || "stream" in answer) continue;
    const counts = ownAnswer({ answer, doc }, dialect).usage;
    const [asked, not] = [true, false].map((one) => inOtherMode({ answer, doc }, dialect, one));
    if (asked === undefined) continue;
    assert(not !== undefined, where);
    assertEquals(ownAnswer({ answer: asked, doc }, dialect).usage, counts, where);
    assertEquals(streamText(not).includes('"usage"'), false, where);
  }
});

const CHAT = '{"id":"c","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,' +
  '"message":{"role":"assistant","content":"Hi you","refusal":null,"tool_calls":[{"id":"k","type":' +
  '"function","function":{"name":"f","arguments":"{\\"n\\":1.0}"}}]},"logprobs":null,' +
  '"finish_reason":"tool_calls"}],"usage":{"prompt_tokens":12345678901234567890,' +
  '"completion_tokens":1e0},"service_tier":"flex"}';

const chunk = (choice: string, usage = "null") =>
  'data: {"id":"c","object":"chat.completion.chunk","created":1,"model":"m","choices":' +
  `[${choice}],"usage":${usage},"service_tier":"flex"}\n\n`;
const delta = (one: string) => chunk(`{"index":0,"delta":${one},"finish_reason":null}`);

Deno.test("inOtherMode() writes a stream of Chat with every number as it is spelled", () => {
  const doc = parseJson(CHAT);
  const answer = { body: doc.value, headers: { "x-id": "7", "Content-Type": "application/json" } };
  const other = inOtherMode({ answer, doc }, "chat", true);
  assertEquals(other?.headers, { "x-id": "7" });
  assertEquals(
    streamText(other),
    delta('{"role":"assistant","content":"","refusal":null}') +
      delta('{"content":"Hi "}') + delta('{"content":"you"}') +
      delta(
        '{"tool_calls":[{"index":0,"id":"k","type":"function","function":{"name":"f","arguments":""}}]}',
      ) +
      delta('{"tool_calls":[{"index":0,"function":{"arguments":"{\\"n\\":"}}]}') +
      delta('{"tool_calls":[{"index":0,"function":{"arguments":"1.0}"}}]}') +
      chunk('{"index":0,"delta":{},"logprobs":null,"finish_reason":"tool_calls"}') +
      chunk("", '{"prompt_tokens":12345678901234567890,"completion_tokens":1e0}') +
      "data: [DONE]\n\n",
  );
});

Deno.test("inOtherMode() tells a stream of Messages whole, counts and numbers as they came last", () => {
  const doc = parseJson(
    '[{"type":"message_start","message":{"id":"m","type":"message","role":"assistant","model":"x",' +
      '"content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":7,' +
      '"cache_read_input_tokens":null,"output_tokens":1}}},{"type":"ping"},' +
      '{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"k",' +
      '"name":"f","input":{}}},' +
      '{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{\\"n\\": 1"}},' +
      '{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":".00}"}},' +
      '{"type":"content_block_stop","index":0},' +
      '{"type":"message_delta","delta":{"stop_reason":"tool_use","stop_sequence":null},' +
      '"usage":{"input_tokens":null,"output_tokens":20}},{"type":"message_stop"}]',
  );
  const stream = (doc.value as JsonBody[]).map((event) => ({ event }));
  const other = inOtherMode({ answer: { stream }, doc }, "messages", false);
  assertEquals(
    other !== undefined && "text" in other ? other.text : undefined,
    '{"id":"m","type":"message","role":"assistant","model":"x","content":[{"type":"tool_use",' +
      '"id":"k","name":"f","input":{"n": 1.00}}],"stop_reason":"tool_use","stop_sequence":null,' +
      '"usage":{"input_tokens":7,"cache_read_input_tokens":null,"output_tokens":20}}',
  );
});
