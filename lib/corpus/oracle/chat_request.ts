/**
 * Reads a request of Chat Completions (spec/dialects.md 4.0).
 *
 * @module
 */
import type { Choice, Part, RequestTranscript, Result, ToolOffer, Turn } from "../transcript.ts";
import { CHAT_TEXTS, chatCall } from "./chat_parts.ts";
import { given } from "./given.ts";
import { items, member, type Place, stringOf, textOf } from "./place.ts";
import { holdsObject, type Reading } from "./reading.ts";
import { type Asked, readRequest, Turns } from "./request.ts";

const KNOWN: readonly string[] = [
  "model",
  "messages",
  "stream",
  "tools",
  "tool_choice",
  "parallel_tool_calls",
  "max_completion_tokens",
  "max_tokens",
  "stop",
];

/**
 * The key under which messages with calls are listed, by pointer, behind which a message comes that is no
 * result. Turns of one role are one in the transcript; here that would hide what no upstream takes:
 * "directly after the assistant message (upstream-enforced)" (spec/dialects.md 4.0, row tool result).
 */
export const PARTED_CALLS = "(calls parted from results)";

const ROLES: Readonly<Record<string, Turn["role"]>> = {
  system: "system",
  developer: "system",
  user: "user",
  assistant: "assistant",
  tool: "tool",
};

/** Reads a body of `POST /v1/chat/completions`. */
export function readChatRequest(body: Uint8Array): RequestTranscript {
  return readRequest(read, body);
}

function read(reading: Reading, root: Place): Asked {
  const turns = new Turns();
  const messages = reading.list(root, "messages");
  for (const message of messages) readMessage(reading, turns, message);
  const parted = messages.filter((message, index) => isParted(message, messages[index + 1]));
  if (parted.length > 0) {
    reading.others.note(PARTED_CALLS, JSON.stringify(parted.map(({ pointer }) => pointer)));
  }
  reading.others.rest(root, KNOWN);
  return {
    stream: reading.boolean(root, "stream") ?? false,
    turns: turns.list(),
    tools: reading.list(root, "tools").flatMap((tool) => offer(reading, tool)),
    ...given<Asked>({
      model: reading.string(root, "model"),
      choice: choice(reading, root),
      parallel: reading.boolean(root, "parallel_tool_calls"),
      limit: limit(reading, root),
      stop: stop(reading, root),
    }),
  };
}

function readMessage(reading: Reading, turns: Turns, message: Place): void {
  const word = stringOf(member(message, "role"));
  const role = word !== undefined && Object.hasOwn(ROLES, word) ? ROLES[word]! : undefined;
  if (role === undefined) {
    turns.add("user", [{ other: textOf(message) }]);
    return;
  }
  // Systems and developers are one in the transcript; that it was a developer still shows.
  if (word === "developer") reading.others.keep(member(message, "role")!);
  if (role === "tool") turns.add(role, toolResult(reading, message));
  else {
    const calls = role === "assistant"
      ? reading.list(message, "tool_calls").map((call) => chatCall(reading, call))
      : [];
    turns.add(role, [...reading.content(member(message, "content"), CHAT_TEXTS), ...calls]);
    const known = role === "assistant" ? ["role", "content", "tool_calls"] : ["role", "content"];
    reading.others.rest(message, known);
  }
}

/** A message with calls, and behind it one that is no result. A conversation may end with calls. */
function isParted(message: Place, next: Place | undefined): boolean {
  const calls = items(member(message, "tool_calls")) ?? [];
  return calls.length > 0 && next !== undefined && member(next, "role")?.value !== "tool";
}

function toolResult(reading: Reading, message: Place): readonly Part[] {
  const id = reading.string(message, "tool_call_id");
  const { text, extra } = reading.resultText(member(message, "content"), CHAT_TEXTS);
  reading.others.rest(message, ["role", "tool_call_id", "content"]);
  return [{ result: { ...given<Result>({ id }), text } }, ...extra];
}

/** A function as it is offered; a tool of another type stays among the others. */
function offer(reading: Reading, tool: Place): readonly ToolOffer[] {
  const fn = member(tool, "function");
  const name = stringOf(member(fn, "name"));
  if (stringOf(member(tool, "type")) !== "function" || !holdsObject(fn) || name === undefined) {
    reading.others.keep(tool);
    return [];
  }
  const description = reading.string(fn, "description");
  const schema = member(fn, "parameters");
  reading.others.rest(tool, ["type", "function"]);
  reading.others.rest(fn, ["name", "description", "parameters"]);
  // "omitted `parameters` = empty list": no schema and an empty one are the same offer.
  const json = schema === undefined ? "{}" : textOf(schema);
  return [{ name, ...given<ToolOffer>({ description }), schema: json }];
}

function choice(reading: Reading, root: Place): Choice | undefined {
  const place = member(root, "tool_choice");
  if (place === undefined) return undefined;
  const { value } = place;
  if (value === "auto" || value === "none" || value === "required") return { mode: value };
  const fn = member(place, "function");
  const name = stringOf(member(fn, "name"));
  if (stringOf(member(place, "type")) !== "function" || fn === undefined || name === undefined) {
    reading.others.keep(place);
    return undefined;
  }
  reading.others.rest(place, ["type", "function"]);
  reading.others.rest(fn, ["name"]);
  return { mode: "named", name };
}

/** The newer name wins; where both stand, the other is still seen. */
function limit(reading: Reading, root: Place): string | undefined {
  const newer = reading.number(root, "max_completion_tokens");
  const older = reading.number(root, "max_tokens");
  if (newer !== undefined && older !== undefined) reading.others.note("max_tokens", older);
  return newer ?? older;
}

function stop(reading: Reading, root: Place): readonly string[] | undefined {
  const one = stringOf(member(root, "stop"));
  return one === undefined ? reading.strings(root, "stop") : [one];
}
