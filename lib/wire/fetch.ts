/**
 * The exactly-once client in the shape of web-standard fetch.
 *
 * @module
 */
import { once } from "./client.ts";
import type { Exchange, Fault, Transport } from "./exchange.ts";

export { fetchTransport } from "./fetch_transport.ts";

/** Stands where `fetch` stands. */
export type FetchLike = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** Statuses whose Response must have no body (Fetch standard, "null body status"). */
const NULL_BODY = new Set([204, 205, 304]);
/** What a Response takes as its status text. */
const REASON = /^[\t\x20-\x7e\x80-\xff]*$/;

/**
 * Like `fetch`, but sent once on its own connection. A redirect comes back as it is. Unless the
 * caller says otherwise it asks for `Accept-Encoding: identity`, and it never decodes content.
 *
 * It resolves when the whole body is there, and rejects where fetch would resolve to a Response
 * that fails later: a TypeError whose `cause` is the {@linkcode Fault}. An aborted signal rejects
 * with the signal's reason, as fetch does: an AbortError or TimeoutError unless the caller gave one.
 *
 * @example A redirect comes back as it is
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { onceFetch, serveEndpoint } from "@wt/inject";
 *
 * const handler = () => new Response(null, { status: 307, headers: { location: "/elsewhere" } });
 * const server = await serveEndpoint({ port: 0, handler });
 * try {
 *   const answer = await onceFetch(`${server.url}/wt/reset`, { method: "POST", body: "{}" });
 *   assertEquals([answer.status, answer.headers.get("location")], [307, "/elsewhere"]);
 * } finally {
 *   await server.close();
 * }
 * ```
 */
export const onceFetch: FetchLike = fetchOver(once);

/** {@linkcode onceFetch} over another transport: one with certificates of its own, say. */
export function fetchOver(transport: Transport): FetchLike {
  return async (input, init) => {
    const request = new Request(input, init);
    // Not request.signal: that one follows the caller's, and a rejection must have the same reason.
    const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined);
    signal?.throwIfAborted();
    const headers = [...request.headers];
    if (!request.headers.has("accept-encoding")) headers.push(["accept-encoding", "identity"]);
    const exchange = await transport(
      {
        method: request.method,
        url: request.url,
        headers,
        body: new Uint8Array(await request.arrayBuffer()),
      },
      signal ? { signal } : {},
    );
    if (exchange.fault?.kind === "aborted") signal?.throwIfAborted();
    return responseOf(exchange);
  };
}

/** The Response of a faultless exchange. Throws a TypeError with the fault as its cause. */
export function responseOf({ request, response, fault }: Exchange): Response {
  if (fault !== undefined || response === undefined) {
    throw failure(request.url, fault);
  }
  const { status, reason, body } = response;
  if (status > 599) {
    // Response takes 200 to 599 and nothing else.
    const message = `Cannot make a Response of status ${status}`;
    throw failure(request.url, { kind: "bad-head", phase: "head", message });
  }
  const made = new Response(NULL_BODY.has(status) ? null : body.slice(), {
    status,
    statusText: REASON.test(reason) ? reason : "",
    headers: response.headers.map(([name, value]) => [name, value]),
  });
  // A Response that no fetch made has an empty url, and no constructor option sets it.
  return Object.defineProperty(made, "url", { value: request.url });
}

function failure(url: string, fault: Fault | undefined): TypeError {
  return new TypeError(`Cannot fetch ${url}: ${fault?.message ?? "no answer"}`, { cause: fault });
}
