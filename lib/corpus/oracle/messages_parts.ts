/**
 * Content blocks of Anthropic Messages, in requests and answers alike.
 *
 * @module
 */
import type { Call, Part, StopReason } from "../transcript.ts";
import { argumentsOfValue } from "./arguments.ts";
import { given } from "./given.ts";
import { member, type Place, stringOf, textOf } from "./place.ts";
import type { Reading } from "./reading.ts";

/** The types of blocks that hold text. */
export const MESSAGES_TEXTS: readonly string[] = ["text"];

/** A text or `tool_use` block; any other is kept whole. */
export function messagesBlock(reading: Reading, block: Place): Part {
  if (stringOf(member(block, "type")) !== "tool_use") return reading.text(block, MESSAGES_TEXTS);
  const input = member(block, "input");
  if (input === undefined) reading.fault("input-missing", "a tool_use block has no input");
  reading.others.rest(block, ["type", "id", "name", "input"]);
  const id = reading.string(block, "id");
  const name = reading.string(block, "name");
  return {
    call: {
      ...given<Call>({ id, name }),
      arguments: input === undefined ? { kind: "raw", text: "" } : argumentsOfValue(input),
    },
  };
}

/** `stop_reason` words that have a word in common with the other dialects (4.2). */
const STOPS: Readonly<Record<string, StopReason>> = {
  end_turn: "stop",
  stop_sequence: "stop",
  tool_use: "tool_calls",
  max_tokens: "length",
  model_context_window_exceeded: "length",
  refusal: "content_filter",
};
/** Those that share it with a commoner one: which it was is kept among the others. */
const RARE_STOPS: readonly string[] = ["stop_sequence", "model_context_window_exceeded"];

/** A `stop_reason` in the common words; `stop_sequence` beside it is kept. */
export function messagesStop(reading: Reading, holder: Place): StopReason | undefined {
  const sequence = member(holder, "stop_sequence");
  if (stringOf(sequence) !== undefined) {
    reading.others.note("stop_sequence", textOf(sequence!));
  }
  const word = stringOf(member(holder, "stop_reason"));
  if (word === undefined) return undefined;
  if (RARE_STOPS.includes(word)) reading.others.note("stop_reason", JSON.stringify(word));
  return Object.hasOwn(STOPS, word) ? STOPS[word]! : `other:${word}`;
}
