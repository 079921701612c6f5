/**
 * From trials to a verdict: what kills each check, and what went wrong. No socket, no clock.
 *
 * @module
 */
import { EXIT } from "../contract/result.ts";
import type { CheckInfo } from "../conform/check.ts";
import type { CorpusProof } from "./corpus_report.ts";
import type {
  CheckKills,
  Problem,
  SelftestCounts,
  SelftestOutcome,
  SelftestReport,
  TrialResult,
} from "./report.ts";

/**
 * The kill matrix by check. Only a failure is a kill; a warning is one where the clause is no MUST. What
 * is accused and breaks nothing is no kill but a false accusation. The first named are those that show
 * best what the check is for: that break its clause, and are accused of little beside.
 *
 * @param required ids of the checks that must be killed
 */
export function killsOf(
  checks: readonly CheckInfo[],
  trials: readonly TrialResult[],
  required: readonly string[],
): readonly CheckKills[] {
  const broken = trials.filter(({ breaks, said }) => breaks !== null && said !== undefined);
  return checks.map(({ id, clause, level, kind }) => {
    const killers = broken.filter(({ said }) =>
      said!.failed.includes(id) || (level !== "MUST" && said!.warned.includes(id))
    );
    const besides = ({ breaks, said }: TrialResult) =>
      said!.failed.length + said!.warned.length + (breaks === clause ? 0 : 1000);
    killers.sort((a, b) => besides(a) - besides(b));
    return {
      id,
      clause,
      level,
      kind,
      required: required.includes(id),
      killed_by: [...new Set(killers.map((trial) => trial.id))],
    };
  });
}

/** All that went wrong: checks that nothing kills first, then trials in their order. */
export function problemsOf(
  checks: readonly CheckKills[],
  trials: readonly TrialResult[],
): readonly Problem[] {
  const clauseOf = new Map(checks.map(({ id, clause }) => [id, clause]));
  return [
    ...checks.filter((check) => check.required && check.killed_by.length === 0).map((
      { id, level },
    ): Problem => ({
      kind: "unkilled",
      about: id,
      details: [
        `No broken endpoint makes ${id} ${level === "MUST" ? "fail" : "warn"}: it may be a check ` +
        "that can't",
      ],
    })),
    ...trials.flatMap((trial) => trialProblems(trial, trials, clauseOf)),
  ];
}

function trialProblems(
  trial: TrialResult,
  trials: readonly TrialResult[],
  clauseOf: ReadonlyMap<string, string>,
): readonly Problem[] {
  const { id, state, breaks, said, details, pinned } = trial;
  if (state === "skipped") return [];
  if (state === "crashed" || said === undefined) return [{ kind: "crashed", about: id, details }];
  const problems: Problem[] = [];
  if (state === "changed") problems.push({ kind: "changed", about: id, details });
  const accused = [...said.failed, ...said.warned];
  if (breaks === null) {
    // A warning that is pinned is a SHOULD that an oddity takes the liberty of.
    const wrongly = [
      ...said.failed,
      ...said.warned.filter((check) => !pinned.warned.includes(check)),
    ];
    if (wrongly.length > 0) {
      problems.push({
        kind: "accused",
        about: id,
        details: [`It breaks nothing, and is accused by ${wrongly.join(", ")}`],
      });
    }
    return problems;
  }
  const seen = trials.some((other) =>
    other.id === id &&
    [...other.said?.failed ?? [], ...other.said?.warned ?? []]
      .some((check) => clauseOf.get(check) === breaks)
  );
  if (!seen) {
    problems.push({
      kind: "survivor",
      about: id,
      details: [
        accused.length === 0
          ? `It breaks ${breaks}, and no check accuses it`
          : `It breaks ${breaks}, and is accused by ${accused.join(", ")} alone`,
      ],
    });
  }
  return problems;
}

