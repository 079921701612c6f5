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
import type { CheckInfo } from "./check.ts";
import { judgeAll } from "./judge.ts";
import { CHECKS, infoOf, PROBES, probesFor, select, turnsOf } from "./plan.ts";
import { replay } from "./replay.ts";
import type { StateProbe } from "./sender.ts";
import { settingsOf } from "./settings.ts";
import { runSuite } from "./suite.ts";
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
  /** Words for the agent, and what it is declared not to do. */
  readonly profile?: Profile;
  /** Check ids, globs over ids, sections; all checks where empty. */
  readonly patterns?: readonly string[];
  /** The least level to run: `SHOULD` runs MUST and SHOULD. */
  readonly level?: Level;
  /** Send more: long texts, control characters, long lists of session ids. */
  readonly thorough?: boolean;
  /** How long to wait for a target that isn't reachable yet, ms. */
  readonly waitMs?: number;
  /** Consent to destroy the state of an endpoint that isn't on loopback. */
  readonly destroyState?: boolean;
  /** Ends the run early; the report of what there is comes all the same. */
  readonly signal?: AbortSignal;
  /** A name for the target in the report. */
  readonly label?: string;
  /** Put surface bodies into the report and the recording. */
  readonly showSurface?: boolean;
  /** The command line that repeats this run. */
  readonly repeat?: string;
  /** Looks into the endpoint's own stores, before and after the reset that must wipe them. */
  readonly stateProbe?: StateProbe;
  /** Told of each step as it is taken. */
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
 *
 * @example A verdict on the reference endpoint
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { conform } from "@wt/inject";
 * import { REFERENCE_PROFILE, serveReference } from "@wt/inject/reference";
 *
 * const endpoint = await serveReference();
 * try {
 *   const report = await conform({ baseUrl: endpoint.url, profile: REFERENCE_PROFILE });
 *   assertEquals([report.outcome, report.exit_code], ["CONFORMS", 0]);
 * } finally {
 *   await endpoint.close();
 * }
 * ```
 */
export async function conform(options: ConformOptions): Promise<Report> {
  const settings = settingsOf(options);
  const checks = select(options);
  const url = checkTarget(options.baseUrl, options.destroyState === true);
  const probes = probesFor(checks, settings);
  return await runSuite(
    { command: "conform", checks, probes, available: CHECKS.length },
    settings,
    url,
    options,
  );
}

/**
 * Judges a recording again, without a socket: what the run judged, unless told otherwise.
 *
 * @throws {UsageError} on a recording that can't be read, naming the line, and on a selection as `conform`.
 *
 * @example A run that was recorded, judged without its endpoint
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { conform, rejudge } from "@wt/inject";
 * import { serveReference } from "@wt/inject/reference";
 *
 * const lines: string[] = [];
 * const endpoint = await serveReference();
 * const report = await conform({
 *   baseUrl: endpoint.url,
 *   patterns: ["response.reply"],
 *   record: (line) => lines.push(line),
 * });
 * await endpoint.close();
 *
 * const again = await rejudge(lines.join(""));
 * assertEquals(again.results.map(({ verdict }) => verdict), report.results.map((r) => r.verdict));
 * ```
 */
export async function rejudge(
  recording: string,
  options: Pick<
    ConformOptions,
    "patterns" | "level" | "showSurface" | "repeat" | "label" | "onEvent"
  > = {},
): Promise<Report> {
  const { evidence, header } = replay(recording);
  const told = options.level !== undefined || (options.patterns ?? []).length > 0;
  const selection = told ? options : header.selection;
  const checks = select(selection);
  const results = judgeAll(checks, evidence);
  for (const result of results) options.onEvent?.({ type: "result", result });
  return await assemble({
    suite: { command: "conform", checks, probes: [], available: CHECKS.length },
    evidence,
    results,
    url: header.url,
    startedAt: header.startedAt,
    durationMs: 0,
    planned: turnsOf(probesFor(checks, evidence.settings), evidence.settings),
    sent: evidence.entries.filter((e) => e.route === "inject" && e.sent !== "invalid").length,
    interrupted: header.interrupted,
    unreachable: header.unreachable,
    options: { ...options, patterns: selection.patterns ?? [] },
  });
}

/**
 * Every check of the suite.
 *
 * @example The checks on one clause
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { listChecks } from "@wt/inject";
 *
 * const [check] = listChecks({ patterns: ["response.reply"] });
 * assertEquals([check?.level, check?.kind, check?.required], ["MUST", "wire", true]);
 * ```
 */
export function listChecks(
  selection: Pick<ConformOptions, "patterns" | "level"> = {},
): readonly CheckInfo[] {
  return select(selection).map(infoOf);
}

/**
 * What a run with these options would send.
 *
 * @example What it will cost
 * ```ts
 * import { assert } from "@std/assert";
 * import { dryRun } from "@wt/inject";
 *
 * const { checks, turns } = dryRun({ patterns: ["response.*"] });
 * console.log(`${checks.length} checks, ${turns} turns`);
 * assert(turns > 0 && turns <= 25);
 * ```
 */
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

/** Every probe's id, for tests of the plan. */
export const PROBE_IDS: readonly string[] = PROBES.map((p) => p.id);
