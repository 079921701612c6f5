/**
 * From a corpus run against a wrong or odd gateway to a line of the self-test. No socket, no clock.
 *
 * @module
 */
import type { PathKind } from "../gateway/mutants/mutant.ts";
import { endsOf, type GatewayPath } from "../corpus/paths.ts";
import type { CorpusReport } from "../corpus/report.ts";
import type { Accusation, CaseKills, CorpusTrial } from "./corpus_report.ts";
import { type CorpusSubject, kindOf } from "./corpus_roster.ts";
import type { Problem } from "./report.ts";

/** One cell that did not pass, with what a judgement needs of it. */
export interface Seen extends Accusation {
  readonly caseId: string;
  /** `case.variant`. */
  readonly variant: string;
  /** Undefined on the path `agent`. */
  readonly kind: PathKind | undefined;
}

/** The cells of a run that did not pass. */
export function seenIn({ results }: Pick<CorpusReport, "results">): readonly Seen[] {
  return results.flatMap(({ id, section, verdict, findings }): readonly Seen[] => {
    if (verdict === "passed" || verdict === "not_applicable") return [];
    const variant = id.slice(0, -section.length - 1);
    return [{
      verdict,
      cell: id,
      codes: [...new Set(findings.map(({ code }) => code))],
      variant,
      caseId: variant.split(".")[0]!,
      kind: endsOf(section as GatewayPath) === undefined
        ? undefined
        : kindOf(section as GatewayPath),
    }];
  });
}

/** A run's state, and what differs from what must be. */
export function stateOf(
  subject: CorpusSubject,
  seen: readonly Seen[],
): Pick<CorpusTrial, "state" | "details"> {
  const faults = seen.filter(({ verdict }) => verdict === "harness_error");
  if (faults.length > 0) {
    return {
      state: "crashed",
      details: [`Not judged: ${faults.map(({ cell }) => cell).join(", ")}`],
    };
  }
  const details = subject.breaks === null ? wrongly(subject, seen) : missed(subject, seen);
  return { state: details.length === 0 ? "as_pinned" : "changed", details };
}

function missed({ kills, kinds }: CorpusSubject, seen: readonly Seen[]): readonly string[] {
  if (kills.length === 0) return ["No case is pinned to it"];
  const ways: readonly (PathKind | undefined)[] = kinds.length === 0 ? [undefined] : kinds;
  return kills.flatMap((kill) =>
    ways.flatMap((kind) =>
      seen.some((one) =>
          one.verdict === "failed" && one.kind === kind && one.codes.includes(kill.code) &&
          (one.caseId === kill.case || one.variant === kill.case)
        )
        ? []
        : [`${kill.case} does not fail with ${kill.code}${kind === undefined ? "" : ` (${kind})`}`]
    )
  );
}

function wrongly({ warned }: CorpusSubject, seen: readonly Seen[]): readonly string[] {
  const told = new Set(seen.flatMap(({ codes }) => codes));
  const missing = warned.filter((code) => !told.has(code))
    .map((code) => `Nothing is warned of with ${code}: it was not played where it shows`);
  return seen.flatMap(({ verdict, cell, codes }) => {
    const beyond = codes.filter((code) => !warned.includes(code));
    if (verdict === "warned" && beyond.length === 0) return [];
    return [`${cell} is ${verdict.replaceAll("_", " ")}: ${codes.join(", ") || "no code"}`];
  }).concat(missing);
}

/** Every case, and the subjects pinned to it that it failed as it must. */
export function caseKillsOf(
  cases: readonly string[],
  trials: readonly CorpusTrial[],
  required: readonly string[],
): readonly CaseKills[] {
  return cases.map((id) => ({
    id,
    required: required.includes(id),
    killed_by: trials.filter(({ state, kills }) =>
      state === "as_pinned" && kills.some((kill) => kill.case.split(".")[0] === id)
    ).map((trial) => trial.id),
  }));
}

/** All that went wrong: cases that accuse nothing first, then trials in their order. */
export function corpusProblems(
  cases: readonly CaseKills[],
  trials: readonly CorpusTrial[],
): readonly Problem[] {
  return [
    ...cases.filter(({ required, killed_by }) => required && killed_by.length === 0).map((
      { id },
    ): Problem => ({
      kind: "unkilled",
      about: id,
      details: [`No gateway and no loop that is wrong on purpose makes ${id} fail as it must`],
    })),
    ...trials.flatMap(({ id, state, breaks, details }): readonly Problem[] => {
      if (state === "as_pinned" || state === "skipped") return [];
      const kind = state === "crashed" ? "crashed" : breaks === null ? "accused" : "survivor";
      return [{ kind, about: id, details }];
    }),
  ];
}
