/**
 * What the driver hands back.
 *
 * @module
 */
import { type JsonDocument, type JsonValue, stringifyJson } from "../contract/json.ts";
import type { Violation } from "../contract/result.ts";
import type { Exchange } from "../wire/exchange.ts";
import type { Answer } from "./answer.ts";

/** A call that the agent made. */
export interface InjectedToolCall {
  /** The bare name, as the endpoint gave it. */
  readonly name: string;
  /** Plain values, for reading; numbers beyond a double's precision are rounded here. */
  readonly arguments: Readonly<Record<string, JsonValue>>;
  /** The same object as compact JSON, every number spelled as it came. */
  readonly argumentsJson: string;
}

/** A completed turn. Where `error` is set the agent failed, which is a scoreable outcome. */
export interface InjectResult {
  /** Word for word; may be empty only where `error` is set. Never made up. */
  readonly reply: string;
  /** In invocation order. */
  readonly toolCalls: readonly InjectedToolCall[];
  /** The agent's failure, word for word. */
  readonly error?: string;
  /** Oddities that don't break the contract. */
  readonly warnings: readonly Violation[];
  /** The whole exchange, as evidence. */
  readonly exchange: Exchange;
}

/** A completed reset. */
export interface ResetResult {
  /** Oddities that don't break the contract. */
  readonly warnings: readonly Violation[];
  /** The whole exchange, as evidence. */
  readonly exchange: Exchange;
}

/** A part of the system prompt. Unknown keys are kept. */
export interface SystemPart {
  /** `text`, as a rule. */
  readonly type: string;
  /** The text itself. */
  readonly content: string;
  /** What version 1 doesn't know. */
  readonly [key: string]: JsonValue;
}

/** A tool as the model sees it. Unknown keys are kept. */
export interface ToolDefinition {
  /** What the model calls it by. */
  readonly name: string;
  /** Description, schemas, and what version 1 doesn't know. */
  readonly [key: string]: JsonValue;
}

/** Text that the framework adds. Unknown keys are kept. */
export interface ExtraSegment {
  /** The endpoint's own stable name for it. */
  readonly name: string;
  /** The text itself. */
  readonly content: string;
  /** What version 1 doesn't know. */
  readonly [key: string]: JsonValue;
}

/** The prompt surface as the endpoint reports it: not what its model saw. */
export interface ReportedSurface {
  /** The system prompt, in source order. */
  readonly system_instructions: readonly SystemPart[];
  /** The tool manifest, in its order. */
  readonly tool_definitions: readonly ToolDefinition[];
  /** Injected text that is neither. */
  readonly extra_segments: readonly ExtraSegment[];
}

/** The three states of a surface probe. */
export type SurfaceResult =
  | {
    readonly status: "reported";
    readonly surface: ReportedSurface;
    /** The whole answer; knows how the surface's numbers were spelled. */
    readonly document: JsonDocument;
    readonly warnings: readonly Violation[];
    readonly exchange: Exchange;
  }
  | { readonly status: "unavailable"; readonly exchange: Exchange }
  | {
    /** Malformed. The payload itself is not kept: half a surface is worse than none. */
    readonly status: "invalid";
    /** Why, in one line that quotes nothing of the surface. */
    readonly detail: string;
    /** Empty where the wire failed. */
    readonly violations: readonly Violation[];
  };

/** The shape that the envelope's checks have established. */
interface InjectEnvelope {
  readonly reply: string;
  readonly tool_calls: readonly {
    readonly name: string;
    readonly arguments: { [key: string]: JsonValue };
  }[];
  readonly error?: string;
}

/** The turn that a good inject answer holds. */
export function injectResult({ doc, warnings }: Answer, exchange: Exchange): InjectResult {
  const envelope = doc.value as unknown as InjectEnvelope;
  const toolCalls = envelope.tool_calls.map((call) => ({
    name: call.name,
    arguments: call.arguments,
    argumentsJson: stringifyJson(doc, call.arguments),
  }));
  const turn = { reply: envelope.reply, toolCalls, warnings, exchange };
  return envelope.error === undefined ? turn : { ...turn, error: envelope.error };
}

/** The surface that a good surface answer holds. */
export function reportedSurface({ doc, warnings }: Answer, exchange: Exchange): SurfaceResult {
  const { surface } = doc.value as unknown as { readonly surface: ReportedSurface };
  return { status: "reported", surface, document: doc, warnings, exchange };
}
