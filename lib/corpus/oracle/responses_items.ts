/**
 * Adds up the output items of a streamed response: added, parts and deltas, done (spec/dialects.md
 * 4.1, RS).
 *
 * @module
 */
import type { Part } from "../transcript.ts";
import { sameJson } from "./arguments.ts";
import { items, member, moved, type Place, stringOf, textOf, under } from "./place.ts";
import { OpenItem, type OpenPart, partSnapshot } from "./responses_item.ts";
import type { StreamReading } from "./stream.ts";

const KNOWN_TYPES: readonly string[] = ["message", "function_call"];

/** The items of one response. */
export class ResponsesItems {
  readonly #reading: StreamReading;
  /** In the order in which they were added. */
  readonly #items: OpenItem[] = [];
  readonly #byIndex = new Map<number, OpenItem>();

  /** What each event does that belongs to an item; by its type. */
  readonly handlers: Readonly<Record<string, (event: Place) => void>> = {
    "response.output_item.added": (event) => this.#added(event),
    "response.content_part.added": (event) => this.#partAdded(event),
    "response.output_text.delta": (event) => this.#textDelta(event),
    "response.output_text.done": (event) => this.#textDone(event),
    "response.content_part.done": (event) => this.#partDone(event),
    "response.function_call_arguments.delta": (event) => this.#argumentsDelta(event),
    "response.function_call_arguments.done": (event) => this.#argumentsDone(event),
    "response.output_item.done": (event) => this.#done(event),
  };

  constructor(reading: StreamReading) {
    this.#reading = reading;
  }

  /** The output as the terminal event has it; `isCut` where items may still be open. */
  final(response: Place, isCut: boolean): void {
    const output = items(member(response, "output"));
    if (output === undefined) this.#fault("output-missing", "the response has no list of output");
    if (!isCut && this.#items.some((item) => !item.isDone)) {
      this.#fault("item-not-done", "the response ended before an item was done");
    }
    if (this.#items.length === 0 && (output?.length ?? 0) > 0) {
      this.#fault("step-missing", "the output stands in the terminal event alone");
      for (const [index, item] of output!.entries()) this.#begin(index, item);
    } else if (output !== undefined && output.length !== this.#items.length && !isCut) {
      this.#fault("snapshot-differs", "the final output has another number of items");
    }
    for (const [index, item] of (output ?? []).entries()) {
      this.#byIndex.get(index)?.snapshot(this.#reading, item);
    }
  }

  /** What has come so far. */
  list(): readonly Part[] {
    return this.#items.flatMap((item) => item.list());
  }

