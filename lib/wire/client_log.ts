/**
 * What an exchange leaves behind: times, arrivals, raw bytes.
 *
 * @module
 */
import { ByteBuffer } from "./bytes.ts";
import {
  type Exchange,
  type Fault,
  MAX_RAW_BYTES,
  type Times,
  type WireRequest,
  type WireResponse,
} from "./exchange.ts";

/**
 * How many arrivals are kept apart; later ones are added to the last. A body that drips a byte at
 * a time must not cost more memory in its log than in itself.
 */
export const MAX_ARRIVALS = 4096;

type Phase = Exclude<keyof Times, "endMs">;

/** The notes of one exchange. Its clock starts with it. */
export class ExchangeLog {
  readonly #start = performance.now();
  readonly #startedAt = new Date().toISOString();
  readonly #request: WireRequest;
  readonly #times: { -readonly [K in Phase]?: number } = {};
  readonly #arrivals: [number, number][] = [];
  readonly #raw = new ByteBuffer();

  constructor(request: WireRequest) {
    this.#request = request;
  }

  /** Milliseconds since the exchange began. */
  now(): number {
    return performance.now() - this.#start;
  }

  /** Notes the time of a phase, once. */
  mark(phase: Phase, atMs: number): void {
    this.#times[phase] ??= atMs;
  }

  /** Notes bytes of the answer; keeps a copy of the first {@linkcode MAX_RAW_BYTES}. */
  arrived(bytes: Uint8Array, atMs: number): void {
    this.mark("firstByteMs", atMs);
    this.counted(bytes.length, atMs);
    const room = MAX_RAW_BYTES - this.#raw.length;
    if (room > 0) this.#raw.append(bytes, 0, Math.min(room, bytes.length));
  }

  /** Notes how many bytes came, for those who can't see the raw ones. */
  counted(size: number, atMs: number): void {
    const last = this.#arrivals.at(-1);
    if (last !== undefined && this.#arrivals.length === MAX_ARRIVALS) last[1] += size;
    else this.#arrivals.push([atMs, size]);
  }

  /** The finished exchange. */
  exchange(
    endMs: number,
    response: WireResponse | undefined,
    fault: Fault | undefined,
  ): Exchange {
    return {
      request: this.#request,
      ...(response === undefined ? {} : { response }),
      ...(fault === undefined ? {} : { fault }),
      startedAt: this.#startedAt,
      times: { ...this.#times, endMs },
      arrivals: this.#arrivals,
      raw: this.#raw.take(),
    };
  }
}
