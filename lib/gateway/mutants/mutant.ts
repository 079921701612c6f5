/**
 * What a gateway mutant is: the reference gateway with one part exchanged for a wrong one, and the cases
 * of the session corpus that have to accuse it.
 *
 * @module
 */
import { type GatewayParts, gatewayParts } from "../parts.ts";

/** Ways through a gateway whose ends speak one dialect, and those that cross dialects. */
export type PathKind = "relay" | "across";

/** A case that has to fail, and what has to be found in it. */
export interface Kill {
  /** `case`, or `case.variant`. */
  readonly case: string;
  /** The code of a difference; a cell of the case must fail with it, on each kind of path. */
  readonly code: string;
}

/** One gateway that is wrong on purpose. */
export interface GatewayMutant {
  /** Stable; never used twice. */
  readonly id: string;
  /** What it does, in a line. */
  readonly what: string;
  /** The requirement of the session corpus that it breaks. */
  readonly breaks: `R${string}`;
  /** The ways that it breaks. */
  readonly kinds: readonly PathKind[];
  /** Its parts; made anew for each gateway, since some remember what they should not. */
  readonly make: () => GatewayParts;
  /** Empty where no case sees it yet: then it stands in {@linkcode GatewaySurvivor} too. */
  readonly kills: readonly Kill[];
}

/** A gateway that is odd and right: no cell may fail. */
export interface GatewayOddity {
  readonly id: string;
  readonly what: string;
  /** Why it is allowed. */
  readonly source: string;
  readonly make: () => GatewayParts;
  /** Codes of the warnings that it must have; none where it must pass without. */
  readonly warned: readonly string[];
}

/** A mutant that no case sees yet. */
export interface GatewaySurvivor {
  /** Of the mutant. */
  readonly id: string;
  /** The case of the session corpus, or of the list of case families, that is to see it. */
  readonly wanted: string;
}

/** The reference gateway's parts with some exchanged. */
export function partsWith(other: Partial<GatewayParts>): GatewayParts {
  return { ...gatewayParts, ...other };
}

/** A mutant on ways of these kinds, its parts made anew for each gateway. */
export function mutantOn(
  kinds: readonly PathKind[],
  id: string,
  what: string,
  breaks: GatewayMutant["breaks"],
  parts: () => Partial<GatewayParts>,
  kills: readonly Kill[],
): GatewayMutant {
  return { id, what, breaks, kinds, make: () => partsWith(parts()), kills };
}

/** A mutant on the ways that cross dialects. */
export function across(
  id: string,
  what: string,
  breaks: GatewayMutant["breaks"],
  parts: () => Partial<GatewayParts>,
  kills: readonly Kill[],
): GatewayMutant {
  return mutantOn(["across"], id, what, breaks, parts, kills);
}

/** A mutant on every way. */
export function everywhere(
  id: string,
  what: string,
  breaks: GatewayMutant["breaks"],
  parts: () => Partial<GatewayParts>,
  kills: readonly Kill[],
): GatewayMutant {
  return mutantOn(["relay", "across"], id, what, breaks, parts, kills);
}

/** An oddity, its parts made anew for each gateway. */
export function oddity(
  id: string,
  what: string,
  source: string,
  parts: () => Partial<GatewayParts>,
  warned: GatewayOddity["warned"] = [],
): GatewayOddity {
  return { id, what, source, make: () => partsWith(parts()), warned };
}
