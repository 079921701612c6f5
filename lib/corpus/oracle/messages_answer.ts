/**
 * Reads an answer of Anthropic Messages that is no stream (spec/dialects.md 4.0).
 *
 * @module
 */
import type { HeaderList } from "../../wire/exchange.ts";
import type { AnswerTranscript } from "../transcript.ts";
import { type AnswerForm, readAnswer, type Said } from "./answer.ts";
import { endingOf, messagesError, readError } from "./errors.ts";
import { given } from "./given.ts";
import { messagesBlock, messagesStop } from "./messages_parts.ts";
import { isThere, items, member, type Place, stringOf } from "./place.ts";
import { holdsObject, type Reading } from "./reading.ts";
import { MessagesUsage } from "./usage.ts";

const FORM: AnswerForm = {
  errorMembers: ["type", "error", "request_id"],
  errorAt: messagesError,
  success,
};

/** The members of a message that the transcript has, or has no need of. */
export const MESSAGE_MEMBERS: readonly string[] = [
  "id",
  "type",
  "role",
  "model",
  "content",
  "stop_reason",
  "stop_sequence",
  "usage",
];

/** Reads an answer of `POST /v1/messages`. */
export function readMessagesAnswer(
  status: number,
  headers: HeaderList,
  body: Uint8Array,
): AnswerTranscript {
  return readAnswer(FORM, status, headers, body);
}

/** Faults in what every message says of itself, streamed or not. */
export function checkMessage(reading: Reading, message: Place): void {
  if (stringOf(member(message, "id")) === undefined) {
    reading.fault("id-missing", "the message has no id");
  }
  if (member(message, "type")?.value !== "message") {
    reading.fault("object-type", "the message's type is not message");
  }
  if (member(message, "role")?.value !== "assistant") {
    reading.fault("role", "the message's role is not assistant");
  }
  if (items(member(message, "content")) === undefined) {
    reading.fault("content-missing", "the message's content is no list");
  }
  const usage = member(message, "usage");
  if (!holdsObject(usage)) {
    reading.fault("usage-missing", "the message has no usage");
    if (isThere(usage)) reading.others.keep(usage);
  }
}

function success(reading: Reading, root: Place, status: number): Said {
  const error = messagesError(root);
  if (error !== undefined) {
    reading.others.rest(root, FORM.errorMembers);
    return { ending: "error", parts: [], error: readError(reading, error, status) };
  }
  checkMessage(reading, root);
  reading.others.rest(root, MESSAGE_MEMBERS);
  const usage = new MessagesUsage();
  const counts = member(root, "usage");
  if (holdsObject(counts)) usage.take(reading, counts);
  const stop = messagesStop(reading, root);
  if (stop === undefined) reading.fault("finish-missing", "the message has no stop_reason");
  return {
    ending: endingOf(stop),
    parts: reading.list(root, "content").map((block) => messagesBlock(reading, block)),
    ...given<Said>({ stop, usage: usage.total(reading) }),
  };
}
