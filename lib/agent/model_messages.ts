/**
 * A model that speaks Anthropic Messages.
 *
 * @module
 */
import { stringifyJson } from "../contract/json.ts";
import type { Message } from "./messages.ts";
import {
  argumentsObject,
  callPart,
  type ModelDialect,
  outcomeText,
  record,
  records,
  stopOf,
  stringAt,
} from "./model_json.ts";

/** "`max_tokens` required": enough for any answer of a demo. */
const MAX_TOKENS = 4096;

/** Messages. */
export const messagesModel: ModelDialect = {
  route: "/messages",
  headers: [["anthropic-version", "2023-06-01"]],
  write({ messages, tools }, model) {
    const system = messages.flatMap((one) => one.role === "system" ? [one.text] : []).join("\n");
    const head = {
      model,
      max_tokens: MAX_TOKENS,
      ...(system === "" ? {} : { system }),
      ...(tools.length === 0 ? {} : {
        tools: tools.map(({ name, description, inputSchema: input_schema }) => ({
          name,
          description,
          input_schema,
        })),
      }),
    };
    return `${JSON.stringify(head).slice(0, -1)},"messages":[${turnsOf(messages).join(",")}]}`;
  },
  read(doc) {
    const answer = record(doc.value);
    if (!Array.isArray(answer?.content)) throw new Error("the model's answer has no content");
    const blocks = records(answer.content);
    return {
      text: blocks.map((block) => block.type === "text" ? stringAt(block, "text") ?? "" : "").join(
        "",
      ),
      toolCalls: blocks.filter(({ type }) => type === "tool_use").map((block) => ({
        id: callPart(block, "id"),
        name: callPart(block, "name"),
        arguments: stringAt(block, "input") ?? stringifyJson(doc, block.input ?? null),
      })),
      stop: stopOf(stringAt(answer, "stop_reason"), {
        end_turn: "end",
        stop_sequence: "end",
        tool_use: "tool_calls",
        max_tokens: "length",
        model_context_window_exceeded: "length",
        refusal: "refused",
      }),
    };
  },
};

/** Messages as JSON texts: all results of a turn stand in one user message, so roles are merged. */
function turnsOf(messages: readonly Message[]): readonly string[] {
  const turns: { readonly role: string; readonly blocks: string[] }[] = [];
  for (const message of messages) {
    if (message.role === "system") continue;
    const role = message.role === "assistant" ? "assistant" : "user";
    const blocks = blocksOf(message);
    const last = turns.at(-1);
    if (last?.role === role) last.blocks.push(...blocks);
    else if (blocks.length > 0) turns.push({ role, blocks: [...blocks] });
  }
  return turns.map(({ role, blocks }) => `{"role":"${role}","content":[${blocks.join(",")}]}`);
}

function blocksOf(message: Message): readonly string[] {
  if (message.role === "tool") {
    const { callId, outcome } = message;
    const result = { type: "tool_result", tool_use_id: callId, content: outcomeText(outcome) };
    return [JSON.stringify(outcome.ok ? result : { ...result, is_error: true })];
  }
  const said = message.text === "" ? [] : [JSON.stringify({ type: "text", text: message.text })];
  if (message.role !== "assistant") return said;
  return [
    ...said,
    ...message.toolCalls.map(({ id, name, arguments: args }) => {
      const head = JSON.stringify({ type: "tool_use", id, name });
      return `${head.slice(0, -1)},"input":${argumentsObject(args)}}`;
    }),
  ];
}
