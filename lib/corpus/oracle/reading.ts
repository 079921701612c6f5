/**
 * What all readers do alike: take a member where it has its type, keep it among the others where it
 * hasn't, and note what breaks the dialect's form.
 *
 * @module
 */
import type { JsonText, Part } from "../transcript.ts";
import { Faults } from "./faults.ts";
import { Others } from "./others.ts";
import { isObject, items, member, numberOf, type Place, stringOf, textOf } from "./place.ts";

/** One body or stream that is being read. */
export class Reading {
  /** What isn't known, or isn't of its type. */
  readonly others = new Others();
  /** What breaks the form. Requests have no place for faults: there, `others` tells. */
  readonly faults = new Faults();
  /** Where a fault is that is found now: 0 in a body, the event's offset in a stream. */
  offset = 0;

  /** Notes a fault at the current offset. */
  fault(code: string, message: string): void {
    this.faults.add(code, message, this.offset);
  }

  /** The member as a string. */
  string(place: Place | undefined, name: string): string | undefined {
    return this.#typed(member(place, name), stringOf);
  }

  /** The member as a number, its digits as they came. */
  number(place: Place | undefined, name: string): JsonText | undefined {
    return this.#typed(member(place, name), numberOf);
  }

  /** The member as a boolean. */
  boolean(place: Place | undefined, name: string): boolean | undefined {
    return this.#typed(
      member(place, name),
      (one) => typeof one.value === "boolean" ? one.value : undefined,
    );
  }

  /** The member as a list of strings. */
  strings(place: Place | undefined, name: string): readonly string[] | undefined {
    return this.#typed(member(place, name), ({ value }) => {
      if (!Array.isArray(value)) return undefined;
      const strings = value.filter((one) => typeof one === "string");
      return strings.length === value.length ? strings : undefined;
    });
  }

  /** The member's entries. */
  list(place: Place | undefined, name: string): readonly Place[] {
    return this.#typed(member(place, name), items) ?? [];
  }

  /**
   * A content: a string is one text; of a list, each part of one of these types is a text, and any
   * other is kept whole; null and absence are no parts.
   */
  content(place: Place | undefined, textTypes: readonly string[]): readonly Part[] {
    if (place === undefined || place.value === null) return [];
    if (typeof place.value === "string") return [{ text: place.value }];
    return items(place)?.map((one) => this.text(one, textTypes)) ?? [{ other: textOf(place) }];
  }

  /** A content part: a text of one of these types, or `other`. */
  text(place: Place, textTypes: readonly string[]): Part {
    const type = stringOf(member(place, "type"));
    const text = stringOf(member(place, "text"));
    if (type === undefined || text === undefined || !textTypes.includes(type)) {
      return { other: textOf(place) };
    }
    this.others.rest(place, ["type", "text"]);
    return { text };
  }

  /** A result's content as one text, and beside it the parts that aren't text. */
  resultText(
    place: Place | undefined,
    textTypes: readonly string[],
  ): { readonly text: string; readonly extra: readonly Part[] } {
    const parts = this.content(place, textTypes);
    const text = parts.map((part) => "text" in part ? part.text : "").join("");
    return { text, extra: parts.filter((part) => !("text" in part)) };
  }

  #typed<T>(place: Place | undefined, as: (place: Place) => T | undefined): T | undefined {
    if (place === undefined) return undefined;
    const value = as(place);
    if (value === undefined) this.others.keep(place);
    return value;
  }
}

/** True where a place holds an object. */
export function holdsObject(place: Place | undefined): place is Place {
  return place !== undefined && isObject(place.value);
}
