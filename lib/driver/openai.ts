/**
 * The OpenAI shape of a turn. Normalization is the driver's job and changes no value.
 *
 * @module
 */
import type { InjectResult } from "./result.ts";

/** A call as OpenAI's Chat Completions writes it. */
export interface OpenAiToolCall {
  /** `call_0`, `call_1`, … from 0 in each turn. */
  readonly id: string;
  /** The only kind that there is. */
  readonly type: "function";
  /** What is called, and with what. */
  readonly function: {
    readonly name: string;
    /** JSON text, each number digit for digit as the endpoint spelled it. */
    readonly arguments: string;
  };
}

/** A turn as Wind Tunnel's users know it. */
export interface OpenAiResponse {
  /** One choice: the turn. */
  readonly choices: readonly [{
    readonly message: {
      readonly role: "assistant";
      readonly content: string;
      /** Empty where the agent called nothing. */
      readonly tool_calls: readonly OpenAiToolCall[];
    };
    readonly finish_reason: "tool_calls" | "stop";
  }];
  /** The agent-level error, word for word; absent where there is none. */
  readonly worker_warnings?: readonly [string];
}

/**
 * Converts a turn (layer.normalization). An empty reply stays empty: none is made up.
 *
 * @example Numbers keep their digits
 * ```ts
 * import { assertEquals } from "@std/assert";
 * import { HttpInject, serveEndpoint, toOpenAiResponse } from "@wt/inject";
 *
 * const wire = '{"wt_inject":1,"reply":"","error":"out of stock","tool_calls":' +
 *   '[{"name":"order","arguments":{"id":12345678901234567890}}]}';
 * const endpoint = await serveEndpoint({ port: 0, handler: () => new Response(wire) });
 * try {
 *   const driver = new HttpInject({ baseUrl: endpoint.url, timeoutS: 30 });
 *   const response = toOpenAiResponse(await driver.inject("s", "Order lamps."));
 *   const [call] = response.choices[0].message.tool_calls;
 *   assertEquals(call?.function.arguments, '{"id":12345678901234567890}');
 *   assertEquals(response.worker_warnings, ["out of stock"]);
 * } finally {
 *   await endpoint.close();
 * }
 * ```
 */
export function toOpenAiResponse(
  result: Pick<InjectResult, "reply" | "toolCalls" | "error">,
): OpenAiResponse {
  const calls = result.toolCalls.map(({ name, argumentsJson }, index): OpenAiToolCall => ({
    id: `call_${index}`,
    type: "function",
    function: { name, arguments: argumentsJson },
  }));
  const message = { role: "assistant", content: result.reply, tool_calls: calls } as const;
  const finish_reason = calls.length > 0 ? "tool_calls" : "stop";
  const response: OpenAiResponse = { choices: [{ message, finish_reason }] };
  return result.error === undefined ? response : { ...response, worker_warnings: [result.error] };
}
