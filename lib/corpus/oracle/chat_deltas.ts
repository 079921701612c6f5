/**
 * Adds up the deltas of a streamed Chat answer: text, and fragments of tool calls by their index
 * (spec/dialects.md 4.1, CC 2).
 *
 * @module
 */
import type { Call, Part } from "../transcript.ts";
import { argumentsOfText } from "./arguments.ts";
import { given } from "./given.ts";
import { isThere, items, member, type Place, stringOf, textOf, under } from "./place.ts";
import { holdsObject } from "./reading.ts";
import type { StreamReading } from "./stream.ts";

interface OpenText {
  readonly kind: "text";
  text: string;
}

interface OpenCall {
  readonly kind: "call";
  id?: string;
  name?: string;
  text: string;
}

interface Whole {
  readonly kind: "whole";
  readonly part: Part;
}

/**
 * The parts of the answer in the order in which they began. Text after a call began is a part of its
 * own, though Chat's own form has but one content.
 */
export class ChatParts {
  readonly #reading: StreamReading;
  readonly #parts: (OpenText | OpenCall | Whole)[] = [];
  readonly #calls = new Map<number, OpenCall>();
  /** That of the fragment before; -1 before the first. */
  #lastIndex = -1;

  constructor(reading: StreamReading) {
    this.#reading = reading;
  }

  /** Adds a delta, whose pointer is that of the message. True where it adds something. */
  take(delta: Place): boolean {
    const added = [this.#content(delta), this.#fragments(delta), this.#unknown(delta)];
    return added.includes(true);
  }

  /** What has come so far. */
  list(): readonly Part[] {
    return this.#parts.map((part) => {
      if (part.kind === "text") return { text: part.text };
      if (part.kind === "whole") return part.part;
      const { id, name, text } = part;
      return { call: { ...given<Call>({ id, name }), arguments: argumentsOfText(text) } };
    });
  }

  #content(delta: Place): boolean {
    const place = member(delta, "content");
    if (!isThere(place)) return false;
    const piece = stringOf(place);
    if (piece === undefined) {
      this.#reading.fault("content-type", "the delta's content is no string");
      this.#parts.push({ kind: "whole", part: { other: textOf(place) } });
      return true;
    }
    // The first chunk's `content:""` says that a message begins, not that it has a text.
    if (piece === "") return false;
    const last = this.#parts.at(-1);
    if (last?.kind === "text") last.text += piece;
    else this.#parts.push({ kind: "text", text: piece });
    this.#reading.sawText(piece);
    return true;
  }

  #fragments(delta: Place): boolean {
    const place = member(delta, "tool_calls");
    if (!isThere(place)) return false;
    const fragments = items(place);
    if (fragments === undefined) {
      this.#reading.fault("fragment-form", "the delta's tool_calls is no list");
      this.#parts.push({ kind: "whole", part: { other: textOf(place) } });
      return true;
    }
    for (const one of fragments) this.#fragment(one);
    return fragments.length > 0;
  }

  #fragment(fragment: Place): void {
    const fn = member(fragment, "function");
    const type = member(fragment, "type");
    if (!holdsObject(fragment) || (isThere(type) && type.value !== "function")) {
      this.#reading.fault("fragment-form", "a fragment is no object of type function");
      this.#parts.push({ kind: "whole", part: { other: textOf(fragment) } });
      return;
    }
    const call = this.#callOf(fragment, stringOf(member(fragment, "id")));
    const name = stringOf(member(fn, "name"));
    if (call.name === undefined || call.name === "") {
      if (name !== undefined) call.name = name;
    } else if (name !== undefined && name !== "" && name !== call.name) {
      this.#reading.fault("name-changed", "a fragment gives its call another name");
    }
    const piece = member(fn, "arguments");
    if (stringOf(piece) !== undefined) call.text += stringOf(piece);
    else if (isThere(piece)) {
      this.#reading.fault("arguments-type", "a fragment's arguments are no string");
      call.text += textOf(piece);
    }
    this.#reading.others.rest(fragment, ["index", "id", "type", "function"]);
    if (holdsObject(fn)) this.#reading.others.rest(fn, ["name", "arguments"]);
  }

  /** The call that a fragment belongs to, by its index alone; a new id at a used index is another. */
  #callOf(fragment: Place, id: string | undefined): OpenCall {
    const place = member(fragment, "index");
    let index = typeof place?.value === "number" ? place.value : undefined;
    if (index === undefined) {
      this.#reading.fault("index-missing", "a fragment has no index");
      // Read on as if it went on with the last call, or began the next where it has an id of its own.
      const last = this.#lastIndex;
      const isNext = last === -1 ||
        (id !== undefined && id !== "" && id !== this.#calls.get(last)?.id);
      index = isNext ? last + 1 : last;
    }
    this.#lastIndex = index;
    const known = this.#calls.get(index);
    if (known === undefined) {
      if (index !== this.#calls.size) {
        const expected = this.#calls.size;
        this.#reading.fault("index-gap", `a call began at index ${index}, not at ${expected}`);
      }
      return this.#begin(index, id);
    }
    if (id === undefined || id === "" || id === known.id) return known;
    if (known.id !== undefined && known.id !== "") {
      this.#reading.fault("index-reused", `another id came at index ${index}`);
      return this.#begin(index, id);
    }
    known.id = id;
    return known;
  }

  #begin(index: number, id: string | undefined): OpenCall {
    const call: OpenCall = { kind: "call", text: "", ...given<OpenCall>({ id }) };
    this.#calls.set(index, call);
    this.#parts.push(call);
    return call;
  }

  /**
   * Members that only some know (`reasoning_content`, say): strings are taken for deltas and joined;
   * null says nothing.
   */
  #unknown(delta: Place): boolean {
    let hasAny = false;
    const known = ["role", "content", "tool_calls"];
    for (const [name, value] of Object.entries(delta.value as Record<string, unknown>)) {
      if (known.includes(name) || value === null) continue;
      hasAny = true;
      if (typeof value === "string") {
        this.#reading.others.append(under(delta.pointer, name), value);
      } else this.#reading.others.keep(member(delta, name)!);
    }
    return hasAny;
  }
}
