/**
 * Routes of an upstream.
 *
 * @module
 */
import type { Received } from "../../wire/raw_server.ts";
import { ROUTES } from "../paths.ts";
import { type Dialect, DIALECTS } from "../transcript.ts";

/**
 * The path of a request's target, without its query. RFC 9112, 3.2.2: a server must accept a whole URL
 * there, as a client of a proxy sends it.
 */
export function pathOf(target: string): string {
  return target.replace(/^https?:\/\/[^/?]*/i, "").split("?")[0] || "/";
}

/** What a request is: an attempt at a dialect's route, at no known one, or a look around. */
export function routeOf(
  { method, target }: Pick<Received, "method" | "target">,
): Dialect | undefined | "probe" {
  if (method !== "POST") return "probe";
  const path = pathOf(target);
  return DIALECTS.find((dialect) => path.endsWith(ROUTES[dialect].slice("/v1".length)));
}
