/**
 * What a reader doesn't know, kept so that it still differs. A top-level member is kept under its
 * name, anything deeper under its JSON pointer (`/messages/0/content/1/cache_control`), an unknown
 * event under `event:` and its type.
 *
 * @module
 */
import type { JsonText } from "../transcript.ts";
import { members, type Place, textOf } from "./place.ts";

/** How many different values are kept under one key; the rest are counted. */
const MAX_VALUES = 16;
/** How many keys are kept; the rest are counted under `(more)`. */
const MAX_KEYS = 10_000;

interface Kept {
  /** Pieces of one growing text, for what comes in deltas. */
  text?: string;
  readonly values: JsonText[];
  more: number;
}

/** Collects unknown members. */
export class Others {
  readonly #kept = new Map<string, Kept>();
  #moreKeys = 0;

  /** Keeps a value under a key. In a stream a key may come again: each different value counts once. */
  note(key: string, text: JsonText): void {
    const kept = this.#at(key);
    if (kept === undefined || kept.values.includes(text)) return;
    if (kept.values.length < MAX_VALUES) kept.values.push(text);
    else kept.more++;
  }

  /** Adds to the text under a key: the deltas of a field that only others know. */
  append(key: string, piece: string): void {
    const kept = this.#at(key);
    if (kept !== undefined) kept.text = (kept.text ?? "") + piece;
  }

  /** Keeps the value at a place under its name or pointer. */
  keep(place: Place): void {
    this.note(keyOf(place), textOf(place));
  }

  /** Keeps every member that isn't among those known. */
  rest(place: Place, known: readonly string[]): void {
    for (const one of members(place)) {
      if (!known.includes(String(one.key))) this.keep(one);
    }
  }

  /** One value as itself, several as an array of them. */
  toRecord(): Readonly<Record<string, JsonText>> {
    const record = [...this.#kept].map(([key, kept]) => [key, written(kept)] as const);
    if (this.#moreKeys > 0) record.push(["(more)", String(this.#moreKeys)]);
    return Object.fromEntries(record);
  }

  #at(key: string): Kept | undefined {
    let kept = this.#kept.get(key);
    if (kept === undefined && this.#kept.size < MAX_KEYS) {
      kept = { values: [], more: 0 };
      this.#kept.set(key, kept);
    }
    if (kept === undefined) this.#moreKeys++;
    return kept;
  }
}

/** The name of a top-level member, the pointer of any other value. */
export function keyOf({ pointer, key }: Place): string {
  return pointer.lastIndexOf("/") === 0 ? String(key) : pointer;
}

function written({ text, values, more }: Kept): JsonText {
  const all = text === undefined ? [...values] : [JSON.stringify(text), ...values];
  if (more > 0) all.push(JSON.stringify(`${more} more`));
  return all.length === 1 ? all[0]! : `[${all.join(",")}]`;
}
