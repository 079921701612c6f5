/**
 * Admission: how many attempts may be under way at once.
 *
 * @module
 */

/** How many leases there are, and have been. */
export interface LeaseCounts {
  /** Taken and not released. Zero when nothing is under way. */
  readonly active: number;
  /** Ever taken. */
  readonly taken: number;
  /** Every release counts, so that one too many shows. */
  readonly released: number;
}

/** Leave for one attempt. */
export interface Lease {
  /** To be called once, whatever became of the attempt. */
  release(): void;
}

/** Gives leases out. */
export interface Admission {
  /** A lease; undefined where all are taken. */
  take(): Lease | undefined;
  counts(): LeaseCounts;
}

/** An admission for so many attempts at once. */
export function admissionFor(capacity: number): Admission {
  let taken = 0;
  let released = 0;
  return {
    take() {
      if (taken - released >= capacity) return undefined;
      taken++;
      return {
        release: () => {
          released++;
        },
      };
    },
    counts: () => ({ active: taken - released, taken, released }),
  };
}
