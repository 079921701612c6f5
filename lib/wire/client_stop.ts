/**
 * What may end an exchange from outside: its deadline, and the caller's signal.
 *
 * @module
 */
import type { Fault, TransportOptions } from "./exchange.ts";

/** setTimeout's longest delay, ms; a longer one would fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** One deadline and one signal over one exchange. Call {@linkcode release} when it is over. */
export class Stop {
  readonly #deadlineMs: number;
  readonly #caller: AbortSignal | undefined;
  readonly #controller = new AbortController();
  #aborted: (() => void) | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #cause: "timeout" | "aborted" | undefined;
  #onStop: (() => void) | undefined;

  /** The clock runs from here. Throws a TypeError where the deadline is no number. */
  constructor({ deadlineMs = Infinity, signal }: TransportOptions) {
    if (typeof deadlineMs !== "number" || Number.isNaN(deadlineMs)) {
      throw new TypeError(`Cannot set a deadline of ${deadlineMs} ms: not a number`);
    }
    this.#deadlineMs = deadlineMs;
    this.#caller = signal;
    if (signal?.aborted) this.#stop("aborted");
    else if (deadlineMs <= 0) this.#stop("timeout");
    else {
      if (signal !== undefined) {
        this.#aborted = () => this.#stop("aborted");
        signal.addEventListener("abort", this.#aborted);
      }
      if (deadlineMs <= MAX_TIMER_MS) {
        this.#timer = setTimeout(() => this.#stop("timeout"), deadlineMs);
      }
    }
  }

  /** Aborted when the exchange must stop, whatever the cause. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get stopped(): boolean {
    return this.#cause !== undefined;
  }

  /** Called once, when the exchange must stop; at once if it must already. */
  onStop(callback: () => void): void {
    this.#onStop = callback;
    if (this.stopped) callback();
  }

  /** Stops the exchange if the deadline is past but its timer had no turn. True if it is stopped. */
  check(elapsedMs: number): boolean {
    if (elapsedMs > this.#deadlineMs) this.#stop("timeout");
    return this.stopped;
  }

  /** The fault of having been stopped in `phase`. */
  fault(phase: Fault["phase"]): Fault {
    return this.#cause === "aborted"
      ? { kind: "aborted", phase, message: `The caller aborted the exchange ${DOING[phase]}` }
      : {
        kind: "timeout",
        phase,
        message: `The deadline of ${this.#deadlineMs} ms passed ${DOING[phase]}`,
      };
  }

  /** Lets go of the deadline, and keeps the signal. */
  endDeadline(): void {
    clearTimeout(this.#timer);
  }

  /** Lets go of timer and signal. */
  release(): void {
    this.endDeadline();
    if (this.#aborted !== undefined) this.#caller?.removeEventListener("abort", this.#aborted);
    this.#onStop = undefined;
  }

  #stop(cause: "timeout" | "aborted"): void {
    if (this.#cause !== undefined) return;
    this.#cause = cause;
    this.endDeadline();
    this.#controller.abort();
    this.#onStop?.();
  }
}

const DOING: Readonly<Record<Fault["phase"], string>> = {
  connect: "before a connection stood",
  send: "while the request was being sent",
  head: "before the answer's head was whole",
  body: "before the answer's body was whole",
  after: "after the answer was whole",
};
