/**
 * Writes a Chat stream.
 *
 * @module
 */
import type { AnswerContext } from "./context.ts";
import { writeError } from "./errors.ts";
import { jsonText, type Out } from "./json_out.ts";
import type { NeutralCall, NeutralEvent, NeutralStop, NeutralUsage } from "./neutral.ts";
import { sseText } from "./sse.ts";
import { PING_COMMENT, type StreamWriter } from "./stream.ts";
import { chatUsage } from "./usage.ts";

/** A writer of one stream. */
export function chatStreamWriter(context: AnswerContext): StreamWriter {
  let id = `chatcmpl-${context.unique}`;
  let model = context.model;
  let calls = 0;

  function chunk(choices: readonly Out[], usage?: Out): string {
    return sseText(jsonText({
      id,
      object: "chat.completion.chunk",
      created: context.createdS,
      model,
      choices,
      // 4.1: with `include_usage` "all earlier chunks carry `usage:null`".
      usage: usage ?? (context.usageWanted ? null : undefined),
    }));
  }

  function delta(what: Out, finish: NeutralStop | null = null): string {
    return chunk([{ index: 0, delta: what, logprobs: null, finish_reason: finish }]);
  }

  /** 4.1: the first fragment has id, name and `""`; the arguments follow. */
  function call({ id: callId, name, arguments: text }: NeutralCall): string {
    const index = calls++;
    const first = { index, id: callId, type: "function", function: { name, arguments: "" } };
    const rest = { index, function: { arguments: text } };
    return delta({ tool_calls: [first] }) + (text === "" ? "" : delta({ tool_calls: [rest] }));
  }

  function end(stop: NeutralStop, usage: NeutralUsage | undefined): string {
    const told = context.usageWanted && usage !== undefined ? chunk([], chatUsage(usage)) : "";
    return `${delta({}, stop)}${told}${sseText("[DONE]")}`;
  }

  return {
    write(event: NeutralEvent): string {
      switch (event.kind) {
        case "start":
          if (event.id !== undefined) id = `chatcmpl-${event.id}`;
          model = event.model ?? model;
          return delta({ role: "assistant" });
        case "text":
          return delta({ content: event.text });
        case "text-end":
          return "";
        case "call":
          return call(event.call);
        case "ping":
          return PING_COMMENT;
        case "end":
          return end(event.stop, event.usage);
        case "error":
          // 4.1: "`data: {"error":{…}}`, then close; no finish chunk after it".
          return sseText(writeError.chat(event.error));
      }
    },
  };
}
