/**
 * The object and the items that Responses tells, whole or at each stage of a stream.
 *
 * @module
 */
import type { AnswerContext } from "./context.ts";
import { type Out, Raw } from "./json_out.ts";
import type { NeutralCall, NeutralStop, NeutralUsage } from "./neutral.ts";
import { responsesUsage } from "./usage.ts";

/** Where a response, or one of its items, stands. */
export type ItemStatus = "in_progress" | "completed" | "incomplete";

/** What changes in a response while it is told. */
export interface ResponseState {
  readonly status: ItemStatus | "failed";
  readonly output: readonly Out[];
  readonly usage?: NeutralUsage;
  /** Why it is incomplete: 4.4. */
  readonly reason?: "max_output_tokens" | "content_filter";
  readonly error?: { readonly code: string; readonly message: string };
}

/** The response object. `key` stands in its id and its items'. */
export function responseObject(
  key: string,
  model: string,
  { status, output, usage, reason, error }: ResponseState,
  { createdS, echo }: AnswerContext,
): Out {
  const repeated = (name: string, otherwise: Out): Out => {
    const text = echo[name];
    return text === undefined ? otherwise : new Raw(text);
  };
  return {
    id: `resp_${key}`,
    object: "response",
    created_at: createdS,
    status,
    background: false,
    error: error ?? null,
    incomplete_details: reason === undefined ? null : { reason },
    instructions: repeated("instructions", null),
    max_output_tokens: repeated("max_output_tokens", null),
    model,
    output,
    parallel_tool_calls: repeated("parallel_tool_calls", true),
    previous_response_id: null,
    store: false,
    temperature: repeated("temperature", null),
    text: { format: { type: "text" } },
    tool_choice: repeated("tool_choice", "auto"),
    tools: repeated("tools", []),
    top_p: repeated("top_p", null),
    truncation: "disabled",
    usage: responsesUsage(usage),
    metadata: repeated("metadata", {}),
  };
}

/** A text inside a message item. */
export function textPart(text: string): Out {
  return { type: "output_text", text, annotations: [], logprobs: [] };
}

/** A message item. */
export function messageItem(id: string, status: ItemStatus, content: readonly Out[]): Out {
  return { id, type: "message", status, role: "assistant", content };
}

/** A call item: 4.4, "`call_id` = id, `id` = any `fc_…`". */
export function callItem(id: string, status: ItemStatus, call: NeutralCall, text: string): Out {
  return { id, type: "function_call", status, call_id: call.id, name: call.name, arguments: text };
}

/** 4.4: how a response ends. */
export function endOf(stop: NeutralStop): Pick<ResponseState, "status" | "reason"> {
  switch (stop) {
    case "stop":
    case "tool_calls":
      return { status: "completed" };
    case "length":
      return { status: "incomplete", reason: "max_output_tokens" };
    case "content_filter":
      return { status: "incomplete", reason: "content_filter" };
  }
}
