/**
 * A text that comes in deltas and then again, whole, in snapshots. "Snapshots repeat deltas —
 * consumers must not append them; if no deltas came, they are the only source" (spec/dialects.md 4.1).
 *
 * @module
 */
import type { StreamReading } from "./stream.ts";

/** One such text. */
export class Told {
  /** What has come so far; a snapshot never adds to deltas. */
  text = "";
  /** True once its own `.done` event came. */
  isDone = false;
  #isKnown = false;

  /** Adds a delta. */
  delta(reading: StreamReading, piece: string): void {
    if (this.isDone) reading.fault("delta-after-stop", "a delta came after its text was done");
    this.text += piece;
    this.#isKnown = true;
  }

  /** Compares a snapshot with what came, or takes it where nothing did. */
  snapshot(
    reading: StreamReading,
    text: string,
    isSame: (one: string, other: string) => boolean = (one, other) => one === other,
  ): void {
    if (!this.#isKnown) this.text = text;
    else if (!isSame(this.text, text)) {
      reading.fault("snapshot-differs", "a snapshot isn't what the deltas before it add up to");
    }
    this.#isKnown = true;
  }

  /** Its `.done` event: once, and a snapshot too. */
  done(
    reading: StreamReading,
    text: string,
    isSame?: (one: string, other: string) => boolean,
  ): void {
    if (this.isDone) reading.fault("second-stop", "the text was done before");
    this.isDone = true;
    this.snapshot(reading, text, isSame);
  }
}
