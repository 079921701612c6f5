/**
 * Reads a request of Anthropic Messages (spec/dialects.md 4.0).
 *
 * @module
 */
import type { Choice, Part, RequestTranscript, Result, ToolOffer, Turn } from "../transcript.ts";
import { given } from "./given.ts";
import { MESSAGES_TEXTS, messagesBlock } from "./messages_parts.ts";
import { items, member, type Place, stringOf, textOf } from "./place.ts";
import { holdsObject, type Reading } from "./reading.ts";
import { type Asked, readRequest, Turns } from "./request.ts";

const KNOWN: readonly string[] = [
  "model",
  "system",
  "messages",
  "stream",
  "tools",
  "tool_choice",
  "max_tokens",
  "stop_sequences",
];

const ROLES: readonly string[] = ["system", "user", "assistant"] satisfies Turn["role"][];
const MODES: Readonly<Record<string, "auto" | "none" | "required">> = {
  auto: "auto",
  none: "none",
  any: "required",
};

/** Reads a body of `POST /v1/messages`. */
export function readMessagesRequest(body: Uint8Array): RequestTranscript {
  return readRequest(read, body);
}

function read(reading: Reading, root: Place): Asked {
  const turns = new Turns();
  const system = member(root, "system");
  if (system !== undefined) turns.add("system", reading.content(system, MESSAGES_TEXTS));
  for (const message of reading.list(root, "messages")) readMessage(reading, turns, message);
  reading.others.rest(root, KNOWN);
  return {
    stream: reading.boolean(root, "stream") ?? false,
    turns: turns.list(),
    tools: reading.list(root, "tools").flatMap((tool) => offer(reading, tool)),
    ...given<Asked>({
      model: reading.string(root, "model"),
      choice: choice(reading, root),
      parallel: parallel(reading, root),
      limit: reading.number(root, "max_tokens"),
      stop: reading.strings(root, "stop_sequences"),
    }),
  };
}

function readMessage(reading: Reading, turns: Turns, message: Place): void {
  const role = stringOf(member(message, "role"));
  if (role === undefined || !ROLES.includes(role)) {
    turns.add("user", [{ other: textOf(message) }]);
    return;
  }
  const content = member(message, "content");
  const blocks = items(content);
  reading.others.rest(message, ["role", "content"]);
  if (blocks === undefined) {
    turns.add(role as Turn["role"], reading.content(content, MESSAGES_TEXTS));
    return;
  }
  if (blocks.length === 0) turns.add(role as Turn["role"], []);
  for (const block of blocks) {
    if (stringOf(member(block, "type")) === "tool_result") {
      turns.add("tool", toolResult(reading, block));
    } else turns.add(role as Turn["role"], [messagesBlock(reading, block)]);
  }
}

/** Results stand in a user message here; in the transcript they are a turn of their own. */
function toolResult(reading: Reading, block: Place): readonly Part[] {
  const { text, extra } = reading.resultText(member(block, "content"), MESSAGES_TEXTS);
  const id = reading.string(block, "tool_use_id");
  const error = reading.boolean(block, "is_error") === true ? true : undefined;
  reading.others.rest(block, ["type", "tool_use_id", "content", "is_error"]);
  return [{ result: { ...given<Result>({ id, error }), text } }, ...extra];
}

/** A tool of the client; one that the server runs (it has a type) stays among the others. */
function offer(reading: Reading, tool: Place): readonly ToolOffer[] {
  const type = member(tool, "type")?.value ?? "custom";
  const name = stringOf(member(tool, "name"));
  if (type !== "custom" || name === undefined) {
    reading.others.keep(tool);
    return [];
  }
  const description = reading.string(tool, "description");
  const schema = member(tool, "input_schema");
  reading.others.rest(tool, ["type", "name", "description", "input_schema"]);
  return [{
    name,
    ...given<ToolOffer>({ description }),
    schema: schema === undefined ? "{}" : textOf(schema),
  }];
}

function choice(reading: Reading, root: Place): Choice | undefined {
  const place = member(root, "tool_choice");
  if (place === undefined) return undefined;
  const type = stringOf(member(place, "type"));
  const name = stringOf(member(place, "name"));
  if (type !== undefined && Object.hasOwn(MODES, type)) {
    reading.others.rest(place, ["type", "disable_parallel_tool_use"]);
    return { mode: MODES[type]! };
  }
  if (type === "tool" && name !== undefined) {
    reading.others.rest(place, ["type", "name", "disable_parallel_tool_use"]);
    return { mode: "named", name };
  }
  reading.others.keep(place);
  return undefined;
}

/** Said the other way round here: `disable_parallel_tool_use`. */
function parallel(reading: Reading, root: Place): boolean | undefined {
  const place = member(root, "tool_choice");
  if (!holdsObject(place)) return undefined;
  const disabled = reading.boolean(place, "disable_parallel_tool_use");
  return disabled === undefined ? undefined : !disabled;
}
