/**
 * The counts of a stream of Chat, which an upstream tells where its request asked for them.
 *
 * @module
 */
import { type JsonDocument, stringifyJson } from "../../contract/json.ts";
import type { Answer, StreamStep } from "../fixture.ts";
import { isObject, type Place, readText } from "../oracle/place.ts";
import type { Dialect } from "../transcript.ts";
import { rewritten } from "./mode_json.ts";
import { sse } from "./model_reply.ts";
import { hasNoMode } from "./other_mode.ts";
import { ownAnswer } from "./own_answer.ts";

/** Counts that say no more than that there are some. No expectation names them. */
const COUNTS = '{"prompt_tokens":20,"completion_tokens":10,"total_tokens":30}';

/**
 * The answer as an upstream gives it that was asked for counts with `stream_options.include_usage`: "one
 * more chunk `choices:[]` + `usage`" before `[DONE]` (spec/dialects.md 4.1, CC 4), where its stream has no
 * counts by itself. All else stays as it is written, cuts, holds and framing too. No chunk comes into what
 * isn't told to its end (an error, no finish, no `[DONE]`, a connection that is cut), and into what says
 * that it is to stay (`"usage": "as-written"`).
 */
export function countedAsAsked(
  part: { readonly answer: Answer; readonly doc: JsonDocument },
  dialect: Dialect,
): Answer {
  const { answer, doc } = part;
  if (dialect !== "chat" || !("stream" in answer) || hasNoMode(answer)) return answer;
  const { stream, end = "whole", usage } = answer;
  const last = stream.at(-1);
  if (usage !== undefined || end !== "whole" || last === undefined || !isDone(last)) return answer;
  const said = ownAnswer(part, dialect);
  const isWhole = said.ending === "complete" || said.ending === "incomplete";
  if (!isWhole || said.usage !== undefined) return answer;
  const before = stream.slice(0, -1);
  const chunk = before.map((step) => chunkOf(step, doc)).findLast((one) => one !== undefined);
  if (chunk === undefined) return answer;
  const counts = sse(rewritten(chunk, { choices: "[]", usage: COUNTS }));
  return { ...answer, stream: [...before, { text: counts }, last] };
}

/** The end of a stream, however it is framed. */
function isDone(step: StreamStep): boolean {
  return "text" in step && /^data: ?\[DONE\](\r\n|\r|\n){2}$/.test(step.text);
}

/** The chunk that a step is: as an event, or as the text of one. */
function chunkOf(step: StreamStep, doc: JsonDocument): Place | undefined {
  const text = "event" in step
    ? stringifyJson(doc, step.event)
    : "text" in step
    ? /^data: ?(\{.*\})\s*$/.exec(step.text)?.[1]
    : undefined;
  const read = text === undefined ? undefined : readText(text);
  return read?.ok === true && isObject(read.place.value) ? read.place : undefined;
}
