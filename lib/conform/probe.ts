/**
 * A probe: a short script that sends requests so that checks have something to judge. It decides
 * nothing; what it learns goes into entries.
 *
 * @module
 */
import type { Entry, Evidence, Route, Sent, Settings } from "./evidence.ts";

/** One request to send. */
export interface Ask {
  /** One line, for people: what this request is for. */
  readonly purpose: string;
  /** A word by which judges find the entry. */
  readonly role: string;
  /** Default `plain`. */
  readonly sent?: Sent;
}

/** An inject to send. */
export interface AskInject extends Ask {
  readonly text: string;
  readonly session: string;
  /** A nonce that stands in the text. */
  readonly nonce?: string;
  /** What the text asks the agent to repeat. */
  readonly payload?: string;
  /** Default: the run's. Seconds. */
  readonly timeoutS?: number;
  /** Fields put beside the contract's own. */
  readonly extra?: Readonly<Record<string, unknown>>;
  /** Default 1. */
  readonly version?: number;
}

/** What the runner gives a probe. Sending throws {@linkcode ProbeStopped} once it makes no sense any more. */
export interface ProbeContext {
  readonly settings: Settings;
  readonly evidence: Evidence;
  /** Ids of the probes that this run has. */
  readonly beside: ReadonlySet<string>;
  /** True where one more turn may be spent on asking again; each yes is a turn spent. */
  retry(): boolean;
  /** A fresh, opaque session id. */
  session(): string;
  /** A fresh UUID. */
  nonce(): string;
  inject(ask: AskInject): Promise<Entry>;
  reset(
    ask: Ask & { readonly extra?: Readonly<Record<string, unknown>>; readonly version?: number },
  ): Promise<Entry>;
  surface(ask: Ask & { readonly extra?: Readonly<Record<string, unknown>> }): Promise<Entry>;
  /** Looks for a nonce in the endpoint's own stores, where the user gave a state probe. */
  look(when: "before" | "after", nonce: string): Promise<void>;
  /** Stops every later request to a route, and says why. */
  giveUp(route: Route, reason: string): void;
  /** Any bytes to a route. */
  raw(ask: Ask & { readonly route: Route; readonly body: string | Uint8Array }): Promise<Entry>;
}

/** A probe as the plan has it. */
export interface Probe {
  readonly id: string;
  /** One line: what it sends. */
  readonly purpose: string;
  /**
   * How many turns of it reach the agent, retries apart, under these settings and beside these probes.
   */
  readonly turns: (settings: Settings, beside: ReadonlySet<string>) => number;
  /** How often it may ask again, where the run's budget of turns allows it (default never). */
  readonly retries?: (settings: Settings) => number;
  /** True for probes that only `--thorough` runs. */
  readonly thorough?: boolean;
  readonly run: (context: ProbeContext) => Promise<void>;
}

/** Thrown by a context when the target is gone, silent, or the run was interrupted. */
export class ProbeStopped extends Error {
  override readonly name = "ProbeStopped";
  constructor(readonly reason: string, readonly everything: boolean) {
    super(reason);
  }
}

/** The text of an ordinary turn. No check depends on what is answered. */
export function ordinaryText(settings: Settings): string {
  return settings.profile.prompt ?? "Hello! Please answer in one short sentence.";
}
