/**
 * Bench an agent written in TypeScript: wrap it, serve it. Web-standard only, so it runs wherever a
 * function from Request to Response does.
 *
 * @example The whole of an endpoint, with history and a tool
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { type Agent, contractHandler } from "@wt/inject/endpoint";
 *
 * const histories = new Map<string, string[]>();
 * const agent: Agent = {
 *   async inject({ sessionId, text, signal, called }) {
 *     const history = [...(histories.get(sessionId) ?? []), text];
 *     called("count_turns", { session: sessionId });
 *     const reply = await Promise.resolve(`That was turn ${history.length}.`);
 *     if (!signal.aborted) histories.set(sessionId, history);
 *     return { reply };
 *   },
 *   reset: () => histories.clear(),
 * };
 *
 * const handler = contractHandler(agent);
 * // Deno.serve({ port: 8647 }, handler), Bun.serve({ port: 8647, fetch: handler }), export default …
 *
 * const reset = await handler(
 *   new Request("http://127.0.0.1:8647/wt/reset", { method: "POST", body: '{"wt_inject": 1}' }),
 * );
 * assertEquals([reset.status, await reset.json()], [200, { wt_inject: 1 }]);
 * ```
 *
 * @module
 */
export {
  type Agent,
  contractHandler,
  type HandlerOptions,
  type Surface,
  type ToolCall,
  type Turn,
  type TurnResult,
} from "./handler.ts";
