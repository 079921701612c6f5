/**
 * Errors in a dialect's own form (spec/dialects.md 4.0, row "HTTP error body", and 4.1).
 *
 * @module
 */
import { header, type HeaderList } from "../../wire/exchange.ts";
import type { AnswerTranscript, StopReason, WireError } from "../transcript.ts";
import { given } from "./given.ts";
import { isThere, member, type Place, stringOf, textOf } from "./place.ts";
import { holdsObject, type Reading } from "./reading.ts";

/** Where a dialect's error object is in a body or an event; undefined where it holds none. */
export type ErrorAt = (root: Place) => Place | undefined;

/** `{"error":{…}}`, as Chat and Responses have it; anything truthy is an error, as SDKs take it. */
export const openAiError: ErrorAt = (root) => {
  const error = member(root, "error");
  return error !== undefined && Boolean(error.value) ? error : undefined;
};

/** `{"type":"error","error":{…}}`, as Messages has it. */
export const messagesError: ErrorAt = (root) =>
  stringOf(member(root, "type")) === "error" ? member(root, "error") ?? root : undefined;

/** An error's type, code and message. Codes that are numbers are kept as their digits. */
export function readError(
  reading: Reading,
  error: Place,
  status: number,
  headers: HeaderList = [],
): WireError {
  const type = worded(member(error, "type"));
  const code = worded(member(error, "code"));
  const message = stringOf(error) ?? worded(member(error, "message"));
  const retryAfter = header(headers, "retry-after");
  if (!holdsObject(error) || message === undefined) {
    reading.fault("error-form", "the error is no object with a message");
    if (stringOf(error) === undefined) reading.others.keep(error);
  }
  const param = member(error, "param");
  if (isThere(param)) reading.others.keep(param);
  reading.others.rest(error, ["type", "code", "message", "param", "sequence_number"]);
  return { status, ...given<WireError>({ type, code, message, retry_after: retryAfter }) };
}

/** How an answer ended that stopped for this reason: a length and a filter cut it. */
export function endingOf(stop: StopReason | undefined): AnswerTranscript["ending"] {
  if (stop === undefined) return "truncated";
  return stop === "length" || stop === "content_filter" ? "incomplete" : "complete";
}

function worded(place: Place | undefined): string | undefined {
  return isThere(place) ? stringOf(place) ?? textOf(place) : undefined;
}