  #fault(code: string, message: string): void {
    this.#reading.fault(code, message);
  }

  #added(event: Place): void {
    const item = member(event, "item");
    const index = this.#number(event, "output_index") ?? this.#byIndex.size;
    const expected = this.#byIndex.size;
    if (this.#byIndex.has(index)) this.#fault("index-reused", `item ${index} was added before`);
    else if (index !== expected) {
      this.#fault("index-gap", `an item was added at index ${index}, not at ${expected}`);
    }
    const begins = stringOf(member(item, "arguments")) ?? "";
    const content = member(item, "content");
    const isMessage = stringOf(member(item, "type")) === "message";
    if (begins !== "" || (isMessage && (items(content)?.length ?? 0) > 0)) {
      this.#fault("start-not-empty", `item ${index} is added with content`);
    }
    this.#begin(index, item);
  }

  #begin(index: number, item: Place | undefined): OpenItem {
    const type = stringOf(member(item, "type"));
    if (type === undefined) this.#fault("item-form", `item ${index} has no type`);
    const open = new OpenItem(index, type ?? "", item);
    this.#items.push(open);
    this.#byIndex.set(index, open);
    return open;
  }

  #partAdded(event: Place): void {
    const item = this.#itemOf(event, "message");
    if (item === undefined) return;
    const part = member(event, "part");
    const index = this.#number(event, "content_index") ?? item.parts.length;
    if (index < item.parts.length) this.#fault("index-reused", `part ${index} was added before`);
    else if (index > item.parts.length) {
      this.#fault("index-gap", `a part was added at ${index}, not at ${item.parts.length}`);
    }
    const text = stringOf(member(part, "text")) ?? "";
    if (text !== "") this.#fault("start-not-empty", `part ${index} is added with text`);
    item.addPart(stringOf(member(part, "type")) ?? "", part);
  }

  #textDelta(event: Place): void {
    const part = this.#textOf(event);
    const piece = stringOf(member(event, "delta"));
    if (piece === undefined) this.#fault("delta-form", "the event has no delta");
    if (part === undefined || piece === undefined) return;
    part.told.delta(this.#reading, piece);
    this.#reading.sawText(piece);
  }

  #textDone(event: Place): void {
    const part = this.#textOf(event);
    const text = stringOf(member(event, "text"));
    if (text === undefined) this.#fault("done-form", "the event has no text");
    if (part === undefined || text === undefined) return;
    part.told.done(this.#reading, text);
    this.#reading.sawText(text);
  }

  #partDone(event: Place): void {
    const item = this.#itemOf(event, "message");
    const open = item === undefined ? undefined : this.#partOf(item, event);
    const part = member(event, "part");
    if (item === undefined || open === undefined) return;
    if (open.isDone) this.#fault("second-stop", "the part was done before");
    open.isDone = true;
    const index = item.parts.indexOf(open);
    if (part === undefined) this.#fault("done-form", "the event has no part");
    else {
      const pointer = under("", "output", item.index, "content", index);
      partSnapshot(this.#reading, open, moved(part, pointer));
    }
  }

  #argumentsDelta(event: Place): void {
    const item = this.#itemOf(event, "function_call");
    const piece = stringOf(member(event, "delta"));
    if (piece === undefined) this.#fault("delta-form", "the event has no delta");
    else item?.args.delta(this.#reading, piece);
  }

  #argumentsDone(event: Place): void {
    const item = this.#itemOf(event, "function_call");
    const text = stringOf(member(event, "arguments"));
    if (text === undefined) this.#fault("done-form", "the event has no arguments");
    else item?.args.done(this.#reading, text, sameJson);
  }

  #done(event: Place): void {
    const item = member(event, "item");
    const index = this.#number(event, "output_index") ?? this.#byIndex.size - 1;
    let open = this.#byIndex.get(index);
    if (open === undefined) {
      this.#fault("done-without-start", `item ${index} was never added`);
      open = this.#begin(index, item);
    } else if (open.isDone) this.#fault("second-stop", `item ${index} was done before`);
    else if (!open.hasAllSteps() && stringOf(member(item, "status")) !== "incomplete") {
      this.#fault("step-missing", `item ${index} is done, and what is in it isn't`);
    }
    open.isDone = true;
    if (item === undefined) this.#fault("done-form", "the event has no item");
    else open.snapshot(this.#reading, item);
  }

  /** The item that an event belongs to, by its index; begun where it never was. */
  #itemOf(event: Place, type: string): OpenItem | undefined {
    const index = this.#number(event, "output_index") ?? this.#byIndex.size - 1;
    let item = this.#byIndex.get(index);
    const id = stringOf(member(event, "item_id"));
    if (item === undefined) {
      this.#fault("delta-without-start", `item ${index} was never added`);
      item = new OpenItem(index, type, undefined);
      item.id = id;
      this.#items.push(item);
      this.#byIndex.set(index, item);
    }
    if (item.type !== type) {
      // Items of types that nobody knows yet may have parts and texts of their own.
      if (!KNOWN_TYPES.includes(item.type)) {
        this.#reading.others.note(`event:${stringOf(member(event, "type"))}`, textOf(event));
        return undefined;
      }
      this.#fault("delta-type", `an event for a ${type} came for item ${index}, a ${item.type}`);
      this.#reading.others.note(`event:${stringOf(member(event, "type"))}`, textOf(event));
      return undefined;
    }
    if (item.isDone) this.#fault("delta-after-stop", `item ${index} was done before this event`);
    if (id === undefined) this.#fault("item-id-missing", "the event has no item_id");
    else if (item.id !== undefined && id !== item.id) {
      this.#fault("item-id-changed", `the event's item_id isn't that of item ${index}`);
    }
    return item;
  }

  #textOf(event: Place): OpenPart | undefined {
    const item = this.#itemOf(event, "message");
    const part = item === undefined ? undefined : this.#partOf(item, event);
    if (part === undefined || part.type === "output_text") return part;
    this.#fault("delta-type", `text came for a part of type ${part.type}`);
    this.#reading.others.note(`event:${stringOf(member(event, "type"))}`, textOf(event));
    return undefined;
  }

  #partOf(item: OpenItem, event: Place): OpenPart {
    const index = this.#number(event, "content_index") ?? item.parts.length - 1;
    const part = item.parts[index];
    if (part !== undefined) return part;
    this.#fault("part-without-start", `part ${index} was never added`);
    return item.addPart("output_text", undefined);
  }

  #number(event: Place, name: string): number | undefined {
    const value = member(event, name)?.value;
    if (typeof value === "number") return value;
    this.#fault("index-missing", `the event has no ${name}`);
    return undefined;
  }
}
