/**
 * The conversation between an agent and its model, in a form of our own: no vendor's field names,
 * no vendor's rules. A reader or writer of a real dialect translates at the edge.
 *
 * @module
 */
import type { JsonValue } from "../contract/json.ts";

/** A JSON object, as a tool takes it. */
export type JsonObject = { [key: string]: JsonValue };

/** A call as the model asked for it. */
export interface ModelToolCall {
  /** Ties the call to its result. Not empty, and met once in a reply. */
  readonly id: string;
  readonly name: string;
  /** JSON text exactly as the model wrote it, which may be no JSON at all; `""` means no arguments. */
  readonly arguments: string;
}

/** What a tool answered. A failed tool is data for the model, never an exception. */
export type ToolOutcome =
  | { readonly ok: true; readonly value: JsonValue }
  | { readonly ok: false; readonly error: string };

/** One entry of a conversation. */
export type Message =
  | { readonly role: "system"; readonly text: string }
  | { readonly role: "user"; readonly text: string }
  | {
    readonly role: "assistant";
    readonly text: string;
    readonly toolCalls: readonly ModelToolCall[];
  }
  | {
    readonly role: "tool";
    /** The {@linkcode ModelToolCall.id} that this answers. */
    readonly callId: string;
    readonly name: string;
    readonly outcome: ToolOutcome;
  };

/** A tool as the model is told of it. */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments object. */
  readonly inputSchema: JsonObject;
  /** JSON Schema of the result, where it is known. */
  readonly resultSchema?: JsonObject;
}

/** All that a model gets to see. Data only, so that a caller can keep it. */
export interface ModelRequest {
  readonly messages: readonly Message[];
  readonly tools: readonly ToolDefinition[];
}

/**
 * Why the model stopped.
 *
 * - `end`: it was done.
 * - `tool_calls`: it waits for the results of its calls.
 * - `length`: its output budget ran out; what it said is cut.
 * - `refused`: a filter or the model itself declined.
 */
export type StopReason = "end" | "tool_calls" | "length" | "refused";

/** One answer of a model. */
export interface ModelReply {
  readonly text: string;
  readonly toolCalls: readonly ModelToolCall[];
  readonly stop: StopReason;
}

/**
 * Asks a model. The request is the caller's own deep copy: what it does to it reaches nobody else.
 * Rejects when the model can't be asked. `signal` fires when nobody waits for the answer any more.
 */
export type ModelCaller = (request: ModelRequest, signal: AbortSignal) => Promise<ModelReply>;
