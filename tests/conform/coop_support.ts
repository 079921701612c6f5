/** Runs of the suite against mutants, several at a time, and what a run says in the terms of a pin. */
import { canary, type CanaryOptions } from "../../lib/conform/canary.ts";
import { conform, type ConformOptions } from "../../lib/conform/run.ts";
import type { Profile } from "../../lib/contract/profile.ts";
import type { Report, ReportResult } from "../../lib/contract/report.ts";
import type { CoopMutant } from "../../lib/endpoint/coop_mutant.ts";
import type { Expectation, Seams } from "../../lib/endpoint/mutant.ts";
import { serveMutant } from "../../lib/endpoint/mutant_server.ts";
import { REFERENCE_PROFILE } from "../../lib/endpoint/reference.ts";

/** The ids of a report's checks with a verdict, sorted. */
export function idsOf(report: Report, verdict: ReportResult["verdict"]): readonly string[] {
  return report.results.filter((r) => r.verdict === verdict).map(({ id }) => id).sort();
}

/** What a pin says, as a line. */
export function pinned({ outcome, failed, warned }: Expectation): string {
  return line(outcome, failed, warned, []);
}

/** What a run said, as a line to be compared with a pin's. */
export function said(report: Report, { unproven = [] }: Expectation): string {
  const passed = idsOf(report, "passed");
  return line(
    report.outcome,
    idsOf(report, "failed"),
    idsOf(report, "warned"),
    unproven.filter((id) => passed.includes(id)),
  );
}

function line(outcome: string, ...lists: readonly (readonly string[])[]): string {
  const [failed = [], warned = [], unproven = []] = lists;
  const words = [
    outcome,
    ...(failed.length === 0 ? [] : ["failed", ...failed]),
    ...(warned.length === 0 ? [] : ["warned", ...warned]),
    ...(unproven.length === 0 ? [] : ["passed on nothing", ...unproven]),
  ];
  return words.join(" ");
}

const QUICK = { timeoutS: 2, graceS: 0.5 } as const;

/** The profile of a mutant's run. A tenth of a second is enough for a turn that never ends by itself. */
export function profileOf({ ownProfile, profile }: Partial<CoopMutant>): Profile {
  const told = ownProfile ?? { ...REFERENCE_PROFILE, ...profile };
  return { ...told, slow_timeout_s: 0.1 };
}

/** Serves some seams for as long as `use` takes. */
export async function serving<T>(seams: Seams, use: (url: string) => Promise<T>): Promise<T> {
  const served = await serveMutant({
    id: "served",
    breaks: undefined,
    what: "",
    expect: { outcome: "CONFORMS", failed: [], warned: [] },
    ...seams,
  });
  try {
    return await use(served.url);
  } finally {
    await served.close();
  }
}

/** A conformance run against a mutant. */
export function conformTo(
  mutant: Seams & Partial<CoopMutant>,
  options: Partial<ConformOptions> = {},
): Promise<Report> {
  return serving(
    mutant,
    (baseUrl) => conform({ ...QUICK, profile: profileOf(mutant), ...options, baseUrl }),
  );
}

/** A canary run against a mutant. */
export function canaryOf(
  mutant: Seams & Partial<CoopMutant>,
  options: Partial<CanaryOptions> = {},
): Promise<Report> {
  return serving(
    mutant,
    (baseUrl) => canary({ ...QUICK, profile: profileOf(mutant), ...options, baseUrl }),
  );
}

/** Runs at a time: they share one event loop, whose lag would void timing verdicts. */
const AT_A_TIME = 4;

/** Maps over a list, four at a time. Rejects once all have settled. */
export async function together<T, R>(
  list: readonly T[],
  run: (item: T) => Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = [];
  const left = list.entries();
  const worker = async () => {
    for (const [at, item] of left) results[at] = await run(item);
  };
  const ends = await Promise.allSettled(Array.from({ length: AT_A_TIME }, worker));
  const failed = ends.find((end) => end.status === "rejected");
  if (failed !== undefined) throw failed.reason;
  return results;
}
