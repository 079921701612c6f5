/**
 * What the dialects of a model's server have in common: how one is read and written.
 *
 * @module
 */
import type { JsonDocument, JsonValue } from "../contract/json.ts";
import { parseArguments } from "./tools.ts";
import type { JsonObject, ModelReply, ModelRequest, StopReason, ToolOutcome } from "./messages.ts";

/** A dialect: where it is asked, and how. */
export interface ModelDialect {
  /** Below `/v1`. */
  readonly route: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** A request's body. */
  write(request: ModelRequest, model: string): string;
  /** The answer that a body holds. @throws where it holds none */
  read(doc: JsonDocument): ModelReply;
}

/** The value where it is an object. */
export function record(value: JsonValue | undefined): JsonObject | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
}

/** The entries where the value is an array, those that are objects. */
export function records(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.flatMap((one) => optional(record(one))) : [];
}

function optional<T>(value: T | undefined): readonly T[] {
  return value === undefined ? [] : [value];
}

/** A member where it is a string. */
export function stringAt(object: JsonObject | undefined, name: string): string | undefined {
  const value = object?.[name];
  return typeof value === "string" ? value : undefined;
}

/**
 * A call's member that can't be done without; `""` where it isn't there, which the loop refuses for an
 * id and answers with an error for a name.
 */
export function callPart(object: JsonObject | undefined, name: string): string {
  return stringAt(object, name) ?? "";
}

/** A tool's answer as text for the model. */
export function outcomeText(outcome: ToolOutcome): string {
  if (!outcome.ok) return outcome.error;
  return typeof outcome.value === "string" ? outcome.value : JSON.stringify(outcome.value);
}

/** A call's arguments as the text of an object; of what is none, an object around it. */
export function argumentsObject(text: string): string {
  if (text.trim() === "") return "{}";
  // Its digits stay as they are: it is written as it came.
  return parseArguments(text).ok ? text : JSON.stringify({ INVALID_JSON: text });
}

/** Why the model stopped, by its own word. @throws on a word that isn't known: it may mean anything */
export function stopOf(
  word: string | undefined,
  words: Readonly<Record<string, StopReason>>,
): StopReason {
  const stop = word === undefined || !Object.hasOwn(words, word) ? undefined : words[word];
  if (stop === undefined) {
    throw new Error(`the model stopped for no known reason: ${word ?? "none"}`);
  }
  return stop;
}
