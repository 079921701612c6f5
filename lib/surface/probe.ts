/**
 * The prober: asks an endpoint for its surface and says which state it is in. It sends surface
 * requests and nothing else, so it costs no turn and destroys no state.
 *
 * @module
 */
import type { Violation } from "../contract/result.ts";
import { EXIT } from "../contract/result.ts";
import { bareRequest } from "../driver/request.ts";
import { GRACE_S } from "../driver/settings.ts";
import type { Exchange, Transport } from "../wire/exchange.ts";
import { describeSurface, type ShowOptions, type SurfaceDescription } from "./describe.ts";
import { compareSurfaces } from "./stability.ts";
import { type SurfaceState, surfaceState } from "./state.ts";

export { describeSurface, type ShowOptions, type SurfaceDescription };
export { type SurfaceState, surfaceState };

/** What a probe found. */
export type SurfaceProbe =
  | {
    readonly status: SurfaceState["status"];
    /** The base URL that was asked. */
    readonly url: string;
    /** How often it was asked. */
    readonly probes: number;
    /** The first state, or the first invalid one. */
    readonly state: SurfaceState;
    /** How later answers differ from the first: `warned`, surface.stable. */
    readonly differences: readonly Violation[];
  }
  | {
    readonly status: "unreachable";
    readonly url: string;
    readonly probes: number;
    /** Why nothing was judged, one sentence. */
    readonly reason: string;
  };

/** Whom to ask, and how. */
export interface ProbeOptions {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly transport: Transport;
  /** The endpoint's own deadline, seconds; the contract's grace is added. */
  readonly timeoutS: number;
  /** How often a reported surface is asked for, to see whether it stays. Default 2. */
  readonly times?: number;
  /** Aborting it throws its reason. */
  readonly signal?: AbortSignal;
}

/** Statuses of something that stands in front of an endpoint and lets nobody through. */
const WALL: readonly number[] = [401, 403, 407, 502, 503, 504];

/**
 * Why an exchange says nothing of an endpoint's surface, or undefined where it does: nothing listens,
 * nothing answers, no HTTP is spoken, or a wall stands in front. A driver in the middle of a run calls
 * all of these invalid; a tool that asks nothing else can't blame the endpoint for them.
 */
export function notReached({ fault, response, raw, times }: Exchange): string | undefined {
  if (fault?.phase === "connect") return `nothing can be asked there (${fault.message})`;
  if (fault?.kind === "timeout" && raw.length === 0) {
    return `the connection was accepted and nothing answered in ${
      (times.endMs / 1000).toFixed(1)
    } s`;
  }
  if (fault?.kind === "bad-head" && response === undefined) {
    return `no HTTP/1.1 is spoken there (${fault.message})`;
  }
  if (fault === undefined && response !== undefined && WALL.includes(response.status)) {
    return `HTTP ${response.status} is what a proxy in front says: the contract has no ` +
      "authentication, and an endpoint without a surface answers 404";
  }
  return undefined;
}

/**
 * Asks for the surface; where it is reported, once more, and tells the differences.
 *
 * @throws The signal's reason where it is aborted.
 */
export async function probeSurface(options: ProbeOptions): Promise<SurfaceProbe> {
  const { baseUrl: url, transport, timeoutS, times = 2, signal } = options;
  const states: SurfaceState[] = [];
  for (let probes = 1; probes <= times; probes++) {
    signal?.throwIfAborted();
    const exchange = await transport(bareRequest(url, "surface"), {
      deadlineMs: (timeoutS + GRACE_S) * 1000,
      ...(signal === undefined ? {} : { signal }),
    });
    signal?.throwIfAborted();
    const reason = notReached(exchange);
    if (reason !== undefined) return { status: "unreachable", url, probes, reason };
    const state = surfaceState(exchange);
    states.push(state);
    if (state.status !== "reported") break;
  }
  const [first, ...later] = states;
  if (first === undefined) throw new RangeError("Cannot probe a surface no times: give 1 or more");
  const state = states.find(({ status }) => status === "invalid") ?? first;
  const differences = later.flatMap((other) => compareSurfaces(first, other));
  return { status: state.status, url, probes: states.length, state, differences };
}

/**
 * The exit code of a probe: 0 reported or unavailable (the route is optional, and differences are
 * warned), 1 invalid, 3 where nothing could be judged: unreachable, or past a bound of ours.
 */
export function surfaceExitCode(probe: SurfaceProbe): number {
  if (probe.status === "unreachable") return EXIT.incomplete;
  if (probe.state.status !== "invalid") return EXIT.conforms;
  return probe.state.ourBound ? EXIT.incomplete : EXIT.violation;
}
