/**
 * A model that speaks OpenAI Chat Completions.
 *
 * @module
 */
import type { Message } from "./messages.ts";
import {
  callPart,
  type ModelDialect,
  outcomeText,
  record,
  records,
  stopOf,
  stringAt,
} from "./model_json.ts";

/** Chat Completions. */
export const chatModel: ModelDialect = {
  route: "/chat/completions",
  headers: [],
  write: ({ messages, tools }, model) =>
    JSON.stringify({
      model,
      messages: messages.map(messageOf),
      ...(tools.length === 0 ? {} : {
        tools: tools.map(({ name, description, inputSchema: parameters }) => ({
          type: "function",
          function: { name, description, parameters },
        })),
      }),
    }),
  read({ value }) {
    const [choice] = records(record(value)?.choices);
    const message = record(choice?.message);
    if (message === undefined) throw new Error("the model's answer has no message");
    return {
      text: stringAt(message, "content") ?? "",
      toolCalls: records(message.tool_calls).map((call) => ({
        id: callPart(call, "id"),
        name: callPart(record(call.function), "name"),
        arguments: callPart(record(call.function), "arguments"),
      })),
      stop: stopOf(stringAt(choice, "finish_reason"), {
        stop: "end",
        tool_calls: "tool_calls",
        length: "length",
        content_filter: "refused",
      }),
    };
  },
};

function messageOf(message: Message) {
  switch (message.role) {
    case "tool":
      return {
        role: "tool",
        tool_call_id: message.callId,
        content: outcomeText(message.outcome),
      };
    case "assistant": {
      const calls = message.toolCalls.map(({ id, name, arguments: args }) => ({
        id,
        type: "function",
        function: { name, arguments: args },
      }));
      return {
        role: "assistant",
        content: message.text === "" && calls.length > 0 ? null : message.text,
        ...(calls.length === 0 ? {} : { tool_calls: calls }),
      };
    }
    default:
      return { role: message.role, content: message.text };
  }
}
