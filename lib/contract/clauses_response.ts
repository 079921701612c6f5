/**
 * The inject response.
 *
 * @module
 */
import { type Clause, section } from "./clauses_row.ts";

/** The inject response: its clauses. */
export const RESPONSE: readonly Clause[] = section("Response", [
  {
    id: "response.reply",
    who: "E",
    level: "MUST",
    statement: "reply is present and a string",
    sentence: "reply — the agent's final user-facing text, string, required.",
  },
  {
    id: "response.reply-empty",
    who: "E",
    level: "MUST",
    statement: "reply is empty only where error is set",
    sentence: "May be empty only when error is set.",
  },
  {
    id: "response.tool-calls-present",
    who: "E",
    level: "MUST",
    statement: "tool_calls is present, an array, even when empty",
    sentence:
      'tool_calls — required even when empty. An omitted key and [] mean different things: [] is a conforming "the agent called nothing"; a missing key is a contract violation.',
  },
  {
    id: "response.tool-call-entry",
    who: "E",
    level: "MUST",
    statement: "each entry is an object with name and arguments",
    sentence: "The inject wire carries {name, arguments-as-object}",
  },
  {
    id: "response.tool-calls-order",
    who: "E",
    level: "MUST",
    cooperative: true,
    statement: "entries stand in invocation order",
    sentence: "Entries are ordered (invocation order) and complete",
  },
  {
    id: "response.tool-calls-complete",
    who: "E",
    level: "MUST",
    cooperative: true,
    statement: "every intermediate call is listed, not only the last",
    sentence:
      "Entries are ordered (invocation order) and complete (every intermediate call, not just the last)",
  },
  {
    id: "response.tool-call-name",
    who: "E",
    level: "MUST",
    statement: "name is a string, the bare tool name (empty: warned)",
    sentence: "tool_calls[*].name — the bare tool name as the agent invoked it, string, required.",
  },
  {
    id: "response.tool-call-arguments",
    who: "E",
    level: "MUST",
    statement: "arguments is a JSON object, never a string of JSON",
    sentence: "tool_calls[*].arguments — a JSON object, never a stringified JSON blob.",
  },
  {
    id: "response.error",
    who: "E",
    level: "MUST",
    statement: "error, when present, is a non-empty string",
    sentence: "error — optional string, non-empty when present",
  },
]);
