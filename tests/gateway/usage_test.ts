import { assertEquals } from "@std/assert";
import { remainder, sum } from "../../lib/gateway/decimal.ts";
import type { Dialect } from "../../lib/gateway/dialect.ts";
import { ok } from "./_answers.ts";
import { ask, heardEvents } from "./_client.ts";
import { ASK, delta, MESSAGE_START, messageEnd } from "./_streams.ts";
import { events, pair, stream } from "./_upstream.ts";

const CHAT = (usage: string) =>
  `{"choices":[{"message":{"content":"x"},"finish_reason":"stop"}],"usage":${usage}}`;
const MESSAGES = (usage: string) =>
  `{"content":[{"type":"text","text":"x"}],"stop_reason":"end_turn","usage":${usage}}`;
const RESPONSES = (usage: string) => `{"status":"completed","output":[],"usage":${usage}}`;
const MADE = { chat: CHAT, messages: MESSAGES, responses: RESPONSES };

/** CASES 14, by hand: 4.0 says which counts hold which. The usage is compared as text. */
const CASES:
  readonly (readonly [client: Dialect, upstream: Dialect, said: string, told: string])[] = [
    [
      "chat",
      "messages",
      '{"input_tokens":12345678901234567890,"cache_read_input_tokens":1,"output_tokens":2}',
      '{"prompt_tokens":12345678901234567891,"completion_tokens":2,"total_tokens":12345678901234567893,' +
      '"prompt_tokens_details":{"cached_tokens":1}}',
    ],
    [
      "chat",
      "messages",
      '{"input_tokens":0,"cache_creation_input_tokens":0,"cache_read_input_tokens":0,"output_tokens":0}',
      '{"prompt_tokens":0,"completion_tokens":0,"total_tokens":0,"prompt_tokens_details":' +
      '{"cached_tokens":0,"cache_write_tokens":0}}',
    ],
    [
      "messages",
      "chat",
      '{"prompt_tokens":12345678901234567891,"completion_tokens":2,"total_tokens":3,' +
      '"prompt_tokens_details":{"cached_tokens":1}}',
      '{"input_tokens":12345678901234567890,"cache_read_input_tokens":1,"output_tokens":2}',
    ],
    // Parts larger than their whole contradict it: only the whole is told.
    [
      "messages",
      "chat",
      '{"prompt_tokens":5,"completion_tokens":2,"prompt_tokens_details":{"cached_tokens":6}}',
      '{"input_tokens":5,"output_tokens":2}',
    ],
    [
      "messages",
      "chat",
      '{"prompt_tokens":"5","completion_tokens":-2}',
      '{"input_tokens":0,"output_tokens":0}',
    ],
    [
      "responses",
      "messages",
      '{"input_tokens":1,"cache_creation_input_tokens":2,"cache_read_input_tokens":4,"output_tokens":8}',
      '{"input_tokens":7,"input_tokens_details":{"cached_tokens":4},"output_tokens":8,"total_tokens":15}',
    ],
    [
      "chat",
      "responses",
      '{"input_tokens":1,"output_tokens":2,"total_tokens":4}',
      '{"prompt_tokens":1,"completion_tokens":2,"total_tokens":4}',
    ],
  ];
for (const [client, upstream, said, told] of CASES) {
  Deno.test(`startGateway() tells ${client} the usage ${said} of ${upstream}`, async () => {
    await using ends = await pair(upstream, [ok(MADE[upstream](said))]);
    const answer = await ask(ends.gateway.port, client, { ...ASK[client], stream: false });
    assertEquals(answer.status, 200, answer.text);
    const usage = /"usage":(\{.*?\})(?:,"metadata.*|\})$/.exec(answer.text)?.[1];
    assertEquals(usage, told);
  });
}

Deno.test("startGateway() takes Messages' counters as they overwrite, and adds none twice", async () => {
  // 4.1: "counters are cumulative and overwrite".
  const said = events(
    MESSAGE_START,
    { type: "message_delta", delta: {}, usage: { output_tokens: 5 } },
    ...messageEnd("end_turn", { input_tokens: 41, output_tokens: 9 }),
  );
  await using ends = await pair("messages", stream(said));
  const answer = await ask(ends.gateway.port, "chat", ASK.chat);
  const told = heardEvents(answer.text).map(([, data]) => (data as { usage?: unknown }).usage)
    .filter((usage) => usage !== null && usage !== undefined);
  assertEquals(told, [{
    prompt_tokens: 101,
    completion_tokens: 9,
    total_tokens: 110,
    prompt_tokens_details: { cached_tokens: 60 },
  }]);
});

Deno.test("startGateway() tells a Chat stream's usage once, where asked, and never of its own", async () => {
  const end = [delta({}, "stop"), "[DONE]"];
  const running = (n: number) => ({
    ...delta({ content: "x" }),
    usage: { prompt_tokens: 3, completion_tokens: n },
  });
  const SAID = [
    [
      "a chunk of its own",
      events(delta({ content: "x" }), delta({}, "stop"), {
        choices: [],
        usage: { prompt_tokens: 3, completion_tokens: 2 },
      }, "[DONE]"),
      2,
    ],
    ["every chunk", events(running(1), running(2), ...end), 2],
    ["none", events(delta({ content: "x" }), ...end), undefined],
  ] as const;
  for (const [name, said, output] of SAID) {
    await using ends = await pair("chat", stream(said));
    const messages = await ask(ends.gateway.port, "messages", ASK.messages);
    const counts = [...messages.text.matchAll(/"output_tokens":(\d+)/g)].map(([, n]) => Number(n));
    assertEquals(counts, [0, output ?? 0], name);
    const responses = await ask(ends.gateway.port, "responses", ASK.responses);
    const [, last] = heardEvents(responses.text).at(-1) ?? [];
    const { usage } = (last as { response: { usage: unknown } }).response;
    assertEquals(
      usage,
      output === undefined ? null : { input_tokens: 3, output_tokens: output, total_tokens: 5 },
      name,
    );
  }
  await using ends = await pair(
    "messages",
    stream(events(MESSAGE_START, ...messageEnd("end_turn", {}))),
  );
  const unasked = { ...ASK.chat, stream_options: undefined };
  assertEquals((await ask(ends.gateway.port, "chat", unasked)).text.includes('"usage"'), false);
});

Deno.test("sum() and remainder() are exact, and tell what is no number from zero", () => {
  assertEquals(sum("0.1", "0.2", undefined), "0.3");
  assertEquals(sum("1e3", "1.50"), "1001.5");
  assertEquals(sum("99999999999999999999", "1"), "100000000000000000000");
  assertEquals(sum("1e999999", "1"), undefined);
  assertEquals(sum("abc"), undefined);
  assertEquals(sum(), "0");
  assertEquals(remainder("10", "4", undefined, "6"), "0");
  assertEquals(remainder("10", "11"), undefined);
  assertEquals(remainder("1e1", "0.5"), "9.5");
});
