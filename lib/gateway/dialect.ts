/**
 * The dialects that the gateway speaks, and where each is served.
 *
 * @module
 */

/** OpenAI Chat Completions, Anthropic Messages, OpenAI Responses. */
export const GATEWAY_DIALECTS = ["chat", "messages", "responses"] as const;

/** One of {@linkcode GATEWAY_DIALECTS}. */
export type Dialect = (typeof GATEWAY_DIALECTS)[number];

/** A thing for each dialect. */
export type PerDialect<T> = Readonly<Record<Dialect, T>>;

/** The route of each dialect. */
export const GATEWAY_ROUTES: PerDialect<string> = {
  chat: "/v1/chat/completions",
  messages: "/v1/messages",
  responses: "/v1/responses",
};

/** The dialect that a path belongs to, its query left aside; undefined where none does. */
export function dialectAt(target: string): Dialect | undefined {
  const path = target.replace(/[?#].*$/s, "");
  return GATEWAY_DIALECTS.find((dialect) => GATEWAY_ROUTES[dialect] === path);
}

/**
 * Where an upstream serves a dialect. Clients of the one vendor are given a base with `/v1`, those of
 * the other a base without, so both are understood; a URL that names the route itself stays.
 *
 * @throws {TypeError} where the base is no http or https URL.
 */
export function upstreamUrl(base: string, dialect: Dialect): string {
  const url = URL.parse(base);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    const why = "it must be an http or https URL, such as http://127.0.0.1:8000";
    throw new TypeError(`Cannot use ${JSON.stringify(base)} as the upstream: ${why}`);
  }
  const route = GATEWAY_ROUTES[dialect];
  const path = url.pathname.replace(/\/+$/, "");
  if (path.endsWith(route.slice("/v1".length)) && path !== "") url.pathname = path;
  else url.pathname = path.endsWith("/v1") ? path + route.slice("/v1".length) : path + route;
  return url.href;
}
