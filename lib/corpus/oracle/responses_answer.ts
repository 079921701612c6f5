/**
 * Reads an answer of OpenAI Responses that is no stream (spec/dialects.md 4.0).
 *
 * @module
 */
import type { HeaderList } from "../../wire/exchange.ts";
import type { AnswerTranscript, Part } from "../transcript.ts";
import { type AnswerForm, readAnswer, type Said } from "./answer.ts";
import { endingOf, openAiError, readError } from "./errors.ts";
import { given } from "./given.ts";
import { items, member, type Place, stringOf, textOf } from "./place.ts";
import { holdsObject, type Reading } from "./reading.ts";
import { keepUnfinished, responsesCall, responsesStop, responsesText } from "./responses_parts.ts";
import { responsesUsage } from "./usage.ts";

const FORM: AnswerForm = { errorMembers: ["error"], errorAt: openAiError, success };

/** The members of a response that the transcript has, or has no need of. */
export const RESPONSE_MEMBERS: readonly string[] = [
  "id",
  "object",
  "created_at",
  "status",
  "model",
  "output",
  "usage",
  "error",
  "incomplete_details",
];

/** Reads an answer of `POST /v1/responses`. */
export function readResponsesAnswer(
  status: number,
  headers: HeaderList,
  body: Uint8Array,
): AnswerTranscript {
  return readAnswer(FORM, status, headers, body);
}

/**
 * What a response says of itself besides its output: how it ended, counts, an error. The status is
 * the response's own, or the one that its terminal event is named for.
 */
export function responseEnd(
  reading: Reading,
  response: Place,
  status: string | undefined,
  hasCall: boolean,
  httpStatus: number,
): Omit<Said, "parts"> {
  reading.others.rest(response, RESPONSE_MEMBERS);
  const error = openAiError(response);
  const counts = member(response, "usage");
  const usage = holdsObject(counts) ? responsesUsage(reading, counts) : undefined;
  if (status === "failed" || error !== undefined) {
    if (error === undefined) reading.fault("error-form", "it has failed, and holds no error");
    const read = error === undefined
      ? { status: httpStatus }
      : readError(reading, error, httpStatus);
    return { ending: "error", error: read, ...given<Said>({ usage }) };
  }
  const stop = responsesStop(status, response, hasCall);
  // Here `incomplete` is a status of its own, whatever its reason.
  const ending = status === "incomplete" ? status : endingOf(stop);
  return { ending, ...given<Said>({ stop, usage }) };
}

function success(reading: Reading, root: Place, status: number): Said {
  const output = items(member(root, "output"));
  const isResponse = output !== undefined || openAiError(root) === undefined;
  if (isResponse) checkHead(reading, root);
  const parts = (output ?? []).flatMap((item) => readItem(reading, item));
  const hasCall = parts.some((part) => "call" in part);
  const word = stringOf(member(root, "status"));
  const end = responseEnd(reading, root, word, hasCall, status);
  if (isResponse && end.ending === "truncated") {
    reading.fault("status-not-final", `the response's status is ${word ?? "missing"}`);
  }
  return { ...end, parts };
}

function checkHead(reading: Reading, root: Place): void {
  const object = member(root, "object");
  if (object !== undefined && object.value !== "response") reading.others.keep(object);
  if (items(member(root, "output")) === undefined) {
    reading.fault("output-missing", "the response has no list of output");
  }
}

function readItem(reading: Reading, item: Place): readonly Part[] {
  const type = stringOf(member(item, "type"));
  keepUnfinished(reading, item);
  if (type === "function_call") return [responsesCall(reading, item, ["id", "status"])];
  if (type !== "message") return [{ other: textOf(item) }];
  if (member(item, "role")?.value !== "assistant") {
    reading.fault("role", "a message's role is not assistant");
  }
  reading.others.rest(item, ["id", "type", "role", "status", "content"]);
  return reading.list(item, "content").map((part) => responsesText(reading, part));
}
