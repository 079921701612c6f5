/**
 * Puts the shards of one sweep together again. Pure.
 *
 * @module
 */
import { UsageError } from "../contract/usage.ts";
import { plural } from "../report/words.ts";
import { type RunOutcome, verdictsOutcome } from "./outcome.ts";
import type { RunReport } from "./run_report.ts";

/** A report and where it was read from, for messages. */
export interface NamedReport {
  readonly name: string;
  readonly report: RunReport;
}

/**
 * One report out of those of shards. Where a shard is missing, or ended early, the outcome is INCOMPLETE
 * unless a scenario failed: what wasn't run can't have passed. A single whole report stays as it is.
 *
 * @param repeat the command line that repeats the merge
 * @throws {UsageError} for reports that aren't of one sweep, and for a shard that comes twice
 */
export function mergeReports(reports: readonly NamedReport[], repeat: string): RunReport {
  const [first, ...others] = reports;
  if (first === undefined) throw new UsageError("Cannot merge: there is no report");
  if (others.length === 0 && first.report.shard === null) return first.report;
  refuseStrangers(first, others);
  for (const { name, report } of reports) refuseCut(name, report);
  const all = reports.map(({ report }) => report);
  const scenarios = all.flatMap((report) => report.scenarios)
    .toSorted((one, other) => one.position - other.position);
  const from = Math.min(...all.map(({ started_at }) => Date.parse(started_at)));
  const to = Math.max(...all.map((one) => Date.parse(one.started_at) + one.duration_ms));
  return {
    ...first.report,
    endpoints: [...new Set(all.flatMap(({ endpoints }) => endpoints))],
    started_at: new Date(from).toISOString(),
    duration_ms: to - from,
    shard: null,
    ...verdictsOutcome(scenarios.map(({ verdict }) => verdict), early(all)),
    scenarios,
    notes: [...new Set(all.flatMap(({ notes }) => notes))],
    repeat,
  };
}

function refuseStrangers(first: NamedReport, others: readonly NamedReport[]): void {
  const seen = new Map<number, string>();
  for (const { name, report } of [first, ...others]) {
    const { shard, selection } = report;
    if (shard === null) {
      throw new UsageError(
        `Cannot merge ${name}: it is a whole sweep, no shard of one`,
        "Merge reports that were made with --shard.",
      );
    }
    const same = shard.of === first.report.shard?.of &&
      selection.digest === first.report.selection.digest;
    if (!same) {
      throw new UsageError(
        `Cannot merge ${name} with ${first.name}: they aren't shards of one sweep`,
        "Shards agree in their scenarios, --runs, --tag, --label, --agent, --model, and in N.",
      );
    }
    const twin = seen.get(shard.index);
    if (twin !== undefined) {
      throw new UsageError(
        `Cannot merge ${name} with ${twin}: both are shard ${shard.index} of ${shard.of}`,
        "Keep the one that counts.",
      );
    }
    seen.set(shard.index, name);
  }
}

/** A shard has the scenarios that were dealt to it: one that lost some would pass without them. */
function refuseCut(name: string, report: RunReport): void {
  const { index, of } = report.shard ?? { index: 1, of: 1 };
  const names = new Set(report.scenarios.map((scenario) => scenario.name));
  const dealt = Math.max(0, Math.ceil((report.selection.scenarios - index + 1) / of));
  const whole = index >= 1 && index <= of && names.size === report.scenarios.length &&
    names.size === dealt;
  if (whole) return;
  throw new UsageError(
    `Cannot merge ${name}: shard ${index} of ${of} has ${plural(dealt, "scenario")}, ` +
      `and it has ${names.size}`,
    "Give the report as wt-inject run wrote it.",
  );
}

function early(
  reports: readonly RunReport[],
): { readonly outcome: RunOutcome; readonly reason: string } | undefined {
  const of = reports[0]?.shard?.of ?? 1;
  const there = new Set(reports.map(({ shard }) => shard?.index ?? 1));
  const missing = Array.from({ length: of }, (_, nth) => nth + 1).filter((n) => !there.has(n));
  const reasons = missing.length === 0 ? [] : [
    `${plural(missing.length, "shard")} of ${of} ${missing.length === 1 ? "is" : "are"} missing: ${
      missing.slice(0, 20).join(", ")
    }${missing.length > 20 ? ", …" : ""}.`,
  ];
  const stopped = reports.filter(({ outcome }) =>
    ["INCOMPLETE", "HARNESS ERROR", "INTERRUPTED"].includes(outcome)
  );
  for (const { shard, reason } of stopped) reasons.push(`Shard ${shard?.index ?? 1}: ${reason}`);
  if (reasons.length === 0) return undefined;
  const ours = stopped.some(({ outcome }) => outcome === "HARNESS ERROR");
  return { outcome: ours ? "HARNESS ERROR" : "INCOMPLETE", reason: reasons.join(" ") };
}
