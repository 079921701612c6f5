/**
 * The one result model. A run makes it, every format renders it, `--format json` prints it as it
 * stands: so the names are the JSON's own.
 *
 * @module
 */
import type { Counts, Level, Outcome, Verdict, Where } from "./result.ts";

/** A finding as a report carries it. */
export interface ReportFinding {
  readonly clause: string;
  /** The contract's own sentence. */
  readonly sentence: string;
  readonly code: string;
  readonly severity: "failed" | "warned";
  readonly where: Where;
  readonly pointer: string;
  readonly expected: string;
  readonly received: string;
  readonly hint: string;
  /** Ids of entries in {@linkcode Report.exchanges}. */
  readonly exchanges: readonly string[];
}

/** A check's line. */
export interface ReportResult {
  readonly id: string;
  readonly clause: string;
  readonly level: Level;
  readonly kind: "wire" | "cooperative";
  readonly section: string;
  readonly title: string;
  readonly required: boolean;
  readonly verdict: Verdict;
  readonly message: string;
  readonly findings: readonly ReportFinding[];
  /** Exchanges worth showing beside a verdict without findings. */
  readonly exchanges: readonly string[];
}

/** Bytes for a person and for a machine: text where it is UTF-8, base64 where it isn't. */
export interface ReportBytes {
  readonly text?: string;
  readonly base64?: string;
  /** How many bytes there were; more than are shown where `truncated`. */
  readonly size: number;
  readonly truncated: boolean;
}

/** One turn of a conversation, cut to what a person reads. */
export interface ReportTurn {
  readonly session: string;
  readonly said: string;
  /** The reply, where there is one. */
  readonly reply?: string;
  readonly error?: string;
  /** Names of the calls that the answer lists. */
  readonly calls: readonly string[];
}

/** An exchange as evidence. */
export interface ReportExchange {
  readonly id: string;
  /** What the request was for, one line. */
  readonly purpose: string;
  /** The line that repeats it. */
  readonly curl: string;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: readonly (readonly [string, string])[];
    readonly body: ReportBytes;
  };
  readonly response?: {
    readonly status: number;
    readonly http_version: string;
    readonly headers: readonly (readonly [string, string])[];
    readonly body: ReportBytes;
  };
  /** The raw bytes of the answer, status line and all; absent where none came or it is private. */
  readonly raw?: ReportBytes;
  readonly fault?: { readonly kind: string; readonly phase: string; readonly message: string };
  /** For a user turn: what was said in which session, and what was answered, for people. */
  readonly turn?: ReportTurn;
  readonly started_at: string;
  readonly times_ms: {
    readonly connected?: number;
    readonly sent?: number;
    readonly first_byte?: number;
    readonly head?: number;
    readonly end: number;
  };
}

/** A whole run. */
export interface Report {
  readonly wt_inject_report: 1;
  /** The command that made it. */
  readonly command: "conform" | "canary" | "surface" | "certify" | "corpus" | "selftest";
  readonly tool: { readonly name: string; readonly version: string; readonly runtime: string };
  /** The contract's version. */
  readonly contract: 1;
  readonly target: { readonly url: string; readonly label?: string };
  /** UTC, ISO 8601. */
  readonly started_at: string;
  readonly duration_ms: number;
  readonly selection: {
    /** Patterns as given; empty where all checks were meant. */
    readonly patterns: readonly string[];
    readonly selected: number;
    readonly available: number;
  };
  readonly thorough: boolean;
  /** What the user declared away: stands in the verdict line. */
  readonly declarations: readonly string[];
  /** User turns: at most how many the plan sends, and how many were sent. */
  readonly turns: { readonly planned: number; readonly sent: number };
  readonly outcome: Outcome;
  /** What stands in place of the outcome's word where that would claim too much: the canary's. */
  readonly headline?: string;
  readonly exit_code: number;
  /** One sentence: why the outcome is what it is. */
  readonly reason: string;
  readonly counts: Counts;
  readonly results: readonly ReportResult[];
  /** The exchanges that results cite. */
  readonly exchanges: readonly ReportExchange[];
  /** Every nonce that the run told the agent: synthetic, so that a reader can find them in the evidence. */
  readonly nonces: readonly string[];
  /** Things a reader must know that no check says: limits, skipped parts, withheld bytes. */
  readonly notes: readonly string[];
  /** The command line that repeats the run. */
  readonly repeat: string;
}
