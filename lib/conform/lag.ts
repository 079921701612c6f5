/**
 * Watches our own event loop, so that a stall of ours is never taken for slowness of a target.
 *
 * @module
 */

const TICK_MS = 50;

/** A ticking watch; every open window learns the longest stall that it saw. */
export class LagWatch {
  #timer: ReturnType<typeof setInterval> | undefined;
  #last = performance.now();
  readonly #open = new Set<{ worst: number }>();

  start(): void {
    this.#last = performance.now();
    this.#timer = setInterval(() => this.#tick(), TICK_MS);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #tick(): void {
    const now = performance.now();
    const late = now - this.#last - TICK_MS;
    this.#last = now;
    for (const window of this.#open) window.worst = Math.max(window.worst, late);
  }

  /** Opens a window; `end` closes it and gives the longest stall in it, whole ms. */
  begin(): { end(): number } {
    const window = { worst: 0 };
    this.#open.add(window);
    return {
      end: () => {
        // A stall that lasts until now has not been ticked yet.
        const pending = performance.now() - this.#last - TICK_MS;
        this.#open.delete(window);
        return Math.max(0, Math.round(Math.max(window.worst, pending)));
      },
    };
  }
}