/** Counts. */
export function countsOf(
  checks: readonly CheckKills[],
  trials: readonly TrialResult[],
  corpus?: CorpusProof,
): SelftestCounts {
  const having = (state: TrialResult["state"]) => trials.filter((t) => t.state === state).length;
  const distinct = (list: readonly TrialResult[]) => new Set(list.map(({ id }) => id)).size;
  const required = checks.filter((check) => check.required);
  const cases = corpus?.cases.filter((one) => one.required) ?? [];
  const subjects = corpus?.trials ?? [];
  return {
    mutants: distinct(trials.filter(({ breaks }) => breaks !== null)),
    oddities: distinct(trials.filter(({ breaks }) => breaks === null)),
    trials: trials.length,
    as_pinned: having("as_pinned"),
    changed: having("changed"),
    crashed: having("crashed"),
    skipped: having("skipped"),
    judged_twice:
      [...trials, ...subjects].filter(({ first_look }) => first_look !== undefined).length,
    checks: required.length,
    killed: required.filter(({ killed_by }) => killed_by.length > 0).length,
    cases: cases.length,
    cases_killed: cases.filter(({ killed_by }) => killed_by.length > 0).length,
    subjects: subjects.length,
    subjects_as_pinned: subjects.filter(({ state }) => state === "as_pinned").length,
  };
}

/** The verdict with its reason. A finding outweighs a crash, as in every command. */
export function verdictOf(
  problems: readonly Problem[],
  counts: SelftestCounts,
  interrupted: boolean,
): Pick<SelftestReport, "outcome" | "exit_code" | "reason"> {
  const verdict = (outcome: SelftestOutcome, exit_code: number, reason: string) => ({
    outcome,
    exit_code,
    reason,
  });
  if (interrupted) {
    return verdict("INTERRUPTED", EXIT.interrupted, "It was interrupted; what ran is shown.");
  }
  const crashes = problems.filter(({ kind }) => kind === "crashed").length;
  const found = problems.length - crashes;
  if (found > 0) {
    return verdict(
      "FAILED",
      EXIT.violation,
      `${phraseOf(problems)}: these verdicts can't be trusted.`,
    );
  }
  if (crashes > 0) {
    return verdict("HARNESS ERROR", EXIT.ourFault, `${phraseOf(problems)}, by our own fault.`);
  }
  return verdict("PASSED", EXIT.conforms, passedReason(counts));
}

function passedReason(counts: SelftestCounts): string {
  const { checks, trials, oddities, skipped, cases, subjects } = counts;
  const runs = trials - skipped;
  const parts = [
    ...(checks === 0
      ? []
      : [checks === 1 ? "the check is killed" : `each of ${checks} checks is killed`]),
    ...(runs === 0
      ? []
      : [`${runs === 1 ? "the one run" : `all ${runs} runs`} said what is pinned`]),
    ...(cases === 0
      ? []
      : [`${cases === 1 ? "the case accuses" : `each of ${cases} cases accuses`} what it must`]),
    ...(subjects === 0 ? [] : [
      `the corpus says what is pinned of ${
        subjects === 1 ? "the one gateway" : `all ${subjects} gateways and loops`
      }`,
    ]),
    ...(oddities === 0 && subjects === 0 ? [] : ["nothing innocent is accused"]),
  ];
  const sentence = parts.join("; ");
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}

const WORDS: Readonly<Record<Problem["kind"], readonly [one: string, many: string]>> = {
  unkilled: ["check or case that nothing kills", "checks or cases that nothing kills"],
  survivor: ["broken one that survives", "broken ones that survive"],
  accused: ["innocent one that is accused", "innocent ones that are accused"],
  changed: ["set that isn't the pinned one", "sets that aren't the pinned ones"],
  crashed: ["run that crashed", "runs that crashed"],
};

function phraseOf(problems: readonly Problem[]): string {
  return (Object.keys(WORDS) as Problem["kind"][]).flatMap((kind) => {
    const count = problems.filter((problem) => problem.kind === kind).length;
    return count === 0 ? [] : [`${count} ${WORDS[kind][count === 1 ? 0 : 1]}`];
  }).join(", ");
}
