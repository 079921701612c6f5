/**
 * What is expected of one variant on one path: dialect-neutral transcripts in which a place may be a
 * set. Data only; `expected_schema.ts` reads it from files, `compare*.ts` hold plays against it.
 *
 * @module
 */
import type { OracleName } from "./oracle_names.ts";
import type { RequirementId } from "./requirements.ts";
import type { Arguments, Choice, Ending, JsonText, StopReason, ToolOffer } from "./transcript.ts";

/** Where an expectation comes from: a vendor's own words, two of them combined, or a choice of ours. */
export const BASES = ["documented", "derived", "policy"] as const;
/** See {@linkcode BASES}. */
export type Basis = (typeof BASES)[number];

/** What a difference is about. */
export const SUBJECTS = [
  "turns",
  "text",
  "calls",
  "arguments",
  "results",
  "tools",
  "choice",
  "parallel",
  "limit",
  "stop-strings",
  "other",
  "model",
  "mode",
  "attempts",
  "ending",
  "stop",
  "usage",
  "error",
  "grammar",
  "timing",
  "closes",
  "leases",
  "history",
] as const;
/** See {@linkcode SUBJECTS}. */
export type Subject = (typeof SUBJECTS)[number];

/** A basis with its source. */
export interface Grounds {
  readonly basis: Basis;
  /** A section of a document, or a reason in words. */
  readonly source: string;
}

/** One value, several of which each is right, or any at all. */
export type Match<T> =
  | { readonly values: readonly T[] }
  | { readonly any: true };

/**
 * A text; or one of several; or any beginning of one; or any in which one stands, `andMore` only with
 * more around it than white space.
 */
export type TextMatch =
  | Match<string>
  | { readonly prefixOf: string }
  | { readonly contains: string; readonly andMore?: true };

/** A call. What is absent must be absent. */
export interface ExpectedCall {
  readonly id?: string;
  readonly name?: string;
  readonly arguments: Arguments;
}

/** A piece of a turn. */
export type ExpectedPart =
  | { readonly text: TextMatch }
  | { readonly call: ExpectedCall }
  | {
    readonly result: { readonly id?: string; readonly text: TextMatch; readonly error?: true };
  }
  | { readonly other: JsonText }
  /** Content that no reader knows, of this type, whatever else is in it. */
  | { readonly otherType: string };

/** A turn. */
export interface ExpectedTurn {
  readonly role: "system" | "user" | "assistant" | "tool";
  readonly parts: readonly ExpectedPart[];
}

/** A request that the upstream must receive. */
export interface ExpectedRequest {
  readonly turns: readonly ExpectedTurn[];
  readonly tools: readonly ToolOffer[];
  /** Absent: nothing is said, or what the dialect takes for granted. */
  readonly choice?: Choice;
  /** Absent: nothing is said, or true. */
  readonly parallel?: boolean;
  /** Absent: none; but any where the upstream's dialect asks for one. */
  readonly limit?: Match<JsonText>;
  readonly stop?: readonly string[];
  /** Members that must be there; others may. */
  readonly other: Readonly<Record<string, JsonText>>;
}

/** Token counts; those that are named must be there, and be these. */
export type ExpectedUsage = Readonly<
  Partial<
    Record<"input" | "cached" | "cache_write" | "output" | "reasoning" | "total", JsonText>
  >
>;

/** An error in the client's dialect. */
export interface ExpectedError {
  readonly status: Match<JsonText>;
  readonly type?: Match<string>;
  readonly code?: Match<string>;
  readonly retry_after?: Match<string>;
}

/** An answer that the client must receive. */
export interface ExpectedAnswer {
  readonly ending: Match<Ending>;
  /** Alternatives, or any parts at all. */
  readonly parts: Match<readonly ExpectedPart[]>;
  readonly stop?: Match<StopReason>;
  /** Null: none. Absent: not judged. */
  readonly usage?: ExpectedUsage | null;
  /** Absent: not judged beyond the ending. */
  readonly error?: ExpectedError;
}

/** One request of the client with all that must come of it. */
export interface ExpectedExchange {
  /** Exactly these attempts, in this order. */
  readonly upstream: readonly ExpectedRequest[];
  /** `left`: the client was gone before there was one. */
  readonly answer: ExpectedAnswer | "left";
}

/** One outcome that is right. */
export interface Outcome extends Grounds {
  /** Right, but warned of: why. */
  readonly tolerated?: string;
  /** Grounds of single subjects, where they differ. */
  readonly grounds: Readonly<Partial<Record<Subject, Grounds>>>;
  readonly exchanges: readonly ExpectedExchange[];
}

/** What an agent's turn must come to. */
export interface ExpectedAgentTurn {
  /** Exactly these requests to its model, in this order. */
  readonly requests: readonly ExpectedRequest[];
  readonly outcome: "completed" | "failed";
  /** Only of a completed turn. */
  readonly reply?: TextMatch;
}

/** What is expected of one variant on one path. Never empty. */
export interface Expectation {
  readonly requirement: RequirementId;
  readonly oracle: OracleName;
  /** For a way through a gateway: any of these. */
  readonly outcomes: readonly Outcome[];
  /** For the agent. */
  readonly agent?: Grounds & { readonly turns: readonly ExpectedAgentTurn[] };
}
