/**
 * What requests of all dialects have in common. A request's transcript has no list of faults: what
 * isn't as the dialect has it stays among the others, under its name or pointer, and so differs.
 *
 * @module
 */
import type { Part, RequestTranscript, Turn } from "../transcript.ts";
import { isObject, type Place, readBytes, textOf } from "./place.ts";
import { Reading } from "./reading.ts";

/** A request without what a {@linkcode Reading} collects beside it. */
export type Asked = Omit<RequestTranscript, "other">;

/**
 * Reads a request's body. One that is no JSON object is kept whole under the empty key (the pointer
 * of the whole document); keys that came twice are listed under `(duplicate keys)`.
 */
export function readRequest(
  read: (reading: Reading, root: Place) => Asked,
  body: Uint8Array,
): RequestTranscript {
  const reading = new Reading();
  const json = readBytes(body);
  if (!json.ok || !isObject(json.place.value)) {
    const text = json.ok ? textOf(json.place) : JSON.stringify(json.text);
    return { stream: false, turns: [], tools: [], other: { "": text } };
  }
  if (json.duplicates.length > 0) {
    reading.others.note("(duplicate keys)", JSON.stringify(json.duplicates));
  }
  const asked = read(reading, json.place);
  return { ...asked, other: reading.others.toRecord() };
}

/** Turns as they are read: adjacent ones of one role are one. */
export class Turns {
  readonly #turns: { readonly role: Turn["role"]; readonly parts: Part[] }[] = [];

  /** Adds parts to the last turn where that has the role, else a turn. */
  add(role: Turn["role"], parts: readonly Part[]): void {
    const last = this.#turns.at(-1);
    if (last?.role === role) last.parts.push(...parts);
    else this.#turns.push({ role, parts: [...parts] });
  }

  /** All turns. */
  list(): readonly Turn[] {
    return this.#turns;
  }
}
