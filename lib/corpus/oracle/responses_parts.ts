/**
 * Items of OpenAI Responses, in requests and answers alike.
 *
 * @module
 */
import type { Arguments, Call, Part, StopReason } from "../transcript.ts";
import { argumentsOfText } from "./arguments.ts";
import { given } from "./given.ts";
import { isThere, member, type Place, stringOf, textOf } from "./place.ts";
import type { Reading } from "./reading.ts";

/** The types of content parts that hold text. */
export const RESPONSES_TEXTS: readonly string[] = ["input_text", "output_text", "text"];

/**
 * A `function_call` item. `call_id` ties it to its result; the item's own `id` and `status` are
 * known where the model made them, and kept where a client sends them.
 */
export function responsesCall(reading: Reading, item: Place, known: readonly string[]): Part {
  reading.others.rest(item, ["type", "call_id", "name", "arguments", ...known]);
  const id = reading.string(item, "call_id");
  const name = reading.string(item, "name");
  return { call: { ...given<Call>({ id, name }), arguments: argumentsOf(reading, item) } };
}

function argumentsOf(reading: Reading, item: Place): Arguments {
  const place = member(item, "arguments");
  const text = stringOf(place);
  if (text !== undefined) return argumentsOfText(text);
  const what = isThere(place) ? "no string" : "missing";
  reading.fault("arguments-type", `a call's arguments are ${what}`);
  return { kind: "raw", text: isThere(place) ? textOf(place) : "" };
}

/**
 * A text part of an answer. Its `annotations` and `logprobs` are always there, and say nothing where
 * they are empty.
 */
export function responsesText(reading: Reading, part: Place): Part {
  const text = stringOf(member(part, "text"));
  if (member(part, "type")?.value !== "output_text" || text === undefined) {
    return { other: textOf(part) };
  }
  for (const name of ["annotations", "logprobs"]) {
    const one = member(part, name);
    if (isThere(one) && !(Array.isArray(one.value) && one.value.length === 0)) {
      reading.others.keep(one);
    }
  }
  reading.others.rest(part, ["type", "text", "annotations", "logprobs"]);
  return { text };
}

/** How a response of this status stopped, in the common words: it depends on whether it has calls. */
export function responsesStop(
  status: string | undefined,
  response: Place | undefined,
  hasCall: boolean,
): StopReason | undefined {
  if (status === "completed") return hasCall ? "tool_calls" : "stop";
  if (status !== "incomplete") return undefined;
  const reason = stringOf(member(member(response, "incomplete_details"), "reason"));
  if (reason === "max_output_tokens") return "length";
  return reason === "content_filter" ? reason : `other:${reason ?? "incomplete"}`;
}

/** That an item is cut (its status isn't `completed`) still shows. */
export function keepUnfinished(reading: Reading, item: Place): void {
  const status = member(item, "status");
  if (status !== undefined && status.value !== "completed") reading.others.keep(status);
}
