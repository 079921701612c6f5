/**
 * Counts of a stream of Chat, which come where the gateway's request asks for them.
 */
import { assert, assertEquals } from "@std/assert";
import { parseJson } from "../../lib/contract/json.ts";
import { folderFiles } from "../../lib/corpus/files.ts";
import type { Answer, StreamStep } from "../../lib/corpus/fixture.ts";
import { loadCorpus } from "../../lib/corpus/load.ts";
import { answerFor, askedMode } from "../../lib/corpus/players/asked_mode.ts";
import { ownAnswer } from "../../lib/corpus/players/own_answer.ts";
import type { Dialect } from "../../lib/corpus/transcript.ts";
import { CORPUS } from "../../tools/corpus_module.ts";

const doc = parseJson("{}");
const ASKED = { mode: "stream", usage: true } as const;
const UNASKED = { mode: "stream", usage: false } as const;

type Streamed = Extract<Answer, { stream: unknown }>;

const step = (choices: object[], more: object = {}): StreamStep => ({
  event: JSON.parse(JSON.stringify({
    id: "c",
    object: "chat.completion.chunk",
    created: 7,
    model: "m",
    choices,
    ...more,
  })),
});
const TEXT = step([{ index: 0, delta: { role: "assistant", content: "y" }, finish_reason: null }]);
const FINISH = step([{ index: 0, delta: {}, finish_reason: "stop" }]);
const DONE: StreamStep = { text: "data: [DONE]\n\n" };
const COUNTED: StreamStep = {
  text: 'data: {"id":"c","object":"chat.completion.chunk","created":7,"model":"m","choices":[],' +
    '"usage":{"prompt_tokens":20,"completion_tokens":10,"total_tokens":30}}\n\n',
};

function given(answer: Answer, asked: { mode: "stream" | "whole"; usage: boolean } = ASKED) {
  return answerFor({ answer, doc }, "chat", asked);
}

Deno.test("answerFor() tells counts before [DONE] where they are asked for, and nothing else", () => {
  const answer: Streamed = { stream: [TEXT, FINISH, DONE] };
  assertEquals(given(answer), { stream: [TEXT, FINISH, COUNTED, DONE] });
  assertEquals(given(answer, UNASKED), answer);
  const body = '{"stream":true,"stream_options":{"include_usage":true}}';
  assertEquals(askedMode(new TextEncoder().encode(body)), ASKED);
});

Deno.test("answerFor() tells counts in the one write of a stream that is written at once", () => {
  const answer: Streamed = { stream: [TEXT, FINISH, DONE], writes: "whole" };
  assertEquals(given(answer), { stream: [TEXT, FINISH, COUNTED, DONE], writes: "whole" });
});

Deno.test("answerFor() leaves counts as the fixture has them, asked for or not", () => {
  const usage = { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 };
  for (const counted of [step([], { usage }), step([{ index: 0, delta: {} }], { usage })]) {
    const answer: Streamed = { stream: [TEXT, FINISH, counted, DONE] };
    assertEquals([given(answer), given(answer, UNASKED)], [answer, answer]);
  }
});

const HELD: StreamStep = { hold: "first-text" };
const ERROR: StreamStep = { event: { error: { message: "no" } } };

/** Streams that are whole, whatever their bytes look like. */
const COUNTED_TOO: Readonly<Record<string, Streamed>> = {
  "that is held": { stream: [TEXT, HELD, FINISH, DONE] },
  "in writes of its own": { stream: [TEXT, FINISH, DONE], writes: { bytes: 3 } },
  "with cuts": { stream: [TEXT, FINISH, DONE], writes: { cut: [{ in: "y", byte: 0 }] } },
  "in a framing of its own": { stream: [TEXT, FINISH, DONE], framing: "close" },
  "with a comment": { stream: [TEXT, { text: ": on\n\n" }, FINISH, DONE] },
  "with an end of its own": { stream: [TEXT, FINISH, { text: "data:[DONE]\r\n\r\n" }] },
};

for (const [what, answer] of Object.entries(COUNTED_TOO)) {
  Deno.test(`answerFor() puts counts into a stream ${what}, and changes nothing else`, () => {
    const { stream } = answer;
    assertEquals(given(answer), {
      ...answer,
      stream: [...stream.slice(0, -1), COUNTED, stream.at(-1)!],
    });
  });
}

