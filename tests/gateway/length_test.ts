import { assertEquals } from "@std/assert";
import { type Dialect, GATEWAY_DIALECTS } from "../../lib/gateway/dialect.ts";
import { ok } from "./_answers.ts";
import { ask, heardEvents } from "./_client.ts";
import {
  ASK,
  block,
  delta,
  fragment,
  MESSAGE_START,
  messageEnd,
  RESPONSES_START,
} from "./_streams.ts";
import { events, pair, stream } from "./_upstream.ts";

/** A text, a whole call, and a call that the output limit cuts after `cut`: CASES 4. */
function cutStream(upstream: Dialect, cut: string): string {
  const whole = '{"q":1}';
  const call = (output_index: number, call_id: string, args: string, status: string) => {
    const item = { type: "function_call", call_id, name: "f" };
    return [
      { type: "response.output_item.added", output_index, item: { ...item, arguments: "" } },
      { type: "response.function_call_arguments.delta", output_index, delta: args },
      {
        type: "response.output_item.done",
        output_index,
        item: { ...item, arguments: args, status },
      },
    ];
  };
  switch (upstream) {
    case "chat":
      return events(
        delta({ content: "On it" }),
        delta(fragment(0, whole, "a", "f")),
        delta(fragment(1, cut, "b", "f")),
        delta({}, "length"),
        "[DONE]",
      );
    case "messages":
      return events(
        MESSAGE_START,
        ...block(0, { type: "text", text: "" }, { type: "text_delta", text: "On it" }),
        ...block(1, { type: "tool_use", id: "a", name: "f", input: {} }, {
          type: "input_json_delta",
          partial_json: whole,
        }),
        ...block(2, { type: "tool_use", id: "b", name: "f", input: {} }, {
          type: "input_json_delta",
          partial_json: cut,
        }),
        ...messageEnd("max_tokens", { output_tokens: 9 }),
      );
    case "responses":
      return events(
        ...RESPONSES_START,
        { type: "response.output_text.delta", output_index: 0, content_index: 0, delta: "On it" },
        ...call(1, "a", whole, "completed"),
        ...call(2, "b", cut, "incomplete"),
        {
          type: "response.incomplete",
          response: {
            status: "incomplete",
            incomplete_details: { reason: "max_output_tokens" },
            output: [],
          },
        },
      );
  }
}

/** Arguments, by id, that a client of each dialect has been told. */
function toldArguments(client: Dialect, text: string): Record<string, string> {
  const told: Record<string, string> = {};
  const ids: string[] = [];
  for (const [, data] of heardEvents(text)) {
    const event = data as Record<string, unknown> & {
      choices?: {
        delta: { tool_calls?: { index: number; id?: string; function: { arguments: string } }[] };
      }[];
      content_block?: { type: string; id: string };
      delta?: { partial_json?: string };
      item?: { type: string; call_id: string; arguments: string };
    };
    if (client === "chat") {
      for (const call of event.choices?.[0]?.delta.tool_calls ?? []) {
        ids[call.index] ??= call.id ?? "";
        const id = ids[call.index] ?? "";
        told[id] = (told[id] ?? "") + call.function.arguments;
      }
    } else if (client === "messages") {
      if (event.content_block?.type === "tool_use") ids.push(event.content_block.id);
      const id = ids.at(-1) ?? "";
      const piece = event.delta?.partial_json;
      if (piece !== undefined) told[id] = (told[id] ?? "") + piece;
    } else if (event.type === "response.output_item.done" && event.item?.type === "function_call") {
      told[event.item.call_id] = event.item.arguments;
    }
  }
  return told;
}

const CROSS = GATEWAY_DIALECTS.flatMap((client) =>
  GATEWAY_DIALECTS.filter((upstream) => upstream !== client).map((upstream) =>
    [client, upstream] as const
  )
);

