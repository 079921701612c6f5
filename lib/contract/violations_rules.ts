/**
 * Which clause a broken place breaks, as a table: one row a place in an envelope. The schemas say
 * that something is wrong at a place, the rows say what to call it.
 *
 * @module
 */
import type { EnvelopeKind } from "./envelopes.ts";
import type { JsonType } from "./violations_value.ts";
import { SURFACE_RULES } from "./violations_surface.ts";

/** One place in an envelope. */
export interface Rule {
  readonly clause: string;
  /** Stem of the codes: `<stem>-missing`, `<stem>-type`. */
  readonly stem: string;
  /** The value that belongs there, in words. */
  readonly expected: string;
  /** Its type: a value of this type that is wrong all the same is named by `value`. */
  readonly type: JsonType;
  /** Where the key is missing. Absent for a place that can't be: an entry, an optional key. */
  readonly missing?: { readonly hint: string; readonly clause?: string };
  /** The hint for a value of another type. */
  readonly hint: string;
  /** Right type, wrong value. */
  readonly value?: { readonly code: string; readonly hint: string };
  /** A string with JSON in it, where an object belongs. */
  readonly encoded?: { readonly code: string; readonly hint: string };
}

/** Rows by path: keys with dots between them, `*` for an index. */
export type Rules = Readonly<Record<string, Rule>>;

const INJECT_REQUEST: Rules = {
  session_id: {
    clause: "request.fields",
    stem: "session-id",
    expected: "a string",
    type: "string",
    missing: { hint: 'Mint an opaque "session_id" and send it with every turn of the session.' },
    hint: 'Send "session_id" as a string, even where your own ids are numbers.',
  },
  text: {
    clause: "request.fields",
    stem: "text",
    expected: "a string",
    type: "string",
    missing: { hint: 'Send the newest user turn as "text".' },
    hint: 'Send "text" as a string: the newest user turn alone, no list of messages.',
  },
  timeout_s: {
    clause: "request.fields",
    stem: "timeout",
    expected: "a number of seconds, finite and over 0",
    type: "number",
    missing: { hint: 'Send "timeout_s" with every turn: the endpoint\'s deadline in seconds.' },
    hint: 'Send "timeout_s" as a number of seconds: no string, no null.',
    value: {
      code: "timeout-value",
      hint: 'Send a "timeout_s" over 0 that a double can hold; there is no value for "never".',
    },
  },
};

const INJECT_RESPONSE: Rules = {
  reply: {
    clause: "response.reply",
    stem: "reply",
    expected: "a string",
    type: "string",
    missing: {
      hint:
        'Put the agent\'s final text into every answer as "reply"; it may be "" beside an error.',
    },
    hint: 'Answer "reply" as a string: the final text alone, no list of parts, no null.',
  },
  tool_calls: {
    clause: "response.tool-calls-present",
    stem: "tool-calls",
    expected: "an array, even when it is empty",
    type: "array",
    missing: {
      hint: 'Answer "tool_calls": [] where the agent called nothing; never leave it out.',
    },
    hint: 'Answer "tool_calls" as an array: [] where the agent called nothing, never null.',
  },
  "tool_calls.*": {
    clause: "response.tool-call-entry",
    stem: "tool-call",
    expected: "an object with name and arguments",
    type: "object",
    hint: 'List each call as {"name": …, "arguments": {…}}.',
  },
  "tool_calls.*.name": {
    clause: "response.tool-call-name",
    stem: "tool-call-name",
    expected: "a string",
    type: "string",
    missing: {
      clause: "response.tool-call-entry",
      hint: 'Give each call its "name" at the top of the entry, not inside "function".',
    },
    hint: 'Give "name" as a string: the bare tool name as the agent invoked it.',
  },
  "tool_calls.*.arguments": {
    clause: "response.tool-call-arguments",
    stem: "tool-call-arguments",
    expected: "a JSON object",
    type: "object",
    missing: {
      clause: "response.tool-call-entry",
      hint: 'Give each call its "arguments", {} where there were none.',
    },
    hint: 'Give "arguments" as a JSON object, {} where there were none: no null, no array.',
    encoded: {
      code: "tool-call-arguments-string",
      hint:
        'Parse the arguments before you answer: "arguments" is an object, not a string of JSON.',
    },
  },
  error: {
    clause: "response.error",
    stem: "error",
    expected: "a non-empty string, or no such key",
    type: "string",
    hint:
      'Answer "error" as a string that says what failed, and leave the key out where nothing did.',
    value: {
      code: "error-empty",
      hint: 'Say in "error" what failed, or leave the key out where nothing did.',
    },
  },
};

/** The rows of each envelope. The version is judged in `violations_version.ts`. */
export const RULES: Readonly<Record<EnvelopeKind, Rules>> = {
  "inject-request": INJECT_REQUEST,
  "inject-response": INJECT_RESPONSE,
  "reset-request": {},
  "reset-response": {},
  "surface-request": {},
  "surface-response": SURFACE_RULES,
};