/** Streams in which nothing may be put. */
const KEPT: Readonly<Record<string, Streamed>> = {
  "that says so": { stream: [TEXT, FINISH, DONE], usage: "as-written" },
  "that is cut": { stream: [TEXT, FINISH, DONE], end: "cut" },
  "that is reset": { stream: [TEXT, FINISH, DONE], end: "reset" },
  "without [DONE]": { stream: [TEXT, FINISH] },
  "without a finish": { stream: [TEXT, DONE] },
  "of nothing": { stream: [DONE] },
  "with an error": { stream: [TEXT, ERROR, DONE] },
  "that is an error": { stream: [TEXT, FINISH, DONE], status: 500 },
};

for (const [what, answer] of Object.entries(KEPT)) {
  Deno.test(`answerFor() puts no counts into a stream ${what}`, () => {
    assertEquals(given(answer), answer);
  });
}

Deno.test("answerFor() asks no other dialect's streams for counts", () => {
  const answer: Streamed = { stream: [TEXT, FINISH, DONE] };
  for (const dialect of ["messages", "responses"] as const) {
    assertEquals(answerFor({ answer, doc }, dialect, ASKED), answer);
  }
});

const whole = (more: object = {}) =>
  JSON.parse(JSON.stringify({
    body: {
      id: "c",
      object: "chat.completion",
      created: 7,
      model: "m",
      choices: [{
        index: 0,
        message: { role: "assistant", content: "y" },
        finish_reason: "stop",
      }],
    },
    ...more,
  })) as Answer;

const counts = (answer: Answer | undefined) =>
  ownAnswer({ answer: answer!, doc }, "chat").usage?.total;

Deno.test("answerFor() tells counts where a whole answer without any is told in a stream", () => {
  assertEquals(counts(given(whole())), "30");
  assertEquals(counts(given(whole(), UNASKED)), undefined);
  assertEquals(counts(given(whole({ usage: "as-written" }))), undefined);
  const asked = { mode: "whole", usage: true } as const;
  assertEquals(given(whole(), asked), whole(), "a whole answer is what it is");
});

/** Streams of Chat without counts that stay so: by their end, or by flag. */
const AS_WRITTEN = [
  "client-retry-is-explicit.after-error-in-stream 0",
  "client-retry-is-explicit.after-no-answer 0",
  "error-before-first-byte.first-event 0",
  "stream-disconnect.after-first-text 0",
  "stream-disconnect.before-first-byte 0",
  "stream-disconnect.whole-answer 0",
  "stream-end-without-finish.call 0",
  "stream-end-without-finish.nothing 0",
  "stream-end-without-finish.text 0",
  "stream-inband-error.after-text 0",
  "stream-inband-error.behind-call 0",
  "stream-inband-error.in-envelope 0",
  "stream-inband-error.raw-tail 0",
  "stream-truncated.before-first-event 0",
  "stream-truncated.cut-after-text 0",
  "stream-truncated.eof-after-text 0",
  "stream-truncated.inside-call 0",
  "stream-truncated.reset-after-text 0",
  "usage-placement.absent 0",
];

Deno.test("the corpus's streams of Chat tell counts where asked, but for those that must not", async () => {
  const { cases } = await loadCorpus(folderFiles(CORPUS));
  const kept: string[] = [];
  for (const { about, fixture, doc } of cases) {
    for (const [variant, { exchanges = [] }] of Object.entries(fixture.variants)) {
      for (const [index, { answer: { chat: answer } }] of exchanges.entries()) {
        if (answer === undefined || !("stream" in answer)) continue;
        const where = `${about.id}.${variant} ${index}`;
        const before = ownAnswer({ answer, doc }, "chat");
        const now = answerFor({ answer, doc }, "chat" satisfies Dialect, ASKED)!;
        if (now === answer) {
          if (before.usage === undefined) kept.push(where);
          continue;
        }
        const { usage, ...rest } = ownAnswer({ answer: now, doc }, "chat");
        assert(usage !== undefined, where);
        assertEquals(rest, before, where);
      }
    }
  }
  assertEquals(kept.toSorted(), AS_WRITTEN);
});
