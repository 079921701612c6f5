/**
 * Waits with an end: for something to happen, for patience to run out, or for everything to stop.
 *
 * @module
 */

/** How a wait ended. */
export type WaitEnd = "happened" | "patience" | "stopped";

/** Waits for a promise, at most this long. Rejection counts as happening. Leaves no timer behind. */
export function waitFor(
  what: Promise<unknown>,
  patienceMs: number,
  signal?: AbortSignal,
): Promise<WaitEnd> {
  const { promise, resolve } = Promise.withResolvers<WaitEnd>();
  const timer = setTimeout(() => settle("patience"), patienceMs);
  const stop = () => settle("stopped");
  function settle(end: WaitEnd) {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
    resolve(end);
  }
  if (signal?.aborted) stop();
  else signal?.addEventListener("abort", stop);
  const happened = () => settle("happened");
  what.then(happened, happened);
  return promise;
}

/** The next macrotask: what was written before it arrives apart from what is written after. */
export function macrotask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

/** Waits for conditions that others make true, and say so. */
export class Changes {
  #next = Promise.withResolvers<void>();

  /** Something may have become true. */
  happened(): void {
    const { resolve } = this.#next;
    this.#next = Promise.withResolvers<void>();
    resolve();
  }

  /** Resolves once a condition holds. */
  async until(condition: () => boolean): Promise<void> {
    while (!condition()) await this.#next.promise;
  }
}
