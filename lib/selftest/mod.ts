/**
 * Whether this build's verdicts are right, on this machine: every check is held against endpoints that
 * are broken on purpose, and against ones that are odd but legal, and every case of the corpus against
 * gateways and agent loops of that kind. Needs loopback net alone.
 *
 * @example The endpoints that lose `tool_calls`
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { renderSelftest, selftest } from "@wt/inject/selftest";
 *
 * const report = await selftest({ patterns: ["tool-calls-missing"] });
 * assertEquals([report.outcome, report.counts.changed], ["PASSED", 0]);
 * console.log(renderSelftest(report, "text"));
 * ```
 *
 * @module
 */
import type { SelftestReport } from "./report.ts";
import { selftest as playMutants, type SelftestEvent } from "./selftest.ts";

export type { Kill } from "../gateway/mutants/mutant.ts";
export type { Accusation, CaseKills, CorpusProof, CorpusTrial } from "./corpus_report.ts";
export { CORPUS_THEMES, type CorpusTheme } from "./corpus_roster.ts";
export { renderSelftest, SELFTEST_FORMATS, type SelftestFormat } from "./render.ts";
export type { SelftestTextOptions } from "./render_text.ts";
export type {
  CheckKills,
  Problem,
  Said,
  SelftestCounts,
  SelftestOutcome,
  SelftestReport,
  TrialResult,
  TrialState,
} from "./report.ts";
export type { SelftestEvent } from "./selftest.ts";

/** What a self-test is told. */
export interface SelftestOptions {
  /** Ids of mutants, themes, ids of checks and of the corpus's cases; globs. Everything where empty. */
  readonly patterns?: readonly string[];
  /** How many endpoints are judged at once (default 12). Their waits overlap; a slow machine takes fewer. */
  readonly concurrency?: number;
  /** Ends it early; the report of what there is comes all the same. */
  readonly signal?: AbortSignal;
  /** Told of each step as it is taken. */
  readonly onEvent?: (event: SelftestEvent) => void;
}

/**
 * Plays what is selected and reports. All of it takes about 20 s.
 *
 * @throws {UsageError} before anything is run: a pattern that matches nothing.
 *
 * @example One broken endpoint is failed by the checks that are pinned to it, and by no others
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { selftest } from "@wt/inject/selftest";
 *
 * const { trials: [trial] } = await selftest({ patterns: ["tool-calls-null"] });
 * assertEquals(trial?.state, "as_pinned");
 * assertEquals(trial?.pinned.failed.includes("response.tool-calls-present"), true);
 * ```
 */
export function selftest(options: SelftestOptions = {}): Promise<SelftestReport> {
  return playMutants(options);
}
