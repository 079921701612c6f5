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
  readonly #open = new Set<{ worst: number; readonly from: number }>();

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
    for (const window of this.#open) window.worst = Math.max(window.worst, this.#late(now, window));
    this.#last = now;
  }

  /** How late a tick is that has not come by now; what went before the window is none of its. */
  #late(now: number, { from }: { readonly from: number }): number {
    return now - Math.max(this.#last, from) - TICK_MS;
  }

  /** Opens a window; `end` closes it and gives the longest stall in it, whole ms. */
  begin(): { end(): number } {
    const window = { worst: 0, from: performance.now() };
    this.#open.add(window);
    return {
      end: () => {
        // A stall that lasts until now has not been ticked yet.
        const pending = this.#late(performance.now(), window);
        this.#open.delete(window);
        return Math.max(0, Math.round(Math.max(window.worst, pending)));
      },
    };
  }
}
