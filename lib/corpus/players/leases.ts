/**
 * Looks into a gateway's admission after a play: by its counters where it has them, else, where its
 * capacity is known, by filling it.
 *
 * @module
 */
import type { Leases, OpenTarget } from "../target.ts";
import type { Upstream } from "./upstream.ts";
import { waitFor } from "./wait.ts";

/** What was seen of an admission. */
export type LeaseProbe =
  /** Its counters, once nothing was active or patience had run out. */
  | { readonly kind: "counted"; readonly leases: Leases; readonly requests: number }
  /** How many of `capacity` requests at once came through, and whether one more did. */
  | {
    readonly kind: "filled";
    readonly capacity: number;
    readonly admitted: number;
    readonly oneMore: boolean;
  };

/** How often counters are looked at, ms. */
const LOOK_MS = 5;
/** One request too many is given this long to come through, ms. */
const ONE_MORE_MS = 250;

/** Waits until the counters say that nothing is active, at most as long as patience lasts. */
export async function countLeases(
  target: OpenTarget,
  requests: number,
  patienceMs: number,
  signal?: AbortSignal,
): Promise<LeaseProbe | undefined> {
  const leases = target.leases?.();
  if (target.leases === undefined || leases === undefined) return undefined;
  const until = performance.now() + patienceMs;
  let seen = leases;
  while (seen.active !== 0 && performance.now() < until && signal?.aborted !== true) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    seen = target.leases();
  }
  return { kind: "counted", leases: seen, requests };
}

/**
 * Sends as many requests at once as are admitted, and one more. The upstream answers none of them, so
 * that each holds what it was given until its client leaves.
 *
 * @param send sends one request that ends when the signal says so
 */
export async function fillLeases(
  capacity: number,
  upstream: Upstream,
  exchange: number,
  send: (signal: AbortSignal) => Promise<unknown>,
  patienceMs: number,
): Promise<LeaseProbe> {
  const leaving = new AbortController();
  const sent: Promise<unknown>[] = [];
  const count = () => upstream.attempts.filter((one) => one.exchange === exchange).length;
  upstream.begin(exchange);
  try {
    for (let i = 0; i < capacity; i++) sent.push(send(leaving.signal));
    await waitFor(upstream.arrived(exchange, capacity), patienceMs);
    const admitted = Math.min(capacity, count());
    if (admitted < capacity) return { kind: "filled", capacity, admitted, oneMore: false };
    const last = send(leaving.signal);
    sent.push(last);
    await waitFor(Promise.race([last, upstream.arrived(exchange, capacity + 1)]), ONE_MORE_MS);
    return { kind: "filled", capacity, admitted, oneMore: count() > capacity };
  } finally {
    leaving.abort();
    await Promise.all(sent);
    await waitFor(upstream.idle(), patienceMs);
  }
}
