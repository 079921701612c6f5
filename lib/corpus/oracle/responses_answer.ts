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
import { responsesCall, responsesStop, responsesText } from "./responses_parts.ts";
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

/** What a response says of itself besides its output: how it ended, counts, an error. */
export function responseEnd(
  reading: Reading,
  response: Place,
  hasCall: boolean,
  status: number,
): Omit<Said, "parts"> {
  reading.others.rest(response, RESPONSE_MEMBERS);
  const error = openAiError(response);
  const stop = responsesStop(response, hasCall);
  const usage = member(response, "usage");
  const hasFailed = member(response, "status")?.value === "failed";
  if (hasFailed && error === undefined) {
    reading.fault("error-form", "the response has failed, and holds no error");
  }
  const isError = hasFailed || error !== undefined;
  return {
    // Here `incomplete` is a status of its own, whatever its reason.
    ending: isError ? "error" : stop?.startsWith("other:") ? "incomplete" : endingOf(stop),
    ...given<Said>({
      stop: isError ? undefined : stop,
      usage: holdsObject(usage) ? responsesUsage(reading, usage) : undefined,
      error: error !== undefined
        ? readError(reading, error, status)
        : isError
        ? { status }
        : undefined,
    }),
  };
}

function success(reading: Reading, root: Place, status: number): Said {
  const output = items(member(root, "output"));
  const isResponse = output !== undefined || openAiError(root) === undefined;
  if (isResponse) checkHead(reading, root);
  const parts = (output ?? []).flatMap((item) => readItem(reading, item));
  const end = responseEnd(reading, root, parts.some((part) => "call" in part), status);
  if (isResponse && end.ending === "truncated") {
    const word = stringOf(member(root, "status")) ?? "missing";
    reading.fault("status-not-final", `the response's status is ${word}`);
  }
  return { ...end, parts };
}

function checkHead(reading: Reading, root: Place): void {
  if (stringOf(member(root, "id")) === undefined) {
    reading.fault("id-missing", "the response has no id");
  }
  if (member(root, "object")?.value !== "response") {
    reading.fault("object-type", "its object is not response");
  }
  if (items(member(root, "output")) === undefined) {
    reading.fault("output-missing", "the response has no list of output");
  }
}

function readItem(reading: Reading, item: Place): readonly Part[] {
  const type = stringOf(member(item, "type"));
  if (type === "function_call") return [responsesCall(reading, item, ["id", "status"])];
  if (type !== "message") return [{ other: textOf(item) }];
  if (member(item, "role")?.value !== "assistant") {
    reading.fault("role", "a message's role is not assistant");
  }
  reading.others.rest(item, ["id", "type", "role", "status", "content"]);
  return reading.list(item, "content").map((part) => responsesText(reading, part));
}
