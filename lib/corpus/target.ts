/**
 * What a corpus is run against: a gateway, or several ways through one.
 *
 * @module
 */
import type { HeaderList } from "../wire/exchange.ts";
import type { AgentUnderTest } from "./agent_play.ts";
import type { GatewayPath } from "./paths.ts";

/** Leases of an admission, counted since the gateway began. */
export interface Leases {
  /** Taken and not released. */
  readonly active: number;
  /** Ever taken. */
  readonly taken: number;
  /** Ever released. */
  readonly released: number;
}

/** An admission whose size is known. */
export interface Capacity {
  /** How many requests are admitted at once. */
  readonly requests: number;
  /** Asked where the admission is looked into, in place of the way's own model. */
  readonly model?: string;
}

/** What came of a play, for whoever keeps the gateway. */
export interface PlayedWith {
  /** The upstream answered with an error, broke off, or was left: a gateway may remember that. */
  readonly troubled: boolean;
  /** No exchange got as much as a byte: patience ended, or the gateway hung up. No client left. */
  readonly silent: boolean;
  /** A connection ended before its answer had, and nobody of ours ended it. */
  readonly cut: boolean;
  /** The upstream was asked for something. */
  readonly asked: boolean;
}

/** A gateway that is listening. */
export interface OpenTarget {
  /** Where the client posts to, route and all. */
  readonly url: string;
  /** Sent with each request besides the client's own. */
  readonly headers?: HeaderList;
  /** Sent in place of the fixture's model. */
  readonly model?: string;
  /** What the upstream sees in its place; absent with `model`: anything. */
  readonly upstreamModel?: string;
  /** How many requests are admitted at once, where that is known. */
  readonly capacity?: Capacity;
  /** The admission's counters, where they can be had. */
  leases?(): Leases;
  /** Looks after a play whether the gateway is still there; says how it ended, where it did. */
  after?(play: PlayedWith): Promise<string | undefined>;
  /** Ends what was opened for this cell. */
  close(): Promise<void>;
}

/** How long single things may take, ms; `patienceMs` where left out. */
export interface Patience {
  /** The answer to an upstream's error: a gateway may wait before it hands that on. */
  readonly errorMs?: number;
  /** Closing the upstream's connection once the client has closed its own. */
  readonly disconnectMs?: number;
}

/**
 * A gateway that isn't there, or can't be: what was to be played could not run.
 *
 * @example A gateway that never came up leaves its cells unjudged
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { type GatewayTarget, runCorpus, TargetGone } from "@wt/inject/corpus";
 *
 * const target: GatewayTarget = {
 *   label: "a gateway that isn't there",
 *   paths: ["chat-to-chat"],
 *   parallel: 1,
 *   open: () => Promise.reject(new TargetGone("Nobody listens")),
 * };
 * const report = await runCorpus({ target, cases: ["unicode-arguments"] });
 * assertEquals([report.counts.passed, report.counts.failed, report.exit_code], [0, 0, 3]);
 * ```
 */
export class TargetGone extends Error {
  /** For those who have lost the class. */
  override readonly name = "TargetGone";
}

/** A gateway that can be opened, whatever it is. */
export interface GatewayTarget {
  /** For reports. */
  readonly label: string;
  /** Where it listens, for reports; the label stands for it where that isn't known. */
  readonly url?: string;
  /** The ways through it that it serves. A path that it lists and doesn't serve fails. */
  readonly paths: readonly GatewayPath[];
  /** How long any one wait may take, ms (default 5000). */
  readonly patienceMs?: number;
  /** Where single things take longer, or less. */
  readonly patience?: Patience;
  /** How many cells may be played at once; 1 where the gateway knows one upstream address. */
  readonly parallel: number;
  /**
   * Where the scripted upstream must listen: for the whole run, as one gateway serves all of its cells.
   * Default a free port of 127.0.0.1 for each cell.
   */
  readonly upstream?: { readonly hostname?: string; readonly port?: number };
  /** What the upstream says it has, to a gateway that asks. */
  readonly models?: readonly string[];
  /** Headers whose values no report shows, besides those whose names say that they are secret. */
  readonly secretHeaders?: readonly string[];
  /** A text for a report: without the target's credentials, should they stand in it. */
  readonly shown?: (text: string) => string;
  /** The operator configured retries: hidden all the same, and the report says so. */
  readonly retries?: true;
  /**
   * Once, before the first cell.
   *
   * @throws {TargetGone} where nobody is there: nothing is played then
   */
  begin?(upstreamUrl: string, signal?: AbortSignal): Promise<void>;
  /**
   * Opens a way to an upstream at this base URL, for one cell.
   *
   * @throws {TargetGone}
   */
  open(path: GatewayPath, upstreamUrl: string, signal?: AbortSignal): Promise<OpenTarget>;
  /** Once, after the last cell, whatever became of the run. Ends all that `begin` and `open` started. */
  end?(): Promise<void>;
  /** What a report has to say of the run besides its cells; asked for after the last one. */
  notes?(): readonly string[];
}

/** What a run is against: a gateway, and an agent's loop where there is one. */
export interface CorpusTarget extends GatewayTarget {
  /** For the path `agent`. */
  readonly agent?: AgentUnderTest;
}
