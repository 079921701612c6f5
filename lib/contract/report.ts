/**
 * The one result model. A run makes it, every format renders it, `--format json` prints it as it
 * stands: so the names are the JSON's own.
 *
 * @module
 */
import type { Counts, Level, Outcome, Verdict, Where } from "./result.ts";

/** A finding as a report carries it. */
export interface ReportFinding {
  /** Clause id, a row of `clauses.ts`. */
  readonly clause: string;
  /** The contract's own sentence. */
  readonly sentence: string;
  /** A word for the fault that never changes. */
  readonly code: string;
  /** `failed` breaks a MUST; `warned` breaks a SHOULD or a reading of ours. */
  readonly severity: "failed" | "warned";
  /** Where in the exchange it sits. */
  readonly where: Where;
  /** RFC 6901 pointer into the body; empty off the body. */
  readonly pointer: string;
  /** What the contract asks for, in words. */
  readonly expected: string;
  /** What came, in words. */
  readonly received: string;
  /** How to mend it, one sentence. */
  readonly hint: string;
  /** Ids of entries in {@linkcode Report.exchanges}. */
  readonly exchanges: readonly string[];
}

/** A check's line. */
export interface ReportResult {
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
  /** How the check came out. */
  readonly verdict: Verdict;
  /** Why, one sentence that stands alone. */
  readonly message: string;
  /** Empty where nothing was found. */
  readonly findings: readonly ReportFinding[];
  /** Exchanges worth showing beside a verdict without findings. */
  readonly exchanges: readonly string[];
  /** Its verdict in each run, where there were several (`--repeat`); the worst of them counts. */
  readonly runs?: readonly Verdict[];
}

/** The session corpus that a run was held against. */
export interface ReportCorpus {
  /** The schema of its manifest. */
  readonly schema: string;
  /** As its manifest has it: `2026.1`. */
  readonly version: string;
  /** Of all its files, hex. */
  readonly sha256: string;
  /** One for each adapter path that was selected. */
  readonly paths: readonly {
    readonly path: string;
    readonly counts: Counts;
    /** Every applicable cell of the corpus ran on this path, and none failed. */
    readonly claims: boolean;
  }[];
}

/** Bytes for a person and for a machine: text where it is UTF-8, base64 where it isn't. */
export interface ReportBytes {
  /** The bytes as text, where they are UTF-8. */
  readonly text?: string;
  /** The bytes where they aren't. */
  readonly base64?: string;
  /** How many bytes there were; more than are shown where `truncated`. */
  readonly size: number;
  /** True where not all of them are here. */
  readonly truncated: boolean;
}

/** One turn of a conversation, cut to what a person reads. */
export interface ReportTurn {
  /** The session_id. */
  readonly session: string;
  /** The turn's text. */
  readonly said: string;
  /** The reply, where there is one. */
  readonly reply?: string;
  /** The agent-level error, where there is one. */
  readonly error?: string;
  /** Names of the calls that the answer lists. */
  readonly calls: readonly string[];
}

/** An exchange as evidence. */
export interface ReportExchange {
  /** `probe/n`, by which results cite it. */
  readonly id: string;
  /** What the request was for, one line. */
  readonly purpose: string;
  /** The line that repeats it. */
  readonly curl: string;
  /** What was sent. */
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: readonly (readonly [string, string])[];
    readonly body: ReportBytes;
  };
  /** What came back; absent where no head came. */
  readonly response?: {
    readonly status: number;
    readonly http_version: string;
    readonly headers: readonly (readonly [string, string])[];
    readonly body: ReportBytes;
  };
  /** The raw bytes of the answer, status line and all; absent where none came or it is private. */
  readonly raw?: ReportBytes;
  /** What went wrong on the wire, and when. */
  readonly fault?: { readonly kind: string; readonly phase: string; readonly message: string };
  /** For a user turn: what was said in which session, and what was answered, for people. */
  readonly turn?: ReportTurn;
  /** UTC, ISO 8601. */
  readonly started_at: string;
  /** Milliseconds since it began; a phase that was never reached is absent. */
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
  /** The version of this shape. */
  readonly wt_inject_report: 1;
  /** The command that made it. */
  readonly command: "conform" | "canary" | "surface" | "certify" | "corpus" | "selftest";
  /** What made it. */
  readonly tool: { readonly name: string; readonly version: string; readonly runtime: string };
  /** The contract's version. */
  readonly contract: 1;
  /** What was judged. */
  readonly target: { readonly url: string; readonly label?: string };
  /** UTC, ISO 8601. */
  readonly started_at: string;
  /** How long the run took. */
  readonly duration_ms: number;
  /** Which checks were selected, of how many. */
  readonly selection: {
    /** Patterns as given; empty where all checks were meant. */
    readonly patterns: readonly string[];
    readonly selected: number;
    readonly available: number;
  };
  /** True where more was sent than by default. */
  readonly thorough: boolean;
  /** What the user declared away: stands in the verdict line. */
  readonly declarations: readonly string[];
  /** User turns: at most how many the plan sends, and how many were sent. */
  readonly turns: { readonly planned: number; readonly sent: number };
  /** The verdict on the run. */
  readonly outcome: Outcome;
  /** What stands in place of the outcome's word where that would claim too much: the canary's. */
  readonly headline?: string;
  /** What the command exits with. */
  readonly exit_code: number;
  /** One sentence: why the outcome is what it is. */
  readonly reason: string;
  /** How often each verdict fell. */
  readonly counts: Counts;
  /** One for each selected check, in order. */
  readonly results: readonly ReportResult[];
  /** The exchanges that results cite. */
  readonly exchanges: readonly ReportExchange[];
  /** Every nonce that the run told the agent: synthetic, so that a reader can find them in the evidence. */
  readonly nonces: readonly string[];
  /** Things a reader must know that no check says: limits, skipped parts, withheld bytes. */
  readonly notes: readonly string[];
  /** The command line that repeats the run. */
  readonly repeat: string;
  /** How many whole runs this one is made of, where there were several. */
  readonly runs?: number;
  /** Of a corpus run. */
  readonly corpus?: ReportCorpus;
}
