/**
 * A broken endpoint, or an odd but legal one: a change to the reference endpoint, as data, with all that
 * a conformance run must say of it. `mutant_server.ts` plays them.
 *
 * @module
 */
import type { Profile } from "../contract/profile.ts";
import type { Outcome } from "../contract/result.ts";
import type { Received, Step } from "../wire/raw_server.ts";
import type { Agent } from "./agent.ts";

/** A route of the contract. */
export type Route = "inject" | "reset" | "surface";

/** One request, as a mutant sees it: what it says, and where it stands in the run. */
export interface Asked {
  readonly received: Received;
  /** Undefined on any other path. */
  readonly route: Route | undefined;
  /** True where it is a POST whose envelope holds in version 1. */
  readonly valid: boolean;
  /** The members of the body; empty where it isn't a JSON object. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** True where there are fields that version 1 doesn't know. */
  readonly extra: boolean;
  /** How many requests to this route came before it. */
  readonly earlier: number;
  /** How many requests with unknown fields to this route came before it. */
  readonly extrasBefore: number;
  /** How many valid resets came right before it, with no valid turn between. */
  readonly resetsBefore: number;
  /** True for a turn in a session that had none since the server started. */
  readonly newSession: boolean;
  /** How many sessions had a turn before this one. */
  readonly sessionsBefore: number;
  /** The texts of valid turns since the last valid reset. */
  readonly openTexts: readonly string[];
  /** Whether any request before it was not valid. */
  readonly afterBroken: boolean;
  /** Resolves when the server closes: the gate of an answer that never comes. */
  readonly closing: Promise<void>;
  /** Stops listening, as a process that dies does. */
  crash(): void;
}

/** An answer in parts, to be framed by the plain rules or by a mutant's own. */
export interface Answer {
  readonly status: number;
  readonly reason: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Uint8Array;
}

/** What goes out on the socket. */
export type Steps = Iterable<Step> | AsyncIterable<Step>;

/** Where a mutant differs from the reference endpoint. Those that it has apply in this order. */
export interface Seams {
  /** Wraps the reference agent. */
  readonly agent?: (agent: Agent) => Agent;
  /** Answers in the reference's stead; undefined leaves it to the reference. */
  readonly answer?: (asked: Asked) => Answer | Promise<Answer> | undefined;
  /** Changes the value of a 200's body. What it is given is its own to change. */
  readonly value?: (value: Record<string, unknown>, asked: Asked) => unknown;
  /** Changes the text of a 200's body. */
  readonly text?: (text: string, asked: Asked) => string | Uint8Array;
  /** Changes status, reason or headers, of every answer. */
  readonly head?: (answer: Answer, asked: Asked) => Answer;
  /** Puts an answer on the socket; undefined frames it by the plain rules. */
  readonly wire?: (answer: Answer, asked: Asked) => Steps | undefined;
}

/** What a conformance run must say of a mutant. */
export interface Expectation {
  /**
   * The outcome of a run in which every clause has its check. `CONFORMS` stands for "no violation" as
   * long as some have none.
   */
  readonly outcome: Outcome;
  /** Ids of all failed checks, sorted. */
  readonly failed: readonly string[];
  /** Ids of all warned checks, sorted. */
  readonly warned: readonly string[];
  /** Ids of checks that have nothing to stand on here, and so may not pass. */
  readonly unproven?: readonly string[];
  /** Where the sets are not plain from what the mutant does: how they follow from the contract. */
  readonly why?: string;
}

/** A broken endpoint, or a legal oddity. */
export interface Mutant extends Seams {
  /** Words, kebab-case, one of a kind. */
  readonly id: string;
  /** The clause that it breaks; undefined for an oddity, and where nothing can be tested. */
  readonly breaks: string | undefined;
  /** What it does, one line. */
  readonly what: string;
  /** `nothing`: no one listens on its port. `silence`: connections are accepted, and that is all. */
  readonly listens?: "nothing" | "silence";
  /** Its connections can be reset, which needs `canReset` of the raw server. */
  readonly resets?: true;
  /** What the run is told besides the reference's profile. */
  readonly profile?: Partial<Profile>;
  /** What the run is told in place of the reference's profile, for an agent of another kind. */
  readonly ownProfile?: Profile;
  /** Deadline of its turns, seconds, where the run's own won't do. */
  readonly timeoutS?: number;
  /** Grace of its run, seconds, where the run's own won't do. */
  readonly graceS?: number;
  readonly expect: Expectation;
}

/** Fails these checks and no others; warns of none. */
export function fails(...failed: readonly string[]): Expectation {
  return { outcome: "DOES NOT CONFORM", failed: [...failed].sort(), warned: [] };
}

/** Fails none, warns of these and no others. */
export function warns(...warned: readonly string[]): Expectation {
  return { outcome: "CONFORMS", failed: [], warned: [...warned].sort() };
}

/** No violation and no warning. */
export const clean: Expectation = { outcome: "CONFORMS", failed: [], warned: [] };

/** Nothing was tested, so nothing was found. */
export const unreachable: Expectation = { outcome: "NOT REACHABLE", failed: [], warned: [] };
