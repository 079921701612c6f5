/**
 * Messages' whole answers.
 *
 * @module
 */
import type { JsonDocument } from "../contract/json.ts";
import { namesOf } from "./chat_answer.ts";
import type { AnswerContext } from "./context.ts";
import { readInBandError } from "./errors.ts";
import { Fields } from "./fields.ts";
import { jsonText, type Out, Raw } from "./json_out.ts";
import type { CallPart, NeutralAnswer, NeutralStop, TextPart } from "./neutral.ts";
import { mayCut, settleCall, type Steps } from "./steps.ts";
import { disbelief, Trouble } from "./trouble.ts";
import { isCall } from "./turns.ts";
import { inclusive, messagesUsage, readMessagesCounts } from "./usage.ts";

/** Reads a 200. Throws {@linkcode Trouble} for an error in it, and for what can't be carried. */
export function readMessagesAnswer(doc: JsonDocument, steps: Steps): NeutralAnswer {
  const top = new Fields(doc, doc.value, "", disbelief);
  const error = readInBandError(top);
  if (error !== undefined) throw new Trouble(error);
  const said = messagesStop(top);
  if (top.value("content") === undefined) throw top.fault("it is missing", "content");
  const parts = readBlocks(top.children("content"), said, steps);
  const whole = parts.filter((part) => part.kind === "call" && part.call.cut !== true).length;
  const usage = inclusive(readMessagesCounts(top.child("usage")));
  return {
    ...namesOf(top),
    parts,
    stop: steps.stop(said, whole, false, (reason) => top.fault(reason)),
    ...(usage === undefined ? {} : { usage }),
  };
}

/** 4.2. `pause_turn` and what nobody documents are "not `stop` silently": an error. */
export function messagesStop(place: Fields): NeutralStop {
  const reason = place.text("stop_reason");
  switch (reason) {
    case "end_turn":
    case "stop_sequence":
      return "stop";
    case "tool_use":
      return "tool_calls";
    case "max_tokens":
    case "model_context_window_exceeded":
      return "length";
    case "refusal":
      return "content_filter";
  }
  const why = reason === undefined
    ? "it is missing"
    : `no other dialect has the end ${JSON.stringify(reason)}`;
  throw place.fault(why, "stop_reason");
}

/** 4.2: thinking is "never inside content; vendor field or dropped". */
export function isThinking(type: string): boolean {
  return type === "thinking" || type === "redacted_thinking";
}

function readBlocks(
  blocks: readonly Fields[],
  stop: NeutralStop,
  steps: Steps,
): readonly (TextPart | CallPart)[] {
  const used = new Set<string>();
  return blocks.flatMap((block, index): (TextPart | CallPart)[] => {
    const type = block.requiredText("type");
    if (type === "text") {
      const text = block.requiredText("text");
      return text === "" ? [] : [{ kind: "text", text }];
    }
    if (isThinking(type)) return [];
    if (type !== "tool_use") {
      throw block.fault(`no other dialect has a block ${JSON.stringify(type)}`, "type");
    }
    const partial = {
      id: block.text("id"),
      name: block.text("name"),
      arguments: block.isNull("input") ? "null" : block.raw("input"),
    };
    const cut = mayCut(stop) && index === blocks.length - 1;
    const call = settleCall(partial, cut, used, steps, (reason) => block.fault(reason));
    return call === undefined ? [] : [{ kind: "call", call }];
  });
}

/** The `stop_reason` of an answer's end: 4.3, 4.6. */
export const MESSAGES_STOP_REASON: Readonly<Record<NeutralStop, string>> = {
  stop: "end_turn",
  tool_calls: "tool_use",
  length: "max_tokens",
  content_filter: "refusal",
};

/**
 * Writes the body of a 200. A call that the limit cut has no `input` that would be an object (4.3:
 * "never `{}`"), so it is left out, and `stop_reason` says that something was cut.
 */
export function writeMessagesAnswer(answer: NeutralAnswer, context: AnswerContext): string {
  return jsonText({
    id: `msg_${answer.id ?? context.unique}`,
    type: "message",
    role: "assistant",
    model: answer.model ?? context.model,
    content: answer.parts.flatMap(writeBlock),
    stop_reason: MESSAGES_STOP_REASON[answer.stop],
    stop_sequence: null,
    usage: messagesUsage(answer.usage),
  });
}

function writeBlock(part: TextPart | CallPart): readonly Out[] {
  if (!isCall(part)) return [{ type: "text", text: part.text }];
  const { id, name, arguments: input, cut } = part.call;
  return cut === true ? [] : [{ type: "tool_use", id, name, input: new Raw(input) }];
}
