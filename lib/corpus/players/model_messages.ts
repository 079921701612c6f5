/**
 * A scripted model's answer in Anthropic Messages (spec/dialects.md 4.0 and 4.1, AM).
 *
 * @module
 */
import {
  argumentsJson,
  type ModelForm,
  type ModelOut,
  type ModelWriter,
  pieces,
  sse,
  USAGE,
} from "./model_reply.ts";

const STOPS = { stop: "end_turn", tool_calls: "tool_use", length: "max_tokens" } as const;

/** Stands for an input until its JSON text is put in, every digit as it is. */
const INPUT = "wt-inject input ";

/** Writes Messages. An `input` is a value here: malformed text goes whole into a stream alone. */
export const messagesWriter: ModelWriter = {
  body(out, form) {
    const text = JSON.stringify({
      ...head(form),
      content: [
        ...(out.text === "" ? [] : [{ type: "text", text: out.text }]),
        ...out.calls.map(({ id, name }, index) => ({
          type: "tool_use",
          id,
          name,
          input: `${INPUT}${index}`,
        })),
      ],
      stop_reason: STOPS[out.stop],
      stop_sequence: null,
      usage: { input_tokens: USAGE.input, output_tokens: USAGE.output },
    });
    return text.replace(
      new RegExp(`"${INPUT}(\\d+)"`, "g"),
      (_, index) => argumentsJson(out.calls[Number(index)]!.arguments),
    );
  },
  events(out, form) {
    const message = {
      ...head(form),
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { input_tokens: USAGE.input, output_tokens: 1 },
    };
    const blocks = blocksOf(out).flatMap(({ block, deltas }, index) => [
      event("content_block_start", { index, content_block: block }),
      ...deltas.map((delta) => event("content_block_delta", { index, delta })),
      event("content_block_stop", { index }),
    ]);
    return [event("message_start", { message }), ...blocks];
  },
  ending(out) {
    const delta = { stop_reason: STOPS[out.stop], stop_sequence: null };
    const usage = { output_tokens: USAGE.output };
    return event("message_delta", { delta, usage }) + event("message_stop", {});
  },
  failure: (message) => sse(errorOf(message), "error"),
  error: (message) => JSON.stringify(errorOf(message)),
};

function head({ id, model }: ModelForm) {
  return { id: `msg_${id}`, type: "message", role: "assistant", model };
}

interface Block {
  readonly block: unknown;
  readonly deltas: readonly unknown[];
}

function blocksOf({ text, calls }: ModelOut): readonly Block[] {
  const said = text === "" ? [] : [{
    block: { type: "text", text: "" },
    deltas: pieces(text).map((piece) => ({ type: "text_delta", text: piece })),
  }];
  const called = calls.map(({ id, name, arguments: args }): Block => ({
    block: { type: "tool_use", id, name, input: {} },
    deltas: pieces(args).map((piece) => ({ type: "input_json_delta", partial_json: piece })),
  }));
  return [...said, ...called];
}

function event(type: string, members: Readonly<Record<string, unknown>>): string {
  return sse({ type, ...members }, type);
}

function errorOf(message: string) {
  return { type: "error", error: { type: "api_error", message } };
}
