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
  readonly #startedAt = isoTime(Date.now());
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

  /**
   * Notes bytes of the answer; keeps a copy of the first {@linkcode MAX_RAW_BYTES}. Returns the copy
   * where it holds all of `bytes`: it never changes.
   */
  arrived(bytes: Uint8Array, atMs: number): Uint8Array | undefined {
    this.mark("firstByteMs", atMs);
    this.counted(bytes.length, atMs);
    const room = MAX_RAW_BYTES - this.#raw.length;
    if (room > 0) this.#raw.append(bytes, 0, Math.min(room, bytes.length));
    return room >= bytes.length ? this.#raw.view(this.#raw.length - bytes.length) : undefined;
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
    const request = this.#request;
    const evidence = {
      startedAt: this.#startedAt,
      // A copy: a write that ends late must not change what was handed out.
      times: { ...this.#times, endMs },
      arrivals: this.#arrivals,
      raw: this.#raw.take(),
    };
    if (fault === undefined) {
      return response === undefined ? { request, ...evidence } : { request, response, ...evidence };
    }
    return response === undefined
      ? { request, fault, ...evidence }
      : { request, response, fault, ...evidence };
  }
}

/** The second that was spelled last, and how: a date costs more to spell than the rest of a log. */
let spelledSecond = NaN;
let spelling = "";

/** `new Date(ms).toISOString()`, for whole milliseconds from 1970 on. */
export function isoTime(ms: number): string {
  const second = Math.floor(ms / 1000);
  if (second !== spelledSecond) {
    spelling = new Date(second * 1000).toISOString().slice(0, -4);
    spelledSecond = second;
  }
  return `${spelling}${String(ms - second * 1000).padStart(3, "0")}Z`;
}
