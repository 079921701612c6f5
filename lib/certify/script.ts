/**
 * What an endpoint does in a case, as data: for each route its answers in turn, each a list of moves.
 *
 * @module
 */

/**
 * A moment, counted from when the request was read: milliseconds, or one of
 *
 * - `in-grace`: timeout_s + 1 s. A body that is complete by then must be accepted.
 * - `too-late`: timeout_s + 16 s. A body that is complete only then must be refused.
 */
export type Moment = "in-grace" | "too-late" | number;

/** One thing that the endpoint does. */
export type Move =
  /** Sends at once. */
  | { readonly send: string | Uint8Array }
  /** Sends one byte at a time, each a write of its own. */
  | { readonly drip: string | Uint8Array }
  /** Sends in pieces spread evenly up to a moment; the last one leaves at that moment. */
  | { readonly spread: string | Uint8Array; readonly until: Moment }
  /** Sends this again and again up to a moment, no faster than some megabytes a second. */
  | { readonly flood: string; readonly until: Moment }
  | { readonly pause: Moment }
  /** Waits for another request to come, so long at most, ms. */
  | { readonly overlap: number }
  /** `rst` resets the connection, where the platform can. */
  | { readonly close: "fin" | "rst" }
  /** Keeps the connection for another request. */
  | { readonly keep: true };

/** The answer to one request. Without `close` or `keep` the connection is closed after it. */
export type Answer = readonly Move[];

/**
 * Answers by route: the first request to a route gets the first, and so on; the last one is given again
 * to all that follow. A route that is left out has a good endpoint's answers (no surface).
 */
export interface Script {
  readonly inject?: readonly Answer[];
  readonly reset?: readonly Answer[];
  readonly surface?: readonly Answer[];
}

/** True where a script resets a connection. */
export function resets(script: Script): boolean {
  return Object.values(script).flat(2).some((move: Move) =>
    "close" in move && move.close === "rst"
  );
}
