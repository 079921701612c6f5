/**
 * Running one tool call. Whatever goes wrong here is an answer for the model: a name that nobody
 * offers, arguments that are no JSON object, a tool that throws, a result that JSON can't carry.
 *
 * @module
 */
import { JsonSyntaxError, type JsonValue, parseJson } from "../contract/json.ts";
import type { JsonObject, ModelToolCall, ToolDefinition, ToolOutcome } from "./messages.ts";

/** A tool with its code. */
export interface Tool extends ToolDefinition {
  /** Answers a JSON value, or throws: the message goes to the model as data. `args` is the tool's own copy. */
  run(args: JsonObject, signal: AbortSignal): JsonValue | Promise<JsonValue>;
}

/** The definition alone, as a deep copy. */
export function definitionOf(tool: ToolDefinition): ToolDefinition {
  return structuredClone({
    name: tool.name,
    description: tool.description,
    inputSchema: tool.inputSchema,
    ...(tool.resultSchema === undefined ? {} : { resultSchema: tool.resultSchema }),
  });
}

/** Arguments as an object, or why they aren't one. */
export type ParsedArguments =
  | { readonly ok: true; readonly args: JsonObject }
  | { readonly ok: false; readonly error: string };

/**
 * Reads the arguments that a model wrote. An empty or blank text is `{}`, for a tool without
 * arguments; anything else that isn't a JSON object is refused, never repaired.
 */
export function parseArguments(text: string): ParsedArguments {
  if (text.trim() === "") return { ok: true, args: {} };
  let value: JsonValue;
  try {
    value = parseJson(text).value;
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    return { ok: false, error: `the arguments are not JSON: ${error.message}` };
  }
  if (value === null || typeof value !== "object" || Array.isArray(value)) {
    const found = value === null ? "null" : Array.isArray(value) ? "an array" : `a ${typeof value}`;
    return { ok: false, error: `the arguments must be a JSON object, not ${found}` };
  }
  return { ok: true, args: value };
}

/** How {@linkcode runToolCall} is told what to use. */
export interface ToolCallContext {
  readonly tools: readonly Tool[];
  readonly signal: AbortSignal;
  /**
   * Told of each call with readable arguments, before the tool runs, unknown tools included.
   * A call whose arguments are no object isn't reported: there is nothing true to report it with.
   */
  readonly called?: ((name: string, args: JsonObject) => void) | undefined;
}

/** Runs one call. Never rejects for what the model or the tool did. */
export async function runToolCall(
  call: ModelToolCall,
  { tools, signal, called }: ToolCallContext,
): Promise<ToolOutcome> {
  const parsed = parseArguments(call.arguments);
  if (!parsed.ok) return { ok: false, error: parsed.error };
  called?.(call.name, structuredClone(parsed.args));
  const tool = tools.find(({ name }) => name === call.name);
  if (tool === undefined) return { ok: false, error: `there is no tool ${quoted(call.name)}` };
  try {
    return snapshot(await tool.run(parsed.args, signal));
  } catch (error) {
    return { ok: false, error: messageOf(error) };
  }
}

/** The words of something thrown: never a stack, never empty. */
export function messageOf(error: unknown): string {
  if (error instanceof Error) return error.message || error.name || "failed without a message";
  const words = typeof error === "string" ? error : quoted(error);
  return words === "" ? "failed without a message" : words;
}

// A tool may keep its result and change it later; the history must not change with it.
function snapshot(value: JsonValue): ToolOutcome {
  const text = JSON.stringify(value);
  if (text === undefined) {
    return { ok: false, error: "the tool answered nothing that JSON can carry" };
  }
  return { ok: true, value: JSON.parse(text) };
}

function quoted(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return String(value);
  }
}
