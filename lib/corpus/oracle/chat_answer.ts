/**
 * Reads an answer of Chat Completions that is no stream (spec/dialects.md 4.0).
 *
 * @module
 */
import type { HeaderList } from "../../wire/exchange.ts";
import type { AnswerTranscript, Part, StopReason } from "../transcript.ts";
import { type AnswerForm, readAnswer, type Said } from "./answer.ts";
import { CHAT_TEXTS, chatCall } from "./chat_parts.ts";
import { endingOf, openAiError, readError } from "./errors.ts";
import { given } from "./given.ts";
import { isThere, member, type Place, stringOf } from "./place.ts";
import { holdsObject, type Reading } from "./reading.ts";
import { chatUsage } from "./usage.ts";

const KNOWN: readonly string[] = ["id", "object", "created", "model", "choices", "usage"];
/** What a message always has, null where there is nothing. */
const NULLABLE: readonly string[] = ["refusal", "audio", "function_call"];

const FORM: AnswerForm = { errorMembers: ["error"], errorAt: openAiError, success };

/** Reads an answer of `POST /v1/chat/completions`. */
export function readChatAnswer(
  status: number,
  headers: HeaderList,
  body: Uint8Array,
): AnswerTranscript {
  return readAnswer(FORM, status, headers, body);
}

/** Chat's `finish_reason` in the common words, which are its own. */
export function chatStop(word: string): StopReason {
  switch (word) {
    case "stop":
    case "tool_calls":
    case "length":
    case "content_filter":
      return word;
    default:
      return `other:${word}`;
  }
}

function success(reading: Reading, root: Place, status: number): Said {
  const error = openAiError(root);
  const choices = reading.list(root, "choices");
  const choice = choices[0];
  const usage = member(root, "usage");
  reading.others.rest(root, [...KNOWN, "error"]);
  for (const one of choices.slice(1)) reading.others.keep(one);
  if (error === undefined) checkHead(reading, root, choice);
  const parts = choice === undefined ? [] : readMessage(reading, choice);
  const word = stringOf(member(choice, "finish_reason"));
  const stop = word === undefined ? undefined : chatStop(word);
  if (error === undefined && choice !== undefined && stop === undefined) {
    reading.fault("finish-missing", "the choice has no finish_reason");
  }
  return {
    ending: error === undefined ? endingOf(stop) : "error",
    parts,
    ...given<Said>({
      stop,
      usage: holdsObject(usage) ? chatUsage(reading, usage) : undefined,
      error: error === undefined ? undefined : readError(reading, error, status),
    }),
  };
}

function checkHead(reading: Reading, root: Place, choice: Place | undefined): void {
  if (choice === undefined) reading.fault("choices-missing", "it has no choice");
  const object = member(root, "object");
  if (object !== undefined && object.value !== "chat.completion") reading.others.keep(object);
  const usage = member(root, "usage");
  if (isThere(usage) && !holdsObject(usage)) reading.others.keep(usage);
}

function readMessage(reading: Reading, choice: Place): readonly Part[] {
  const message = member(choice, "message");
  reading.others.rest(choice, ["index", "message", "finish_reason", "logprobs"]);
  const logprobs = member(choice, "logprobs");
  if (isThere(logprobs)) reading.others.keep(logprobs);
  if (!holdsObject(message)) {
    reading.fault("message-missing", "the choice has no message");
    return [];
  }
  if (member(message, "role")?.value !== "assistant") {
    reading.fault("role", "the message's role is not assistant");
  }
  for (const name of NULLABLE) {
    const one = member(message, name);
    if (isThere(one)) reading.others.keep(one);
  }
  reading.others.rest(message, ["role", "content", "tool_calls", ...NULLABLE]);
  const content = member(message, "content");
  if (isThere(content) && stringOf(content) === undefined) {
    reading.fault("content-type", "the message's content is no string");
  }
  const calls = reading.list(message, "tool_calls").map((call) => chatCall(reading, call));
  return [...reading.content(content, CHAT_TEXTS), ...calls];
}
