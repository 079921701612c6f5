/**
 * An upstream's stream as bytes: what its events, texts and cuts come to on the wire.
 *
 * @module
 */
import { type JsonDocument, stringifyJson } from "../../contract/json.ts";
import { ByteBuffer, fromBase64 } from "../../wire/bytes.ts";
import { CorpusError } from "../fault.ts";
import type { Answer, Cut, StreamStep, Writes } from "../fixture.ts";
import type { Dialect } from "../transcript.ts";

/** A streamed answer. */
export type StreamAnswer = Extract<Answer, { stream: unknown }>;

/** One thing to do: a write that arrives alone (or, of very many, most likely alone), the head, a wait. */
export type StreamAction =
  | { readonly write: Uint8Array; readonly apart: boolean }
  | { readonly head: true }
  | { readonly hold: "first-text" | "gateway-leaves" };

/** How many writes between two holds are waited between, each. */
const MANY_WRITES = 64;

const utf8 = new TextEncoder();

/**
 * The actions of a stream in order.
 *
 * @throws {CorpusError} bad-base64, bad-cut.
 */
export function streamActions(
  answer: StreamAnswer,
  dialect: Dialect,
  doc: JsonDocument,
  where: string,
): readonly StreamAction[] {
  const actions: StreamAction[] = [];
  const cuts = new Cuts(answer.writes ?? "events", where);
  let run: Uint8Array[] = [];
  const flush = () => {
    const writes = cuts.apply(run);
    // A wait costs a millisecond or two; hundreds of writes are apart without one, but for a few.
    const every = writes.length > MANY_WRITES ? Math.ceil(writes.length / MANY_WRITES) : 1;
    for (const [index, write] of writes.entries()) {
      actions.push({ write, apart: index % every === 0 });
    }
    run = [];
  };
  for (const [index, step] of answer.stream.entries()) {
    if ("hold" in step || "head" in step) {
      flush();
      actions.push(step);
    } else run.push(stepBytes(step, dialect, doc, `${where}/stream/${index}`));
  }
  flush();
  cuts.end();
  return actions;
}

function stepBytes(
  step: Exclude<StreamStep, { hold: unknown } | { head: unknown }>,
  dialect: Dialect,
  doc: JsonDocument,
  where: string,
): Uint8Array {
  if ("text" in step) return utf8.encode(step.text);
  if ("base64" in step) {
    const bytes = fromBase64(step.base64);
    if (bytes === undefined) throw new CorpusError("bad-base64", where);
    return bytes;
  }
  const { type } = step.event;
  const name = step.name ?? (dialect !== "chat" && typeof type === "string" ? type : undefined);
  const named = name === undefined ? "" : `event: ${name}\n`;
  return utf8.encode(`${named}data: ${stringifyJson(doc, step.event)}\n\n`);
}

/** Divides runs of bytes into writes. A cut belongs to the first run that has its text. */
class Cuts {
  readonly #writes: Writes;
  readonly #where: string;
  readonly #left: Set<Cut>;

  constructor(writes: Writes, where: string) {
    this.#writes = writes;
    this.#where = `${where}/writes`;
    this.#left = new Set(typeof writes === "object" && "cut" in writes ? writes.cut : []);
  }

  apply(run: readonly Uint8Array[]): readonly Uint8Array[] {
    const writes = this.#writes;
    if (writes === "events") return run.filter((piece) => piece.length > 0);
    const whole = joined(run);
    if (whole.length === 0) return [];
    if (writes === "whole") return [whole];
    if ("bytes" in writes) return pieces(whole, everyNth(writes.bytes, whole.length));
    const places: number[] = [];
    for (const cut of this.#left) {
      const place = placeOf(cut, whole, this.#where);
      if (place === undefined) continue;
      this.#left.delete(cut);
      places.push(place);
    }
    return pieces(whole, places.sort((a, b) => a - b));
  }

  /** Every cut must have found its text. */
  end(): void {
    for (const cut of this.#left) {
      throw new CorpusError("bad-cut", this.#where, JSON.stringify(cut));
    }
  }
}

/** Where a cut falls; undefined where its text isn't in these bytes often enough. */
function placeOf({ in: text, byte, nth = 1 }: Cut, whole: Uint8Array, where: string) {
  const wanted = utf8.encode(text);
  if (byte >= wanted.length) {
    throw new CorpusError("bad-cut", where, `${byte} bytes are not inside ${JSON.stringify(text)}`);
  }
  let at = -1;
  for (let left = nth; left > 0; left--) {
    at = indexOf(whole, wanted, at + 1);
    if (at < 0) return undefined;
  }
  return at + byte;
}

function indexOf(bytes: Uint8Array, wanted: Uint8Array, from: number): number {
  for (let at = from; at + wanted.length <= bytes.length; at++) {
    if (wanted.every((byte, i) => bytes[at + i] === byte)) return at;
  }
  return -1;
}

function everyNth(size: number, length: number): readonly number[] {
  return Array.from({ length: Math.ceil(length / size) - 1 }, (_, i) => (i + 1) * size);
}

function pieces(whole: Uint8Array, places: readonly number[]): readonly Uint8Array[] {
  const borders = [0, ...new Set(places), whole.length];
  return borders.slice(1).map((end, i) => whole.slice(borders[i], end));
}

function joined(run: readonly Uint8Array[]): Uint8Array {
  const buffer = new ByteBuffer();
  for (const piece of run) buffer.append(piece);
  return buffer.take();
}
