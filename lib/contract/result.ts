/**
 * What a judge says and how a run adds up. Data and pure functions only: every
 * other layer (checks, certification, corpus, reports) speaks in these types.
 *
 * @module
 */

/** The strength of a clause, as the contract's text has it. */
export type Level = "MUST" | "SHOULD" | "MAY";

/**
 * The verdict on one check.
 *
 * - `passed`: the check ran and found nothing.
 * - `failed`: a MUST is broken, and the findings show it.
 * - `warned`: a SHOULD (or a reading of ours) is broken. Never changes the exit code.
 * - `not_applicable`: declared away by the user, or by the endpoint where the contract lets it.
 * - `could_not_run`: the stimulus could not be produced, or something it rests on failed.
 * - `harness_error`: our own fault; says nothing about the target.
 */
export type Verdict =
  | "passed"
  | "failed"
  | "warned"
  | "not_applicable"
  | "could_not_run"
  | "harness_error";

/** All verdicts, in the order in which reports count them. */
export const VERDICTS: readonly Verdict[] = [
  "passed",
  "failed",
  "warned",
  "not_applicable",
  "could_not_run",
  "harness_error",
];

/** Where in an exchange a violation sits; `body` carries a JSON pointer beside it. */
export type Where = "body" | "status" | "head" | "connection" | "time";

/** One way in which the wire broke one clause. */
export interface Violation {
  /** Clause id, a row of `clauses.ts`. */
  readonly clause: string;
  /** A word for the fault that never changes, for machines: `tool-calls-missing`, `bad-utf8`, … */
  readonly code: string;
  /** `failed` breaks a MUST; `warned` breaks a SHOULD or a reading of ours. */
  readonly severity: "failed" | "warned";
  /** Where in the exchange it sits. */
  readonly where: Where;
  /** RFC 6901 pointer into the body (`""` is the whole document); `""` off the body. */
  readonly pointer: string;
  /** What the contract asks for, in words. */
  readonly expected: string;
  /** What came, in words, bounded to a few hundred characters. */
  readonly received: string;
  /** How to mend it: one sentence, addressed to the author of the faulty side. */
  readonly hint: string;
}

/** A violation, tied to the exchange that shows it. */
export interface Finding {
  /** What was broken, and how. */
  readonly violation: Violation;
  /** Ids of the exchanges that prove it, in the order in which they happened. */
  readonly exchanges: readonly string[];
}

/** What a judge returns: a verdict with its reason, and findings where there are any. */
export interface Judgement {
  /** How the check came out. */
  readonly verdict: Verdict;
  /** One sentence that stands alone. */
  readonly message: string;
  /** Empty where nothing was found. */
  readonly findings: readonly Finding[];
  /** Ids of exchanges worth showing beside a verdict that has no finding of its own. */
  readonly shows?: readonly string[];
}

/** One check's line in a report. */
export interface CheckResult extends Judgement {
  /** Check id: words, never a position. */
  readonly id: string;
  /** The clause that it judges. */
  readonly clause: string;
  /** The clause's level. */
  readonly level: Level;
  /** `wire` judges bytes; `cooperative` needs the agent to play along. */
  readonly kind: "wire" | "cooperative";
  /** The first word of the clause. */
  readonly section: string;
  /** What the check asks, one line. */
  readonly title: string;
  /** True where a run can't conform unless this check ran: every MUST. */
  readonly required: boolean;
}

/** How often each verdict fell. */
export type Counts = Readonly<Record<Verdict, number>>;

/** The verdict on a run. */
export type Outcome =
  | "CONFORMS"
  | "DOES NOT CONFORM"
  | "INCOMPLETE"
  | "NOT REACHABLE"
  | "HARNESS ERROR"
  | "INTERRUPTED";

/** The one exit model, shared by every command. */
export const EXIT = {
  conforms: 0,
  violation: 1,
  usage: 2,
  incomplete: 3,
  ourFault: 4,
  interrupted: 130,
} as const;

/** The exit code for an outcome. */
export function exitCode(outcome: Outcome): number {
  switch (outcome) {
    case "CONFORMS":
      return EXIT.conforms;
    case "DOES NOT CONFORM":
      return EXIT.violation;
    case "HARNESS ERROR":
      return EXIT.ourFault;
    case "INCOMPLETE":
    case "NOT REACHABLE":
      return EXIT.incomplete;
    case "INTERRUPTED":
      return EXIT.interrupted;
  }
}

/** Counts verdicts. */
export function countVerdicts(results: readonly { readonly verdict: Verdict }[]): Counts {
  const counts: Record<Verdict, number> = {
    passed: 0,
    failed: 0,
    warned: 0,
    not_applicable: 0,
    could_not_run: 0,
    harness_error: 0,
  };
  for (const { verdict } of results) counts[verdict]++;
  return counts;
}

/**
 * The outcome of a run whose target was reachable and that wasn't interrupted. The order is
 * binding: a required failure outweighs a fault of ours, and that outweighs a required check
 * that could not run. An empty selection is a usage error and never gets here.
 */
export function outcomeOf(
  results: readonly { readonly verdict: Verdict; readonly required: boolean }[],
): Outcome {
  if (results.some((r) => r.required && r.verdict === "failed")) return "DOES NOT CONFORM";
  if (results.some((r) => r.verdict === "harness_error")) return "HARNESS ERROR";
  if (results.some((r) => r.required && r.verdict === "could_not_run")) return "INCOMPLETE";
  if (!results.some((r) => r.verdict !== "could_not_run")) return "INCOMPLETE";
  return "CONFORMS";
}
