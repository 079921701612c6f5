/**
 * What drivers report of the cases, and whether they agree.
 *
 * @module
 */
import type { Report } from "../contract/report.ts";
import type { DriverCase } from "./case.ts";
import type { DriverRun, DriverUnderTest } from "./driver.ts";
import { readOutcome } from "./outcome.ts";
import type { CaseOutcomes, Reported } from "./ratify_record.ts";

/** The last thing that a driver reported of each case, by the case's id. */
export type Heard = ReadonlyMap<string, Reported>;

/** What a run reported. */
export function reportedBy(run: DriverRun): Reported {
  const reading = readOutcome(run);
  return reading.ok ? reading.outcome.word : "none";
}

/** The same driver, with what it reports noted. */
export function overheard(
  driver: DriverUnderTest,
): { readonly driver: DriverUnderTest; readonly heard: Heard } {
  const heard = new Map<string, Reported>();
  return {
    heard,
    driver: {
      label: driver.label,
      async call(call) {
        const run = await driver.call(call);
        if (run !== undefined && run.ended !== "aborted") heard.set(call.id, reportedBy(run));
        return run;
      },
    },
  };
}

/** Outcomes that count as one: what a contract failure is, and what a failure of the wire, is not settled. */
function classOf(reported: Reported): string {
  return reported === "contract_failure" || reported === "transport_failure" ? "failed" : reported;
}

/** The drivers' outcomes case by case. */
export function caseOutcomes(
  cases: readonly DriverCase[],
  drivers: readonly { readonly heard: Heard; readonly report: Report }[],
): readonly CaseOutcomes[] {
  const verdicts = drivers.map(({ report }) =>
    new Map(report.results.map(({ id, verdict }) => [id, verdict] as const))
  );
  return cases.map(({ id, clause, title }) => {
    const reported = drivers.map(({ heard }) => heard.get(id) ?? null);
    return {
      id,
      clause,
      title,
      reported,
      verdicts: verdicts.map((of) => of.get(id) ?? "could_not_run"),
      agree: new Set(compared(reported).map(classOf)).size < 2,
    };
  });
}

/** What drivers offer, they can be compared by. */
function compared(reported: CaseOutcomes["reported"]): readonly Reported[] {
  return reported.filter((one) => one !== null && one !== "unsupported");
}

/** How many cases can be compared, and on how many of them the drivers agree. */
export function agreementOf(
  outcomes: readonly CaseOutcomes[],
): { readonly compared: number; readonly agree: number } {
  const both = outcomes.filter(({ reported }) => compared(reported).length > 1);
  return { compared: both.length, agree: both.filter(({ agree }) => agree).length };
}
