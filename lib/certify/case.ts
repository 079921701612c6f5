/**
 * A case as data: what a driver is asked to do, what the endpoint answers, and what must come of it.
 *
 * @module
 */
import type { Level } from "../contract/result.ts";
import type { AdapterRequest } from "./protocol.ts";
import type { Script } from "./script.ts";

/** A good endpoint, one that is odd but legal, or one that breaks the contract. */
export type Family = "good" | "odd" | "hostile";

/**
 * What a driver may say of the whole: `run_failed` is contract_failure and transport_failure, which are
 * one class.
 */
export type OutcomeClass = "ok" | "agent_error" | "run_failed";

/** A request that must come; with a question mark, one that may. In this order, and no other. */
export type ExpectedRequest = "inject" | "inject?" | "reset" | "surface" | "surface?";

/** A call as OpenAI's shape must have it. */
export interface ExpectedCall {
  readonly name: string;
  /** JSON text of the object that the endpoint sent; several where any of them is right. */
  readonly arguments: string | readonly string[];
}

/** A turn as OpenAI's shape must have it. */
export interface ExpectedTurn {
  /** Several where any of them is right; where it is empty, null and absent are right too. */
  readonly content: string | readonly string[];
  /** In this order; none where left out. */
  readonly calls?: readonly ExpectedCall[];
  /** What must be recorded word for word. */
  readonly error?: string;
}

/** Parts of OpenAI's shape that only some cases look at, so that one slip fails one case. */
export type ShapeCheck = "role" | "ids" | "finish";

/** Something that every request of a case must hold; `requests.ts` has the judges. */
export type RequestCheck =
  | "json"
  | "version"
  | "fields"
  | "text"
  | "session-given"
  | "session-one"
  | "alone"
  | "newest-turn"
  | "identities"
  | "extras"
  | "serialized"
  | "timeout"
  | "direct";

/** What must come of a case. */
export interface Expect {
  /** The outcomes that are right; never empty. */
  readonly outcome: readonly OutcomeClass[];
  /** Which requests the endpoint must have seen, in order; never empty. */
  readonly requests: readonly ExpectedRequest[];
  /** The turns, where the driver got through them; judged only where it gives their shape. */
  readonly turns?: readonly ExpectedTurn[];
  readonly shape?: readonly ShapeCheck[];
  /** What the driver must have recorded of the surface, where it looked. */
  readonly surface?: "reported" | "unavailable" | "invalid";
  readonly request?: readonly RequestCheck[];
  /** `refuse`: it gave up before the last moment. `five`: it gave up at timeout_s and five seconds. */
  readonly deadline?: "refuse" | "five";
  /** Each must stand in `detail`. */
  readonly detail?: readonly string[];
}

/** Settings that a case changes, where its question is about them. */
export interface CaseSettings {
  /** What follows the server's own URL in WT_INJECT_URL; `default` leaves the variable out. */
  readonly url?: "default" | { readonly append: string };
  /** `default` leaves WT_INJECT_TIMEOUT_S out. */
  readonly timeout?: "default";
  /** The environment names our server as a proxy for everything. */
  readonly proxy?: true;
}

/** One case. */
export interface DriverCase {
  /** Words; never changes its meaning. */
  readonly id: string;
  readonly family: Family;
  /** The clause that it judges. */
  readonly clause: string;
  /** Whom it may fail: any driver, or the built-in runtime `http_inject` alone. */
  readonly side: "D" | "R";
  /** `SHOULD`: a breach is warned. */
  readonly level: Level;
  /** What the endpoint does and what is asked, one line. */
  readonly title: string;
  /** How to mend a driver that fails it, one sentence. */
  readonly mend: string;
  readonly op: AdapterRequest;
  /** WT_INJECT_TIMEOUT_S, seconds, where it isn't the clock's; `short` in cases that wait for a deadline. */
  readonly timeoutS?: number | "short";
  readonly settings?: CaseSettings;
  readonly script: Script;
  /** `server`: what the endpoint saw is proof enough, where there is no outcome line. */
  readonly proof: "server" | "outcome";
  readonly expect: Expect;
}
