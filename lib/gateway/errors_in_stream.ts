/**
 * Errors that come where a success was promised: in a stream after its 200.
 *
 * @module
 */
import { type JsonDocument, JsonSyntaxError, parseJson } from "../contract/json.ts";
import { readErrorObject, readInBandError } from "./errors.ts";
import { Fields } from "./fields.ts";
import type { NeutralError } from "./neutral.ts";
import type { SseBlock } from "./sse.ts";
import { disbelief } from "./trouble.ts";

/** 4.1: Messages' `error` event, `{"type":"error","error":{…}}`. */
export function messagesEventError(fields: Fields): NeutralError {
  return readErrorObject(objectIn(fields, "error") ?? fields);
}

/**
 * 4.1: Responses' `error{code,message,param}`, which some servers nest as a body does; and the error in
 * a `response.failed`. The `type` that names the event says nothing of the error.
 */
export function responsesEventError(fields: Fields): NeutralError {
  const response = objectIn(fields, "response");
  const said = objectIn(response ?? fields, "error") ?? fields;
  const { type, ...rest } = readErrorObject(said);
  return type === undefined || /^error$|^response\./.test(type) ? rest : { ...rest, type };
}

function objectIn(fields: Fields, key: string): Fields | undefined {
  const value = fields.value(key);
  return typeof value === "object" && !Array.isArray(value) ? fields.child(key) : undefined;
}

/**
 * The error in what a broken stream left behind: lines of JSON that are no event, or an event without
 * its blank line. Undefined where there is none.
 */
export function leftoverError(block: SseBlock | undefined): NeutralError | undefined {
  for (const text of [block?.stray, block?.event?.data]) {
    if (text === undefined) continue;
    let doc: JsonDocument;
    try {
      doc = parseJson(text);
    } catch (error) {
      if (error instanceof JsonSyntaxError) continue;
      throw error;
    }
    const { value } = doc;
    if (typeof value !== "object" || value === null || Array.isArray(value)) continue;
    const error = readInBandError(new Fields(doc, value, "", disbelief));
    if (error !== undefined) return error;
  }
  return undefined;
}
