/**
 * Routes of an upstream.
 *
 * @module
 */
import type { Received } from "../../wire/raw_server.ts";
import { ROUTES } from "../paths.ts";
import { type Dialect, DIALECTS } from "../transcript.ts";

/** What a request is: an attempt at a dialect's route, at no known one, or a look around. */
export function routeOf(
  { method, target }: Pick<Received, "method" | "target">,
): Dialect | undefined | "probe" {
  if (method !== "POST") return "probe";
  const path = target.split("?")[0] ?? "";
  return DIALECTS.find((dialect) => path.endsWith(ROUTES[dialect].slice("/v1".length)));
}
