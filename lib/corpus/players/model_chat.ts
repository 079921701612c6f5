/**
 * A scripted model's answer in Chat Completions (spec/dialects.md 4.0 and 4.1, CC).
 *
 * @module
 */
import {
  type ModelForm,
  type ModelOut,
  type ModelWriter,
  pieces,
  sse,
  USAGE,
} from "./model_reply.ts";

/** Writes Chat Completions. */
export const chatWriter: ModelWriter = {
  body(out, form) {
    const message = {
      role: "assistant",
      content: out.text === "" ? null : out.text,
      ...(out.calls.length === 0 ? {} : { tool_calls: out.calls.map(callOf) }),
    };
    return JSON.stringify({
      ...head(form, "chat.completion"),
      choices: [{ index: 0, message, logprobs: null, finish_reason: out.stop }],
      usage: usage(),
    });
  },
  events(out, form) {
    const deltas: unknown[] = [{ role: "assistant", content: "" }];
    for (const content of pieces(out.text)) deltas.push({ content });
    for (const [index, call] of out.calls.entries()) {
      const { function: fn, ...rest } = callOf(call);
      const begun = { index, ...rest, function: { name: fn.name, arguments: "" } };
      deltas.push({ tool_calls: [begun] });
      for (const piece of pieces(call.arguments)) {
        deltas.push({ tool_calls: [{ index, function: { arguments: piece } }] });
      }
    }
    return deltas.map((delta) => chunk(form, [{ index: 0, delta, finish_reason: null }]));
  },
  ending(out, form) {
    const last = chunk(form, [{ index: 0, delta: {}, finish_reason: out.stop }]);
    const counted = form.usageChunk ? chunk(form, [], usage()) : "";
    return `${last}${counted}${sse("[DONE]")}`;
  },
  failure: (message) => sse(errorOf(message)),
  error: (message) => JSON.stringify(errorOf(message)),
};

function head({ id, model }: ModelForm, object: string) {
  return { id: `chatcmpl-${id}`, object, created: 1_700_000_000, model };
}

function chunk(form: ModelForm, choices: readonly unknown[], counts?: unknown): string {
  const counted = form.usageChunk ? { usage: counts ?? null } : {};
  return sse({ ...head(form, "chat.completion.chunk"), choices, ...counted });
}

function callOf({ id, name, arguments: args }: ModelOut["calls"][number]) {
  return { id, type: "function", function: { name, arguments: args } };
}

function usage() {
  const { input, output } = USAGE;
  return { prompt_tokens: input, completion_tokens: output, total_tokens: input + output };
}

function errorOf(message: string) {
  return { error: { message, type: "server_error", param: null, code: null } };
}
