/**
 * What the driver puts on the wire.
 *
 * @module
 */
import { UsageError } from "../contract/usage.ts";
import { VERSION } from "../contract/version.ts";
import type { HeaderList, WireRequest } from "../wire/exchange.ts";

/** The version of the protocol that this driver speaks. */
export const PROTOCOL_VERSION = 1;

/** The three routes, and what the driver does there in words. */
export const ROUTES = {
  inject: { path: "/wt/inject", doing: "inject a turn" },
  reset: { path: "/wt/reset", doing: "reset the endpoint" },
  surface: { path: "/wt/surface", doing: "read the surface" },
} as const;

/** A route of the contract. */
export type Route = "inject" | "reset" | "surface";

const HEADERS: HeaderList = [
  ["Content-Type", "application/json"],
  ["Accept", "application/json"],
  ["Accept-Encoding", "identity"],
  ["User-Agent", `wt-inject/${VERSION}`],
];

const utf8 = new TextEncoder();

/** What every request of a driver to one route shares: all but the body. */
export function requestHead(baseUrl: string, route: Route): Omit<WireRequest, "body"> {
  return { method: "POST", url: baseUrl + ROUTES[route].path, headers: HEADERS };
}

/**
 * The body of a user turn: the contract's four fields in its order, the text as it was given, and only
 * the newest one (session.newest-turn).
 *
 * @throws {UsageError} for text or an id with a lone surrogate: UTF-8 can't carry it, and a
 * replacement would not be the text that was given (request.text-verbatim).
 */
export function injectBody(
  sessionId: string,
  text: string,
  timeoutS: number,
): string {
  refuseLoneSurrogate("text", text);
  refuseLoneSurrogate("session id", sessionId);
  return JSON.stringify({
    wt_inject: PROTOCOL_VERSION,
    session_id: sessionId,
    text,
    timeout_s: timeoutS,
  });
}

/** The body of a reset or a surface probe: the version alone, never a scope (reset.request). */
export const BARE_BODY = JSON.stringify({ wt_inject: PROTOCOL_VERSION });

/** A whole user turn; throws as {@linkcode injectBody} does. */
export function injectRequest(
  baseUrl: string,
  sessionId: string,
  text: string,
  timeoutS: number,
): WireRequest {
  const body = injectBody(sessionId, text, timeoutS);
  return { ...requestHead(baseUrl, "inject"), body: utf8.encode(body) };
}

/** A whole reset or surface probe. */
export function bareRequest(baseUrl: string, route: "reset" | "surface"): WireRequest {
  return { ...requestHead(baseUrl, route), body: utf8.encode(BARE_BODY) };
}

function refuseLoneSurrogate(what: string, value: string): void {
  if (value.isWellFormed()) return;
  const at = [...value].findIndex((character) => !character.isWellFormed());
  throw new UsageError(
    `Cannot send the ${what}: character ${at} is a lone surrogate, which UTF-8 can't carry`,
    "Give well-formed Unicode text; String.prototype.toWellFormed() replaces what isn't.",
  );
}
