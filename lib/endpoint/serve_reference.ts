/**
 * The reference endpoint for the tests of others: a real agent loop with sessions, history, tools on a
 * synthetic freight desk and a surface, on a scripted model that costs nothing. What `wt-inject serve`
 * serves.
 *
 * @example A driver's test that needs no agent of one's own
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { HttpInject, newSessionId } from "@wt/inject";
 * import { REFERENCE_PROFILE, serveReference } from "@wt/inject/reference";
 *
 * const endpoint = await serveReference();
 * try {
 *   const driver = new HttpInject({ baseUrl: endpoint.url, timeoutS: 30 });
 *   await driver.reset();
 *   const turn = await driver.inject(newSessionId(), REFERENCE_PROFILE.tool_prompt ?? "");
 *   assertEquals(turn.toolCalls.map(({ name }) => name), ["client_lookup", "order_status"]);
 * } finally {
 *   await endpoint.close();
 * }
 * ```
 *
 * @module
 */
import { contractHandler } from "./handler.ts";
import { REFERENCE_PROFILE, referenceAgent } from "./reference.ts";
import { type ServedEndpoint, serveEndpoint } from "./serve.ts";

export { REFERENCE_PROFILE };
export type { ServedEndpoint } from "./serve.ts";

/** Where the reference endpoint is served. */
export interface ReferenceAddress {
  /** Default `127.0.0.1`: the contract has no authentication. */
  readonly hostname?: string;
  /** Default 0: any free port. */
  readonly port?: number;
  /** Stops serving at once, and cuts what is in flight. */
  readonly signal?: AbortSignal;
}

/**
 * Serves a reference endpoint of its own, with no session yet. Settles once connections are taken.
 *
 * @throws {ListenError} where the address can't be listened on.
 *
 * @example It conforms
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { conform } from "@wt/inject";
 * import { REFERENCE_PROFILE, serveReference } from "@wt/inject/reference";
 *
 * const endpoint = await serveReference();
 * try {
 *   const report = await conform({
 *     baseUrl: endpoint.url,
 *     profile: REFERENCE_PROFILE,
 *     patterns: ["response.*"],
 *   });
 *   assertEquals([report.outcome, report.counts.failed], ["CONFORMS", 0]);
 * } finally {
 *   await endpoint.close();
 * }
 * ```
 */
export function serveReference(address: ReferenceAddress = {}): Promise<ServedEndpoint> {
  return serveEndpoint({ port: 0, ...address, handler: contractHandler(referenceAgent()) });
}
