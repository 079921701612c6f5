/**
 * Responses' whole answers.
 *
 * @module
 */
import type { JsonDocument } from "../contract/json.ts";
import { namesOf } from "./chat_answer.ts";
import type { AnswerContext } from "./context.ts";
import { readInBandError } from "./errors.ts";
import { Fields } from "./fields.ts";
import { jsonText, type Out } from "./json_out.ts";
import type { CallPart, NeutralAnswer, NeutralStop, TextPart } from "./neutral.ts";
import { callItem, endOf, messageItem, responseObject, textPart } from "./responses_object.ts";
import { mayCut, type PartialCall, settleCall, type Steps } from "./steps.ts";
import { disbelief, Trouble } from "./trouble.ts";
import { readResponsesUsage } from "./usage.ts";

/** Reads a 200. Throws {@linkcode Trouble} for an error in it, and for what can't be carried. */
export function readResponsesAnswer(doc: JsonDocument, steps: Steps): NeutralAnswer {
  const top = new Fields(doc, doc.value, "", disbelief);
  const error = readInBandError(top);
  if (error !== undefined) throw new Trouble(error);
  const said = responsesStop(top);
  const used = new Set<string>();
  const parts: (TextPart | CallPart)[] = [];
  let refused = false;
  const items = top.children("output");
  items.forEach((item, index) => {
    const type = item.requiredText("type");
    if (isReasoning(type)) return;
    if (type === "message") {
      for (const { text, refusal } of readContent(item)) {
        refused ||= refusal;
        if (text !== "") parts.push({ kind: "text", text });
      }
      return;
    }
    const cut = mayCut(said) && index === items.length - 1;
    const partial = readCallItem(item, type);
    const call = settleCall(partial, cut, used, steps, (reason) => item.fault(reason));
    if (call !== undefined) parts.push({ kind: "call", call });
  });
  const whole = parts.filter((part) => part.kind === "call" && part.call.cut !== true).length;
  const usage = readResponsesUsage(top.child("usage"));
  return {
    ...namesOf(top),
    parts,
    stop: steps.stop(said, whole, refused, (reason) => top.fault(reason)),
    ...(usage === undefined ? {} : { usage }),
  };
}

/** 4.5. `failed` carries its error (read before this); other states are no end. */
export function responsesStop(response: Fields): NeutralStop {
  const status = response.text("status");
  if (status === "completed") return "stop";
  if (status === "incomplete") {
    const reason = response.child("incomplete_details")?.text("reason");
    if (reason === "max_output_tokens") return "length";
    if (reason === "content_filter") return "content_filter";
    throw response.fault("no other dialect has this end", "incomplete_details");
  }
  throw response.fault(`the response is ${status ?? "without a status"}`, "status");
}

/** 4.5: reasoning is "not in content". */
export function isReasoning(type: string): boolean {
  return type === "reasoning";
}

/** The texts of a message item. */
export function readContent(
  item: Fields,
): readonly { readonly text: string; readonly refusal: boolean }[] {
  return item.children("content").map((part) => {
    const type = part.requiredText("type");
    if (type === "output_text") return { text: part.requiredText("text"), refusal: false };
    if (type === "refusal") return { text: part.requiredText("refusal"), refusal: true };
    throw part.fault(`no other dialect has a part ${JSON.stringify(type)}`, "type");
  });
}

/** The call of a function_call item. */
export function readCallItem(item: Fields, type: string): PartialCall {
  if (type !== "function_call") {
    throw item.fault(`no other dialect has an item ${JSON.stringify(type)}`, "type");
  }
  return { id: item.text("call_id"), name: item.text("name"), arguments: item.text("arguments") };
}

/** Writes the body of a 200. */
export function writeResponsesAnswer(answer: NeutralAnswer, context: AnswerContext): string {
  const key = answer.id ?? context.unique;
  const output: Out[] = [];
  const { status, reason } = endOf(answer.stop);
  let texts: Out[] = [];
  const flush = (last: boolean) => {
    const closed = last && status === "incomplete" ? "incomplete" : "completed";
    if (texts.length > 0) output.push(messageItem(`msg_${key}_${output.length}`, closed, texts));
    texts = [];
  };
  for (const part of answer.parts) {
    if (part.kind === "text") {
      texts.push(textPart(part.text));
      continue;
    }
    flush(false);
    const { call } = part;
    const closed = call.cut === true ? "incomplete" : "completed";
    output.push(callItem(`fc_${key}_${output.length}`, closed, call, call.arguments));
  }
  flush(true);
  const state = {
    status,
    output,
    ...(answer.usage === undefined ? {} : { usage: answer.usage }),
    ...(reason === undefined ? {} : { reason }),
  };
  return jsonText(responseObject(key, answer.model ?? context.model, state, context));
}
