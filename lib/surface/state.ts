/**
 * The three states of a surface: reported, unavailable, invalid.
 *
 * @module
 */
import { readBody } from "../contract/body.ts";
import type { JsonDocument } from "../contract/json.ts";
import type { Violation } from "../contract/result.ts";
import { readAnswer } from "../driver/answer.ts";
import { ContractError, TransportError } from "../driver/errors.ts";
import { type ReportedSurface, reportedSurface, type SurfaceResult } from "../driver/result.ts";
import type { Exchange } from "../wire/exchange.ts";

/** What the endpoint reported. It can't be verified through an inject boundary. */
export interface Reported {
  /** 200 and a surface. */
  readonly status: "reported";
  /** As it was reported; its text is private. */
  readonly surface: ReportedSurface;
  /** The whole answer; knows how the surface's numbers were spelled, and the order of its keys. */
  readonly document: JsonDocument;
  /** Oddities that don't break the contract. */
  readonly warnings: readonly Violation[];
  /** The bytes of that answer. */
  readonly exchange: Exchange;
}

/** The optional route isn't served: 404 or 501. */
export interface Unavailable {
  /** 404 or 501. */
  readonly status: "unavailable";
}

/** The route is served, and its answer is no surface. */
export interface Invalid {
  /** Anything else. */
  readonly status: "invalid";
  /** Why, in one line that quotes nothing of the surface. */
  readonly detail: string;
  /** Empty where the wire failed, and where a bound of ours was hit. */
  readonly violations: readonly Violation[];
  /** True where a bound of ours was hit, which is not the endpoint's fault. */
  readonly ourBound: boolean;
  /** What came, where it was JSON: for saying what is wrong with it. Never to be stored as a surface. */
  readonly document?: JsonDocument;
}

/** The state of a surface. */
export type SurfaceState = Reported | Unavailable | Invalid;

/**
 * The state that an exchange with `/wt/surface` shows, or that a driver's result has. The driver's
 * own rules decide: 404 and 501 are unavailable (surface.optional), a good envelope is reported, all
 * else is invalid (surface.malformed-is-invalid). Never throws for what the endpoint did.
 */
export function surfaceState(source: Exchange | SurfaceResult): SurfaceState {
  if ("status" in source) return fromResult(source);
  try {
    return fromResult(reportedSurface(readAnswer("surface", source), source));
  } catch (error) {
    if (error instanceof ContractError) return fromContract(error, source);
    if (error instanceof TransportError) {
      const ourBound = error.kind === "body-too-large" || error.kind === "head-too-large";
      return { status: "invalid", detail: error.message, violations: [], ourBound };
    }
    throw error;
  }
}

function fromResult(result: SurfaceResult): SurfaceState {
  switch (result.status) {
    case "reported": {
      const { surface, document, warnings, exchange } = result;
      return { status: "reported", surface, document, warnings, exchange };
    }
    case "unavailable":
      return { status: "unavailable" };
    case "invalid": {
      const { detail, violations } = result;
      return { status: "invalid", detail, violations, ourBound: false };
    }
  }
}

function fromContract(error: ContractError, exchange: Exchange): SurfaceState {
  const { status, violations, message } = error;
  if (status === 404 || status === 501) return { status: "unavailable" };
  const invalid = {
    status: "invalid",
    detail: message,
    violations,
    // The driver refuses without a violation only where our bound on depth was hit.
    ourBound: violations.length === 0,
  } as const;
  const body = status === 200 ? readBody(exchange.response!.body) : undefined;
  return body?.ok === true ? { ...invalid, document: body.doc } : invalid;
}
