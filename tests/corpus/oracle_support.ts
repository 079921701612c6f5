/**
 * Hand-written streams and bodies for the oracles' tests, and the ways to feed them.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import { oracles } from "../../lib/corpus/oracle/oracles.ts";
import type { AnswerTranscript, Dialect } from "../../lib/corpus/transcript.ts";

/** What an event's data holds. */
export type Data = Readonly<Record<string, unknown>>;

/** UTF-8. */
export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A JSON body. */
export const json = (value: unknown): Uint8Array => utf8(JSON.stringify(value));

/** Events without a name. */
export const unnamed = (...all: readonly (Data | string)[]): string =>
  all.map((one) => `data: ${typeof one === "string" ? one : JSON.stringify(one)}\n\n`).join("");

/** Events named as their data's type says. */
export const named = (...all: readonly Data[]): string =>
  all.map((one) => `event: ${one.type}\ndata: ${JSON.stringify(one)}\n\n`).join("");

/** The bytes in reads of random lengths, the same ones for the same seed. */
export function* randomReads(bytes: Uint8Array, seed: number): Generator<Uint8Array> {
  let state = seed * 2654435761 % 4294967296;
  for (let at = 0; at < bytes.length;) {
    state = (state * 1664525 + 1013904223) % 4294967296;
    const length = state >>> 8 & 1 ? 1 + (state >>> 16) % 4 : (state >>> 12) % 200;
    yield bytes.subarray(at, at + length);
    at += length;
  }
}

/** The bytes one by one. */
export const oneByOne = (bytes: Uint8Array): Uint8Array[] =>
  Array.from(bytes, (_, at) => bytes.subarray(at, at + 1));

/** Reads a stream in these reads, all at one time. */
export function readAs(
  dialect: Dialect,
  reads: Iterable<Uint8Array>,
  end: "eof" | "reset" | "abort" = "eof",
): AnswerTranscript {
  const reader = oracles[dialect].stream();
  for (const read of reads) {
    const own = read.slice();
    reader.feed(own, 5);
    own.fill(0x78); // a caller may use its buffer again
  }
  return reader.end(end);
}

/** Reads a stream whole, byte by byte and in random reads: always one transcript. */
export function readStream(
  dialect: Dialect,
  text: string,
  end: "eof" | "reset" | "abort" = "eof",
): AnswerTranscript {
  const bytes = utf8(text);
  const whole = readAs(dialect, [bytes], end);
  assertEquals(readAs(dialect, oneByOne(bytes), end), whole, "byte by byte");
  for (let seed = 1; seed <= 12; seed++) {
    assertEquals(readAs(dialect, randomReads(bytes, seed), end), whole, `split by seed ${seed}`);
  }
  return whole;
}

/** The codes of the faults, in order. */
export const codes = (answer: AnswerTranscript): readonly string[] =>
  answer.faults.map(({ code }) => code);

/** A stream and the fault codes that it must show. */
export type FaultCase = readonly [name: string, stream: string, codes: readonly string[]];

/** A test for each stream. */
export function testFaults(dialect: Dialect, cases: readonly FaultCase[]): void {
  for (const [name, stream, expected] of cases) {
    Deno.test(`${dialect} stream: ${name} is ${expected.join(", ") || "no fault"}`, () => {
      assertEquals(codes(readStream(dialect, stream)), expected);
    });
  }
}
