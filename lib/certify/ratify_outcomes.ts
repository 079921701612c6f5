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

/** What a driver reported of a case: the outcome's word, and the state of the surface where it gave one. */
export interface Said {
  readonly word: Reported;
  readonly surface: string | null;
}

/** The last thing that a driver reported of each case, by the case's id. */
export type Heard = ReadonlyMap<string, Said>;

function saidBy(run: DriverRun): Said {
  const reading = readOutcome(run);
  if (!reading.ok) return { word: "none", surface: null };
  const { word, surface } = reading.outcome;
  return { word, surface: typeof surface?.status === "string" ? surface.status : null };
}

/** The same driver, with what it reports noted. */
export function overheard(
  driver: DriverUnderTest,
): { readonly driver: DriverUnderTest; readonly heard: Heard } {
  const heard = new Map<string, Said>();
  return {
    heard,
    driver: {
      label: driver.label,
      async call(call) {
        const run = await driver.call(call);
        if (run !== undefined && run.ended !== "aborted") heard.set(call.id, saidBy(run));
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
    const said = drivers.map(({ heard }) => heard.get(id));
    const reported = said.map((one) => one?.word ?? null);
    const surfaces = said.map((one) => one?.surface ?? null);
    return {
      id,
      clause,
      title,
      reported,
      surfaces,
      verdicts: verdicts.map((of) => of.get(id) ?? "could_not_run"),
      agree: new Set(compared(reported).map(classOf)).size < 2 &&
        new Set(surfaces.filter((one) => one !== null)).size < 2,
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
