/**
 * Readers for the fields of a scenario file. Each returns the value with its type known, or says
 * where it isn't what it has to be.
 *
 * @module
 */
import { UsageError } from "../contract/usage.ts";

/** Where a value stands: the file's name, and the way to the value inside it. */
export interface Place {
  readonly where: string;
  /** `must_call[1]`; empty for the scenario itself. */
  readonly path: string;
  /** The line in the file on which a path begins, from 1; absent where nobody knows. */
  readonly lineAt?: (path: string) => number | undefined;
}

/** Reads a value, or throws a {@linkcode UsageError} that names the file and the key. */
export type Reader<T> = (value: unknown, place: Place) => T;

/**
 * The error for a value that can't be used.
 *
 * @param at the path whose line is named, where that isn't the place itself
 */
export function cannotRead(place: Place, reason: string, hint?: string, at?: string): UsageError {
  const { where, path, lineAt } = place;
  const what = path === "" ? reason : `${path}: ${reason}`;
  const line = lineAt?.(at ?? path);
  const file = line === undefined ? where : `${where}:${line}`;
  return new UsageError(`Cannot read the scenario in ${file}: ${what}`, hint);
}

/** A value's type as JSON has it, with an article. */
export function typeWords(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  switch (typeof value) {
    case "object":
      return "an object";
    case "undefined":
      return "nothing";
    default:
      return `a ${typeof value}`;
  }
}

function expected(place: Place, what: string, value: unknown, hint?: string): UsageError {
  return cannotRead(place, `expected ${what}, got ${typeWords(value)}`, hint);
}

/** True for an object that is neither null nor an array. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A string that UTF-8 can carry: half a surrogate pair could neither be sent nor stored. */
export const text: Reader<string> = (value, place) => {
  if (typeof value !== "string") {
    const scalar = typeof value === "number" || typeof value === "boolean";
    throw expected(place, "a string", value, scalar ? `Put it in quotes.` : undefined);
  }
  if (!value.isWellFormed()) {
    throw cannotRead(place, "the text holds half a surrogate pair", "Write whole characters.");
  }
  return value;
};

/** A string with at least one character. */
export const nonEmptyText: Reader<string> = (value, place) => {
  const read = text(value, place);
  if (read === "") throw cannotRead(place, "it is empty", "Write its text, or take it out.");
  return read;
};

/** A string with more in it than white space. */
export const filledText: Reader<string> = (value, place) => {
  const read = text(value, place);
  if (read.trim() === "") throw cannotRead(place, "it is blank", "Write its text, or take it out.");
  return read;
};

/** True or false, and nothing that only looks like it. */
export const flag: Reader<boolean> = (value, place) => {
  if (typeof value !== "boolean") {
    throw expected(place, "true or false", value, "Write true or false, without quotes.");
  }
  return value;
};

/** A whole number that a double holds exactly. */
export const integer: Reader<number> = (value, place) => {
  if (typeof value !== "number") throw expected(place, "an integer", value);
  if (!Number.isSafeInteger(value)) {
    throw cannotRead(place, `${value} is not an integer between -(2^53 - 1) and 2^53 - 1`);
  }
  // Negative zero is spelled 0.
  return value + 0;
};

/** A list whose items are all read by one reader. */
export function listOf<T>(item: Reader<T>, hint?: string): Reader<readonly T[]> {
  return (value, place) => {
    if (!Array.isArray(value)) throw expected(place, "a list", value, hint);
    return Array.from(value, (entry, index) => {
      return item(entry, { ...place, path: `${place.path}[${index}]` });
    });
  };
}

/** Null, or what a reader reads. */
export function orNull<T>(reader: Reader<T>): Reader<T | null> {
  return (value, place) => value === null ? null : reader(value, place);
}
