/**
 * The reference gateway: Chat, Messages and Responses to clients, any one of them upstream. One request
 * is one attempt, nothing is repaired, and what can't be carried over is refused.
 *
 * It is there to test clients and the session corpus against, and to read. Needs net for its port and
 * its upstream.
 *
 * @example A client of OpenAI's Chat, an upstream that speaks Anthropic's Messages
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { startGateway } from "@wt/inject/gateway";
 *
 * await using upstream = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, () =>
 *   Response.json({
 *     id: "msg_1",
 *     type: "message",
 *     role: "assistant",
 *     model: "m",
 *     content: [{ type: "text", text: "Four lamps." }],
 *     stop_reason: "end_turn",
 *     stop_sequence: null,
 *     usage: { input_tokens: 9, output_tokens: 3 },
 *   }));
 * await using gateway = await startGateway({
 *   upstream: { url: `http://127.0.0.1:${upstream.addr.port}`, dialect: "messages" },
 * });
 *
 * const answer = await fetch(`${gateway.url}/v1/chat/completions`, {
 *   method: "POST",
 *   body: JSON.stringify({
 *     model: "m",
 *     max_tokens: 64,
 *     messages: [{ role: "user", content: "How many lamps?" }],
 *   }),
 * });
 * const { choices: [{ message }] } = await answer.json();
 * assertEquals(message.content, "Four lamps.");
 * assertEquals(gateway.leases(), { active: 0, taken: 1, released: 1 });
 * ```
 *
 * @module
 */
import { type Gateway, type GatewayOptions, startGateway as startWithParts } from "./gateway.ts";

export type { LeaseCounts } from "./admission.ts";
export { type Dialect, GATEWAY_DIALECTS } from "./dialect.ts";
export type { Gateway, GatewayOptions } from "./gateway.ts";

/**
 * Starts a gateway; settles once it listens.
 *
 * @throws {TypeError} where the upstream's URL is none, or its headers can't be sent.
 * @throws {Deno.errors.AddrInUse} and its kin where the address can't be listened on.
 *
 * @example An upstream that nobody serves is an error in the client's own dialect
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { startGateway } from "@wt/inject/gateway";
 *
 * await using gateway = await startGateway({
 *   upstream: { url: "http://127.0.0.1:1", dialect: "chat" },
 * });
 * const answer = await fetch(`${gateway.url}/v1/messages`, {
 *   method: "POST",
 *   body: JSON.stringify({
 *     model: "m",
 *     max_tokens: 64,
 *     messages: [{ role: "user", content: "Hello" }],
 *   }),
 * });
 * assertEquals([answer.status, (await answer.json()).type], [502, "error"]);
 * ```
 */
export function startGateway(options: GatewayOptions): Promise<Gateway> {
  return startWithParts(options);
}
