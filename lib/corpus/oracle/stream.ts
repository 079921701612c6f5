/**
 * What streams of all dialects have in common: bytes become events, each event is an input to the
 * dialect's state machine, and what the events add up to is a transcript.
 *
 * @module
 */
import type { AnswerTranscript } from "../transcript.ts";
import { noteDuplicates, type Said } from "./answer.ts";
import { isObject, type Place, readText } from "./place.ts";
import { Reading } from "./reading.ts";
import { readSse, type SseEvent } from "./sse.ts";

/** Reads one streamed answer. */
export interface StreamReader {
  /** Takes the next bytes of the body; `atMs` is when they came, on the caller's clock. */
  feed(bytes: Uint8Array, atMs: number): void;
  /** When the first text of the answer was whole enough to be shown; undefined before. */
  firstTextAtMs(): number | undefined;
  /**
   * The transcript. `eof`: the body ended as it should; `reset`: the wire broke; `abort`: we left,
   * so that a block cut by it is nobody's fault. Nothing can be fed afterwards.
   */
  end(kind: "eof" | "reset" | "abort"): AnswerTranscript;
}

/** A reading that also knows when text came. */
export class StreamReading extends Reading {
  /** When the first text came, ms. */
  firstTextAtMs: number | undefined;
  #atMs = 0;

  /** Turns to an event: faults that are found from now on are its own. */
  turnTo(event: SseEvent): void {
    this.offset = event.offset;
    this.#atMs = event.atMs;
  }

  /** Says that a piece of the answer's text is here. */
  sawText(piece: string): void {
    if (piece !== "") this.firstTextAtMs ??= this.#atMs;
  }

  /** The event's data as a JSON object; undefined, with a fault, where it isn't one. */
  object(event: SseEvent): Place | undefined {
    const json = readText(event.data);
    if (!json.ok) {
      this.fault("bad-json", `the event's data is no JSON: ${json.reason}`);
      this.others.note("(bad data)", JSON.stringify(event.data));
      return undefined;
    }
    noteDuplicates(this, json.duplicates);
    if (isObject(json.place.value)) return json.place;
    this.fault("not-an-object", "the event's data is no JSON object");
    this.others.note("(bad data)", event.data);
    return undefined;
  }
}

/** A dialect's grammar, fed with events. */
export interface Grammar {
  /** Takes the next event. */
  event(event: SseEvent): void;
  /** What was said, where the stream ends here. */
  said(): Said;
}

/**
 * A state machine as a table: in this state, this move leads there; with a code, it is a fault. Each
 * state has a cell for each move, so that nothing is left to chance.
 */
export type Machine<State extends string, Move extends string> = Readonly<
  Record<State, Readonly<Record<Move, readonly [next: State, fault?: string]>>>
>;

/** Starts a reader around a grammar. */
export function streamReader(start: (reading: StreamReading) => Grammar): StreamReader {
  const reading = new StreamReading();
  const grammar = start(reading);
  const sse = readSse();
  let transcript: AnswerTranscript | undefined;
  let lastMs = 0;

  const take = (events: readonly SseEvent[]) => {
    for (const event of events) {
      reading.turnTo(event);
      grammar.event(event);
    }
  };

  return {
    feed(bytes, atMs) {
      lastMs = atMs;
      take(sse.feed(bytes, atMs));
    },
    firstTextAtMs: () => reading.firstTextAtMs,
    end(kind) {
      if (transcript !== undefined) return transcript;
      if (kind === "abort") sse.stop();
      else take(sse.end(lastMs));
      const said = grammar.said();
      const faults = [...sse.faults, ...reading.faults.list()];
      return transcript = {
        ...said,
        faults: faults.sort((a, b) => a.offset - b.offset),
        other: reading.others.toRecord(),
      };
    },
  };
}
