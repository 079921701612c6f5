/**
 * Reads a Responses stream.
 *
 * @module
 */
import { namesOf } from "./chat_answer.ts";
import { responsesEventError } from "./errors_in_stream.ts";
import type { Fields } from "./fields.ts";
import type { NeutralEvent } from "./neutral.ts";
import { isReasoning, readCallItem, readContent, responsesStop } from "./responses_answer.ts";
import { type CallItem, ResponsesCalls } from "./responses_stream_calls.ts";
import type { SseEvent } from "./sse.ts";
import type { Steps } from "./steps.ts";
import { eventFields, Kept, type StreamReader } from "./stream.ts";
import { readResponsesUsage } from "./usage.ts";

/** A text part: how much of it was told. Snapshots repeat it, and are never told again (4.1). */
interface Told {
  length: number;
  ended: boolean;
}

/** A reader of one stream. */
export function responsesStreamReader(steps: Steps): StreamReader {
  return new ResponsesStreamReader(steps);
}

class ResponsesStreamReader implements StreamReader {
  readonly #steps: Steps;
  readonly #calls: ResponsesCalls;
  readonly #texts = new Map<string, Told>();
  readonly #kept = new Kept();
  #started = false;
  #refused = false;

  constructor(steps: Steps) {
    this.#steps = steps;
    this.#calls = new ResponsesCalls(steps);
  }

  read(event: SseEvent): readonly NeutralEvent[] {
    const fields = eventFields(event);
    const type = fields.text("type") ?? event.event;
    if (type === "error" || type === "response.failed") {
      return [{ kind: "error", error: responsesEventError(fields) }];
    }
    const events: NeutralEvent[] = [];
    const response = fields.child("response");
    if (!this.#started) {
      this.#started = true;
      events.push({ kind: "start", ...(response === undefined ? {} : namesOf(response)) });
    }
    this.#event(type, fields, response, events);
    return events;
  }

  #event(
    type: string,
    fields: Fields,
    response: Fields | undefined,
    events: NeutralEvent[],
  ): void {
    const item = indexOf(fields, "output_index");
    const part = `${item}/${indexOf(fields, "content_index")}`;
    switch (type) {
      case "response.output_item.added":
        return this.#added(item, fields, events);
      case "response.output_text.delta":
      case "response.refusal.delta":
        this.#refused ||= type === "response.refusal.delta";
        return this.#delta(part, fields, events);
      case "response.output_text.done":
        return this.#whole(part, fields.text("text") ?? "", fields, events);
      case "response.refusal.done":
        this.#refused = true;
        return this.#whole(part, fields.text("refusal") ?? "", fields, events);
      case "response.function_call_arguments.delta":
        return this.#calls.delta(item, fields.requiredText("delta"), fields);
      case "response.function_call_arguments.done":
        return this.#calls.snapshot(item, { arguments: fields.text("arguments") }, fields);
      case "response.output_item.done":
        return this.#done(item, fields, events);
      case "response.completed":
      case "response.incomplete":
        return this.#end(fields, response, events);
    }
  }

  #added(index: number, fields: Fields, events: NeutralEvent[]): void {
    const { item, type } = itemOf(fields);
    this.#calls.settleHeld(events);
    if (type === "message" || isReasoning(type)) return;
    this.#calls.begin(index, readCallItem(item, type));
  }

  #delta(part: string, fields: Fields, events: NeutralEvent[]): void {
    const told = this.#part(part);
    const text = fields.requiredText("delta");
    if (told.ended) throw fields.fault("a delta after the text was done");
    if (text === "") return;
    told.length += text.length;
    events.push({ kind: "text", text });
  }

  /**
   * A snapshot of a whole text. 4.1: "if no deltas came, they are the only source". The lengths are
   * compared and not the texts, which would have to be kept.
   */
  #whole(part: string, text: string, fields: Fields, events: NeutralEvent[]): void {
    const told = this.#part(part);
    if (told.length === 0 && text !== "") events.push({ kind: "text", text });
    else if (told.length !== text.length) throw fields.fault("its deltas are not its text");
    if (!told.ended && text !== "") events.push({ kind: "text-end" });
    told.length = text.length;
    told.ended = true;
  }

  #part(key: string): Told {
    const told = this.#texts.get(key) ?? { length: 0, ended: false };
    if (!this.#texts.has(key)) this.#kept.entry();
    this.#texts.set(key, told);
    return told;
  }

  #done(index: number, fields: Fields, events: NeutralEvent[]): void {
    const { item, type } = itemOf(fields);
    if (isReasoning(type)) return;
    if (type === "message") return this.#message(index, item, events);
    this.#calls.done(index, callOf(item, type), fields, events);
  }

  #message(index: number, item: Fields, events: NeutralEvent[]): void {
    readContent(item).forEach(({ text, refusal }, at) => {
      this.#refused ||= refusal;
      this.#whole(`${index}/${at}`, text, item, events);
    });
  }

  #end(fields: Fields, response: Fields | undefined, events: NeutralEvent[]): void {
    if (response === undefined) throw fields.fault("it is missing", "response");
    const said = responsesStop(response);
    response.children("output").forEach((item, index) => {
      const type = item.requiredText("type");
      if (type === "message") this.#message(index, item, events);
      else if (!isReasoning(type)) this.#calls.snapshot(index, callOf(item, type), item);
    });
    const fault = (reason: string) => fields.fault(reason);
    this.#calls.end(said, events);
    const stop = this.#steps.stop(said, this.#calls.count, this.#refused, fault);
    const usage = readResponsesUsage(response.child("usage"));
    events.push({ kind: "end", stop, ...(usage === undefined ? {} : { usage }) });
  }
}

function callOf(item: Fields, type: string): CallItem {
  return { ...readCallItem(item, type), incomplete: item.text("status") === "incomplete" };
}

function itemOf(fields: Fields): { readonly item: Fields; readonly type: string } {
  const item = fields.child("item");
  if (item === undefined) throw fields.fault("it is missing", "item");
  return { item, type: item.requiredText("type") };
}

function indexOf(fields: Fields, key: string): number {
  return Number(fields.count(key) ?? 0);
}
