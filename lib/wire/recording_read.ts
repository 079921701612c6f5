/**
 * Reads untrusted JSON place by place, so that an error can say where it is.
 *
 * @module
 */
import type { Fault, FaultKind, WireResponse } from "./exchange.ts";

/** A recording that can't be read; the message has the place and what should be there. */
export class RecordingError extends Error {
  override readonly name = "RecordingError";
  /** RFC 6901 pointer of the faulty value; `""` is the whole. */
  readonly pointer: string;

  constructor(pointer: string, expected: string, received: unknown) {
    const place = pointer === "" ? "the exchange" : pointer;
    super(
      `Cannot read the recording: ${place} should be ${expected} and is ${shown(received)}; ` +
        "record it again",
    );
    this.pointer = pointer;
  }
}

/** One place in a JSON value. Every method that can't do what it says throws a {@linkcode RecordingError}. */
export class Reader {
  readonly #value: unknown;
  readonly #pointer: string;

  constructor(value: unknown, pointer: string) {
    this.#value = value;
    this.#pointer = pointer;
  }

  /** The member `key`, there or not: what is asked of it next says whether it had to be. */
  get(key: string): Reader {
    const value = this.#value;
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      this.fail("an object");
    }
    const member: unknown = Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
    return new Reader(member, `${this.#pointer}/${key}`);
  }

  /** The member `key`, or `undefined` where there is none. */
  optional(key: string): Reader | undefined {
    const member = this.get(key);
    return member.#value === undefined ? undefined : member;
  }

  string(): string {
    return typeof this.#value === "string" ? this.#value : this.fail("a string");
  }

  /** A finite number. */
  number(): number {
    const value = this.#value;
    return typeof value === "number" && Number.isFinite(value) ? value : this.fail("a number");
  }

  /** A whole number from 0 on. */
  count(): number {
    const value = this.#value;
    return Number.isSafeInteger(value) && Number(value) >= 0
      ? Number(value)
      : this.fail("a whole number");
  }

  oneOf<T extends string | number>(allowed: readonly T[]): T {
    return allowed.find((one) => one === this.#value) ??
      this.fail(allowed.map((one) => JSON.stringify(one)).join(" or "));
  }

  list<T>(read: (entry: Reader) => T): T[] {
    if (!Array.isArray(this.#value)) this.fail("an array");
    return this.#value.map((entry, index) => read(new Reader(entry, `${this.#pointer}/${index}`)));
  }

  pair(): readonly [Reader, Reader] {
    const value = this.#value;
    if (!Array.isArray(value) || value.length !== 2) this.fail("an array of two");
    return [new Reader(value[0], `${this.#pointer}/0`), new Reader(value[1], `${this.#pointer}/1`)];
  }

  fail(expected: string): never {
    throw new RecordingError(this.#pointer, expected, this.#value);
  }
}

function shown(value: unknown): string {
  if (value === undefined) return "missing";
  const text = JSON.stringify(value) ?? typeof value;
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

/** Every member of a union, checked by the compiler: a kind left out here doesn't compile. */
function all<T extends string>(names: Readonly<Record<T, true>>): readonly T[] {
  return Object.keys(names) as T[];
}

export const FAULT_KINDS: readonly FaultKind[] = all({
  dns: true,
  refused: true,
  unreachable: true,
  tls: true,
  "no-response": true,
  "cut-head": true,
  "bad-head": true,
  "head-too-large": true,
  "cut-body": true,
  "bad-chunk": true,
  "body-too-large": true,
  "trailing-bytes": true,
  reset: true,
  timeout: true,
  aborted: true,
  io: true,
});

export const FAULT_PHASES: readonly Fault["phase"][] = all({
  connect: true,
  send: true,
  head: true,
  body: true,
  after: true,
});

export const FRAMINGS: readonly WireResponse["framing"][] = all({
  "content-length": true,
  chunked: true,
  "until-close": true,
  none: true,
});
