/**
 * An upstream's answer in the mode that its fixture doesn't have: the same content as a stream, or
 * whole. Stimulus, and never expectation: nothing of the gateway has a part in it, and what comes of it
 * is given out only where the dialect's own oracle reads the same in both.
 *
 * @module
 */
import { type JsonDocument, stringifyJson } from "../../contract/json.ts";
import type { Answer, StreamStep } from "../fixture.ts";
import { sameJson } from "../oracle/arguments.ts";
import { type Place, readText } from "../oracle/place.ts";
import type { AnswerTranscript, Arguments, Dialect, JsonText, Part } from "../transcript.ts";
import { chatStream, chatWhole } from "./mode_chat.ts";
import { messagesStream, messagesWhole } from "./mode_messages.ts";
import { responsesStream, responsesWhole } from "./mode_responses.ts";
import { ownAnswer } from "./own_answer.ts";

/** True of an answer that is the same in both modes: an error by status, a connection that just ends. */
export function hasNoMode(answer: Answer): boolean {
  if ((answer.status ?? 200) >= 300) return true;
  return "stream" in answer && answer.end !== undefined && answer.end !== "whole" &&
    answer.stream.every((step) => "hold" in step);
}

/**
 * The answer in its other mode. Undefined where that can't be told without loss: it isn't a whole,
 * faultless success of its dialect; it holds, cuts, splits or frames its bytes in a way of its own; or
 * one mode has a place for what the other has none for.
 *
 * @param usageAsked `stream_options.include_usage` of the request: without it, a stream of Chat has no
 * counts
 */
export function inOtherMode(
  part: { readonly answer: Answer; readonly doc: JsonDocument },
  dialect: Dialect,
  usageAsked: boolean,
): Answer | undefined {
  const { answer, doc } = part;
  const said = ownAnswer(part, dialect);
  const isWhole = said.ending === "complete" || said.ending === "incomplete";
  if (hasNoMode(answer) || !isWhole || said.faults.length > 0) return undefined;
  const other = "stream" in answer
    ? told(answer, wholeOf(part, dialect), (text) => ({ text }))
    : told(answer, streamOf(part, dialect, usageAsked), (events) => ({
      stream: events.map((text) => ({ text })),
    }));
  if (other === undefined) return undefined;
  const now = ownAnswer({ answer: other, doc }, dialect);
  const { usage, ...rest } = said;
  const isCounted = dialect !== "chat" || "stream" in answer || usageAsked;
  const wanted = isCounted && usage !== undefined ? { ...rest, usage } : rest;
  return now.faults.length === 0 && saysTheSame(wanted, now) ? other : undefined;
}

function told<T>(
  { status, headers = {} }: Answer,
  content: T | undefined,
  make: (content: T) => Answer,
): Answer | undefined {
  if (content === undefined) return undefined;
  // What a body is called depends on its mode; everything else in a head doesn't.
  const kept = Object.entries(headers).filter(([name]) => name.toLowerCase() !== "content-type");
  return {
    ...make(content),
    ...(status === undefined ? {} : { status }),
    headers: Object.fromEntries(kept),
  };
}

function streamOf(
  { answer, doc }: { readonly answer: Answer; readonly doc: JsonDocument },
  dialect: Dialect,
  usageAsked: boolean,
): readonly string[] | undefined {
  if ("stream" in answer) return undefined;
  const root = placeOf("text" in answer ? answer.text : stringifyJson(doc, answer.body));
  if (root === undefined) return undefined;
  if (dialect === "chat") return chatStream(root, usageAsked);
  return dialect === "messages" ? messagesStream(root) : responsesStream(root);
}

function wholeOf(
  { answer, doc }: { readonly answer: Answer; readonly doc: JsonDocument },
  dialect: Dialect,
): JsonText | undefined {
  if (!("stream" in answer)) return undefined;
  const { stream, writes = "events", framing = "chunked", end = "whole" } = answer;
  if (writes !== "events" || framing !== "chunked" || end !== "whole") return undefined;
  const isEnd = (step: StreamStep) => "text" in step && step.text === DONE;
  // Chat's marker, where it belongs; any other text is a framing of its own.
  const steps = dialect === "chat" && isEnd(stream.at(-1) ?? { text: "" })
    ? stream.slice(0, -1)
    : stream;
  const events = steps.map((step) =>
    "event" in step && step.name === undefined ? placeOf(stringifyJson(doc, step.event)) : undefined
  );
  if (events.includes(undefined)) return undefined;
  const places = events.map((one) => one!);
  if (dialect === "chat") return chatWhole(places);
  return dialect === "messages" ? messagesWhole(places) : responsesWhole(places);
}

/** The end of a stream of Chat. */
export const DONE = "data: [DONE]\n\n";

function placeOf(text: string): Place | undefined {
  const read = readText(text);
  return read.ok ? read.place : undefined;
}

/**
 * True where two transcripts of one dialect say the same. Adjacent texts are one, a text without a
 * character is none, and the events in which a stream tells an item of reasoning are that item.
 */
export function saysTheSame(one: AnswerTranscript, other: AnswerTranscript): boolean {
  const [a, b] = [joined(one.parts), joined(other.parts)];
  return one.ending === other.ending && one.stop === other.stop &&
    record(one.usage) === record(other.usage) && record(one.error) === record(other.error) &&
    record(others(one)) === record(others(other)) &&
    a.length === b.length && a.every((part, index) => samePart(part, b[index]!));
}

function others({ other }: AnswerTranscript): Readonly<Record<string, JsonText>> {
  const kept = Object.entries(other).filter(([name]) =>
    !name.startsWith("event:response.reasoning_summary_")
  );
  return Object.fromEntries(kept);
}

function record(members: object | undefined): string {
  return JSON.stringify(Object.entries(members ?? {}).sort(([a], [b]) => a < b ? -1 : 1));
}

function joined(parts: readonly Part[]): readonly Part[] {
  const list: Part[] = [];
  for (const part of parts) {
    const last = list.at(-1);
    if (!("text" in part)) list.push(part);
    else if (last !== undefined && "text" in last) {
      list[list.length - 1] = { text: last.text + part.text };
    } else if (part.text !== "") list.push(part);
  }
  return list;
}

function samePart(one: Part, other: Part): boolean {
  if ("text" in one && "text" in other) return one.text === other.text;
  if ("other" in one && "other" in other) return sameJson(one.other, other.other);
  if (!("call" in one && "call" in other)) return false;
  return one.call.id === other.call.id && one.call.name === other.call.name &&
    sameArguments(one.call.arguments, other.call.arguments);
}

function sameArguments(one: Arguments, other: Arguments): boolean {
  if (one.kind === "raw") return other.kind === "raw" && one.text === other.text;
  return other.kind === "object" && sameJson(one.json, other.json);
}
