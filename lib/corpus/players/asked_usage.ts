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
import { DONE, hasNoMode } from "./other_mode.ts";
import { ownAnswer } from "./own_answer.ts";

/** Counts that say no more than that there are some. No expectation names them. */
const COUNTS = '{"prompt_tokens":20,"completion_tokens":10,"total_tokens":30}';

/**
 * The answer as an upstream gives it that was asked for counts with `stream_options.include_usage`: "one
 * more chunk `choices:[]` + `usage`" before `[DONE]` (spec/dialects.md 4.1, CC 4), where its stream has no
 * counts by itself. Everything else stays as it is written: what is no plain stream of Chat that is told to
 * its end (a hold, cut writes, a framing of its own, any text but the end's, an error, no finish, no
 * `[DONE]`), and what says that it is to stay (`"usage": "as-written"`).
 */
export function countedAsAsked(
  part: { readonly answer: Answer; readonly doc: JsonDocument },
  dialect: Dialect,
): Answer {
  const { answer, doc } = part;
  if (dialect !== "chat" || !("stream" in answer) || hasNoMode(answer)) return answer;
  if (!isPlain(answer)) return answer;
  const said = ownAnswer(part, dialect);
  const isWhole = said.ending === "complete" || said.ending === "incomplete";
  if (!isWhole || said.usage !== undefined) return answer;
  const before = answer.stream.slice(0, -1);
  const chunks = before.map((step) => chunkOf(step, doc));
  const last = chunks.at(-1);
  if (last === undefined || chunks.includes(undefined)) return answer;
  const counts = sse(rewritten(last, { choices: "[]", usage: COUNTS }));
  return { ...answer, stream: [...before, { text: counts }, { text: DONE }] };
}

function isPlain(answer: Extract<Answer, { stream: unknown }>): boolean {
  const { stream, writes = "events", framing = "chunked", end = "whole", usage } = answer;
  const last = stream.at(-1);
  const isWritten = writes === "events" || writes === "whole";
  return usage === undefined && isWritten && framing === "chunked" && end === "whole" &&
    last !== undefined && "text" in last && last.text === DONE;
}

/** The chunk that a step is, and nothing beside it: as an event, or as the text of one. */
function chunkOf(step: StreamStep, doc: JsonDocument): Place | undefined {
  const text = "event" in step && step.name === undefined
    ? stringifyJson(doc, step.event)
    : "text" in step
    ? /^data: (.*)\n\n$/.exec(step.text)?.[1]
    : undefined;
  const read = text === undefined ? undefined : readText(text);
  return read?.ok === true && isObject(read.place.value) ? read.place : undefined;
}
