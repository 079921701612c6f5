/**
 * Chat's whole answers.
 *
 * @module
 */
import type { JsonDocument } from "../contract/json.ts";
import type { AnswerContext } from "./context.ts";
import { readInBandError } from "./errors.ts";
import { Fields } from "./fields.ts";
import { jsonText, type Out } from "./json_out.ts";
import type { CallPart, NeutralAnswer, NeutralCall, NeutralStop, TextPart } from "./neutral.ts";
import { mayCut, type PartialCall, settleCall, type Steps } from "./steps.ts";
import { disbelief, Trouble } from "./trouble.ts";
import { isCall, textsOf } from "./turns.ts";
import { chatUsage, readChatUsage } from "./usage.ts";

/** Reads a 200. Throws {@linkcode Trouble} for an error in it, and for what can't be carried. */
export function readChatAnswer(doc: JsonDocument, steps: Steps): NeutralAnswer {
  const top = new Fields(doc, doc.value, "", disbelief);
  const error = readInBandError(top);
  if (error !== undefined) throw new Trouble(error);
  const [choice, ...others] = top.children("choices");
  if (choice === undefined || others.length > 0) {
    throw top.fault(`it has ${others.length === 0 ? "no choice" : "several choices"}`, "choices");
  }
  const message = choice.child("message");
  if (message === undefined) throw choice.fault("it is missing", "message");
  const finish = choice.text("finish_reason");
  if (finish === undefined) throw choice.fault("it is missing", "finish_reason");
  const said = chatStop(finish, choice);
  const refused = message.text("refusal");
  const text = [message.text("content"), refused].filter((one) => one).join("");
  const calls = readCalls(message, said, steps);
  const whole = calls.filter(({ cut }) => cut !== true).length;
  const usage = readChatUsage(top.child("usage"));
  return {
    ...namesOf(top),
    parts: [
      ...(text === "" ? [] : [{ kind: "text", text } as TextPart]),
      ...calls.map((call): CallPart => ({ kind: "call", call })),
    ],
    stop: steps.stop(said, whole, !!refused, (reason) => top.fault(reason)),
    ...(usage === undefined ? {} : { usage }),
  };
}

/** The id and the model that an answer or a chunk names. */
export function namesOf(top: Fields): { readonly id?: string; readonly model?: string } {
  const id = top.text("id");
  const model = top.text("model");
  return { ...(id ? { id } : {}), ...(model ? { model } : {}) };
}

/** 4.3, 4.4. A word that nobody documents is no end that can be believed. */
export function chatStop(finish: string, place: Fields): NeutralStop {
  switch (finish) {
    case "stop":
    case "length":
    case "content_filter":
    case "tool_calls":
      return finish;
    case "function_call":
      return "tool_calls";
  }
  throw place.fault(`nobody documents the end ${JSON.stringify(finish)}`, "finish_reason");
}

function readCalls(message: Fields, stop: NeutralStop, steps: Steps): readonly NeutralCall[] {
  if (message.value("function_call") !== undefined) {
    throw message.fault("calls without an id can't be carried", "function_call");
  }
  const used = new Set<string>();
  const calls = message.children("tool_calls");
  return calls.flatMap((call, index) => {
    const cut = mayCut(stop) && index === calls.length - 1;
    return settleCall(readCall(call), cut, used, steps, (reason) => call.fault(reason)) ?? [];
  });
}

function readCall(call: Fields): PartialCall {
  call.default("type", "function");
  const named = call.child("function");
  return { id: call.text("id"), name: named?.text("name"), arguments: named?.text("arguments") };
}

/** Writes the body of a 200. */
export function writeChatAnswer(answer: NeutralAnswer, context: AnswerContext): string {
  const text = textsOf(answer.parts).join("");
  const calls = answer.parts.filter(isCall);
  return jsonText({
    id: `chatcmpl-${answer.id ?? context.unique}`,
    object: "chat.completion",
    created: context.createdS,
    model: answer.model ?? context.model,
    choices: [{
      index: 0,
      message: {
        role: "assistant",
        // 4.2: "null (or "") if none".
        content: text === "" ? null : text,
        refusal: null,
        tool_calls: calls.length === 0 ? undefined : calls.map(({ call }) => writeCall(call)),
      },
      logprobs: null,
      finish_reason: answer.stop,
    }],
    usage: chatUsage(answer.usage),
  });
}

function writeCall({ id, name, arguments: text }: NeutralCall): Out {
  return { id, type: "function", function: { name, arguments: text } };
}
