/**
 * What a case left behind: all that its judge is given.
 *
 * @module
 */
import type { Level } from "../contract/result.ts";
import type { Received, Unreadable } from "../wire/raw_server.ts";
import type { DriverCase } from "./case.ts";
import type { Clock } from "./clock.ts";
import type { DriverRun } from "./driver.ts";

/**
 * Where a request went: a route of the contract, the place to which our redirects lead, or another path
 * or method.
 */
export type SeenRoute = "inject" | "reset" | "surface" | "elsewhere" | "other";

/** One request as the endpoint saw it, and what it answered. */
export interface Seen {
  readonly route: SeenRoute;
  readonly received: Received;
  /** The answer's bytes that were written, the first 16 KiB. */
  readonly answer: Uint8Array;
  /** How many were written in all. */
  readonly size: number;
  /** When the last move of the answer was done, on the clock of `performance.now()`. */
  readonly endedAtMs: number | undefined;
  /** When the driver's close of the connection was seen; undefined where ours came first. */
  readonly leftAtMs: number | undefined;
}

/** One case, played once. */
export interface CaseRecord {
  readonly case: DriverCase;
  /** The level at which this driver is held to it. */
  readonly level: Level;
  readonly clock: Clock;
  /** WT_INJECT_TIMEOUT_S as the driver was given it, or the contract's default where it was left out. */
  readonly timeoutS: number;
  /** WT_INJECT_URL as the driver was given it, or the contract's default. */
  readonly url: string;
  readonly seen: readonly Seen[];
  /** What came and was no request. */
  readonly unreadable: readonly Unreadable[];
  /** Undefined where nobody can say what the driver made of it (attach mode, no outcome line). */
  readonly run: DriverRun | undefined;
  /** The longest stall of our own event loop meanwhile, ms. */
  readonly lagMs: number;
  /** Why the case can't be played here: no fault of the driver's, and none of ours. */
  readonly blocked?: string;
  /** How we failed to play the case. */
  readonly fault?: string;
}

/** The id of a request's entry in the report. */
export function requestId(record: CaseRecord, index: number): string {
  return `${record.case.id}/${index + 1}`;
}

/** The id of the entry that holds what the driver was told and what it printed. */
export function driverId(record: CaseRecord): string {
  return `${record.case.id}/driver`;
}
