/**
 * A conformance run: plan, preflight, probes, judgement, report. The only part of this folder that
 * waits for anything.
 *
 * @module
 */
import type { Profile } from "../contract/profile.ts";
import type { Report } from "../contract/report.ts";
import type { CheckResult, Level } from "../contract/result.ts";
import type { Transport } from "../wire/exchange.ts";
import { assemble } from "./assemble.ts";
import type { Check, CheckInfo } from "./check.ts";
import type { Evidence } from "./evidence.ts";
import { judgeAll, judgeOne } from "./judge.ts";
import { LagWatch } from "./lag.ts";
import { budgetOf, CHECKS, infoOf, PROBES, probesFor, select, turnsOf } from "./plan.ts";
import { type Probe, ProbeStopped } from "./probe.ts";
import { reach } from "./reach.ts";
import { Recorder, replay } from "./recording.ts";
import { HarnessFault, type Sender } from "./sender.ts";
import { settingsOf } from "./settings.ts";
import { checkTarget } from "./target.ts";

/** What a run is told. */
export interface ConformOptions {
  /** http or https URL; a path is kept as a prefix of the routes. */
  readonly baseUrl: string;
  /** Default: the exactly-once client. */
  readonly transport?: Transport;
  /** Deadline of ordinary turns, seconds (default: the profile's, else 120). */
  readonly timeoutS?: number;
  /** For self-tests alone; the contract's grace is 5 s. */
  readonly graceS?: number;
  readonly profile?: Profile;
  /** Check ids, globs over ids, sections; all checks where empty. */
  readonly patterns?: readonly string[];
  /** The least level to run: `SHOULD` runs MUST and SHOULD. */
  readonly level?: Level;
  readonly thorough?: boolean;
  /** How long to wait for a target that isn't reachable yet, ms. */
  readonly waitMs?: number;
  /** Consent to destroy the state of an endpoint that isn't on loopback. */
  readonly destroyState?: boolean;
  readonly signal?: AbortSignal;
  readonly label?: string;
  /** Put surface bodies into the report and the recording. */
  readonly showSurface?: boolean;
  /** The command line that repeats this run. */
  readonly repeat?: string;
  readonly onEvent?: (event: RunEvent) => void;
  /** Gets each line of a recording as soon as it is known, newline included. */
  readonly record?: (line: string) => void;
}

/** What happens while a run goes on. */
export type RunEvent =
  | {
    readonly type: "plan";
    readonly turns: number;
    readonly checks: number;
    readonly url: string;
  }
  | { readonly type: "waiting"; readonly forMs: number; readonly reason: string }
  | { readonly type: "probe"; readonly id: string; readonly purpose: string }
  | { readonly type: "result"; readonly result: CheckResult };

/**
 * Runs the conformance suite against an endpoint and reports. Destroys all state of the endpoint.
 *
 * @throws {UsageError} before anything is sent: a bad URL, an unmatched pattern, an unknown
 * declaration, a target off loopback without consent.
 */
export async function conform(options: ConformOptions): Promise<Report> {
  const settings = settingsOf(options);
  const checks = select(options);
  const url = checkTarget(options.baseUrl, options.destroyState === true);
  const probes = probesFor(checks, settings);
  const planned = turnsOf(probes, settings);
  options.onEvent?.({ type: "plan", turns: planned, checks: checks.length, url });
  const started = performance.now();
  const startedAt = new Date().toISOString();
  const recorder = new Recorder(options.record, { url, startedAt, settings, options });
  const lag = new LagWatch();
  lag.start();
  try {
    const { evidence, sender, unreachable } = await reach(options, url, settings, lag, recorder);
    sender.retriesLeft = budgetOf(probes, settings).retries;
    const results = unreachable === undefined
      ? await runProbes(options, checks, probes, evidence, sender, recorder)
      : [];
    recorder.end(options.signal?.aborted === true);
    return await assemble({
      checks,
      available: CHECKS.length,
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

/** Judges a recording again, without a socket. */
export async function rejudge(
  recording: string,
  options: Pick<
    ConformOptions,
    "patterns" | "level" | "showSurface" | "repeat" | "label" | "onEvent"
  > = {},
): Promise<Report> {
  const { evidence, header } = replay(recording);
  const checks = select(options);
  const results = judgeAll(checks, evidence);
  for (const result of results) options.onEvent?.({ type: "result", result });
  return await assemble({
    checks,
    available: CHECKS.length,
    evidence,
    results,
    url: header.url,
    startedAt: header.startedAt,
    durationMs: 0,
    planned: turnsOf(probesFor(checks, evidence.settings), evidence.settings),
    sent: evidence.entries.filter((e) => e.route === "inject" && e.sent !== "invalid").length,
    interrupted: header.interrupted,
    unreachable: header.unreachable,
    options,
  });
}

/** Every check of the suite. */
export function listChecks(
  selection: Pick<ConformOptions, "patterns" | "level"> = {},
): readonly CheckInfo[] {
  return select(selection).map(infoOf);
}

/** What a run with these options would send. */
export function dryRun(options: Omit<ConformOptions, "baseUrl">): {
  readonly checks: readonly CheckInfo[];
  readonly probes: readonly {
    readonly id: string;
    readonly purpose: string;
    readonly turns: number;
  }[];
  readonly turns: number;
} {
  const settings = settingsOf(options);
  const checks = select(options);
  const probes = probesFor(checks, settings);
  return {
    checks: checks.map(infoOf),
    probes: probes.map((p) => ({
      id: p.id,
      purpose: p.purpose,
      turns: p.turns(settings, new Set(probes.map((q) => q.id))),
    })),
    turns: turnsOf(probes, settings),
  };
}

/** Runs the probes in order, and judges each check as soon as its last probe is over. */
async function runProbes(
  options: ConformOptions,
  checks: readonly Check[],
  probes: readonly Probe[],
  evidence: Evidence,
  sender: Sender,
  recorder: Recorder,
): Promise<readonly CheckResult[]> {
  const broken = new Map<string, string>();
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
        broken.set(probe.id, `Probe ${probe.id} failed by our own fault: ${reason}`);
      }
    }
  }
  return checks.map((check) => {
    const fault = check.probes.map((id) => broken.get(id)).find((reason) => reason !== undefined);
    const result = judgeOne(check, evidence, fault);
    options.onEvent?.({ type: "result", result });
    return result;
  });
}

/** Every probe's id, for tests of the plan. */
export const PROBE_IDS: readonly string[] = PROBES.map((p) => p.id);
