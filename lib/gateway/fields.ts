/**
 * Reads the members of a JSON object by name and type, and remembers which, so that what nobody read
 * can be refused instead of lost.
 *
 * @module
 */
import { type JsonDocument, type JsonValue, pointerOf, stringifyJson } from "../contract/json.ts";
import type { Complain } from "./trouble.ts";

type Members = { [key: string]: JsonValue };

/**
 * One object of a document. A member that is null counts as absent, as it does in all three dialects.
 * Every reading throws what `complain` makes where a member has another type than is asked for.
 */
export class Fields {
  readonly pointer: string;
  readonly #doc: JsonDocument;
  readonly #members: Members;
  readonly #complain: Complain;
  readonly #read = new Set<string>();

  /** Throws where the value is no object. */
  constructor(doc: JsonDocument, value: JsonValue, pointer: string, complain: Complain) {
    if (value === null || typeof value !== "object" || Array.isArray(value)) {
      throw complain(`expected an object, found ${kindOf(value)}`, pointer);
    }
    this.#doc = doc;
    this.#members = value;
    this.pointer = pointer;
    this.#complain = complain;
  }

  /** The error of this place, or of a member. */
  fault(reason: string, key?: string): Error {
    return this.#complain(reason, key === undefined ? this.pointer : this.#pointerOf(key));
  }

  /** The member's value; undefined where it is absent or null. */
  value(key: string): JsonValue | undefined {
    this.#read.add(key);
    return Object.hasOwn(this.#members, key) ? this.#members[key] ?? undefined : undefined;
  }

  /** True where null stands for the member, and not only silence. */
  isNull(key: string): boolean {
    return Object.hasOwn(this.#members, key) && this.#members[key] === null;
  }

  text(key: string): string | undefined {
    const value = this.value(key);
    if (value === undefined || typeof value === "string") return value;
    throw this.#expected("a string", key, value);
  }

  requiredText(key: string): string {
    const text = this.text(key);
    if (text === undefined) throw this.fault("a string is missing", key);
    return text;
  }

  flag(key: string): boolean | undefined {
    const value = this.value(key);
    if (value === undefined || typeof value === "boolean") return value;
    throw this.#expected("true or false", key, value);
  }

  /** A number's spelling. */
  number(key: string): string | undefined {
    const value = this.value(key);
    if (value === undefined) return undefined;
    if (typeof value !== "number") throw this.#expected("a number", key, value);
    return this.raw(key);
  }

  /** The spelling of a number that isn't below zero; undefined for anything else. */
  count(key: string): string | undefined {
    const value = this.value(key);
    return typeof value === "number" && value >= 0 ? this.raw(key) : undefined;
  }

  /** A member's JSON text, its numbers as they came. */
  raw(key: string): string | undefined {
    const value = this.value(key);
    if (typeof value === "number") {
      return this.#doc.numberSource(this.#members, key) ?? String(value);
    }
    return value === undefined ? undefined : stringifyJson(this.#doc, value);
  }

  /** The JSON text of a member that must be an object. */
  rawObject(key: string): string | undefined {
    return this.child(key) === undefined ? undefined : this.raw(key);
  }

  child(key: string): Fields | undefined {
    const value = this.value(key);
    return value === undefined ? undefined : this.#at(value, key);
  }

  /** The objects of a list; empty where it is absent. */
  children(key: string): readonly Fields[] {
    return this.#list(key).map((value, index) => this.#at(value, key, index));
  }

  /** The strings of a list; empty where it is absent. */
  strings(key: string): readonly string[] {
    return this.#list(key).map((value) => {
      if (typeof value !== "string") throw this.#expected("strings", key, value);
      return value;
    });
  }

  /** A string as it is, or a list of objects. */
  content(key: string): string | readonly Fields[] | undefined {
    const value = this.value(key);
    if (value === undefined || typeof value === "string") return value;
    if (!Array.isArray(value)) throw this.#expected("a string or a list", key, value);
    return this.children(key);
  }

  /** Members that change neither what the model is asked nor how the answer is told. */
  skip(...keys: readonly string[]): void {
    for (const key of keys) this.#read.add(key);
  }

  /** Members that may be left out where they say what is so anyway. */
  default(key: string, ...values: readonly (string | number | boolean)[]): void {
    const value = this.value(key);
    if (value === undefined || values.some((allowed) => allowed === value)) return;
    throw this.fault("the other dialect has no counterpart for this value", key);
  }

  /** Refuses the first member that nobody asked for. Null, `[]` and `{}` say nothing, and may stay. */
  close(): void {
    for (const [key, value] of Object.entries(this.#members)) {
      if (this.#read.has(key) || saysNothing(value)) continue;
      throw this.fault("the other dialect has no counterpart; leave it out", key);
    }
  }

  #list(key: string): readonly JsonValue[] {
    const value = this.value(key);
    if (value === undefined) return [];
    if (!Array.isArray(value)) throw this.#expected("a list", key, value);
    return value;
  }

  #at(value: JsonValue, ...path: readonly (string | number)[]): Fields {
    return new Fields(this.#doc, value, this.pointer + pointerOf(path), this.#complain);
  }

  #expected(what: string, key: string, value: JsonValue): Error {
    return this.fault(`expected ${what}, found ${kindOf(value)}`, key);
  }

  #pointerOf(key: string): string {
    return this.pointer + pointerOf([key]);
  }
}

function kindOf(value: JsonValue): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

function saysNothing(value: JsonValue): boolean {
  return value === null || (typeof value === "object" && Object.keys(value).length === 0);
}
