/**
 * The record of a ratification: one model, which every format renders. `--format json` prints it as it
 * stands, so the names are the JSON's own.
 *
 * @module
 */
import type { Report } from "../contract/report.ts";
import type { Verdict } from "../contract/result.ts";
import type { AdapterRequest, OutcomeWord } from "./protocol.ts";

/** The verdict by the contract's rule. */
export type RatificationOutcome =
  | "RATIFIABLE"
  | "NOT RATIFIED"
  | "INCOMPLETE"
  | "HARNESS ERROR"
  | "INTERRUPTED";

/** What a driver said of one call; `none` where it printed no outcome line. */
export type Reported = OutcomeWord | "none";

/** One call of a driver in its canary. */
export interface CanaryStep {
  /** What it was for, a few words. */
  readonly purpose: string;
  /** What the driver was asked to do. */
  readonly asked: AdapterRequest;
  /** What it said of that. */
  readonly reported: Reported;
  /** True where the nonce stood in what the driver handed back. */
  readonly nonce: boolean;
  /** Why there is no outcome, or what the driver said of a failure. */
  readonly detail?: string;
}

/** The canary through a driver on one endpoint. */
export interface CanaryEndpoint {
  /** `reference`, or the id of the mutant (`wt-inject serve --mutant ID`). */
  readonly endpoint: string;
  /** What it does, one line. */
  readonly what: string;
  /** True where a nonce survives its reset. */
  readonly leaks: boolean;
  /** Whether the driver's answers show the nonce after the reset. */
  readonly leak_seen: "yes" | "no" | "unknown";
  /** Whether what the driver handed back shows what the endpoint did. */
  readonly verdict: Extract<Verdict, "passed" | "failed" | "could_not_run">;
  /** One sentence. */
  readonly message: string;
  /** Fresh and synthetic. */
  readonly nonce: string;
  /** The calls, in order. */
  readonly steps: readonly CanaryStep[];
}

/** The canary through a driver. */
export interface DriverCanary {
  /** The worst of its endpoints. */
  readonly verdict: CanaryEndpoint["verdict"];
  /** One sentence. */
  readonly message: string;
  /** Which operations it went through: `inject` with sessions of ours, or whole runs. */
  readonly route: "inject" | "run";
  /** One that keeps its reset, and ones that leak. */
  readonly endpoints: readonly CanaryEndpoint[];
}

/** One driver. */
export interface DriverRecord {
  /** As whoever named the driver called it. */
  readonly label: string;
  /** The command's words; null where it is a function inside this process. */
  readonly command: readonly string[] | null;
  /** As whoever ran this states it; null where nobody did. */
  readonly version: string | null;
  /** Every case, with the evidence for each that didn't pass. */
  readonly certification: Report;
  /** The reset canary through this driver. */
  readonly canary: DriverCanary;
  /** True where it counts as one of the rule's two. */
  readonly qualifies: boolean;
  /** Why it doesn't, a sentence each; empty where it does. */
  readonly reasons: readonly string[];
}

/** What the drivers said of one case. */
export interface CaseOutcomes {
  /** The case's id. */
  readonly id: string;
  /** The clause that it rests on. */
  readonly clause: string;
  /** What must come of it, one line. */
  readonly title: string;
  /** Of each driver in order; null where it wasn't called for this case. */
  readonly reported: readonly (Reported | null)[];
  /** The surface's state as each driver recorded it; null where it gave none. */
  readonly surfaces: readonly (string | null)[];
  /** Of each driver in order. */
  readonly verdicts: readonly Verdict[];
  /** False where two of them reported different outcomes or surfaces; what isn't offered isn't compared. */
  readonly agree: boolean;
}

/** A whole ratification. */
export interface RatificationRecord {
  /** The version of this shape. */
  readonly wt_inject_ratification: 1;
  /** What made the record. */
  readonly tool: { readonly name: string; readonly version: string; readonly runtime: string };
  /** The contract's version. */
  readonly contract: 1;
  /** UTC, ISO 8601. */
  readonly started_at: string;
  /** Of the whole ratification. */
  readonly duration_ms: number;
  /** The clause that makes the rule, and its sentence. */
  readonly rule: { readonly clause: string; readonly sentence: string };
  /** Which cases were played. */
  readonly cases: {
    readonly selected: number;
    readonly available: number;
    /** SHA-256, hex, over the selected cases. */
    readonly sha256: string;
  };
  /** The verdict. */
  readonly outcome: RatificationOutcome;
  /** What `wt-inject ratify` ends with: 0 only where it is RATIFIABLE. */
  readonly exit_code: number;
  /** Why the outcome is what it is, a sentence each. */
  readonly reasons: readonly string[];
  /** In the order in which they were named. */
  readonly drivers: readonly DriverRecord[];
  /** Case by case, what the drivers said of it. */
  readonly outcomes: readonly CaseOutcomes[];
  /** How many cases at least two drivers reported on, and on how many of these they agree. */
  readonly agreement: { readonly compared: number; readonly agree: number };
  /** Things a reader must know that no line says. */
  readonly notes: readonly string[];
  /** The command line that repeats it. */
  readonly repeat: string;
}

/**
 * The cases on which two drivers reported different outcomes.
 *
 * @example Of a record that was kept
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { type CaseOutcomes, disagreements } from "@wt/inject/certify";
 *
 * const one: CaseOutcomes = {
 *   id: "reset.500",
 *   clause: "reset.failure-fatal",
 *   title: "a reset that answers 500",
 *   reported: ["contract_failure", "ok"],
 *   surfaces: [null, null],
 *   verdicts: ["passed", "failed"],
 *   agree: false,
 * };
 * assertEquals(disagreements({ outcomes: [one, { ...one, agree: true }] }), [one]);
 * ```
 */
export function disagreements(
  { outcomes }: Pick<RatificationRecord, "outcomes">,
): readonly CaseOutcomes[] {
  return outcomes.filter(({ agree }) => !agree);
}