for (const [client, upstream] of CROSS) {
  Deno.test(`startGateway() tells ${client} that ${upstream}'s limit cut a call`, async () => {
    for (const cut of ["", '{"q":', '{"q":"a']) {
      await using ends = await pair(upstream, stream(cutStream(upstream, cut)));
      const answer = await ask(ends.gateway.port, client, ASK[client]);
      assertEquals([answer.status, answer.fault], [200, undefined]);
      // 4.2 to 4.6: length / max_tokens / incomplete, the whole call whole, the cut one as it came.
      assertEquals(toldArguments(client, answer.text), { a: '{"q":1}', b: cut });
      const told = heardEvents(answer.text).map(([, data]) => JSON.stringify(data)).join("\n");
      const ends_ = {
        chat: '"finish_reason":"length"',
        messages: '"stop_reason":"max_tokens"',
        responses: '"status":"incomplete","background":false,"error":null,"incomplete_details":' +
          '{"reason":"max_output_tokens"}',
      };
      assertEquals(told.includes(ends_[client]), true, told);
      assertEquals(
        /tool_calls"[,}]|"tool_use","stop_sequence|response\.completed/.test(told),
        false,
      );
    }
  });
}

Deno.test("startGateway() tells of a whole answer that its limit cut in a call", async () => {
  const text = JSON.stringify({
    choices: [{
      message: {
        content: "On it",
        tool_calls: [
          { id: "a", function: { name: "f", arguments: "" } },
          { id: "b", function: { name: "f", arguments: '{"q":' } },
        ],
      },
      finish_reason: "length",
    }],
  });
  await using ends = await pair("chat", [ok(text)]);
  const messages = await ask(ends.gateway.port, "messages", { ...ASK.messages, stream: false });
  const message = JSON.parse(messages.text);
  // No `input` could hold it, and `{}` would be a call that nobody made.
  assertEquals(message.content, [
    { type: "text", text: "On it" },
    { type: "tool_use", id: "a", name: "f", input: {} },
  ]);
  assertEquals(message.stop_reason, "max_tokens");
  const responses = await ask(ends.gateway.port, "responses", { ...ASK.responses, stream: false });
  const response = JSON.parse(responses.text);
  assertEquals([response.status, response.incomplete_details], [
    "incomplete",
    { reason: "max_output_tokens" },
  ]);
  assertEquals(
    response.output.slice(1).map((item: Record<string, unknown>) => [item.status, item.arguments]),
    [["completed", "{}"], ["incomplete", '{"q":']],
  );
});

/** The ends of an answer of text alone, by dialect: 4.2 to 4.6. */
const ENDS = [
  ["length", "max_tokens", "max_output_tokens"],
  ["content_filter", "refusal", "content_filter"],
  ["stop", "end_turn", undefined],
] as const;
for (const [finish, reason, incomplete] of ENDS) {
  Deno.test(`startGateway() tells the end ${finish} in every dialect, whole`, async () => {
    const status = incomplete === undefined ? "completed" : "incomplete";
    const answers = {
      chat: { choices: [{ message: { content: "x" }, finish_reason: finish }] },
      messages: { content: [{ type: "text", text: "x" }], stop_reason: reason },
      responses: {
        status,
        incomplete_details: incomplete === undefined ? null : { reason: incomplete },
        output: [{ type: "message", content: [{ type: "output_text", text: "x" }] }],
      },
    };
    for (const [client, upstream] of CROSS) {
      await using ends = await pair(upstream, [ok(JSON.stringify(answers[upstream]))]);
      const answer = await ask(ends.gateway.port, client, { ...ASK[client], stream: false });
      const told = JSON.parse(answer.text);
      if (client === "chat") assertEquals(told.choices[0].finish_reason, finish);
      if (client === "messages") assertEquals(told.stop_reason, reason);
      if (client === "responses") {
        assertEquals([told.status, told.incomplete_details?.reason], [status, incomplete]);
        assertEquals(told.output[0].status, status);
      }
      // 4.1, usage: "absent ⇒ not invented"; 4.3: a Messages usage is present all the same.
      assertEquals(
        told.usage,
        {
          chat: undefined,
          messages: { input_tokens: 0, output_tokens: 0 },
          responses: null,
        }[client],
      );
    }
  });
}
