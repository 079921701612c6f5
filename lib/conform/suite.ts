/**
 * Runs a suite: preflight, probes, judgement, report. The only part of this folder that waits for
 * anything.
 *
 * @module
 */
import type { Report } from "../contract/report.ts";
import type { CheckResult } from "../contract/result.ts";
import { assemble } from "./assemble.ts";
import type { Check } from "./check.ts";
import type { Evidence, Settings } from "./evidence.ts";
import { judgeOne } from "./judge.ts";
import { LagWatch } from "./lag.ts";
import { budgetOf } from "./plan.ts";
import { type Probe, ProbeStopped } from "./probe.ts";
import { reach } from "./reach.ts";
import { Recorder } from "./recording.ts";
import type { ConformOptions } from "./run.ts";
import { HarnessFault, type Sender } from "./sender.ts";

/** What is run, under which command. */
export interface Suite {
  readonly command: "conform" | "canary";
  readonly checks: readonly Check[];
  readonly probes: readonly Probe[];
  /** How many checks there are to select from. */
  readonly available: number;
}

/** Runs a suite against a target and reports. Never throws for what the target does. */
export async function runSuite(
  suite: Suite,
  settings: Settings,
  url: string,
  options: ConformOptions,
): Promise<Report> {
  const { checks, probes } = suite;
  const { turns, retries } = budgetOf(probes, settings);
  const planned = turns + retries;
  options.onEvent?.({ type: "plan", turns: planned, checks: checks.length, url });
  const started = performance.now();
  const startedAt = new Date().toISOString();
  const recorder = new Recorder(options.record, { url, startedAt, settings, options });
  const lag = new LagWatch();
  lag.start();
  try {
    const { evidence, sender, unreachable } = await reach(options, url, settings, lag, recorder);
    sender.retriesLeft = retries;
    sender.beside = new Set(probes.map((probe) => probe.id));
    const results = unreachable === undefined
      ? await runProbes(options, suite, evidence, sender, recorder)
      : [];
    recorder.end(options.signal?.aborted === true);
    return await assemble({
      suite,
      evidence,
      results,
      url,
      startedAt,
      durationMs: performance.now() - started,
      planned,
      sent: sender.turns,
      interrupted: options.signal?.aborted === true,
      unreachable,
      options,
    });
  } finally {
    lag.stop();
  }
}

/** Runs the probes in order; then every check, since a check may look at any exchange of the run. */
async function runProbes(
  options: ConformOptions,
  { checks, probes }: Suite,
  evidence: Evidence,
  sender: Sender,
  recorder: Recorder,
): Promise<readonly CheckResult[]> {
  let over: string | undefined;
  for (const probe of probes) {
    if (over !== undefined) {
      evidence.stop(probe.id, over);
      recorder.stopped(probe.id, over);
      continue;
    }
    options.onEvent?.({ type: "probe", id: probe.id, purpose: probe.purpose });
    sender.begin(probe.id);
    try {
      await probe.run(sender);
    } catch (error) {
      if (error instanceof ProbeStopped) {
        if (error.everything) over = error.reason;
        evidence.stop(probe.id, error.reason);
        recorder.stopped(probe.id, error.reason);
      } else {
        const reason = error instanceof HarnessFault ? error.message : `${error}`;
        evidence.break(probe.id, `Probe ${probe.id} failed by our own fault: ${reason}`);
        recorder.broken(probe.id, reason);
      }
    }
  }
  return checks.map((check) => {
    const result = judgeOne(check, evidence);
    options.onEvent?.({ type: "result", result });
    return result;
  });
}
