/**
 * Ctrl-C, once and twice.
 *
 * @module
 */
import { EXIT } from "../contract/result.ts";
import type { Io } from "./io.ts";

/** What to do besides aborting. */
export interface InterruptHooks {
  /** The first time: the work was asked to end. */
  first?(): void;
  /** The second time: the process ends when this returns. */
  second?(): void;
}

/**
 * Does work that SIGINT and SIGTERM abort through its signal, so that it can still say what it found.
 * A second one ends the process at once, with exit code 130.
 */
export async function interruptible<Result>(
  io: Io,
  hooks: InterruptHooks,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const stop = new AbortController();
  const release = io.onStop(() => {
    if (stop.signal.aborted) {
      hooks.second?.();
      io.exit(EXIT.interrupted);
    }
    hooks.first?.();
    stop.abort();
  });
  try {
    return await work(stop.signal);
  } finally {
    release();
  }
}
