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

/** Converts a turn (layer.normalization). An empty reply stays empty: none is made up. */
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
