/**
 * The inject response, explained.
 *
 * @module
 */
import { type Explanations, lines } from "./explain_text.ts";

/** The inject response: its explanations. */
export const RESPONSE: Explanations = {
  "response.reply": {
    why:
      "The reply is what a scenario is scored on. Under another name, or as a list of parts, it isn't found, and a driver that guesses would test whatever it happened to pick.",
    good: '← 200 {"wt_inject":1,"reply":"Order 4417 is in Reno.","tool_calls":[]}',
    bad: lines(
      '← 200 {"wt_inject":1,"response":"Order 4417 …","tool_calls":[]}',
      '← 200 {"wt_inject":1,"reply":null,"tool_calls":[]}',
      '← 200 {"wt_inject":1,"reply":["Order 4417 …"],"tool_calls":[]}',
    ),
    mend:
      'Put the final user-facing text into reply as one string. Where the agent failed before it had any, send "" together with error.',
  },
  "response.reply-empty": {
    why:
      "An empty reply without an error is a lost answer that looks like a taciturn agent: a framework dropped the text, or the last step was a tool call that nobody followed up.",
    good: '← 200 {"wt_inject":1,"reply":"","tool_calls":[],"error":"model gave up"}',
    bad: '← 200 {"wt_inject":1,"reply":"","tool_calls":[]}',
    mend:
      "Send the text that a user would have read. If there is none, that is a failure of the agent: set error and say what happened.",
  },
  "response.tool-calls-present": {
    why:
      "[] says that the agent called nothing. A missing key says nothing at all: the endpoint may have forgotten to list the calls. A scenario that forbids a tool would pass without any evidence.",
    good: '← 200 {"wt_inject":1,"reply":"Hello.","tool_calls":[]}',
    bad: lines(
      '← 200 {"wt_inject":1,"reply":"Hello."}',
      '← 200 {"wt_inject":1,"reply":"Hello.","tool_calls":null}',
      '← 200 {"wt_inject":1,"reply":"Hello.","tool_calls":{}}',
    ),
    mend:
      "Always write the key, as an array. Watch for a serializer that leaves out empty lists (Go: omitempty; Python: exclude_defaults).",
  },
  "response.tool-call-entry": {
    why:
      "A call without its name or its arguments can't be compared with what a scenario asks for, so the evidence that it happened is worth nothing.",
    good: lines(
      '← 200 {"wt_inject":1,"reply":"Done.","tool_calls":[',
      '  {"name":"order_status","arguments":{"order_id":"4417"}}]}',
    ),
    bad: lines(
      '← 200 {"wt_inject":1,"reply":"Done.","tool_calls":["order_status"]}',
      '← 200 {"wt_inject":1,"reply":"Done.","tool_calls":[',
      '  {"name":"order_status"}]}',
      '← 200 {"wt_inject":1,"reply":"Done.","tool_calls":[',
      '  {"type":"function","function":{"name":"f","arguments":"{}"}}]}',
    ),
    mend:
      "Make each entry an object with name and arguments, side by side. A tool that takes nothing has arguments {}.",
  },
  "response.tool-calls-order": {
    why:
      "Whether the agent looked before it acted is read from the order. Sorted by name, or by when results came back, the list tells a story that didn't happen.",
    good: lines(
      "called: client_lookup, then order_status",
      '← 200 {"wt_inject":1,"reply":"Reno.","tool_calls":[',
      '  {"name":"client_lookup","arguments":{"query":"pallet"}},',
      '  {"name":"order_status","arguments":{"order_id":"4417"}}]}',
    ),
    bad: lines(
      "called: client_lookup, then order_status",
      '← 200 {"wt_inject":1,"reply":"Reno.","tool_calls":[',
      '  {"name":"order_status","arguments":{"order_id":"4417"}},',
      '  {"name":"client_lookup","arguments":{"query":"pallet"}}]}',
    ),
    mend:
      "Append to the list when the agent makes a call, not when its result arrives. Calls made in parallel stand in the order in which the model gave them.",
  },
  "response.tool-calls-complete": {
    why:
      "Many frameworks keep only the last step's calls at hand. A list of those hides the middle of the path: a forbidden call is not seen, a required one is missed.",
    good: lines(
      "called: client_lookup, then order_status",
      '← 200 {"wt_inject":1,"reply":"Reno.","tool_calls":[',
      '  {"name":"client_lookup","arguments":{"query":"pallet"}},',
      '  {"name":"order_status","arguments":{"order_id":"4417"}}]}',
    ),
    bad: lines(
      "called: client_lookup, then order_status",
      '← 200 {"wt_inject":1,"reply":"Reno.","tool_calls":[',
      '  {"name":"order_status","arguments":{"order_id":"4417"}}]}',
    ),
    mend:
      "Collect calls over the whole turn, every round of the loop, calls that failed or were repeated included. Start a new list with each turn: earlier turns don't belong in it.",
  },
  "response.tool-call-name": {
    why:
      "A scenario names tools as their author named them. A prefix that the framework added makes a call that was made look like one that wasn't.",
    good: lines(
      '← 200 {"wt_inject":1,"reply":"Reno.","tool_calls":[',
      '  {"name":"order_status","arguments":{}}]}',
    ),
    bad: lines(
      '← 200 {"wt_inject":1,"reply":"Reno.","tool_calls":[',
      '  {"name":17,"arguments":{}}]}',
      '← 200 {"wt_inject":1,"reply":"Reno.","tool_calls":[',
      '  {"name":["functions","order_status"],"arguments":{}}]}',
    ),
    mend:
      "Send the tool's own name as one string, as the agent invoked it: no namespace, no number, no call id.",
  },
  "response.tool-call-arguments": {
    why:
      "Half of all reference code sends arguments as a string of JSON. A driver that meets both can't tell a text from an object, and arguments that are never parsed are never compared.",
    good: lines(
      '← 200 {"wt_inject":1,"reply":"Reno.","tool_calls":[',
      '  {"name":"order_status","arguments":{"order_id":"4417"}}]}',
    ),
    bad: lines(
      '← 200 {"wt_inject":1,"reply":"Reno.","tool_calls":[',
      '  {"name":"order_status","arguments":"{\\"order_id\\":\\"4417\\"}"}]}',
      '← 200 {"wt_inject":1,"reply":"Reno.","tool_calls":[',
      '  {"name":"order_status","arguments":null}]}',
    ),
    mend:
      "Parse the model's argument string once and send the object. No arguments is {}. Arguments that don't parse are a failure of the agent: answer with error set.",
  },
  "response.error": {
    why:
      "Drivers ask whether error is set. An empty string, null or false is set for one and unset for another, so the same turn is a failure here and a success there.",
    good: '← 200 {"wt_inject":1,"reply":"","tool_calls":[],"error":"HTTP 529"}',
    bad: lines(
      '← 200 {"wt_inject":1,"reply":"Hi.","tool_calls":[],"error":null}',
      '← 200 {"wt_inject":1,"reply":"Hi.","tool_calls":[],"error":""}',
      '← 200 {"wt_inject":1,"reply":"","tool_calls":[],"error":{"code":5}}',
    ),
    mend:
      "Leave the key out where nothing failed. Where something did, send one non-empty string that a person can read.",
  },
};
