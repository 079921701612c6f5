/**
 * What exists to be run, what a selection leaves of it, and in which order. All of it is known before
 * the first byte is sent.
 *
 * @module
 */
import { CLAUSES, isJudgedFor } from "../contract/clauses.ts";
import { nearest } from "../contract/nearest.ts";
import type { Level } from "../contract/result.ts";
import { UsageError } from "../contract/usage.ts";
import { type Check, type CheckInfo, couldNotRun, defineCheck } from "./check.ts";
import { conformanceChecks } from "./checks/conformance.ts";
import { errorChecks } from "./checks/error.ts";
import { failureChecks } from "./checks/failure.ts";
import { memoryChecks } from "./checks/memory.ts";
import { requestChecks } from "./checks/request.ts";
import { resetChecks } from "./checks/reset.ts";
import { responseChecks } from "./checks/response.ts";
import { sessionChecks } from "./checks/session.ts";
import { surfaceChecks } from "./checks/surface.ts";
import { textChecks } from "./checks/text.ts";
import { toolChecks } from "./checks/tools.ts";
import { transportChecks } from "./checks/transport.ts";
import { versionChecks } from "./checks/version.ts";
import { wipeChecks } from "./checks/wipe.ts";
import type { Settings } from "./evidence.ts";
import type { Probe } from "./probe.ts";
import { deadline } from "./probes/deadline.ts";
import { memory } from "./probes/memory.ts";
import { promptedProbes } from "./probes/prompted.ts";
import { thoroughProbes } from "./probes/thorough.ts";
import { wireProbes } from "./probes/wire.ts";
import { patternMatcher } from "./select.ts";

const built: readonly Check[] = [
  ...transportChecks,
  ...versionChecks,
  ...sessionChecks,
  ...requestChecks,
  ...responseChecks,
  ...errorChecks,
  ...resetChecks,
  ...surfaceChecks,
  ...memoryChecks,
  ...wipeChecks,
  ...conformanceChecks,
  ...toolChecks,
  ...failureChecks,
  ...textChecks,
];

/**
 * A clause that binds endpoints and has no check yet. It stays in every run, so that none can be
 * said to conform by a check that doesn't exist.
 */
function unbuilt(): readonly Check[] {
  const covered = new Set(built.map((c) => c.id));
  return CLAUSES.filter((row) =>
    isJudgedFor(row, "E") && (row.level === "MUST" || row.level === "SHOULD") &&
    !covered.has(row.id)
  ).map((row) =>
    defineCheck({
      clause: row.id,
      title: row.statement,
      probes: [],
      judge: () => couldNotRun("This version of wt-inject has no check for this clause yet"),
    })
  );
}

/** Every check, in the order of the contract's sections. */
export const CHECKS: readonly Check[] = sorted([...built, ...unbuilt()]);

/** Every probe, in the order in which they run: those with late turns last. */
export const PROBES: readonly Probe[] = [
  ...wireProbes,
  memory,
  ...promptedProbes,
  ...thoroughProbes,
  deadline,
];

function sorted(checks: readonly Check[]): readonly Check[] {
  const order = new Map(CLAUSES.map((row, index) => [row.id, index]));
  return [...checks].sort((a, b) => order.get(a.clause)! - order.get(b.clause)!);
}

/** What a check is, without its judge. */
export function infoOf(check: Check): CheckInfo {
  const { id, clause, level, kind, section, title, required } = check;
  return { id, clause, level, kind, section, title, required };
}

/** What to select by: ids, globs and sections; and the least level. */
export interface Selection {
  readonly patterns?: readonly string[];
  readonly level?: Level;
}

const RANK: Readonly<Record<Level, number>> = { MUST: 0, SHOULD: 1, MAY: 2 };

/**
 * The checks that a selection leaves, in order.
 *
 * @throws {UsageError} on a pattern that matches nothing, and on an empty selection.
 */
export function select(selection: Selection): readonly Check[] {
  const { patterns = [], level } = selection;
  const matchers = patterns.map((pattern) => {
    const matches = patternMatcher(pattern);
    if (!CHECKS.some((c) => matches(c.id) || c.section === pattern)) {
      const near = nearest(pattern, [
        ...CHECKS.map((c) => c.id),
        ...new Set(CHECKS.map((c) => c.section)),
      ]);
      throw new UsageError(
        `Cannot select ${pattern}: no check matches it`,
        near === undefined ? "wt-inject list shows every check." : `Did you mean ${near}?`,
      );
    }
    return (check: Check) => matches(check.id) || check.section === pattern;
  });
  const chosen = CHECKS.filter((check) =>
    (matchers.length === 0 || matchers.some((m) => m(check))) &&
    (level === undefined || RANK[check.level] <= RANK[level])
  );
  if (chosen.length === 0) {
    throw new UsageError(
      `Cannot run this selection: no check is left at level ${level ?? "MAY"}`,
      "Widen --select, or leave --level out.",
    );
  }
  return chosen;
}

/** The probes that a list of checks needs, in running order. */
export function probesFor(checks: readonly Check[], settings: Settings): readonly Probe[] {
  const needed = new Set(checks.flatMap((c) => c.probes));
  return PROBES.filter((probe) =>
    needed.has(probe.id) && (probe.thorough !== true || settings.thorough)
  );
}

/** What a default run may cost: turns that reach the agent. */
export const MAX_TURNS = 25;

/** How many turns reach the agent: those that are certain, and how many more may be spent on asking again. */
export function budgetOf(
  probes: readonly Probe[],
  settings: Settings,
): { readonly turns: number; readonly retries: number } {
  const beside = new Set(probes.map((p) => p.id));
  const turns = probes.reduce((sum, probe) => sum + probe.turns(settings, beside), 0);
  const wished = probes.reduce((sum, probe) => sum + (probe.retries?.(settings) ?? 0), 0);
  const free = settings.thorough || settings.canary !== undefined;
  const left = free ? wished : Math.max(0, MAX_TURNS - turns);
  return { turns, retries: Math.min(wished, left) };
}

/** At most how many turns reach the agent. */
export function turnsOf(probes: readonly Probe[], settings: Settings): number {
  const { turns, retries } = budgetOf(probes, settings);
  return turns + retries;
}
