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
  readonly active: number;
  readonly taken: number;
  readonly released: number;
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
  readonly capacity?: number;
  /** The admission's counters, where they can be had. */
  leases?(): Leases;
  close(): Promise<void>;
}

/** A gateway that can be opened. */
export interface CorpusTarget {
  /** For reports. */
  readonly label: string;
  /** The ways through it that it serves. A path that it lists and doesn't serve fails. */
  readonly paths: readonly GatewayPath[];
  /** How long any one wait may take, ms (default 5000). */
  readonly patienceMs?: number;
  /** How many cells may be played at once; 1 where the gateway knows one upstream address. */
  readonly parallel: number;
  /** Where the scripted upstream must listen; default a free port of 127.0.0.1. */
  readonly upstream?: { readonly hostname?: string; readonly port?: number };
  /** The operator configured retries: hidden all the same, and the report says so. */
  readonly retries?: true;
  /** An agent's loop, for the path `agent`; absent where the target is a gateway alone. */
  readonly agent?: AgentUnderTest;
  /** Opens a way to an upstream at this base URL, for one cell. */
  open(path: GatewayPath, upstreamUrl: string): Promise<OpenTarget>;
}
