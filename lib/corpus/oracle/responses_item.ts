/**
 * One output item of a streamed response: what its deltas and snapshots add up to.
 *
 * @module
 */
import type { Call, Part } from "../transcript.ts";
import { argumentsOfText, sameJson } from "./arguments.ts";
import { given } from "./given.ts";
import { isThere, items, member, moved, type Place, stringOf, textOf, under } from "./place.ts";
import { keepUnfinished, responsesText } from "./responses_parts.ts";
import { Told } from "./responses_told.ts";
import type { StreamReading } from "./stream.ts";

/** A content part of a message. */
export interface OpenPart {
  readonly type: string;
  /** For `output_text`. */
  readonly told: Told;
  /** For any other type: the part as it came last. */
  last?: Place;
  isDone: boolean;
}

/** The members of items that the transcript has, or has no need of. */
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  message: ["id", "type", "role", "status", "content"],
  function_call: ["id", "type", "status", "call_id", "name", "arguments"],
};

/** An item that has been added. */
export class OpenItem {
  /** Its place in the output, from 0. */
  readonly index: number;
  readonly type: string;
  /** The item's own id, to which its events refer. */
  id: string | undefined;
  readonly parts: OpenPart[] = [];
  readonly args = new Told();
  isDone = false;
  #call: { callId?: string; name?: string } = {};
  #last: Place | undefined;

  constructor(index: number, type: string, item: Place | undefined) {
    this.index = index;
    this.type = type;
    this.id = stringOf(member(item, "id"));
    if (type === "function_call") this.#call = callOf(item);
    this.#last = item;
  }

  /** Begins a content part. */
  addPart(type: string, part: Place | undefined): OpenPart {
    const open: OpenPart = {
      type,
      told: new Told(),
      isDone: false,
      ...given<OpenPart>({ last: part }),
    };
    this.parts.push(open);
    return open;
  }

  /** Takes the item as `response.output_item.done` or the terminal event has it. */
  snapshot(reading: StreamReading, item: Place): void {
    const here = moved(item, under("", "output", this.index));
    const type = stringOf(member(item, "type")) ?? "";
    if (type !== this.type) {
      reading.fault(
        "snapshot-differs",
        `item ${this.index} was a ${this.type}, now it is a ${type}`,
      );
      return;
    }
    if (type !== "message" && type !== "function_call") {
      this.#last = item;
      return;
    }
    keepUnfinished(reading, here);
    reading.others.rest(here, KNOWN[type]!);
    if (type === "message") this.#content(reading, here);
    else this.#callSnapshot(reading, here);
  }

  /** True where every step between added and done has been. */
  hasAllSteps(): boolean {
    if (this.type === "function_call") return this.args.isDone;
    return this.parts.every((one) => one.isDone && (one.told.isDone || one.type !== "output_text"));
  }

  /** What has come so far. */
  list(): readonly Part[] {
    if (this.type === "message") {
      return this.parts.map(({ type, told, last }) =>
        type === "output_text" ? { text: told.text } : { other: last ? textOf(last) : "null" }
      );
    }
    if (this.type !== "function_call") return [{ other: this.#last ? textOf(this.#last) : "null" }];
    const { callId, name } = this.#call;
    return [{
      call: { ...given<Call>({ id: callId, name }), arguments: argumentsOfText(this.args.text) },
    }];
  }

  #content(reading: StreamReading, item: Place): void {
    const content = items(member(item, "content")) ?? [];
    if (content.length < this.parts.length) {
      reading.fault("snapshot-differs", `item ${this.index} has fewer parts than were streamed`);
    }
    for (const [position, part] of content.entries()) {
      const type = stringOf(member(part, "type")) ?? "";
      const open = this.parts[position] ?? this.addPart(type, part);
      partSnapshot(reading, open, part);
    }
  }

  #callSnapshot(reading: StreamReading, item: Place): void {
    const now = callOf(item);
    for (const key of ["callId", "name"] as const) {
      const before = this.#call[key];
      if (before !== undefined && before !== now[key]) {
        reading.fault("snapshot-differs", `item ${this.index} has another ${key} than before`);
      }
    }
    this.#call = { ...now, ...this.#call };
    const text = stringOf(member(item, "arguments"));
    if (text !== undefined) this.args.snapshot(reading, text, sameJson);
    else {
      reading.fault("arguments-type", `item ${this.index} has no string of arguments`);
      const place = member(item, "arguments");
      if (isThere(place)) this.args.snapshot(reading, textOf(place), () => false);
    }
  }
}

/** Takes a content part as `response.content_part.done` or an item's snapshot has it. */
export function partSnapshot(reading: StreamReading, open: OpenPart, part: Place): void {
  const type = stringOf(member(part, "type")) ?? "";
  if (type !== open.type) {
    reading.fault("snapshot-differs", `a part was ${open.type}, and is ${type} now`);
    return;
  }
  if (type !== "output_text") {
    open.last = part;
    return;
  }
  const read = responsesText(reading, part);
  if ("text" in read) {
    open.told.snapshot(reading, read.text);
    reading.sawText(read.text);
  } else reading.fault("part-form", "an output_text part has no text");
}

function callOf(item: Place | undefined): { callId?: string; name?: string } {
  return given<{ callId: string; name: string }>({
    callId: stringOf(member(item, "call_id")),
    name: stringOf(member(item, "name")),
  });
}
