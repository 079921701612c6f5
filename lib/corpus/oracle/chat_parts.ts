/**
 * Pieces of Chat Completions that stand in requests and answers alike.
 *
 * @module
 */
import type { Call, Part } from "../transcript.ts";
import { argumentsOfText } from "./arguments.ts";
import { given } from "./given.ts";
import { isThere, member, type Place, stringOf, textOf } from "./place.ts";
import { holdsObject, type Reading } from "./reading.ts";

/** The types of content parts that hold text. */
export const CHAT_TEXTS: readonly string[] = ["text"];

/**
 * A complete tool call: `{id, type:"function", function:{name, arguments:<JSON string>}}`. One of
 * another type is kept whole.
 */
export function chatCall(reading: Reading, place: Place): Part {
  const type = member(place, "type");
  const fn = member(place, "function");
  if (!holdsObject(fn) || (type !== undefined && type.value !== "function")) {
    reading.fault("call-form", "a tool call is no object with type function and a function");
    return { other: textOf(place) };
  }
  if (type === undefined) reading.fault("call-type-missing", "a tool call has no type");
  reading.others.rest(place, ["id", "type", "function"]);
  reading.others.rest(fn, ["name", "arguments"]);
  return { call: { ...called(reading, place, fn), arguments: chatArguments(reading, fn) } };
}

/** An id and a name where they are strings; `""` is one that stands there. */
function called(reading: Reading, call: Place, fn: Place): Partial<Call> {
  return given<Call>({ id: reading.string(call, "id"), name: reading.string(fn, "name") });
}

/** Arguments that aren't a string are no arguments of this dialect, even where they are an object. */
function chatArguments(reading: Reading, fn: Place): Call["arguments"] {
  const place = member(fn, "arguments");
  const text = stringOf(place);
  if (text !== undefined) return argumentsOfText(text);
  const what = isThere(place) ? "no string" : "missing";
  reading.fault("arguments-type", `a call's arguments are ${what}`);
  return { kind: "raw", text: isThere(place) ? textOf(place) : "" };
}
