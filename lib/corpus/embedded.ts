/**
 * The embedded target: the reference gateway on all nine paths, one of its own for each cell, and the
 * reference agent's loop.
 *
 * @module
 */
import { runTurn } from "../agent/loop.ts";
import { startGateway } from "../gateway/gateway.ts";
import type { GatewayParts } from "../gateway/parts.ts";
import type { AgentUnderTest } from "./agent_play.ts";
import { type Ends, endsOf, GATEWAY_PATHS, ROUTES } from "./paths.ts";
import type { CorpusTarget } from "./target.ts";

/** What an embedded target is made with; for self-tests, with parts that are wrong on purpose. */
export interface EmbeddedOptions {
  readonly label?: string;
  readonly parts?: GatewayParts;
  /** Default: the reference agent's. */
  readonly agent?: AgentUnderTest;
  readonly patienceMs?: number;
  /** How many cells are played at once (default 4). */
  readonly parallel?: number;
}

/** How many requests a cell's gateway admits at once: more than any case has under way. */
const CAPACITY = 16;

/** The reference gateway and the reference agent, embedded. Needs loopback net alone. */
export function embeddedTarget(options: EmbeddedOptions = {}): CorpusTarget {
  const { label = "the embedded reference gateway", parallel = 4, agent = runTurn } = options;
  return {
    label,
    paths: GATEWAY_PATHS,
    parallel,
    agent,
    ...(options.patienceMs === undefined ? {} : { patienceMs: options.patienceMs }),
    async open(path, upstreamUrl) {
      const { client, upstream } = endsOf(path) as Ends;
      const gateway = await startGateway(
        { upstream: { url: upstreamUrl, dialect: upstream }, capacity: CAPACITY },
        options.parts,
      );
      return {
        url: `${gateway.url}${ROUTES[client]}`,
        leases: () => gateway.leases(),
        close: () => gateway.close(),
      };
    },
  };
}
