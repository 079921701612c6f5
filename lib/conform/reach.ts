/**
 * The preflight, repeated while the user is willing to wait.
 *
 * @module
 */
import { once } from "../wire/client.ts";
import { Evidence, type Settings } from "./evidence.ts";
import type { LagWatch } from "./lag.ts";
import { preflight } from "./preflight.ts";
import { ProbeStopped } from "./probe.ts";
import type { Recorder } from "./recording.ts";
import type { ConformOptions } from "./run.ts";
import { Sender } from "./sender.ts";

/** Between two looks at a target that isn't there yet, ms. */
const WAIT_STEP_MS = 250;

/** A target that was reached, or the reason why it was not. */
export interface Reached {
  readonly evidence: Evidence;
  readonly sender: Sender;
  readonly unreachable: string | undefined;
}

/** Looks until the target is there or the wait is over; entries of vain looks are dropped. */
export async function reach(
  options: ConformOptions,
  url: string,
  settings: Settings,
  lag: LagWatch,
  recorder: Recorder,
): Promise<Reached> {
  const until = performance.now() + (options.waitMs ?? 0);
  for (;;) {
    const evidence = new Evidence(settings);
    const sender = new Sender({
      baseUrl: url,
      transport: options.transport ?? once,
      evidence,
      lag,
      ...(options.signal === undefined ? {} : { signal: options.signal }),
      ...(options.stateProbe === undefined ? {} : { stateProbe: options.stateProbe }),
    });
    let reason: string;
    try {
      const found = await preflight(sender, url);
      const left = until - performance.now();
      if (found.reachable || !found.retry || left <= 0) {
        recorder.preflight(evidence, found.reachable ? undefined : found.reason);
        sender.onEntry = (entry) => recorder.entry(entry);
        sender.onLook = (look) => recorder.look(look);
        return { evidence, sender, unreachable: found.reachable ? undefined : found.reason };
      }
      reason = found.reason;
      options.onEvent?.({ type: "waiting", forMs: left, reason });
      await pause(Math.min(WAIT_STEP_MS, left), options.signal);
    } catch (error) {
      if (!(error instanceof ProbeStopped)) throw error;
      recorder.preflight(evidence, error.everything ? undefined : error.reason);
      return { evidence, sender, unreachable: error.everything ? undefined : error.reason };
    }
  }
}

/** Waits, or less where the run is interrupted. */
function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener("abort", done, { once: true });
    if (signal?.aborted === true) done();
  });
}
