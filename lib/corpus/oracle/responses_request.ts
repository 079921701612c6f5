/**
 * Reads a request of OpenAI Responses (spec/dialects.md 4.0).
 *
 * @module
 */
import type { Choice, RequestTranscript, Result, ToolOffer, Turn } from "../transcript.ts";
import { given } from "./given.ts";
import { items, member, type Place, stringOf, textOf } from "./place.ts";
import type { Reading } from "./reading.ts";
import { type Asked, readRequest, Turns } from "./request.ts";
import { RESPONSES_TEXTS, responsesCall } from "./responses_parts.ts";

const KNOWN: readonly string[] = [
  "model",
  "instructions",
  "input",
  "stream",
  "tools",
  "tool_choice",
  "parallel_tool_calls",
  "max_output_tokens",
];

const ROLES: Readonly<Record<string, Turn["role"]>> = {
  system: "system",
  developer: "system",
  user: "user",
  assistant: "assistant",
};

/** Reads a body of `POST /v1/responses`. */
export function readResponsesRequest(body: Uint8Array): RequestTranscript {
  return readRequest(read, body);
}

function read(reading: Reading, root: Place): Asked {
  const turns = new Turns();
  const instructions = reading.string(root, "instructions");
  if (instructions !== undefined) turns.add("system", [{ text: instructions }]);
  const input = member(root, "input");
  const entries = items(input);
  if (entries !== undefined) { for (const item of entries) readItem(reading, turns, item); }
  else if (input !== undefined) turns.add("user", reading.content(input, RESPONSES_TEXTS));
  reading.others.rest(root, KNOWN);
  return {
    stream: reading.boolean(root, "stream") ?? false,
    turns: turns.list(),
    tools: reading.list(root, "tools").flatMap((tool) => offer(reading, tool)),
    ...given<Asked>({
      model: reading.string(root, "model"),
      choice: choice(reading, root),
      parallel: reading.boolean(root, "parallel_tool_calls"),
      limit: reading.number(root, "max_output_tokens"),
    }),
  };
}

function readItem(reading: Reading, turns: Turns, item: Place): void {
  const word = stringOf(member(item, "role"));
  const type = stringOf(member(item, "type")) ?? (word === undefined ? "" : "message");
  const role = word !== undefined && Object.hasOwn(ROLES, word) ? ROLES[word] : undefined;
  if (type === "message" && role !== undefined) {
    // Systems and developers are one in the transcript; that it was a developer still shows.
    if (word === "developer") reading.others.keep(member(item, "role")!);
    reading.others.rest(item, ["type", "role", "content"]);
    turns.add(role, reading.content(member(item, "content"), RESPONSES_TEXTS));
  } else if (type === "function_call") {
    turns.add("assistant", [responsesCall(reading, item, [])]);
  } else if (type === "function_call_output") {
    const id = reading.string(item, "call_id");
    const { text, extra } = reading.resultText(member(item, "output"), RESPONSES_TEXTS);
    reading.others.rest(item, ["type", "call_id", "output"]);
    turns.add("tool", [{ result: { ...given<Result>({ id }), text } }, ...extra]);
  } else turns.add(roleOf(type), [{ other: textOf(item) }]);
}

/** Whose turn an item is of which this reader knows the type's name alone. */
function roleOf(type: string): Turn["role"] {
  if (type.endsWith("_output")) return "tool";
  return type === "reasoning" || type.endsWith("_call") ? "assistant" : "user";
}

/** A function as it is offered; a hosted tool stays among the others. */
function offer(reading: Reading, tool: Place): readonly ToolOffer[] {
  const name = stringOf(member(tool, "name"));
  if (stringOf(member(tool, "type")) !== "function" || name === undefined) {
    reading.others.keep(tool);
    return [];
  }
  const description = reading.string(tool, "description");
  const schema = member(tool, "parameters");
  reading.others.rest(tool, ["type", "name", "description", "parameters"]);
  return [{
    name,
    ...given<ToolOffer>({ description }),
    schema: schema === undefined ? "{}" : textOf(schema),
  }];
}

function choice(reading: Reading, root: Place): Choice | undefined {
  const place = member(root, "tool_choice");
  if (place === undefined) return undefined;
  const { value } = place;
  if (value === "auto" || value === "none" || value === "required") return { mode: value };
  const name = stringOf(member(place, "name"));
  if (stringOf(member(place, "type")) !== "function" || name === undefined) {
    reading.others.keep(place);
    return undefined;
  }
  reading.others.rest(place, ["type", "name"]);
  return { mode: "named", name };
}
