/**
 * The mode in which a gateway asks its upstream, and the answer that it gets in it.
 *
 * @module
 */
import { type JsonDocument, JsonSyntaxError, parseJson } from "../../contract/json.ts";
import { utf8Text } from "../../wire/bytes.ts";
import type { Answer } from "../fixture.ts";
import type { Dialect } from "../transcript.ts";
import { countedAsAsked } from "./asked_usage.ts";
import { hasNoMode, inOtherMode } from "./other_mode.ts";

/** How an answer comes: in events, or in one body. */
export type Mode = "stream" | "whole";

/** What a request asks for. */
export interface AskedMode {
  /** By its `stream` member; absent is false. */
  readonly mode: Mode;
  /** `stream_options.include_usage`. */
  readonly usage: boolean;
}

/** What there is to answer from. */
export interface AnswerPart {
  readonly answer: Answer;
  /** The fixture's. */
  readonly doc: JsonDocument;
  /** What the variant asks about is streaming: none of its streams can be told whole. */
  readonly aboutStreams?: true;
}

/** True of the bytes of one JSON text. */
export function isJson(body: Uint8Array): boolean {
  return parsed(body) !== undefined;
}

/** True of the bytes of one JSON object. */
export function isObject(body: Uint8Array): boolean {
  const value = parsed(body);
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Reads what a request's body asks for; what is no JSON object asks for nothing. */
export function askedMode(body: Uint8Array): AskedMode {
  const root = members(parsed(body));
  return {
    mode: root.stream === true ? "stream" : "whole",
    usage: members(root.stream_options).include_usage === true,
  };
}

/**
 * The answer in the mode that is asked for, with counts where those are; undefined where it can't be told
 * in that mode.
 */
export function answerFor(
  part: AnswerPart,
  dialect: Dialect,
  asked: AskedMode,
): Answer | undefined {
  const answer = inAskedMode(part, dialect, asked);
  const stays = !asked.usage || ("usage" in part.answer && part.answer.usage === "as-written");
  if (answer === undefined || stays) return answer;
  return countedAsAsked({ answer, doc: part.doc }, dialect);
}

function inAskedMode(
  part: AnswerPart,
  dialect: Dialect,
  { mode, usage }: AskedMode,
): Answer | undefined {
  const { answer, aboutStreams } = part;
  const own: Mode = "stream" in answer ? "stream" : "whole";
  if (own === mode || hasNoMode(answer)) return answer;
  return aboutStreams === true && own === "stream" ? undefined : inOtherMode(part, dialect, usage);
}

function parsed(body: Uint8Array): unknown {
  try {
    return parseJson(utf8Text(body) ?? "").value;
  } catch (error) {
    if (error instanceof JsonSyntaxError) return undefined;
    throw error;
  }
}

function members(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? value as Record<string, unknown>
    : {};
}
