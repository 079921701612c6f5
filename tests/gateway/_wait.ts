/**
 * Bounded waits.
 *
 * @module
 */

import type { Gateway } from "../../lib/gateway/gateway.ts";

/** The promise's outcome; rejects where it takes longer than so many milliseconds. */
export async function within<T>(promise: Promise<T>, what: string, ms = 5_000): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Too late: ${what} took over ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Settles once a gateway has every lease back. */
export async function leasesBack(gateway: Gateway): Promise<void> {
  while (gateway.leases().active !== 0) await new Promise((resolve) => setTimeout(resolve, 0));
  const { taken, released } = gateway.leases();
  if (taken !== released) throw new Error(`${taken} leases were taken, and ${released} released`);
}

/** A gate and what opens it. */
export function gate(): { readonly opened: Promise<void>; readonly open: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: promise, open: resolve };
}
