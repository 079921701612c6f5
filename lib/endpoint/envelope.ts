/**
 * From what an agent did to the envelope that the contract asks for. Whatever an agent returns or
 * throws, what comes out is on contract: an agent's bug becomes an agent-level error that names it.
 *
 * @module
 */
import type { ToolCall } from "./agent.ts";
import { type CallLog, kindOf, logOf } from "./call_log.ts";

/** The one version of the contract that this kit speaks. */
export const VERSION = 1;

/** The body of a 200 on `/wt/inject`. */
export interface InjectEnvelope {
  readonly wt_inject: typeof VERSION;
  readonly reply: string;
  readonly tool_calls: readonly ToolCall[];
  readonly error?: string;
}

/** How a turn ended: the agent answered, the agent threw, or somebody ended it first. */
export type TurnEnd =
  | { readonly kind: "answered"; readonly result: unknown }
  | { readonly kind: "threw"; readonly error: unknown }
  | { readonly kind: "ended"; readonly why: string };

/** The envelope for a turn's end; `witnessed` are the calls that the agent reported on its way. */
export function envelopeOf(end: TurnEnd, witnessed: CallLog): InjectEnvelope {
  switch (end.kind) {
    case "ended":
      return failed(witnessed, [end.why, faultIn(witnessed)]);
    case "threw":
      return failed(witnessed, [wordsOf(end.error), faultIn(witnessed)]);
    case "answered":
      return answered(end.result, witnessed);
  }
}

function answered(result: unknown, witnessed: CallLog): InjectEnvelope {
  if (typeof result !== "object" || result === null) {
    const fault = bug(`inject() returned ${kindOf(result)}, not an object with a reply`);
    return failed(witnessed, [fault, faultIn(witnessed)]);
  }
  const { reply, toolCalls, error } = result as Record<string, unknown>;
  const log = toolCalls === undefined ? witnessed : logOf(toolCalls);
  const own = typeof error === "string" && error !== "" ? error : undefined;
  const errors = [own, faultOf(reply, error), faultIn(log)];
  const text = typeof reply === "string" ? reply : "";
  return errors.every((words) => words === undefined)
    ? { wt_inject: VERSION, reply: text, tool_calls: log.calls }
    : failed(log, errors, text);
}

function faultOf(reply: unknown, error: unknown): string | undefined {
  if (typeof reply !== "string") return bug(`reply must be a string, not ${kindOf(reply)}`);
  if (error === undefined) return reply === "" ? bug("an empty reply needs an error") : undefined;
  if (typeof error !== "string") return bug(`error must be a string, not ${kindOf(error)}`);
  return error === "" ? bug("error must not be empty") : undefined;
}

function faultIn(log: CallLog): string | undefined {
  return log.fault === undefined ? undefined : bug(log.fault);
}

function bug(what: string): string {
  return `the agent has a bug: ${what}`;
}

function failed(
  log: CallLog,
  errors: readonly (string | undefined)[],
  reply = "",
): InjectEnvelope {
  const error = errors.filter((words) => words !== undefined).join("; ");
  return { wt_inject: VERSION, reply, tool_calls: log.calls, error };
}

/** The words of something thrown: the message, never the stack, never empty. */
export function wordsOf(error: unknown): string {
  const words = error instanceof Error ? error.message || error.name : describe(error);
  return words === "" ? "the agent failed without a message" : words;
}

// A thrown object may have a hostile toString, or none.
function describe(value: unknown): string {
  if (typeof value === "string") return value;
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return `the agent threw ${kindOf(value)}`;
  }
}
