/**
 * Envelopes in which nothing can be found, told at a glance. Nearly every answer is one, and the
 * schemas and tables that name what is wrong cost more than all else that an answer goes through.
 *
 * @module
 */
import type { EnvelopeKind } from "./envelopes.ts";
import type { JsonDocument, JsonValue } from "./json.ts";
import { isObject } from "./violations_value.ts";

/** How many calls are looked at; a longer list is judged in pieces. */
const MAX_CALLS = 1_000;

/**
 * True only where `envelopeViolations` finds nothing, neither a failure nor a warning. False says
 * nothing: look closely.
 */
export function isFaultless(kind: EnvelopeKind, doc: JsonDocument, version: number): boolean {
  const whole = doc.value;
  if (!isObject(whole) || own(whole, "wt_inject") !== version) return false;
  if (doc.numberSource(whole, "wt_inject") !== undefined) return false;
  switch (kind) {
    case "inject-response":
      return isFaultlessTurn(whole);
    case "reset-request":
    case "reset-response":
    case "surface-request":
      return true;
    default:
      return false;
  }
}

type JsonObject = { readonly [key: string]: JsonValue };

function isFaultlessTurn(whole: JsonObject): boolean {
  const reply = own(whole, "reply");
  const error = own(whole, "error");
  if (typeof reply !== "string") return false;
  if (error === undefined ? reply === "" : typeof error !== "string" || error === "") return false;
  const calls = own(whole, "tool_calls");
  if (!Array.isArray(calls) || calls.length > MAX_CALLS) return false;
  for (const call of calls) {
    if (!isObject(call) || !isObject(own(call, "arguments"))) return false;
    const name = own(call, "name");
    if (typeof name !== "string" || name === "") return false;
  }
  return true;
}

/** An own member; undefined where there is none, whatever the prototype has. */
function own(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
