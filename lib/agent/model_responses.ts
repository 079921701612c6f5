/**
 * A model that speaks OpenAI Responses. The whole history goes with each request; nothing is left to
 * the server.
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

/** Responses. */
export const responsesModel: ModelDialect = {
  route: "/responses",
  headers: [],
  write({ messages, tools }, model) {
    const instructions = messages.flatMap((one) => one.role === "system" ? [one.text] : []).join(
      "\n",
    );
    return JSON.stringify({
      model,
      store: false,
      ...(instructions === "" ? {} : { instructions }),
      input: messages.flatMap(itemsOf),
      ...(tools.length === 0 ? {} : {
        tools: tools.map(({ name, description, inputSchema: parameters }) => ({
          type: "function",
          name,
          description,
          parameters,
          strict: false,
        })),
      }),
    });
  },
  read({ value }) {
    const answer = record(value);
    if (!Array.isArray(answer?.output)) throw new Error("the model's answer has no output");
    const items = records(answer.output);
    const calls = items.filter(({ type }) => type === "function_call");
    const reason = stringAt(record(answer.incomplete_details), "reason");
    const status = stringAt(answer, "status");
    return {
      text: items.filter(({ type }) => type === "message").flatMap(({ content }) =>
        records(content)
      )
        .map((part) => part.type === "output_text" ? stringAt(part, "text") ?? "" : "").join(""),
      toolCalls: calls.map((call) => ({
        id: callPart(call, "call_id"),
        name: callPart(call, "name"),
        arguments: callPart(call, "arguments"),
      })),
      stop: stopOf(status === "incomplete" ? reason : status, {
        completed: calls.length > 0 ? "tool_calls" : "end",
        max_output_tokens: "length",
        content_filter: "refused",
      }),
    };
  },
};

function itemsOf(message: Message): readonly unknown[] {
  switch (message.role) {
    case "system":
      return [];
    case "user":
      return [{ role: "user", content: message.text }];
    case "tool":
      return [{
        type: "function_call_output",
        call_id: message.callId,
        output: outcomeText(message.outcome),
      }];
    case "assistant":
      return [
        ...(message.text === "" ? [] : [{ role: "assistant", content: message.text }]),
        ...message.toolCalls.map(({ id, name, arguments: args }) => ({
          type: "function_call",
          call_id: id,
          name,
          arguments: args,
        })),
      ];
  }
}
