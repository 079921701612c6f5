/**
 * Runs conformance against mutants and says in one message where a verdict isn't the pinned one.
 *
 * @module
 */
import { conform } from "../../lib/conform/run.ts";
import { CHECKS } from "../../lib/conform/plan.ts";
import type { Report } from "../../lib/contract/report.ts";
import type { Verdict } from "../../lib/contract/result.ts";
import type { Mutant } from "../../lib/endpoint/mutant.ts";
import { serveMutant } from "../../lib/endpoint/mutant_server.ts";
import { REFERENCE_PROFILE } from "../../lib/endpoint/reference.ts";
import { canReset } from "../../lib/wire/raw_server.ts";

/** How many run at once, so that waits overlap; all of them share one event loop. */
const AT_ONCE = 6;

/** Checks of clauses that nothing judges yet: they can't run, whatever the endpoint does. */
const UNBUILT = new Set(CHECKS.filter((c) => c.probes.length === 0).map((c) => c.id));

/** Judges one mutant. */
export async function judged(mutant: Mutant): Promise<Report> {
  const served = await serveMutant(mutant);
  try {
    return await conform({
      baseUrl: served.url,
      profile: mutant.ownProfile ??
        { ...REFERENCE_PROFILE, slow_timeout_s: 0.1, ...mutant.profile },
      timeoutS: mutant.timeoutS ?? 2,
      graceS: mutant.graceS ?? 0.5,
    });
  } finally {
    await served.close();
  }
}

/**
 * Judges each mutant and compares outcome, failed and warned checks with the pinned ones, whole.
 *
 * @throws {Error} one line a difference, with the message of each check that is in the wrong set.
 */
export async function assertJudgedAsPinned(
  mutants: readonly Mutant[],
  atOnce = AT_ONCE,
): Promise<void> {
  const queue = mutants.filter((m) => m.resets !== true || canReset);
  const differences: string[] = [];
  const work = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      differences.push(...differencesOf(next, await judged(next)));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  if (differences.length > 0) {
    throw new Error(`Verdicts are not the pinned ones:\n${differences.join("\n")}`);
  }
}

function differencesOf(mutant: Mutant, report: Report): readonly string[] {
  const { outcome, failed, warned, unproven = [] } = mutant.expect;
  const actual = outcomeSoFar(report);
  return [
    ...(actual === outcome ? [] : [`outcome is ${actual}, not ${outcome}: ${report.reason}`]),
    ...setDifferences(report, "failed", failed),
    ...setDifferences(report, "warned", warned),
    ...unproven.flatMap((id) => {
      const result = report.results.find((r) => r.id === id);
      if (result === undefined) return [`there is no check ${id}`];
      return result.verdict === "passed"
        ? [`${id} passed with nothing to stand on: ${result.message}`]
        : [];
    }),
  ].map((line) => `  ${mutant.id}: ${line}`);
}

function setDifferences(
  report: Report,
  verdict: Verdict,
  expected: readonly string[],
): readonly string[] {
  const actual = report.results.filter((r) => r.verdict === verdict);
  const missing = expected.filter((id) => !actual.some((r) => r.id === id));
  return [
    ...actual.filter((r) => !expected.includes(r.id)).map((r) =>
      `${r.id} is ${verdict} and should not be: ${r.message}`
    ),
    ...missing.map((id) => {
      const result = report.results.find((r) => r.id === id);
      return `${id} is not ${verdict} but ${result?.verdict ?? "unknown"}: ${result?.message}`;
    }),
  ];
}

/**
 * The outcome, but for clauses that have no check yet: they leave every good run INCOMPLETE, and
 * nothing that they say is about this endpoint.
 */
function outcomeSoFar(report: Report): Report["outcome"] {
  const open = report.results.filter((r) => r.required && r.verdict === "could_not_run");
  return report.outcome === "INCOMPLETE" && open.every((r) => UNBUILT.has(r.id))
    ? "CONFORMS"
    : report.outcome;
}
