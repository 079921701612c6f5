/**
 * Keeps a flood of violations readable without losing a single kind of them.
 *
 * @module
 */
import type { Violation } from "./result.ts";

/** How many violations of one code are listed; the last of them says how many others there are. */
export const MAX_PER_CODE = 10;

/** Takes violations one by one. */
export interface Collector {
  /** `make` is called only for a violation that will be listed. */
  add(code: string, make: () => Violation): void;
  /** How many were added, listed or not. */
  count(): number;
  /** From here on nobody looks: the numbers are lower bounds. */
  stop(): void;
  all(): readonly Violation[];
}

/** A collector with nothing in it. */
export function collector(): Collector {
  const listed: Violation[] = [];
  const counts = new Map<string, number>();
  let total = 0;
  let stopped = false;
  return {
    add(code, make) {
      const count = (counts.get(code) ?? 0) + 1;
      counts.set(code, count);
      total++;
      if (count <= MAX_PER_CODE) listed.push(make());
    },
    count: () => total,
    stop() {
      stopped = true;
    },
    all() {
      const seen = new Map<string, number>();
      return listed.map((violation) => {
        const place = (seen.get(violation.code) ?? 0) + 1;
        seen.set(violation.code, place);
        const more = counts.get(violation.code)! - MAX_PER_CODE;
        if (place < MAX_PER_CODE || more <= 0) return violation;
        const howMany = stopped ? `at least ${more}` : String(more);
        return { ...violation, received: `${violation.received}, and ${howMany} more like it` };
      });
    },
  };
}
